import { revertDay } from '../../api/endpoints/admin/admin-days.ts';
import { perform } from '../../api/endpoints/admin/admin-operation.ts';
import { forCommand } from '../../api/endpoints/admin/wording.ts';
import type { Stores } from '../../server/stores.ts';
import type { Terminal } from '../output.ts';
import { FINISHING_DAY, onInterrupt } from '../signals.ts';
import { measurePublished } from './measured.ts';

/** Publishes a replaced revision of a day again. @returns false if the measures could not be computed */
export async function revertCommand(
  stores: Stores,
  out: Terminal,
  sent: { readonly trade_date: string; readonly revision: number; readonly reason: string },
): Promise<boolean> {
  const result = await perform(revertDay, stores, sent, { actor: stores.operator, wording: forCommand });
  const reverted = result as Awaited<ReturnType<typeof revertDay.run>>;
  const { trade_date, revision, reverted_to } = reverted;
  out.record(
    reverted,
    `Published ${trade_date}, revision ${revision}, with the trades of revision ${reverted_to}.`,
  );
  const signal = onInterrupt(out.io, () => out.notice(FINISHING_DAY));
  return measurePublished(stores, out, signal);
}
