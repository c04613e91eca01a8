import { z } from 'zod';
import { byTicker } from '../../core/by-ticker.ts';
import { MAX_TICKERS } from '../../core/contract.ts';
import { type Column, tableByTicker, tableOf } from '../../formats/table.ts';
import { brokerSummary } from '../../market/queries/broker-summary.ts';
import { READ_ERRORS, type Serving } from '../../market/serving/serving.ts';
import { endpoint } from '../http/endpoint.ts';
import {
  checkRange,
  dateRange,
  investor,
  market,
  requestOf,
  ticker,
  tickerKey,
  tickers,
} from '../http/request-fields.ts';
import { count, idr, keyed, record, shares, text } from '../http/response-fields.ts';

const average = (what: string) =>
  z
    .number()
    .min(0)
    .meta({
      description: `${what}, in IDR per share: value / volume, rounded half-up to 2 decimals; 0 if the volume is 0`,
    });

/** The totals of one broker over the whole range. */
const brokerRow = record('BrokerRow', 'Totals of one broker over the whole range', {
  code: text('Broker code'),
  buy_freq: count('Number of buy transactions'),
  sell_freq: count('Number of sell transactions'),
  buy_volume: shares('Volume bought'),
  sell_volume: shares('Volume sold'),
  buy_value: idr('Total value of buys'),
  sell_value: idr('Total value of sells'),
  buy_avg: average('Weighted average buy price'),
  sell_avg: average('Weighted average sell price'),
});

export const BROKER_COLUMNS: readonly Column[] = [
  { name: 'code', type: 'code' },
  { name: 'buy_freq', type: 'count' },
  { name: 'sell_freq', type: 'count' },
  { name: 'buy_volume', type: 'int64' },
  { name: 'sell_volume', type: 'int64' },
  { name: 'buy_value', type: 'int64' },
  { name: 'sell_value', type: 'int64' },
  { name: 'buy_avg', type: 'float64' },
  { name: 'sell_avg', type: 'float64' },
];

const input = requestOf({ ticker, ...dateRange, investor, market: market.default('RG') }).superRefine(
  checkRange,
);

const batchInput = requestOf({
  tickers,
  ...dateRange,
  investor: investor.default('all'),
  market: market.default('RG'),
}).superRefine(checkRange);

const rows = z
  .array(brokerRow)
  .meta({ description: 'A row for each broker that bought or sold, highest buy value first, then by code' });

const HOW = `For daily figures, request each day separately. \
\`investor\` selects trades by the client of the row's broker: \`f\` counts only the trades in which this client was foreign. Volumes are in shares, \
values in IDR. A stock without trades, or one that does not exist, has no rows. A broker summary has at most about 90 rows.`;

/** GET /stocks/broker-summary: an array of broker rows. */
export function brokerSummaryEndpoint(serving: Serving) {
  return endpoint({
    name: 'get_broker_summary',
    title: 'Broker summary of a stock',
    group: 'Broker summary',
    description: `Returns which brokers bought and sold a stock over a date range: the number of trades, volumes, values and average prices. The result has one row per broker with the totals of the whole range. ${HOW} Costs 1 unit.`,
    errors: READ_ERRORS,
    example: { ticker: 'GOTOM', from: '2026-01-01', to: '2026-01-30', investor: 'f', market: 'NG' },
    method: 'GET',
    path: '/stocks/broker-summary',
    input,
    output: rows,
    table: tableOf(BROKER_COLUMNS),
    units: () => 1,
    depends_on: 'dataset',
    answer: (question) => serving.read((snapshot) => brokerSummary(snapshot, question)),
  });
}

/** POST /stocks/broker-summary/batch: an object with an array of broker rows for each distinct ticker. */
export function brokerSummaryBatchEndpoint(serving: Serving) {
  return endpoint({
    name: 'get_broker_summary_batch',
    title: `Broker summary of up to ${MAX_TICKERS} stocks`,
    group: 'Broker summary',
    description: `Returns the broker summary of each of 1 to ${MAX_TICKERS} stocks over one date range. For each stock, the result has one row per broker with the totals of the whole range. ${HOW} Costs 1 unit for each distinct ticker.`,
    errors: READ_ERRORS,
    example: {
      tickers: ['BBRI', 'NONE'],
      from: '2026-01-05',
      to: '2026-01-05',
      investor: 'f',
      market: 'NG',
    },
    method: 'POST',
    path: '/stocks/broker-summary/batch',
    input: batchInput,
    output: keyed(tickerKey, rows),
    table: tableByTicker(BROKER_COLUMNS),
    units: ({ tickers }) => tickers.length,
    depends_on: 'dataset',
    answer: ({ tickers, ...rest }) =>
      serving.read((snapshot) => byTicker(tickers, (ticker) => brokerSummary(snapshot, { ticker, ...rest }))),
  });
}
