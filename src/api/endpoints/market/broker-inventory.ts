import * as z from 'zod';
import { COST_EXAMPLE, COSTS } from '../../../core/costs.ts';
import { type CorporateActions, scaleFor } from '../../../core/market/corporate-actions.ts';
import { brokerInventory, OTHER } from '../../../market/serving/queries/broker-inventory.ts';
import type { TickerReader } from '../../../market/serving/serving.ts';
import { endpoint } from '../../http/endpoint.ts';
import {
  adjust,
  investor,
  market,
  rangeRequest,
  ticker,
  wholeNumber,
} from '../../http/requests/request-fields.ts';
import {
  isoDate,
  record,
  signedIdr,
  signedShares,
  tableOfRecords,
  text,
} from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';

const MAX_TOP = 50;

/** What one broker, or all other brokers, bought less what they sold. */
const inventoryRow = record('InventoryRow', 'Net trades of one broker on one day and since the first day', {
  date: isoDate('Trading day'),
  code: text(`Broker code, or ${OTHER} for all brokers that are not shown`),
  net_volume: signedShares('Volume bought minus volume sold on the day'),
  net_value: signedIdr('Value bought minus value sold on the day'),
  cumulative_volume: signedShares('Sum of net_volume since `from`'),
  cumulative_value: signedIdr('Sum of net_value since `from`'),
});

const input = rangeRequest(
  { ticker },
  {
    investor,
    market: market.default('RG'),
    top: wholeNumber(
      MAX_TOP,
      `How many brokers to show on each side, 1 to ${MAX_TOP}: this many of the largest net buyers and this many of the largest net sellers of the range, by volume. If brokers have equal net volumes, the one with the first code in alphabetical order is shown`,
    ).default(10),
    adjust,
  },
);

export function brokerInventoryEndpoint(serving: TickerReader, actions: CorporateActions) {
  return endpoint({
    ...meteredRead('get_broker_inventory'),
    route: 'GET /stocks/broker-inventory',
    title: 'Broker inventory of a stock',
    group: 'Broker summary',
    description: `Returns how the inventory of brokers in a stock changed, day by day: shares and IDR bought minus sold, and their sums since \`from\`. It shows the brokers with the highest and the lowest net volume of the range (\`top\` of each). The row \`${OTHER}\` is the sum of all other brokers. Every shown broker has a row on every published day. Holdings before \`from\` are not known: each sum starts at 0. A stock without trades, or one that does not exist, has no rows. Costs ${COSTS.get_broker_inventory.text}: ${COST_EXAMPLE}.`,
    example: { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-07', investor: 'all', top: 2 },
    input,
    output: z.array(inventoryRow).meta({
      description: `A row for each published day and shown broker, by date; within a day by the net volume of the range, highest first, then by code; ${OTHER} is last`,
    }),
    table: tableOfRecords(inventoryRow),
    depends_on: 'dataset',
    answer: (question, _caller, signal) =>
      serving.read(
        (snapshot) => brokerInventory(snapshot, question, scaleFor(actions, question, snapshot.newestDay())),
        signal,
      ),
  });
}
