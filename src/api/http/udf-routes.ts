import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../commerce/accounts/accounts.ts';
import { EARLIEST_DATE, MAX_RANGE_DAYS } from '../../core/contract.ts';
import { DAY_MS, dateOfEpochDay, epochDay, type IsoDate } from '../../core/dates.ts';
import { invalidField } from '../../core/errors.ts';
import { tickerInSymbol } from '../../core/market/market.ts';
import type { Admission } from './admission/admission.ts';
import type { RequestContext } from './admission/request-context.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { PublishedDays } from './link-route.ts';
import { JSON_TYPE } from './responses/envelope.ts';
import { fixableError } from './responses/public-error.ts';

const DAY_S = DAY_MS / 1000;
const FIRST_DAY = epochDay(EARLIEST_DATE);
const MAX_FOUND = 100;
/** Most stocks have a bar in the first step. */
const STEP_DAYS = 31;
const EXCHANGE = 'IDX';
const RESOLUTIONS = ['1D'];
const NEVER = new AbortController().signal;

type Figure = 'open' | 'high' | 'low' | 'close' | 'volume';
type Bar = Readonly<{ date: IsoDate } & Record<Figure, number>>;
type Query = Readonly<Record<string, string | undefined>>;
/** Asks an endpoint for the caller. */
type Ask = (endpoint: AnyEndpoint, sent: object) => Promise<unknown>;

interface UdfServices {
  /** Daily prices of a ticker, and all tickers. */
  readonly prices: AnyEndpoint;
  readonly tickers: AnyEndpoint;
  readonly companies: ReadonlyMap<string, string>;
  readonly publishedDays: PublishedDays;
}

/** The addresses of the datafeed: the protocol has no parameter for an adjustment. */
const FEEDS = { '/udf': 'none', '/udf/splits': 'splits' } as const;

/**
 * TradingView's Universal Data Feed (https://www.tradingview.com/charting-library-docs/latest/connecting_data/UDF) with daily bars. A chart
 * asks for its newest bars again and again, so the same request is charged once for each publication.
 */
