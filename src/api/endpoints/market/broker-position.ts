import * as z from 'zod';
import { COST_EXAMPLE, COSTS } from '../../../core/costs.ts';
import { ADJUSTMENTS, type CorporateActions, scaleFor } from '../../../core/market/corporate-actions.ts';
import type { PositionDay } from '../../../core/market/rows.ts';
import { tableIn } from '../../../formats/table.ts';
import type { MarketReader } from '../../../market/serving/market-database.ts';
import { brokerPosition } from '../../../market/serving/queries/broker-position.ts';
import { endpoint } from '../../http/endpoint.ts';
import {
  adjust,
  brokerCode,
  investor,
  market,
  rangeRequest,
  ticker,
} from '../../http/requests/request-fields.ts';
import {
  count,
  isoDate,
  record,
  signedIdr,
  signedShares,
  tableOfRecords,
  text,
} from '../../http/responses/response-fields.ts';
import { meteredRead } from './metered-read.ts';

const ESTIMATE =
  'An estimate: the clients of a broker trade for themselves, and their positions before the first day are not known.';

const price = (noun: string) =>
  z
    .number()
    .min(0)
    .nullable()
    .meta({ description: `${noun}, in IDR per share, with 2 decimals` });

const positionDay = record('BrokerPositionDay', 'Net trades and estimated position of a broker on one day', {
  date: isoDate('Trading day'),
  net_volume: signedShares('Volume bought minus volume sold on the day'),
  net_value: signedIdr('Value bought minus value sold on the day'),
  position: signedShares('Sum of net_volume since `from`', 'Negative if the broker sold more than it bought'),
  average_cost: price('Moving average price of the position; null without a position'),
  close: price('Last price in RG up to the day, since `from`; null if there is none'),
  result: signedIdr(
    '(close - average_cost) x position, both prices before rounding',
    'Null if close is null',
  ).nullable(),
  days_held: count(
    'Published days since the position was opened or changed its sign, including this day; 0 without a position',
  ),
} satisfies Record<keyof PositionDay, z.ZodType>);

const brokerPositionRecord = record('BrokerPosition', 'The estimated position of a broker in a stock', {
  ticker: text('Ticker'),
  broker: text('Broker code'),
  adjust: z.enum(ADJUSTMENTS).meta({ description: 'Whether volumes and prices are adjusted, as requested' }),
  note: text('Why the position is an estimate'),
  traded_days: count('Days of the range on which the broker traded the stock'),
  days: z.array(positionDay).meta({ description: 'A row for each published day of the range, by date' }),
});

export function brokerPositionEndpoint(database: MarketReader, actions: CorporateActions) {
  return endpoint({
    ...meteredRead('get_broker_position'),
    route: 'GET /stocks/broker-position',
    title: 'Position of a broker in a stock',
    group: 'Broker summary',
    description: `Returns the net trades of one broker in a stock on each published day of a date range, and the position that follows from them: shares since \`from\`, their average cost, the result at the close of the regular market, and the days for which it is held. A net buy adds to the position at the broker's average buy price of the day; a net sell reduces it and leaves the average as it is. A position that crosses zero starts again at the price of the day. ${ESTIMATE} If the range has a stock split, send adjust=splits: the cost is wrong otherwise. Costs ${COSTS.get_broker_position.text}: ${COST_EXAMPLE}.`,
    example: { ticker: 'BBCA', broker: 'CC', from: '2026-01-05', to: '2026-01-09', investor: 'all' },
    input: rangeRequest({ ticker, broker: brokerCode }, { investor, market: market.default('RG'), adjust }),
    output: brokerPositionRecord,
    table: tableIn('days', tableOfRecords(positionDay)),
    depends_on: 'market',
    estimate: ESTIMATE,
    isEmpty: ({ traded_days }) => traded_days === 0,
    answer: async (question, _caller, signal) => {
      const { ticker, broker, adjust } = question;
      const newest_day = (await database.days()).at(-1) ?? null;
      const scale = scaleFor(actions, question, newest_day);
      const position = await brokerPosition(database, question, signal, scale);
      return { ticker, broker, adjust, note: ESTIMATE, ...position };
    },
  });
}
