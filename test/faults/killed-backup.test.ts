import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { lastBackup } from '../../src/operations/doctor/last-runs.ts';
import { openStores } from '../../src/server/stores.ts';
import { answerAfterRestart } from '../support/after-restart.ts';
import { configOf, SetClock } from '../support/alir.ts';
import { backedUp, filesBelow, restoreTo } from '../support/backups.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { runKilledAt } from '../support/kill-at.ts';
import { summaryOf } from '../support/oracle.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { sized, someOf } from '../support/size.ts';

/** Of about 60 effects. */
const KILLS = 8;
const TEXT = csv([line(), line()]);
const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };
const ROWS = summaryOf(TEXT, QUESTION);

test.beforeEach(async ({ alir }) => {
  await alir.ingest(FILE_NAME, TEXT);
});

describe('kill -9 at a write, fsync or rename, one run for each', () => {
  test('of a backup: a partial backup is refused', async ({ alir, folder: base }) => {
    const { root } = alir.stores.folders;
    const effects = await runKilledAt(0, ['backup', join(base, '0')], root);
    const ends = { nothing: 0, backup: 0 };
    for (const [place, effect] of someOf([...effects.entries()], KILLS)) {
      const folder = join(base, String(place + 1));
      await runKilledAt(place + 1, ['backup', folder], root);
      const isBackup = existsSync(join(folder, 'backup.json'));
      const data_dir = join(base, `data ${place}`);
      if (isBackup) expect(await restoreTo(data_dir, folder), effect).toMatchObject({ days: 1 });
      else await expect(restoreTo(data_dir, folder), effect).rejects.toMatchObject({ code: 'bad_backup' });
      ends[isBackup ? 'backup' : 'nothing'] += 1;
      // The record of the backup is that of this one or of an earlier one.
      expect(await lastBackup(alir.stores.folders), effect).toMatchObject({ days: 1 });
    }
    console.log(`a backup, killed at some or all of ${effects.length} effects: ${JSON.stringify(ends)}`);
    expect(ends.nothing).toBeGreaterThan(KILLS / 2);
    // After backup.json, a backup only flushes it and writes the record in the data folder.
    expect(ends.backup).toBeLessThan(7);
  });

  test('of a restore: the data folder is complete, or absent and the next restore creates it', async ({
    alir,
    folder: base,
  }) => {
    const folder = await backedUp(alir);
    const all = await runKilledAt(0, ['restore', folder], join(base, 'data'));
    // The files of the day get their fixed names, then the ledger. What comes long after that builds serving.
    const renames = [...all.entries()].filter(([, name]) => name === 'rename');
    const effects = all.slice(0, (renames[3]?.[0] ?? 0) + 4);
    const ends = { nothing: 0, whole: 0 };
    await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
      const data_dir = join(base, `data ${place}`);
      await runKilledAt(place + 1, ['restore', folder], data_dir);
      const isWhole = existsSync(join(data_dir, 'ledger.sqlite'));
      ends[isWhole ? 'whole' : 'nothing'] += 1;
      if (!isWhole) {
        if (existsSync(join(data_dir, 'lake')) && filesBelow(join(data_dir, 'lake')).length > 0) {
          await expect(() => openStores(configOf(data_dir), new SetClock()), effect).rejects.toThrow(
            /restore .* was interrupted/,
          );
        }
        await restoreTo(data_dir, folder);
      }
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(ROWS);
      rmSync(data_dir, { recursive: true });
    });
    console.log(`a restore, killed at some or all of ${effects.length} effects: ${JSON.stringify(ends)}`);
    expect(ends.whole).toBe(sized(1, 3));
    expect(ends.nothing).toBeGreaterThan(KILLS / 2);
  });
});
