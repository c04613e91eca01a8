/**
 * The numbers of the contract (docs/contract.md). Code, error messages, OpenAPI descriptions and the generated documents use these
 * constants; a test compares the guides with them.
 */

/** First day of the data: the earliest `from`. */
export const EARLIEST_DATE = '2025-01-01';
/** Maximum length of a date range in days, both ends included. */
export const MAX_RANGE_DAYS = 366;
/** The same for questions that are answered from single trades. */
export const MAX_TRADES_DAYS = 31;
/** Maximum number of tickers in a batch. */
export const MAX_TICKERS = 50;

/** Maximum number of brokers in the list of a request. */
export const MAX_BROKERS = 100;

/** The sizes of an accumulation or distribution, and the percent of the volume from which each applies. */
export const ACCUMULATION_SIZES = [
  { name: 'Big', from_percent: 20 },
  { name: 'Normal', from_percent: 12.5 },
  { name: 'Small', from_percent: 6 },
] as const;

/** How long identical requests share a response. */
export const CACHE_TTL_S = 30;
/** How long a news source may take to respond. */
export const NEWS_TIMEOUT_S = 5;
/** When the data of a trading day arrives, in GMT. */
export const UPDATE_TIME_GMT = '12:00';

/** The largest request body. */
export const MAX_BODY_KIB = 64;
/** The largest total size of the URL and headers. */
export const MAX_HEADERS_KIB = 16;
/** How long a request may take to arrive. */
export const REQUEST_TIMEOUT_S = 15;

/** A request with the same Idempotency-Key within this time is a retry. */
export const IDEMPOTENCY_HOURS = 24;
/** The length of a quota cycle, and of a month of a plan. */
export const CYCLE_DAYS = 30;
/** The latest end of a renewed period, in days from now. */
export const MAX_RENEWAL_DAYS = 180;
/** How long an order keeps its price. */
export const PRICE_LOCK_HOURS = 24;
