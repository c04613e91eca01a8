import { copyFile, rm } from 'node:fs/promises';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { LAKE_TABLES } from '../../core/folders.ts';
import type { LockOptions } from '../../ledger/locks.ts';
import type { DayContent, Manifest, Publication } from '../../ledger/manifest.ts';
import { finishCopy, stagedFiles } from '../lake/day-files.ts';
import type { Lake } from '../lake/lake.ts';
import { publishedFacts } from './gate/gate-facts.ts';
import { keptFiles } from './ingest.ts';
import { asWriter, refuseInCopy } from './lake-writer.ts';
import { completePublication } from './recovery.ts';
import type { IngestServices } from './services.ts';

/** A revision that was published again. */
export interface Reverted {
  readonly trade_date: IsoDate;
  /** The number of the new revision. */
  readonly revision: number;
  /** The earlier revision with the same trades. */
  readonly reverted_to: number;
  readonly trades: number;
}

/**
 * Publishes an earlier revision of a day again, as a new one. The gate does not check it.
 * @param by who does it, for the publication
 * @throws AlirError `revision_not_kept`, `invalid_request`, `writer_busy`, `lake_damaged`, `bad_configuration`
 */
export async function revertDay(
  services: IngestServices,
  { trade_date, to, by }: { readonly trade_date: IsoDate; readonly to: number; readonly by: string },
  lock: LockOptions,
): Promise<Reverted> {
  refuseInCopy(services);
  return asWriter(services, lock, async (writer) => {
    const { manifest, lake, duck } = writer;
    const earlier = await keptRevision(manifest, trade_date, to);
    const published = await manifest.published(trade_date);
    await refuseSameTrades(lake, earlier, published);
    await lake.requireIntact([earlier], LAKE_TABLES, services.follow_url);
    const revision = await manifest.nextRevision(trade_date);
    const staging = await lake.stage(trade_date, revision);
    const staged = stagedFiles(staging);
    for (const table of LAKE_TABLES) await copyFile(lake.file(table, earlier), staged[table]);
    const kept = published ? await keptFiles(writer, published, await lake.intactFiles(published)) : {};
    const { facts, ...hashes } = await duck.run(earlier.trades_rows, (connection) =>
      finishCopy(connection, staged, kept),
    );
    if (facts.digest !== earlier.trades_digest) {
      const message = `The copy of revision ${to} of ${trade_date} has other trades than the revision. Nothing was published. Check the disk.`;
      throw new AlirError('lake_damaged', message);
    }
    const content: DayContent = {
      ...earlier,
      ...hashes,
      ingested_by: `alir revert to revision ${to} by ${by}`,
    };
    await lake.addFiles({ ...content, revision }, () => manifest.intend(content, revision));
    await completePublication(writer, trade_date, publishedFacts(content, facts));
    await rm(staging, { recursive: true, force: true });
    return { trade_date, revision, reverted_to: to, trades: earlier.trades_rows };
  });
}

/** Accounts would be notified of a correction that changes nothing. @throws AlirError `invalid_request` unless a file of the day is damaged */
async function refuseSameTrades(
  lake: Lake,
  { trade_date, revision, trades_digest }: Publication,
  published: Publication | undefined,
): Promise<void> {
  if (published?.trades_digest !== trades_digest || !(await lake.isIntact(published))) return;
  throw new AlirError(
    'invalid_request',
    `Revision ${published.revision} of ${trade_date} is published and has the same trades as revision ${revision}. Nothing would change.`,
  );
}

/** @throws AlirError `revision_not_kept` unless the revision was replaced and its files are kept */
async function keptRevision(manifest: Manifest, trade_date: IsoDate, to: number): Promise<Publication> {
  const kept = (await manifest.read.all('publications_of_day', { trade_date })).filter(
    (each) => each.state === 'replaced' && each.deleted_at === null,
  );
  const found = kept.find(({ revision }) => revision === to);
  if (found) return found;
  const revisions = kept.map(({ revision }) => revision).join(', ') || 'none';
  throw new AlirError(
    'revision_not_kept',
    `Revision ${to} of ${trade_date} is not a replaced revision whose files are kept. These are kept: ${revisions}.`,
  );
}
