import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { type IsoDate, jakartaDate } from '../../core/dates.ts';
import type { DataFolders } from '../../core/folders.ts';
import type { Manifest } from '../../ledger/manifest.ts';
import { Lake } from '../../market/lake/lake.ts';
import { daysUntilFull, fullOn, growthPerDay } from './disk-growth.ts';
import { daySizes, diskOf } from './doctor-facts.ts';
import { type LastBackup, lastBackup } from './last-runs.ts';

export const DISK_KINDS = ['lake', 'replaced', 'serving', 'inbox', 'refused', 'ledger', 'other'] as const;
/** `replaced`: earlier revisions that are kept; `refused`: copies and reports of rejected and held files; `ledger`: with its log. */
type DiskKind = (typeof DISK_KINDS)[number];

/** What the data folder takes on its disk, and when the disk is full. */
export interface DiskUse {
  readonly bytes: Readonly<Record<DiskKind, number>>;
  readonly free_bytes: number;
  readonly size_bytes: number;
  /** Bytes per calendar day that the last published days added; null if fewer than two days are published. */
  readonly growth_bytes: number | null;
  /** Null without growth, or if it takes more than ten years. */
  readonly full_on: IsoDate | null;
  /** Null without a backup. */
  readonly backup: Pick<LastBackup, 'folder' | 'bytes'> | null;
}

/** Measures every file of the data folder. A file with several names counts once. */
export async function diskUse(folders: DataFolders, manifest: Manifest, clock: Clock): Promise<DiskUse> {
  const measures = [...(await manifest.measureFilesInForce()).values()];
  const replaced = new Set(await new Lake(folders).unlisted(await manifest.allPublications(), measures));
  const bytes = Object.fromEntries(DISK_KINDS.map((kind) => [kind, 0])) as Record<DiskKind, number>;
  const seen = new Set<string>();
  const entries = await readdir(folders.root, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const id = `${found.dev} ${found.ino}`;
    if (found.nlink > 1 && seen.has(id)) continue;
    seen.add(id);
    bytes[replaced.has(path) ? 'replaced' : kindOf(relative(folders.root, path))] += found.size;
  }
  const disk = await diskOf(folders.root);
  const growth_bytes = growthPerDay(await daySizes(folders, manifest));
  const days = daysUntilFull(disk.free_bytes, growth_bytes);
  const backup = await lastBackup(folders).catch(() => null);
  return { bytes, ...disk, growth_bytes, full_on: fullOn(jakartaDate(clock.now()), days), backup };
}

function kindOf(path: string): DiskKind {
  const [folder = '', inner] = path.split(sep);
  if (folder === 'lake' || folder === 'delta') return 'lake';
  if (folder === 'serving') return 'serving';
  if (folder === 'inbox') return inner === 'rejected' || inner === 'held' ? 'refused' : 'inbox';
  return folder.startsWith('ledger.sqlite') ? 'ledger' : 'other';
}
