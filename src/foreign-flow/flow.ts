import type { z } from 'zod';
import { idr, record, signedIdr } from '../core/answer-fields.ts';
import type { Column } from '../core/table.ts';

/** What foreign investors did over the whole range; spec.md part 2. */
export const flow = record('ForeignFlow', 'What foreign investors did over the whole range', {
  foreign_buy: idr('Total value of what foreigners bought'),
  foreign_sell: idr('Total value of what foreigners sold'),
  net_foreign: signedIdr('foreign_buy less foreign_sell; negative where they sold more'),
});

export type ForeignFlow = Readonly<z.output<typeof flow>>;

export const FLOW_COLUMNS: readonly Column[] = [
  { name: 'foreign_buy', type: 'int64' },
  { name: 'foreign_sell', type: 'int64' },
  { name: 'net_foreign', type: 'int64' },
];
