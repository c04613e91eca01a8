import * as z from 'zod';
import type { MarketDayRow } from '../../../core/market/rows.ts';
import type { MarketReader } from '../../../market/serving/market-database.ts';
import { marketDaily } from '../../../market/serving/queries/market-daily.ts';
import { READ_ERRORS } from '../../../market/serving/serving.ts';
import { endpoint } from '../../http/endpoint.ts';
import { market, rangeRequest } from '../../http/requests/request-fields.ts';
import {
  amount,
  count,
  idr,
  isoDate,
  record,
  shares,
  signedIdr,
  tableOfRecords,
} from '../../http/responses/response-fields.ts';

const marketDay = record('MarketDay', 'Totals of all stocks on one day', {
  date: isoDate('Trading day'),
  tickers: count('Number of stocks with a trade'),
  volume: shares('Total volume'),
  value: idr('Total value'),
  freq: amount('Number of trades'),
  foreign_buy: idr('Total value of purchases by foreign investors'),
  foreign_sell: idr('Total value of sales by foreign investors'),
  net_foreign: signedIdr('foreign_buy minus foreign_sell', 'Negative if foreign investors sold more'),
} satisfies Record<keyof MarketDayRow, z.ZodType>);

export function marketDailyEndpoint(database: MarketReader) {
  return endpoint({
    route: 'GET /market/daily',
    name: 'get_market_daily',
    title: 'Totals of the market per day',
    group: 'Market',
    description:
      'Returns the totals of all stocks in one market on each published day of a date range: volume, value, number of trades, and what foreign investors bought and sold. The default market is RG. A day without a trade in the market has no row. Free.',
    errors: READ_ERRORS,
    example: { from: '2026-01-05', to: '2026-01-09' },
    scope: 'data',
    input: rangeRequest({}, { market: market.default('RG') }),
    output: z.array(marketDay).meta({ description: 'A row for each day, by date' }),
    table: tableOfRecords(marketDay),
    units: 0,
    depends_on: 'market',
    figures: ['foreign'],
    answer: (question, _caller, signal) => marketDaily(database, question, signal),
  });
}
