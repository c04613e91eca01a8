import * as z from 'zod';
import { EARLIEST_DATE, MAX_RANGE_DAYS } from '../../../core/contract.ts';
import { type Broker, brokersIn } from '../../../core/market/brokers.ts';
import { DAY_CONDITIONS } from '../../../core/market/coverage.ts';
import { TICKER_KINDS } from '../../../core/market/ticker-kind.ts';
import type { MarketReader } from '../../../market/serving/market-database.ts';
import { DAY_KINDS, type MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';
import { type MarketTicker, marketTickers } from '../../../market/serving/queries/market-tickers.ts';
import { READ_ERRORS } from '../../../market/serving/serving.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { checkRange, dateRange, requestOf, wholeNumber } from '../../http/requests/request-fields.ts';
import {
  count,
  flag,
  idr,
  isoDate,
  record,
  tableOfRecords,
  text,
  timestamp,
} from '../../http/responses/response-fields.ts';

export { type CalendarDay, MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';

const calendarDay = record('CalendarDay', 'A day of the exchange and the state of its data', {
  date: isoDate('The day'),
  kind: z.enum(DAY_KINDS).meta({
    description:
      'Kind of the day in the calendar of the exchange. A holiday or a weekend whose condition is published had trades nevertheless',
  }),
  name: text('Name of the holiday, in Indonesian; null on other days').nullable(),
  condition: z.enum(DAY_CONDITIONS).nullable().meta({
    description:
      'State of the data. published: in the results; due: the day is today, and its data has not arrived; missing: it should be published by now and is not; future: the day is after today; null: not a trading day, and not published',
  }),
  revision: count('Revision of the published data: 1, or more after corrections').nullable(),
  published_at: timestamp('Time of the publication').nullable(),
  trades: count('Number of trades in all markets').nullable(),
  value: idr('Total value of the trades in all markets').nullable(),
  verified: flag(
    "Whether the day equals the exchange's Stock Summary: prices, trades, volume, value and foreign volumes of every stock in RG, and the totals of the other markets together. False if a compared figure differs; null if not all of this was compared",
  ).nullable(),
  verified_markets: text(
    'Markets whose figures equal the Stock Summary, separated by commas: RG, or RG,NG; null if there are none. The exchange states one total of the negotiated and the cash market',
  ).nullable(),
});

const LAST_DATE = '9999-12-31';
const calendarRequest = requestOf({
  from: dateRange.from.optional(),
  to: dateRange.to.optional(),
  since: wholeNumber(
    999_999_999,
    'Returns only the days that were published or corrected after this publication: `X-Data-Publication` of the last answer with `since`, or 0',
    { minimum: 0 },
  )
    .meta({ examples: [39] })
    .optional(),
}).superRefine(({ from, to, since }, context) => {
  if (from !== undefined && to !== undefined) checkRange({ from, to }, context);
  if (since !== undefined) return;
  for (const [field, value] of Object.entries({ from, to })) {
    if (value !== undefined) continue;
    context.addIssue({ code: 'custom', path: [field], message: 'is required: a date as YYYY-MM-DD' });
  }
});

const broker = record('Broker', 'A broker of the exchange', {
  code: text('Broker code'),
  name: text('Name of the company'),
  foreign_parent: flag('Whether the parent company is foreign'),
} satisfies Record<keyof Broker, z.ZodType>);

const marketTicker = record('MarketTicker', 'A security that was traded', {
  ticker: text('Ticker'),
  kind: z.enum(TICKER_KINDS).meta({
    description:
      'Kind of security, derived from the form of the ticker. fund (exchange-traded or real-estate fund): 4 letters that begin with X (XIIT), or a ticker that begins with R- (R-LQ45X). stock: any other 4 letters, or 4 letters and M for shares with multiple votes (GOTOM). right: 4 letters and -R, with or without a number (BRMS-R, BRMS-R2). warrant: 4 letters and -W, with or without a number (BRMS-W, BRMS-W2). structured_warrant: a warrant that a broker issues (BBCADRCM3A). other: any other form',
  }),
  first_date: isoDate('First published day with a trade in RG or NG'),
  last_date: isoDate('Last published day with a trade in RG or NG'),
} satisfies Record<keyof MarketTicker, z.ZodType>);

/** The trading calendar, the tickers and the brokers. @param brokersCsv see brokersIn */
export function marketFactsEndpoints(
  calendar: MarketCalendar,
  database: MarketReader,
  brokersCsv: string,
): Endpoint[] {
  const brokers = brokersIn(brokersCsv);
  return [
    endpoint({
      route: 'GET /market/calendar',
      name: 'get_market_calendar',
      title: 'Trading calendar',
      group: 'Market',
      description: `Returns each day of a date range: whether the exchange trades on it, and whether its data is published. A day is published, due (today, before its data has arrived), missing (it should be published by now) or in the future. Holidays that the exchange has not announced yet are shown as trading days. A range has at most ${MAX_RANGE_DAYS} days. With \`since\`, returns the days that changed, so that a copy of the data can be brought up to date. Free.`,
      errors: ['answer_too_large'],
      example: { from: '2026-01-14', to: '2026-01-20' },
      scope: 'data',
      input: calendarRequest,
      output: z.array(calendarDay).meta({ description: 'A row for each day, in order' }),
      table: tableOfRecords(calendarDay),
      units: 0,
      depends_on: 'dataset',
      answer: async ({ from = EARLIEST_DATE, to = LAST_DATE, since }) => {
        if (since === undefined) return calendar.days(from, to);
        return (await calendar.changedDays(since)).filter(({ date }) => date >= from && date <= to);
      },
    }),
    endpoint({
      route: 'GET /market/tickers',
      name: 'get_market_tickers',
      title: 'Tickers with trades',
      group: 'Market',
      description:
        'Returns every ticker that has a trade in the regular or negotiated market on a published day, with the first and the last of these days. The last day is not the end of a listing: the stock can be suspended, or nobody traded it since. Free.',
      errors: READ_ERRORS,
      scope: 'data',
      output: z.array(marketTicker).meta({ description: 'A row for each ticker, in order' }),
      table: tableOfRecords(marketTicker),
      units: 0,
      depends_on: 'market',
      answer: (_input, _caller, signal) => marketTickers(database, signal),
    }),
    endpoint({
      route: 'GET /market/brokers',
      name: 'get_market_brokers',
      title: 'Brokers of the exchange',
      group: 'Market',
      description:
        'Returns the code and the name of each broker, and whether its parent company is foreign. Brokers with a foreign parent also trade for domestic clients, and other brokers also trade for foreign clients. To select trades by the type of the client, use `investor`. Free.',
      scope: 'data',
      output: z.array(broker).meta({ description: 'A row for each broker, by code' }),
      table: tableOfRecords(broker),
      units: 0,
      depends_on: 'dataset',
      answer: async () => brokers,
    }),
  ];
}