export function udfRoutes(app: FastifyInstance, admission: Admission, services: UdfServices): void {
  const { prices, tickers, companies, publishedDays } = services;
  for (const [feed, adjust] of Object.entries(FEEDS)) {
    const get = (
      path: string,
      units: AnyEndpoint['units'],
      answer: (query: Query, ask: Ask, caller: Caller) => unknown,
    ) =>
      app.route({
        method: 'GET',
        url: `${feed}/${path}`,
        config: { units, scope: 'data' },
        exposeHeadRoute: false,
        onRequest: async (request) => {
          const context = await admission.authenticate(request);
          context.checkRate();
          context.checkScope('data');
        },
        handler: async (request, reply) => {
          const context = request.context as RequestContext;
          const ask: Ask = async (endpoint, sent) => {
            const id = `\tudf\t${JSON.stringify(sent)}` as const;
            const { bytes } = await admission.askOnce(endpoint, context, sent, reply.raw, id);
            return JSON.parse(bytes.toString()).data;
          };
          reply.header('content-type', JSON_TYPE);
          try {
            // Of a repeated parameter, the last value.
            const query = Object.fromEntries(new URLSearchParams(request.raw.url?.split('?')[1]));
            return await reply.send(JSON.stringify(await answer(query, ask, context.caller)));
          } catch (error) {
            const { shown, status } = fixableError(error);
            const { message } = await context.withCurrentLimits(shown);
            return await reply.code(status).send(JSON.stringify({ s: 'error', errmsg: message }));
          }
        },
      });

    /** The symbols of all tickers, each with the fields for a search and those for a chart. */
    const symbols = async (ask: Ask) =>
      ((await ask(tickers, {})) as { ticker: string; kind: string }[]).map(({ ticker, kind }) => ({
        symbol: ticker,
        ticker,
        name: ticker,
        full_name: `${EXCHANGE}:${ticker}`,
        description: companies.get(ticker) ?? ticker,
        type: kind,
        exchange: EXCHANGE,
        listed_exchange: EXCHANGE,
        timezone: 'Asia/Jakarta',
        session: '0900-1600',
        currency_code: 'IDR',
        format: 'price',
        minmov: 1,
        pricescale: adjust === 'none' ? 1 : 100,
        has_intraday: false,
        supported_resolutions: RESOLUTIONS,
        data_status: 'endofday',
      }));

    get('config', 0, () => ({
      supported_resolutions: RESOLUTIONS,
      supports_search: true,
      supports_group_request: false,
    }));

    get('symbols', 0, async ({ symbol = '' }, ask) => {
      const wanted = tickerInSymbol(symbol);
      const found = (await symbols(ask)).find(({ ticker }) => ticker === wanted);
      return found ?? { s: 'error', errmsg: 'unknown_symbol' };
    });

    get('search', 0, async (query, ask) => {
      const text = (query.query ?? '').trim().toUpperCase();
      const found = (await symbols(ask)).filter(({ ticker, description }) =>
        `${ticker} ${description.toUpperCase()}`.includes(text),
      );
      const isLater = ({ ticker }: { ticker: string }) => (ticker.startsWith(text) ? 0 : 1);
      const sorted = found.toSorted((one, other) => isLater(one) - isLater(other));
      return sorted.slice(0, Math.min(numberIn(query, 'limit') || MAX_FOUND, MAX_FOUND));
    });

    get('history', prices.units, async (query, ask, caller) => {
      const { symbol = '', resolution } = query;
      if (resolution !== '1D' && resolution !== 'D') throw invalidField('resolution', 'must be 1D');
      const ticker = tickerInSymbol(symbol);
      if (ticker === undefined) throw invalidField('symbol', 'must be a ticker, such as BBCA');
      const countback = numberIn(query, 'countback');
      const published = (await publishedDays()).map(({ trade_date }) => epochDay(trade_date));
      // The bar of a day is at 00:00 UTC, and `to` is exclusive.
      const asked = Math.ceil(numberIn(query, 'to') / DAY_S) - 1;
      const to = Math.min(asked, published.at(-1) ?? FIRST_DAY);
      const from = countback
        ? (published.filter((day) => day <= to).at(-countback) ?? FIRST_DAY)
        : Math.max(Math.ceil(numberIn(query, 'from') / DAY_S), FIRST_DAY);
      const last = await newestBar(prices, { ticker, caller, first_day: published[0] ?? FIRST_DAY, to });
      if (last === null) return { s: 'no_data' };
      if (last < from) return { s: 'no_data', nextTime: last * DAY_S };
      // Of a longer range, the newest bars: the chart asks for earlier ones when it shows them.
      const first = Math.max(from, last - MAX_RANGE_DAYS + 1);
      const range = { from: dateOfEpochDay(first), to: dateOfEpochDay(last) };
      const bars = (await ask(prices, { ticker, ...range, adjust })) as Bar[];
      const column = (figure: Figure) => bars.map((bar) => bar[figure]);
      return {
        s: 'ok',
        t: bars.map(({ date }) => epochDay(date) * DAY_S),
        o: column('open'),
        h: column('high'),
        l: column('low'),
        c: column('close'),
        v: column('volume'),
      };
    });
  }
}

interface BarSearch {
  readonly ticker: string;
  readonly caller: Caller;
  /** The first published day. */
  readonly first_day: number;
  readonly to: number;
}

/** The newest day up to `to` with a bar, in days since 1970-01-01. It is not charged: it has no price. */
async function newestBar(
  prices: AnyEndpoint,
  { ticker, caller, first_day, to }: BarSearch,
): Promise<number | null> {
  for (let end = to; end >= first_day; end -= STEP_DAYS) {
    const from = dateOfEpochDay(Math.max(first_day, end - STEP_DAYS + 1));
    const question = { ticker, from, to: dateOfEpochDay(end), market: 'RG', adjust: 'none' };
    const newest = ((await prices.answer(question as never, caller, NEVER)) as Bar[]).at(-1);
    if (newest) return epochDay(newest.date);
  }
  return null;
}

/** 0 for a parameter that is not sent. @throws AlirError `invalid_request` */
function numberIn(query: Query, name: string): number {
  const text = query[name] ?? '0';
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw invalidField(name, 'must be a whole number');
}
