import { revertDay } from '../../api/endpoints/admin/admin-days.ts';
import { perform } from '../../api/endpoints/admin/admin-operation.ts';
import { forCommand } from '../../api/endpoints/admin/wording.ts';
import type { Stores } from '../../server/stores.ts';
import type { Output } from '../output.ts';

/** Publishes a replaced revision of a day again. */
export async function revertCommand(
  stores: Stores,
  out: Output,
  sent: { readonly trade_date: string; readonly revision: number; readonly reason: string },
): Promise<void> {
  const result = await perform(revertDay, stores, sent, { actor: stores.operator, wording: forCommand });
  const reverted = result as Awaited<ReturnType<typeof revertDay.run>>;
  const { trade_date, revision, reverted_to } = reverted;
  out.record(
    reverted,
    `Published ${trade_date}, revision ${revision}, with the trades of revision ${reverted_to}.`,
  );
}
