import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { FolderSource } from '../../../src/market/ingest/folder-source.ts';
import { update } from '../../../src/market/ingest/update.ts';
import type { TestAlir } from '../../support/alir.ts';
import { correctedDay, wholeDay as dayFile, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

/** The clock of the tests stands at Monday, 2026-02-02, 12:00 GMT. */
const TODAY = '2026-02-02';
const fileName = (day: string) => `DT${day.slice(2).replaceAll('-', '')}.csv`;
test.beforeEach(async ({ alir }) => {
  alir.clock.time = new Date(`${TODAY}T12:00:00Z`);
});

const published = async (alir: TestAlir, day: string) =>
  (await alir.stores.manifest.published(day))?.revision ?? null;

describe('from a folder', () => {
  let inbox: string;
  test.beforeEach(({ alir }) => {
    inbox = alir.stores.folders.inbox;
    mkdirSync(inbox, { recursive: true });
  });

  /** A file whose last change lies so many seconds back. */
  async function put(alir: TestAlir, day: string, text: string, seconds_ago = 3600): Promise<string> {
    const path = await writeTo(inbox, fileName(day), text);
    const time = new Date(alir.clock.time.getTime() - seconds_ago * 1000);
    utimesSync(path, time, time);
    return path;
  }

  /** @param meanwhile happens between the two looks at a new file */
  async function look(
    alir: TestAlir,
    meanwhile?: () => Promise<unknown>,
  ): Promise<{ taken: string[]; notices: string[] }> {
    const notices: string[] = [];
    const source = new FolderSource(inbox, alir.stores.sources, alir.clock);
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

  test.for([
    ['as late as the last second', 0],
    ['and its writer sets an old time', 86_400],
  ] as const)(
    'a file that grows between the two checks is left for the next update, %s',
    async ([, seconds_ago], { alir }) => {
      const day = '2026-01-30';
      await put(alir, day, dayFile(day).slice(0, 200), seconds_ago);
      expect(await look(alir, () => put(alir, day, dayFile(day).slice(0, 220), seconds_ago))).toEqual({
        taken: [],
        notices: [
          expect.stringMatching(/DT260130.csv is skipped until the next update: it is still being written/),
        ],
      });
      await put(alir, day, dayFile(day), seconds_ago);
      expect(await look(alir)).toEqual({ taken: [`${day} published`], notices: [] });
    },
  );

  test('a file with a new modification time at the second check is left for the next update', async ({
    alir,
  }) => {
    const day = '2026-01-30';
    await put(alir, day, dayFile(day), 600);
    expect((await look(alir, () => put(alir, day, dayFile(day), 500))).taken).toEqual([]);
    expect((await look(alir)).taken).toEqual([`${day} published`]);
  });

  test('a file that is replaced while earlier files are published is left for the next update', async ({
    alir,
  }) => {
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

  test('a broken link, a folder and a missing source do not affect other files', async ({ alir }) => {
    symlinkSync('/nonexistent', `${inbox}/DT260129.csv`);
    mkdirSync(`${inbox}/DT260128.csv`);
    await put(alir, '2026-01-30', dayFile('2026-01-30'));
    expect(await look(alir)).toEqual({ taken: ['2026-01-30 published'], notices: [] });
    inbox = `${inbox}/not-mounted`;
    expect(await look(alir)).toEqual({
      taken: [],
      notices: [expect.stringMatching(/not-mounted does not exist/)],
    });
    expect(existsSync(inbox)).toBe(false);
  });

  test('an incomplete file stays for its writer, and is published once complete', async ({ alir }) => {
    const day = '2026-01-30';
    const path = await put(alir, day, dayFile(day).slice(0, -20), 600);
    expect((await look(alir)).taken).toEqual([`${day} rejected`]);
    expect(existsSync(path)).toBe(true);
    expect((await look(alir)).taken).toEqual([]);
    await put(alir, day, dayFile(day), 90);
    expect((await look(alir)).taken).toEqual([`${day} published`]);
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

  test('a changed file of a published day becomes its next revision', async ({ alir }) => {
    const day = '2026-01-30';
    await put(alir, day, dayFile(day));
    await look(alir);
    await put(alir, day, correctedDay(day), 600);
    expect((await look(alir)).taken).toEqual([`${day} published`]);
    expect(await published(alir, day)).toBe(2);
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
