import * as z from 'zod';
import { COSTS } from '../../../core/costs.ts';
import type { MarketReader } from '../../../market/serving/market-database.ts';
import { brokerRanking, brokerStocks } from '../../../market/serving/queries/broker-totals.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { brokerCode, investor, market, rangeRequest } from '../../http/requests/request-fields.ts';
import { percent, record, tableOfRecords, text } from '../../http/responses/response-fields.ts';
import { brokerFields } from './broker-summary.ts';
import { meteredRead } from './metered-read.ts';

const { code, ...figures } = brokerFields;

const brokerStockRow = record('BrokerStockRow', 'Totals of a broker in one stock over the whole range', {
  ticker: text('Ticker'),
  ...figures,
});

const rankedBroker = record('RankedBroker', 'Totals of one broker in all stocks over the whole range', {
  code,
  ...figures,
  share: percent('buy_value plus sell_value, in percent of the sum of all brokers of the response'),
});

const filters = { investor, market: market.default('RG') };

const HOW =
  '`investor` selects trades by the client of the broker: `f` counts only the trades in which this client was foreign. Volumes are in shares, values in IDR.';

export function brokerTotalsEndpoints(database: MarketReader): Endpoint[] {
  return [
    endpoint({
      ...meteredRead('get_broker_stocks'),
      route: 'GET /brokers/:code/summary',
      title: 'Stocks of a broker',
      group: 'Broker summary',
      description: `Returns which stocks a broker bought and sold over a date range: the number of trades, volumes, values and average prices, with one row per stock. ${HOW} A broker without trades, or one that does not exist, has no rows. Costs ${COSTS.get_broker_stocks.text}.`,
      example: { code: 'CC', from: '2026-01-05', to: '2026-01-09', investor: 'f', market: 'NG' },
      input: rangeRequest({ code: brokerCode }, filters),
      output: z.array(brokerStockRow).meta({
        description:
          'A row for each stock that the broker bought or sold, highest buy value first, then by ticker',
      }),
      table: tableOfRecords(brokerStockRow),
      depends_on: 'market',
      answer: (question, _caller, signal) => brokerStocks(database, question, signal),
    }),
    endpoint({
      ...meteredRead('get_broker_ranking'),
      route: 'GET /brokers/ranking',
      title: 'Ranking of brokers',
      group: 'Broker summary',
      description: `Returns what each broker bought and sold in all stocks over a date range, and its share of the traded value. The broker with the highest buy value is first. ${HOW} With \`f\`, a broker that traded only for domestic clients has no row. Costs ${COSTS.get_broker_ranking.text}.`,
      example: { from: '2026-01-05', to: '2026-01-05', investor: 'f', market: 'NG' },
      input: rangeRequest({}, filters),
      output: z.array(rankedBroker).meta({
        description: 'A row for each broker that bought or sold, highest buy value first, then by code',
      }),
      table: tableOfRecords(rankedBroker),
      depends_on: 'market',
      answer: (question, _caller, signal) => brokerRanking(database, question, signal),
    }),
  ];
}
