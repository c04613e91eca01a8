import type { Manifest } from '../../ledger/manifest.ts';
import type { Lake } from '../lake/lake.ts';

/**
 * Completes what a crash interrupted: publishes a day whose files are whole, abandons one whose staged files are lost, and
 * empties staging.
 * @throws AlirError `lake_damaged` when files of the lake itself are lost
 */
export async function repairLake(lake: Lake, manifest: Manifest): Promise<void> {
  for (const intent of await manifest.intended()) {
    if (await lake.completeMove(intent)) await manifest.publish(intent.trade_date, intent.revision);
    else await manifest.abandon(intent.trade_date, intent.revision);
  }
  await lake.clearStaging();
}
