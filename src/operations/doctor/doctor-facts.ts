import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { Unrecorded } from '../../core/commerce-terms.ts';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { type DataFolders, LAKE_TABLES } from '../../core/folders.ts';
import type { CorporateAction } from '../../core/market/corporate-actions.ts';
import { dateOfFileName } from '../../core/market/daily-file.ts';
import { type OpeningGap, unexplainedJumps } from '../../core/market/price-jumps.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { ledgerError } from '../../ledger/ledger-error.ts';
import type { Manifest } from '../../ledger/manifest.ts';
import { quickCheck } from '../../ledger/sqlite/quick-check.ts';
import type { IngestServices } from '../../market/ingest/services.ts';
import { duckdbVersion } from '../../market/lake/duckdb.ts';
import { Lake } from '../../market/lake/lake.ts';
import { bytesIn, bytesOfAll, statusOf } from '../status.ts';
import type { Certificate } from './certificate.ts';
import type { DaySize } from './disk-growth.ts';
import { type ClockDifference, type DoctorFacts, type Fact, firstSentence, type Trouble } from './doctor.ts';
import { type LastUpdate, lastBackup, lastUpdate } from './last-runs.ts';

/** The published days whose sizes give the growth of the disk usage. */
const GROWTH_DAYS = 20;
/** A ledger of 1 GB is checked in a few seconds. */
const QUICK_CHECK_TIMEOUT_MS = 60_000;
/** A bound for a folder with many other files. */
const MAX_SOURCE_FILES = 5000;

interface ExaminedStores {
  readonly ledger: Ledger;
  readonly ingest: IngestServices;
  /** Days of the lake that the ledger does not know. */
  readonly unknownDays: () => Promise<number>;
  readonly unrecorded: () => Promise<readonly Unrecorded[]>;
  readonly openingGaps: () => Promise<readonly OpeningGap[]>;
}

export interface Examined {
  /** The corporate actions of the operator, or why their file cannot be used. */
  readonly actions: readonly CorporateAction[] | Trouble;
  readonly payment: Omit<DoctorFacts['payment'], 'unrecorded'>;
  readonly folders: DataFolders;
  readonly clock: Clock;
  readonly alir_version: string;
  /** Null if they cannot be opened; `trouble` and `folder_trouble` then say why. */
  readonly stores: ExaminedStores | null;
  readonly trouble: Trouble | null;
  readonly folder_trouble: Trouble | null;
  /** Why others can enter the data folder; null if they cannot. */
  readonly permission_notice: string | null;
  readonly isOnServer: boolean;
  readonly source: Omit<DoctorFacts['source'], 'last_update'> & {
    /** Null for a URL. */
    readonly folder: string | null;
  };
  /** Reads the certificate of the source; null for a source without one. */
  readonly certificate: (() => Promise<Certificate>) | null;
}

/** Collects the facts that `diagnose` judges. It does not throw: a fact that cannot be read is unknown. */
export async function doctorFacts(examined: Examined): Promise<DoctorFacts> {
  const { folders, clock, stores, trouble, folder_trouble, source, certificate, isOnServer, actions } =
    examined;
  const known = <Value>(read: () => Promise<Value>) => factOf(read, folders.ledgerFile);
  const ofStores = <Value>(read: (stores: ExaminedStores) => Promise<Value>): Promise<Fact<Value>> =>
    stores ? known(() => read(stores)) : Promise.resolve({ unknown: 'the ledger cannot be used' });
  const last_update = await known(() => lastUpdate(folders));
  // Before the test write, which notes the present time.
  const clocks = await clocksOf(examined, 'value' in last_update ? last_update.value : null);
  return {
    now: clock.now(),
    data_folder: {
      path: folders.root,
      trouble: folder_trouble,
      notice: examined.permission_notice,
      unknown_days: await ofStores(({ unknownDays }) => unknownDays()),
    },
    source: { ...source, last_update },
    status: await ofStores(({ ingest }) => statusOf(ingest)),
    disk: await known(() => diskOf(folders.root)),
    day_sizes: await ofStores(({ ingest }) => daySizes(folders, ingest.manifest)),
    backup: isOnServer ? null : await known(() => lastBackup(folders)),
    clocks,
    certificate: certificate === null ? null : await known(certificate),
    ledger: {
      path: stores?.ledger.path ?? folders.ledgerFile,
      trouble,
      damage:
        isOnServer || !stores
          ? null
          : await known(() => quickCheck(folders.ledgerFile, QUICK_CHECK_TIMEOUT_MS)),
      write_problem: stores === null ? null : await writeProblem(stores.ledger, clock),
    },
    corporate_actions: {
      trouble: 'what' in actions ? actions : null,
      jumps: await ofStores(async ({ openingGaps, ingest }) =>
        'what' in actions ? [] : unexplainedJumps(await openingGaps(), actions, ingest.calendar),
      ),
    },
    orders: await ofStores(({ ledger }) => ledger.all('orders_to_decide')),
    payment: { ...examined.payment, unrecorded: await ofStores(({ unrecorded }) => unrecorded()) },
    versions: {
      alir: { value: examined.alir_version },
      node: { value: process.versions.node },
      duckdb: await known(async () => duckdbVersion().replace(/^v/, '')),
      ledger: await ofStores(async ({ ledger }) => {
        const { engine = '', version = '', schema = 0 } = (await ledger.get('ledger_engine')) ?? {};
        return `${engine} ${version}, schema ${schema}`;
      }),
    },
  };
}

