import * as z from 'zod';
import { COSTS } from '../../../core/costs.ts';
import type { MarketReader } from '../../../market/serving/market-database.ts';
import { FLOW_ORDERS, foreignFlowRanking } from '../../../market/serving/queries/foreign-flow-ranking.ts';
import { endpoint } from '../../http/endpoint.ts';
import { market, oneOf, rangeRequest, wholeNumber } from '../../http/requests/request-fields.ts';
import {
  idr,
  record,
  signedIdr,
  signedPercent,
  tableOfRecords,
  text,
} from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';

const MAX_ROWS = 2000;
const DEFAULT_ROWS = 50;

const rankedFlow = record(
  'RankedForeignFlow',
  'What foreign investors did in one stock over the whole range',
  {
    ticker: text('Ticker'),
    foreign_buy: idr('Total value of purchases by foreign investors'),
    foreign_sell: idr('Total value of sales by foreign investors'),
    net_foreign: signedIdr('foreign_buy minus foreign_sell', 'Negative if foreign investors sold more'),
    percent: signedPercent('net_foreign in percent of the value of all trades of the stock'),
    streak: z.int().meta({
      description:
        'Number of published days in a row on which net_foreign has the same sign, counted backwards from the last published day of the range. A published day counts even if the calendar calls it a holiday or a weekend. The streak is positive if net_foreign is positive on these days, and negative if it is negative on them. It is 0 if net_foreign of the last day is 0',
    }),
  },
);

export function foreignFlowRankingEndpoint(database: MarketReader) {
  return endpoint({
    ...meteredRead('get_foreign_flow_ranking'),
    route: 'GET /foreign-flow/ranking',
    title: 'Stocks by foreign flow',
    group: 'Foreign flow',
    description: `Returns the stocks that foreign investors bought or sold most over a date range. \`order\` selects the figure to sort by, the largest first: \`net\` (net_foreign), \`buy\` (foreign_buy), \`sell\` (foreign_sell), \`percent\` or \`streak\`. Stocks with the same figure in the response are sorted by ticker. A streak counts only days of the range. The default market is ALL, but it is RG for rankings of brokers. Costs ${COSTS.get_foreign_flow_ranking.text}.`,
    example: { from: '2026-01-05', to: '2026-01-09', limit: 5 },
    input: rangeRequest(
      {},
      {
        market: market.default('ALL'),
        limit: wholeNumber(MAX_ROWS, 'Maximum number of rows').default(DEFAULT_ROWS),
        order: oneOf(FLOW_ORDERS)
          .default('net')
          .meta({ description: 'Figure to sort by, the largest first; case-insensitive' }),
      },
    ),
    output: z.array(rankedFlow).meta({ description: 'A row for each stock, in the requested order' }),
    table: tableOfRecords(rankedFlow),
    depends_on: 'market',
    figures: ['foreign'],
    answer: (question, _caller, signal) => foreignFlowRanking(database, question, signal),
  });
}
