import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { answerAfterRestart } from '../support/after-restart.ts';
import { temporaryFolder } from '../support/alir.ts';
import { runProcess, startCli, stop } from '../support/cli.ts';
import { writeTo } from '../support/daily-files.ts';
import { DATE, QUESTION, version } from '../support/day-versions.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';
import { fileName } from '../support/small-market.ts';

const KILLS = sized(4, 24);

describe('kill -9 in the middle of an ingest', () => {
  test(`${KILLS} times, at moments spread over its run: then every answer is the old or the new one`, async ({
    folder: data_dir,
  }) => {
    const outside = await temporaryFolder();
    const versions = [version('one'), version('two')] as const;
    let published = 0;
    const ingest = async (which: number) => {
      const file = await writeTo(outside, fileName(DATE), versions[which % 2]?.text ?? '');
      return ['ingest', '--confirm', '--json', file];
    };
    const first = performance.now();
    expect((await runProcess(await ingest(published), { data_dir })).code).toBe(0);
    const duration_ms = performance.now() - first;

    const ends = { old: 0, new: 0 };
    for (let kill = 0; kill < KILLS; kill++) {
      const child = startCli(await ingest(published + 1), { data_dir });
      await sleep((duration_ms * (kill + 1)) / (KILLS + 1));
      await stop(child, 'SIGKILL');

      const rows = await answerAfterRestart(data_dir, QUESTION);
      const isNew = JSON.stringify(rows) === JSON.stringify(versions[(published + 1) % 2]?.rows);
      if (!isNew) expect(rows).toEqual(versions[published % 2]?.rows);
      ends[isNew ? 'new' : 'old'] += 1;
      if (isNew) published += 1;
    }
    console.log(`killed ${KILLS} times: ${ends.old} ended in the old day, ${ends.new} in the new one`);
    expect(ends.old).toBeGreaterThan(0);

    const { code, json } = await runProcess(await ingest(published + 1), { data_dir });
    expect([code, json()[0].status]).toEqual([0, 'published']);
    expect(await answerAfterRestart(data_dir, QUESTION)).toEqual(versions[(published + 1) % 2]?.rows);
  });
});
