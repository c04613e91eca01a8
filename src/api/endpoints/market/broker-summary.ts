import * as z from 'zod';
import { MAX_BROKERS, MAX_TICKERS } from '../../../core/contract.ts';
import { COST_EXAMPLE, COSTS } from '../../../core/costs.ts';
import { byTicker } from '../../../core/market/by-ticker.ts';
import { type CorporateActions, scaleFor } from '../../../core/market/corporate-actions.ts';
import { tableByTicker } from '../../../formats/table.ts';
import { brokerSummary, dailyBrokerSummary } from '../../../market/serving/queries/broker-summary.ts';
import type { TickerReader } from '../../../market/serving/serving.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import {
  adjust,
  brokers,
  investor,
  market,
  rangeRequest,
  ticker,
  tickerKey,
  tickers,
  wholeNumber,
} from '../../http/requests/request-fields.ts';
import {
  columnRows,
  columnsOf,
  count,
  idr,
  isoDate,
  keyed,
  record,
  shares,
  tableOfRecords,
  text,
} from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';

const average = (what: string) =>
  z
    .number()
    .min(0)
    .meta({
      description: `${what}, in IDR per share: value / volume, rounded half-up to 2 decimals; 0 if the volume is 0`,
    });

/** The nine fields of a broker row, in the order of the contract. */
export const brokerFields = {
  code: text('Broker code'),
  buy_freq: count('Number of buy transactions'),
  sell_freq: count('Number of sell transactions'),
  buy_volume: shares('Volume bought'),
  sell_volume: shares('Volume sold'),
  buy_value: idr('Total value of buys'),
  sell_value: idr('Total value of sells'),
  buy_avg: average('Weighted average buy price'),
  sell_avg: average('Weighted average sell price'),
};

export const brokerRow = record('BrokerRow', 'Totals of one broker over the whole range', brokerFields);

export const brokerDayRow = record('BrokerDayRow', 'Totals of one broker on one day', {
  date: isoDate('Trading day'),
  ...brokerFields,
});

const input = rangeRequest({ ticker }, { investor, market: market.default('RG') });

const batchInput = rangeRequest(
  { tickers },
  { investor: investor.default('all'), market: market.default('RG') },
);

const dailyInput = rangeRequest(
  { ticker },
  {
    investor,
    market: market.default('RG'),
    brokers: brokers.optional(),
    top: wholeNumber(
      MAX_BROKERS,
      `Number of brokers to return, 1 to ${MAX_BROKERS}: those with the highest value of buys plus sells over the date range. If \`brokers\` is also given, the brokers are selected only from those in \`brokers\`. If brokers have equal values, the one with the first code in alphabetical order is selected`,
    ).optional(),
    adjust,
  },
);

const rows = columnRows(brokerRow).meta({
  description: 'A row for each broker that bought or sold, highest buy value first, then by code',
});

const HOW = `\
\`investor\` selects trades by the client of the row's broker: \`f\` counts only the trades in which this client was foreign. Volumes are in shares, \
values in IDR. A stock without trades, or one that does not exist, has no rows.`;
const ROWS = 'A broker summary has at most about 90 rows.';

const dailyRows = columnRows(brokerDayRow).meta({
  description:
    'A row for each day and each broker that bought or sold on this day. Rows are sorted by date; within a day, highest buy value first, then by code',
});

/** The totals of each broker in a stock, in several stocks, and on each day. */
export function brokerSummaryEndpoints(serving: TickerReader, actions: CorporateActions): Endpoint[] {
  return [
    endpoint({
      ...meteredRead('get_broker_summary'),
      route: 'GET /stocks/broker-summary',
      title: 'Broker summary of a stock',
      group: 'Broker summary',
      description: `Returns which brokers bought and sold a stock over a date range: the number of trades, volumes, values and average prices. The result has one row per broker with the totals of the whole range. For daily figures, use GET /stocks/broker-summary/daily. ${HOW} ${ROWS} Costs 1 unit.`,
      example: { ticker: 'GOTOM', from: '2026-01-01', to: '2026-01-30', investor: 'f', market: 'NG' },
      input,
      output: rows,
      table: tableOfRecords(brokerRow),
      depends_on: 'dataset',
      answer: (question, _caller, signal) =>
        serving.read((snapshot) => brokerSummary(snapshot, question), signal),
    }),
    endpoint({
      ...meteredRead('get_broker_summary_batch'),
      route: 'POST /stocks/broker-summary/batch',
      title: `Broker summary of up to ${MAX_TICKERS} stocks`,
      group: 'Broker summary',
      description: `Returns the broker summary of each of 1 to ${MAX_TICKERS} stocks over one date range. For each stock, the result has one row per broker with the totals of the whole range. ${HOW} ${ROWS} Costs 1 unit for each distinct ticker.`,
      example: {
        tickers: ['BBRI', 'NONE'],
        from: '2026-01-05',
        to: '2026-01-05',
        investor: 'f',
        market: 'NG',
      },
      input: batchInput,
      output: keyed(tickerKey, rows),
      table: tableByTicker(columnsOf(brokerRow)),
      dry_data: new Map(),
      depends_on: 'dataset',
      answer: ({ tickers, ...rest }, _caller, signal) =>
        serving.read(
          (snapshot) => byTicker(tickers, (ticker) => brokerSummary(snapshot, { ticker, ...rest })),
          signal,
        ),
    }),
    endpoint({
      ...meteredRead('get_broker_summary_daily'),
      route: 'GET /stocks/broker-summary/daily',
      title: 'Daily broker summary of a stock',
      group: 'Broker summary',
      description: `Returns the broker summary of a stock for each day of a date range: one row for each day and each broker that bought or sold on this day. The sums over the days, as traded, are the rows of GET /stocks/broker-summary. To get fewer rows, set \`brokers\` or \`top\`: 366 days of a busy stock have more than 20,000 rows. ${HOW} Costs ${COSTS.get_broker_summary_daily.text}: ${COST_EXAMPLE}.`,
      example: {
        ticker: 'BBCA',
        from: '2026-01-05',
        to: '2026-01-07',
        investor: 'all',
        brokers: 'AK,BK,CC',
        top: 2,
      },
      input: dailyInput,
      output: dailyRows,
      table: tableOfRecords(brokerDayRow),
      depends_on: 'dataset',
      isEmpty: ({ length }) => length === 0,
      answer: (question, _caller, signal) =>
        serving.read(
          (snapshot) =>
            dailyBrokerSummary(snapshot, question, scaleFor(actions, question, snapshot.newestDay())),
          signal,
        ),
    }),
  ];
}
