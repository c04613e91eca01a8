import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { FolderSource } from '../../../src/market/ingest/sources/folder-source.ts';
import { update } from '../../../src/market/ingest/update.ts';
import type { TestAlir } from '../../support/alir.ts';
import { wholeDay as dayFile, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { look, openInbox, published, put, TODAY } from '../../support/inbox.ts';

describe('from a folder', () => {
  let inbox: string;
  test.beforeEach(({ alir }) => {
    inbox = openInbox(alir);
  });

  test('publishes every expected day once, in date order', async ({ alir }) => {
    for (const day of [TODAY, '2025-01-02']) await put(alir, day, dayFile(day), 120);
    expect(await look(alir)).toEqual({ taken: ['2025-01-02 published', `${TODAY} published`], notices: [] });
    expect(await look(alir)).toEqual({ taken: [], notices: [] });
    alir.clock.pass(7_200_000);
    expect(await look(alir)).toEqual({ taken: [], notices: [] });
  });

  test.for([
    ['a holiday', '2026-01-01'],
    ['a Saturday', '2026-01-31'],
    ['a date before 2025', '2024-12-30'],
    ['the future', '2026-02-03'],
  ] as const)('ignores %s with a notice', async ([, day], { alir }) => {
    const path = await put(alir, day, dayFile(day));
    const { taken, notices } = await look(alir);
    expect(taken).toEqual([]);
    expect(notices).toEqual([
      expect.stringMatching(/is before 2025-01-01, in the future, or not a trading day/),
    ]);
    expect(existsSync(path)).toBe(true);
  });

  test.for([
    ['as late as the last second', 0],
    ['and its writer sets an old time', 86_400],
    ['whatever the clock of its server says', -3600],
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

  describe('with a companion file', () => {
    const day = '2026-01-30';
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const updateWithoutWaiting = (alir: TestAlir) =>
      update(alir.stores.ingest, new FolderSource(inbox, alir.stores.sources, alir.clock), {
        wait: () => Promise.reject(new Error('nothing to wait for')),
      });

    test('a file is published at the first check', async ({ alir }) => {
      await put(alir, day, dayFile(day), 1);
      await writeTo(inbox, 'dt260130.Ok', 'done\n');
      expect(await updateWithoutWaiting(alir)).toMatchObject([{ status: 'published' }]);
    });

    test.for([
      {
        title: 'the .sha256 of another file',
        name: 'DT260130.csv.sha256',
        content: sha256('another file'),
        reason: 'its SHA-256 differs from the one in DT260130.csv.sha256',
      },
      {
        title: 'an .ok of an earlier content',
        name: 'DT260130.csv.ok',
        content: '',
        seconds_ago: 7200,
        reason: 'it was changed after DT260130.csv.ok was written',
      },
    ])(
      '$title, a file is held until one of the two changes',
      async ({ name, content, reason, seconds_ago }, { alir }) => {
        const path = await put(alir, day, dayFile(day));
        const companion = await writeTo(inbox, name, content);
        const time = new Date(alir.clock.time.getTime() - (seconds_ago ?? 60) * 1000);
        utimesSync(companion, time, time);
        expect((await look(alir)).notices).toEqual([
          expect.stringContaining(`publish it with: alir ingest --confirm ${path}`),
        ]);
        expect(await alir.stores.sources.held()).toMatchObject([{ source: path, reason }]);
        expect(await look(alir)).toEqual({ taken: [], notices: [] });
        expect(await published(alir, day)).toBeNull();
        await writeTo(inbox, name, name.endsWith('ok') ? '' : sha256(dayFile(day)));
        expect(await updateWithoutWaiting(alir)).toMatchObject([{ status: 'published' }]);
        expect(await alir.stores.sources.held()).toEqual([]);
      },
    );
  });

  test('an unreadable companion file holds only its own file', async ({ alir }) => {
    await put(alir, '2026-01-29', dayFile('2026-01-29'));
    const path = await put(alir, '2026-01-30', dayFile('2026-01-30'));
    const companion = join(inbox, 'DT260130.csv.ok');
    mkdirSync(companion);
    expect((await look(alir)).taken).toEqual(['2026-01-29 published']);
    const held = (code: string) => [
      {
        source: path,
        reason: `it cannot be compared with DT260130.csv.ok (${code}): check that both files exist and can be read`,
      },
    ];
    expect(await alir.stores.sources.held()).toMatchObject(held('EISDIR'));
    rmSync(companion, { recursive: true });
    symlinkSync(join(inbox, 'nothing'), companion);
    expect((await look(alir)).taken).toEqual([]);
    expect(await alir.stores.sources.held()).toMatchObject(held('ENOENT'));
  });

  test('a held file that is removed is no longer listed', async ({ alir }) => {
    const path = await put(alir, '2026-01-30', dayFile('2026-01-30'));
    await writeTo(inbox, 'DT260130.csv.sha256', 'none');
    await look(alir);
    expect(await alir.stores.sources.held()).toHaveLength(1);
    rmSync(path);
    await look(alir);
    expect(await alir.stores.sources.held()).toEqual([]);
  });
});
