import * as z from 'zod';
import { COST_EXAMPLE, COSTS } from '../../../core/costs.ts';
import { type CorporateActions, scaleFor } from '../../../core/market/corporate-actions.ts';
import type { PriceRow } from '../../../core/market/rows.ts';
import { type Column, tableOf } from '../../../formats/table.ts';
import type { MarketReader } from '../../../market/serving/market-database.ts';
import { ohlcv } from '../../../market/serving/queries/ohlcv.ts';
import { endpoint } from '../../http/endpoint.ts';
import { adjust, market, rangeRequest, ticker } from '../../http/requests/request-fields.ts';
import {
  columnsOf,
  count,
  idr,
  isoDate,
  record,
  shares,
  signedIdr,
} from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';

const WITHOUT_REGULAR = 'null with market ALL if the stock has no trade in RG on the day';
const price = (noun: string) =>
  z
    .number()
    .min(0)
    .meta({
      description: `${noun}, in IDR per share, whole as traded, with 2 decimals if adjusted; ${WITHOUT_REGULAR}`,
    })
    .nullable();

const ohlcvDay = record('OhlcvDay', 'Prices and totals of a stock on one day', {
  date: isoDate('Trading day'),
  open: price('Price of the first trade of the day, by trade number'),
  high: price('Highest price of the day'),
  low: price('Lowest price of the day'),
  close: price('Price of the last trade of the day, by trade number'),
  average: z.number().min(0).meta({
    description:
      'Volume-weighted average price (VWAP): value / volume, in IDR per share, rounded half-up to 2 decimals',
  }),
  volume: shares('Volume of the trades'),
  value: idr('Value of the trades'),
  freq: count('Number of trades'),
  net_foreign: signedIdr(
    'Value that foreign investors bought minus value that they sold',
    'Negative if they sold more',
  ),
} satisfies Record<keyof PriceRow, z.ZodType>);

const PRICES = ['open', 'high', 'low', 'close'];
const ADJUSTED_COLUMNS = columnsOf(ohlcvDay);
const COLUMNS = ADJUSTED_COLUMNS.map(
  (column): Column => (PRICES.includes(column.name) ? { ...column, type: 'int64' } : column),
);

export function ohlcvEndpoint(database: MarketReader, actions: CorporateActions) {
  return endpoint({
    ...meteredRead('get_ohlcv'),
    route: 'GET /stocks/ohlcv',
    title: 'Daily prices of a stock (OHLCV)',
    group: 'Prices',
    description: `Returns the open, high, low and close of a stock on each day of a date range, with volume-weighted average price, volume, value, number of trades and net foreign flow. A day without a trade of the stock in the market has no row. With market ALL, the prices are those of the regular market, and all other fields include negotiated trades. net_foreign is that of the market, RG by default, but GET /foreign-flow/daily is of ALL by default. Prices are those of the trades; with adjust=splits, they are adjusted for stock splits, bonus shares and rights, but never for dividends. Costs ${COSTS.get_ohlcv.text}: ${COST_EXAMPLE}.`,
    example: { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09' },
    input: rangeRequest({ ticker }, { market: market.default('RG'), adjust }),
    output: z.array(ohlcvDay).meta({ description: 'A row for each day with trades, by date' }),
    table: tableOf(COLUMNS),
    adjusted_table: tableOf(ADJUSTED_COLUMNS),
    depends_on: 'market',
    figures: ['prices', 'foreign'],
    answer: async (question, _caller, signal) => {
      const newest_day = (await database.days()).at(-1) ?? null;
      return ohlcv(database, question, signal, scaleFor(actions, question, newest_day));
    },
  });
}