export function troubleOf(error: unknown): Trouble {
  const [what, fix] = firstSentence((error as Error).message);
  return { what, fix };
}

/** The free bytes and the size of the disk of a folder, which need not exist. */
export async function diskOf(folder: string): Promise<{ free_bytes: number; size_bytes: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free_bytes: bavail * bsize, size_bytes: blocks * bsize };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return diskOf(dirname(folder));
  }
}

/** What the last published days take on the disk: their lake files, their daily file if it is in the inbox, and a share of the serving files. */
export async function daySizes(folders: DataFolders, manifest: Manifest): Promise<DaySize[]> {
  const days = await manifest.allPublishedDays();
  if (days.length === 0) return [];
  const lake = new Lake(folders);
  const serving_bytes = (await bytesIn(folders.serving)) / days.length;
  const received = await receivedFiles(folders.inbox);
  return Promise.all(
    days.slice(-GROWTH_DAYS).map(async (trade_date) => {
      const files = [
        ...LAKE_TABLES.map((table) => lake.fixedName(table, trade_date)),
        ...(received.get(trade_date) ?? []),
      ];
      return { trade_date, bytes: serving_bytes + (await bytesOfAll(files)) };
    }),
  );
}

/** The paths of the daily files in a folder, by their day. */
async function receivedFiles(folder: string): Promise<Map<IsoDate, string[]>> {
  const files = new Map<IsoDate, string[]>();
  for (const name of await readdir(folder).catch(() => [])) {
    const day = dateOfFileName(name);
    if (day !== undefined) files.set(day, [...(files.get(day) ?? []), join(folder, name)]);
  }
  return files;
}

/** Compares the clock with every time that is known without a request: only times in the future are wrong, except for those of clocks. */
async function clocksOf(
  { stores, clock, source }: Examined,
  last_update: LastUpdate | null,
): Promise<ClockDifference[]> {
  const clocks: ClockDifference[] = [];
  const since = (time: string) => Date.parse(time) - clock.now().getTime();
  try {
    const newest_at = (await stores?.ledger.get('newest_time'))?.newest_at;
    if (newest_at)
      clocks.push({ clock: 'the newest time in the ledger', ahead_ms: Math.max(0, since(newest_at)) });
    const engine = await stores?.ledger.get('ledger_engine');
    if (engine?.clock) clocks.push({ clock: `the clock of ${engine.engine}`, ahead_ms: since(engine.clock) });
  } catch {
    // The item of the ledger reports why it cannot be read.
  }
  const source_ms = last_update?.clock_ahead_ms ?? null;
  if (source_ms !== null) clocks.push({ clock: 'the clock of the source', ahead_ms: source_ms });
  const newest_ms = source.folder === null ? null : await newestChange(source.folder);
  if (newest_ms !== null) {
    const ahead_ms = Math.max(0, newest_ms - clock.now().getTime());
    clocks.push({ clock: 'the newest file of the source', ahead_ms });
  }
  return clocks;
}

/** The time of the last change of a daily file in a folder; null without one. */
async function newestChange(folder: string): Promise<number | null> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => dateOfFileName(name) !== undefined);
  const newest = names.toSorted().slice(-MAX_SOURCE_FILES);
  const times = await Promise.all(
    newest.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0),
  );
  return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
}

async function writeProblem(ledger: Ledger, clock: Clock): Promise<string | null> {
  try {
    await ledger.confirm(clock);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function factOf<Value>(read: () => Promise<Value>, ledger_file: string): Promise<Fact<Value>> {
  try {
    return { value: await read() };
  } catch (error) {
    const known = ledgerError(error, ledger_file) ?? error;
    const { message } = known as Error;
    const text = known instanceof AlirError ? firstSentence(message)[0] : message;
    return { unknown: text.replace(/\.$/, '') };
  }
}
