import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { FolderSource } from '../../../src/market/ingest/sources/folder-source.ts';
import { update } from '../../../src/market/ingest/update.ts';
import { wholeDay as dayFile } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { look, openInbox, published, put } from '../../support/inbox.ts';

describe('from a folder', () => {
  let inbox: string;
  test.beforeEach(({ alir }) => {
    inbox = openInbox(alir);
  });

  test('a file with a new time at the second check waits for the next update', async ({ alir }) => {
    const day = '2026-01-30';
    await put(alir, day, dayFile(day), 600);
    expect((await look(alir, () => put(alir, day, dayFile(day), 500))).taken).toEqual([]);
    expect((await look(alir)).taken).toEqual([`${day} published`]);
  });

  test('a file that is replaced during an update waits for the next one', async ({ alir }) => {
    await put(alir, '2026-01-29', dayFile('2026-01-29'));
    await put(alir, '2026-01-30', dayFile('2026-01-30'));
    const source = new FolderSource(inbox, alir.stores.sources, alir.clock);
    const results = await update(alir.stores.ingest, source, {
      wait: alir.clock.wait,
      onResult: () => writeFileSync(join(inbox, 'DT260130.csv'), dayFile('2026-01-30').slice(0, 200)),
    });
    expect(results.map(({ status }) => status)).toEqual(['published', 'rejected']);
    expect(await published(alir, '2026-01-30')).toBeNull();
    expect(existsSync(join(inbox, 'DT260130.csv'))).toBe(true);
    expect(await alir.stores.sources.rejected()).toEqual([]);
  });

  test('a broken link and a folder do not affect other files', async ({ alir }) => {
    symlinkSync('/nonexistent', `${inbox}/DT260129.csv`);
    mkdirSync(`${inbox}/DT260128.csv`);
    await put(alir, '2026-01-30', dayFile('2026-01-30'));
    expect(await look(alir)).toEqual({ taken: ['2026-01-30 published'], notices: [] });
  });

  test('a day that was published and not served, after a kill or on a full disk, is served after the next update', async ({
    alir,
  }) => {
    await put(alir, '2026-01-30', dayFile('2026-01-30'));
    await look(alir);
    rmSync(alir.stores.folders.serving, { recursive: true });
    expect(await look(alir)).toEqual({ taken: [], notices: [] });
    expect(readdirSync(alir.stores.folders.market_files)).toHaveLength(3);
  });

  test('a rejected file leaves the inbox, and its correction is published', async ({ alir }) => {
    const day = '2026-01-30';
    await put(alir, day, 'something else\n');
    expect((await look(alir)).taken).toEqual([`${day} rejected`]);
    expect(await alir.stores.sources.rejected()).toHaveLength(1);
    expect(await look(alir)).toEqual({ taken: [], notices: [] });
    await put(alir, day, dayFile(day));
    expect((await look(alir)).taken).toEqual([`${day} published`]);
    expect(await alir.stores.sources.rejected()).toEqual([]);
  });
});
