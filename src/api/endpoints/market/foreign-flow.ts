import * as z from 'zod';
import { MAX_TICKERS } from '../../../core/contract.ts';
import { COST_EXAMPLE, COSTS } from '../../../core/costs.ts';
import { byTicker } from '../../../core/market/by-ticker.ts';
import { tableByTicker } from '../../../formats/table.ts';
import { dailyForeignFlow, foreignFlow } from '../../../market/serving/queries/foreign-flow.ts';
import type { TickerReader } from '../../../market/serving/serving.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import {
  adjust,
  market,
  rangeRequest,
  ticker,
  tickerKey,
  tickers,
} from '../../http/requests/request-fields.ts';
import {
  columnsOf,
  idr,
  isoDate,
  keyed,
  record,
  signedIdr,
  tableOfRecords,
} from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';

const flowFields = {
  foreign_buy: idr('Total value of purchases by foreign investors'),
  foreign_sell: idr('Total value of sales by foreign investors'),
  net_foreign: signedIdr('foreign_buy minus foreign_sell', 'Negative if foreign investors sold more'),
};

const flow = record('ForeignFlow', 'Totals of foreign investors over the whole range', flowFields);

const flowOfDay = record('ForeignFlowDay', 'Totals of foreign investors on one day', {
  date: isoDate('Trading day'),
  ...flowFields,
});

const input = rangeRequest({ ticker }, { market: market.default('ALL') });

const dailyInput = rangeRequest({ ticker }, { market: market.default('ALL'), adjust });

const batchInput = rangeRequest({ tickers }, { market: market.default('ALL') });

const HOW = `\`foreign_buy\` is the value of the trades with a foreign buyer, and \`foreign_sell\` the value of the trades with a foreign seller. \
A stock without trades, or one that does not exist, has the value 0 in all fields. The default market is ALL, but it is RG for broker summaries and prices: to compare them, send the same \`market\`.`;
const TOTALS = 'All values are totals of the whole range; for daily values, use GET /foreign-flow/daily.';

const dailyFlows = z.array(flowOfDay).meta({
  description: 'A row for each published day of the range, by date; zeros on a day without foreign trades',
});

/** The totals of foreign investors in a stock, in several stocks, and on each day. */
export function foreignFlowEndpoints(serving: TickerReader): Endpoint[] {
  return [
    endpoint({
      ...meteredRead('get_foreign_flow'),
      route: 'GET /foreign-flow',
      title: 'Foreign flow of a stock',
      group: 'Foreign flow',
      description: `Returns the value that foreign investors bought and sold of a stock over a date range, in IDR. ${HOW} ${TOTALS} Costs 1 unit.`,
      example: { ticker: 'BBCA', from: '2025-12-01', to: '2026-01-30' },
      input,
      output: flow,
      table: tableOfRecords(flow),
      depends_on: 'dataset',
      figures: ['foreign'],
      answer: (question, _caller, signal) =>
        serving.read((snapshot) => foreignFlow(snapshot, question), signal),
    }),
    endpoint({
      ...meteredRead('get_foreign_flow_batch'),
      route: 'POST /foreign-flow/batch',
      title: `Foreign flow of up to ${MAX_TICKERS} stocks`,
      group: 'Foreign flow',
      description: `Returns the foreign flow of each of 1 to ${MAX_TICKERS} stocks over one date range, in IDR. ${HOW} ${TOTALS} Costs 1 unit for each distinct ticker.`,
      example: { tickers: ['BBRI', 'TLKM'], from: '2026-01-05', to: '2026-01-09' },
      input: batchInput,
      output: keyed(tickerKey, flow),
      table: tableByTicker(columnsOf(flow)),
      dry_data: new Map(),
      depends_on: 'dataset',
      figures: ['foreign'],
      answer: ({ tickers, ...rest }, _caller, signal) =>
        serving.read(
          (snapshot) => byTicker(tickers, (ticker) => foreignFlow(snapshot, { ticker, ...rest })),
          signal,
        ),
    }),
    endpoint({
      ...meteredRead('get_foreign_flow_daily'),
      route: 'GET /foreign-flow/daily',
      title: 'Daily foreign flow of a stock',
      group: 'Foreign flow',
      description: `Returns the value that foreign investors bought and sold of a stock on each published day of a date range, in IDR. ${HOW} Costs ${COSTS.get_foreign_flow_daily.text}: ${COST_EXAMPLE}.`,
      example: { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09' },
      input: dailyInput,
      output: dailyFlows,
      table: tableOfRecords(flowOfDay),
      depends_on: 'dataset',
      figures: ['foreign'],
      isEmpty: (days) =>
        days.every(({ foreign_buy, foreign_sell }) => foreign_buy === 0 && foreign_sell === 0),
      answer: (question, _caller, signal) =>
        serving.read((snapshot) => dailyForeignFlow(snapshot, question), signal),
    }),
  ];
}
