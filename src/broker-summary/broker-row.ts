import { z } from 'zod';
import { count, idr, record, shares, text } from '../core/answer-fields.ts';
import type { Column } from '../core/table.ts';

const average = (what: string) =>
  z
    .number()
    .min(0)
    .meta({
      description: `${what}, in IDR a share: value / volume, rounded half-up to 2 decimals; 0 where the volume is 0`,
    });

/** What one broker did over the whole range; spec.md part 2. */
export const brokerRow = record('BrokerRow', 'What one broker did over the whole range', {
  code: text('Broker code'),
  buy_freq: count('Number of buy transactions'),
  sell_freq: count('Number of sell transactions'),
  buy_volume: shares('Total bought'),
  sell_volume: shares('Total sold'),
  buy_value: idr('Total value of buys'),
  sell_value: idr('Total value of sells'),
  buy_avg: average('Weighted average buy price'),
  sell_avg: average('Weighted average sell price'),
});

export type BrokerRow = Readonly<z.output<typeof brokerRow>>;

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
