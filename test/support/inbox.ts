import { mkdirSync, utimesSync } from 'node:fs';
import { FolderSource } from '../../src/market/ingest/sources/folder-source.ts';
import { update } from '../../src/market/ingest/update.ts';
import type { TestAlir } from './alir.ts';
import { writeTo } from './daily-files.ts';
import { fileName } from './small-market.ts';

/** A Monday. */
export const TODAY = '2026-02-02';

/** Creates the folder of the source, at 12:00 GMT of `TODAY`. @returns its path */
export function openInbox(alir: TestAlir): string {
  alir.clock.time = new Date(`${TODAY}T12:00:00Z`);
  const { inbox } = alir.stores.folders;
  mkdirSync(inbox, { recursive: true });
  return inbox;
}

/** Writes a file into the inbox whose last change lies so many seconds back. */
export async function put(alir: TestAlir, day: string, text: string, seconds_ago = 3600): Promise<string> {
  const path = await writeTo(alir.stores.folders.inbox, fileName(day), text);
  const time = new Date(alir.clock.time.getTime() - seconds_ago * 1000);
  utimesSync(path, time, time);
  return path;
}

/** @param meanwhile happens between the two looks at a new file */
export async function look(
  alir: TestAlir,
  meanwhile?: () => Promise<unknown>,
): Promise<{ taken: string[]; notices: string[] }> {
  const notices: string[] = [];
  const source = new FolderSource(alir.stores.folders.inbox, alir.stores.sources, alir.clock);
  const onNotice = (notice: string) => notices.push(notice);
  const results = await update(alir.stores.ingest, source, {
    onNotice,
    onFailure: onNotice,
    async wait(ms) {
      await alir.clock.wait(ms);
      await meanwhile?.();
    },
  });
  return { taken: results.map((result) => `${result.trade_date} ${result.status}`), notices };
}

export async function published(alir: TestAlir, day: string): Promise<number | null> {
  return (await alir.stores.manifest.published(day))?.revision ?? null;
}
