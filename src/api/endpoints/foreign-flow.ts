import { byTicker } from '../../core/by-ticker.ts';
import { MAX_TICKERS } from '../../core/contract.ts';
import { type Column, tableByTicker, tableOf } from '../../formats/table.ts';
import { foreignFlow } from '../../market/queries/foreign-flow.ts';
import { READ_ERRORS, type Serving } from '../../market/serving/serving.ts';
import { endpoint } from '../http/endpoint.ts';
import {
  checkRange,
  dateRange,
  market,
  requestOf,
  ticker,
  tickerKey,
  tickers,
} from '../http/request-fields.ts';
import { idr, keyed, record, signedIdr } from '../http/response-fields.ts';

/** The totals of foreign investors over the whole range. */
const flow = record('ForeignFlow', 'Totals of foreign investors over the whole range', {
  foreign_buy: idr('Total value of purchases by foreign investors'),
  foreign_sell: idr('Total value of sales by foreign investors'),
  net_foreign: signedIdr('foreign_buy minus foreign_sell', 'Negative if foreign investors sold more'),
});

const FLOW_COLUMNS: readonly Column[] = [
  { name: 'foreign_buy', type: 'int64' },
  { name: 'foreign_sell', type: 'int64' },
  { name: 'net_foreign', type: 'int64' },
];

const input = requestOf({ ticker, ...dateRange, market: market.default('ALL') }).superRefine(checkRange);

const batchInput = requestOf({ tickers, ...dateRange, market: market.default('ALL') }).superRefine(
  checkRange,
);

const HOW = `\`foreign_buy\` is the value of the trades with a foreign buyer, and \`foreign_sell\` the value of the trades with a foreign seller. They are totals of the whole range, not daily values. \
A stock without trades, or one that does not exist, has the value 0 in all fields.`;

/** GET /foreign-flow: one foreign-flow object. */
export function foreignFlowEndpoint(serving: Serving) {
  return endpoint({
    name: 'get_foreign_flow',
    title: 'Foreign flow of a stock',
    group: 'Foreign flow',
    description: `Returns the value that foreign investors bought and sold of a stock over a date range, in IDR. ${HOW} Costs 1 unit.`,
    errors: READ_ERRORS,
    example: { ticker: 'BBCA', from: '2025-12-01', to: '2026-01-30' },
    method: 'GET',
    path: '/foreign-flow',
    input,
    output: flow,
    table: tableOf(FLOW_COLUMNS),
    units: () => 1,
    depends_on: 'dataset',
    answer: (question) => serving.read((snapshot) => foreignFlow(snapshot, question)),
  });
}

/** POST /foreign-flow/batch: an object with a foreign-flow object for each distinct ticker. */
export function foreignFlowBatchEndpoint(serving: Serving) {
  return endpoint({
    name: 'get_foreign_flow_batch',
    title: `Foreign flow of up to ${MAX_TICKERS} stocks`,
    group: 'Foreign flow',
    description: `Returns the foreign flow of each of 1 to ${MAX_TICKERS} stocks over one date range, in IDR. ${HOW} Costs 1 unit for each distinct ticker.`,
    errors: READ_ERRORS,
    example: { tickers: ['BBRI', 'TLKM'], from: '2026-01-05', to: '2026-01-09' },
    method: 'POST',
    path: '/foreign-flow/batch',
    input: batchInput,
    output: keyed(tickerKey, flow),
    table: tableByTicker(FLOW_COLUMNS),
    units: ({ tickers }) => tickers.length,
    depends_on: 'dataset',
    answer: ({ tickers, ...rest }) =>
      serving.read((snapshot) => byTicker(tickers, (ticker) => foreignFlow(snapshot, { ticker, ...rest }))),
  });
}
