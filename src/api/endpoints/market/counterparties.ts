import * as z from 'zod';
import { MAX_TRADES_DAYS } from '../../../core/contract.ts';
import { COSTS } from '../../../core/costs.ts';
import type { MarketReader } from '../../../market/serving/market-database.ts';
import { counterparties } from '../../../market/serving/queries/counterparties.ts';
import { endpoint } from '../../http/endpoint.ts';
import { market, rangeRequest, ticker } from '../../http/requests/request-fields.ts';
import { count, idr, record, shares, tableOfRecords, text } from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';

const pair = record('Counterparties', 'What one broker bought from another over the whole range', {
  buyer: text('Code of the broker that bought'),
  seller: text('Code of the broker that sold; it may be the same broker'),
  freq: count('Number of trades'),
  volume: shares('Total volume of the trades'),
  value: idr('Total value of the trades'),
});

export function counterpartiesEndpoint(database: MarketReader) {
  return endpoint({
    ...meteredRead('get_counterparties'),
    route: 'GET /stocks/counterparties',
    title: 'Who bought a stock from whom',
    group: 'Broker summary',
    description: `Returns how much each broker bought of a stock from each other broker over a date range. The row with the largest value is first; rows with the same value are sorted by buyer, then by seller. The rows of a buyer add up to its buys in GET /stocks/broker-summary, and the rows of a seller to its sells. A range has at most ${MAX_TRADES_DAYS} days. Costs ${COSTS.get_counterparties.text}.`,
    example: { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-05', market: 'NG' },
    input: rangeRequest({ ticker }, { market: market.default('RG') }, MAX_TRADES_DAYS),
    output: z.array(pair).meta({ description: 'A row for each pair of brokers, by value' }),
    table: tableOfRecords(pair),
    depends_on: 'trades',
    answer: (question, _caller, signal) => counterparties(database, question, signal),
  });
}
