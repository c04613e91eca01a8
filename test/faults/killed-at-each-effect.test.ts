import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Market } from '../../src/demo/market.ts';
import { answerAfterRestart } from '../support/after-restart.ts';
import { temporaryFolder } from '../support/alir.ts';
import { runCli } from '../support/cli.ts';
import { writeTo } from '../support/daily-files.ts';
import { summaryOf } from '../support/oracle.ts';
import { dailyFileText, fileName, SMALL_PLAN } from '../support/small-market.ts';

const DATE = '2026-01-05';
const QUESTION = { ticker: 'BBCA', from: DATE, to: DATE, investor: 'all', market: 'ALL' };
const HOOK = resolve(import.meta.dirname, '../support/kill-at.mjs');

function version(seed: string): { text: string; rows: unknown } {
  const text = dailyFileText(new Market({ ...SMALL_PLAN, trades_a_day: 300, seed }), DATE);
  return { text, rows: summaryOf(text, QUESTION) };
}

/** Runs an ingest that is killed at its n-th effect; 0: that is not killed. @returns what it did to the disk, where it came to its end */
async function ingest(data_dir: string, file: string, kill_at: number): Promise<string[]> {
  const counts = join(data_dir, '..', `${kill_at}.effects.json`);
  const env = { NODE_OPTIONS: `--import=${HOOK}`, ALIR_KILL_AT: String(kill_at), ALIR_KILL_COUNT: counts };
  const { code, stderr } = await runCli(['ingest', file], { data_dir, env });
  if (kill_at > 0) {
    expect(code).toBeNull();
    return [];
  }
  expect([code, stderr]).toEqual([0, '']);
  const effects = JSON.parse(readFileSync(counts, 'utf8'));
  rmSync(counts);
  return effects;
}

describe('kill -9 at each write, fsync and rename of an ingest, one run for each', () => {
  const versions = [version('one'), version('two')] as const;
  const write = async (folder: string, which: number) =>
    writeTo(folder, fileName(DATE), versions[which]?.text ?? '');

  test('of a new day: afterwards there is the whole day or nothing, and the next run completes', async () => {
    const base = await temporaryFolder();
    const file = await write(await temporaryFolder(), 0);
    const folder = (name: string | number) => join(base, String(name));
    const effects = await ingest(folder('counted'), file, 0);
    expect(effects.filter((name) => name === 'rename')).toHaveLength(3);
    expect(effects.filter((name) => name === 'fsync').length).toBeGreaterThan(6);
    const ends = { nothing: 0, day: 0 };
    for (const [place, effect] of effects.entries()) {
      const data_dir = folder(place + 1);
      await ingest(data_dir, file, place + 1);
      const rows = (await answerAfterRestart(data_dir, QUESTION)) as unknown[];
      const isThere = rows.length > 0;
      if (isThere) expect(rows, effect).toEqual(versions[0].rows);
      ends[isThere ? 'day' : 'nothing'] += 1;
      await ingest(data_dir, file, 0);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[0].rows);
      rmSync(data_dir, { recursive: true });
    }
    console.log(`a new day, killed at each of ${effects.length} effects: ${JSON.stringify(ends)}`);
    expect(Math.min(ends.nothing, ends.day)).toBeGreaterThan(0);
  });

  test('of a correction: afterwards there is the old or the new day, and the next run completes', async () => {
    const base = await temporaryFolder();
    const outside = await temporaryFolder();
    const data_dir = join(base, 'data');
    await ingest(data_dir, await write(outside, 0), 0);
    let published = 0;
    const other = () => 1 - published;
    const effects = await ingest(data_dir, await write(outside, other()), 0);
    published = other();
    const ends = { old: 0, new: 0 };
    for (const [place, effect] of effects.entries()) {
      const file = await write(outside, other());
      await ingest(data_dir, file, place + 1);
      const rows = await answerAfterRestart(data_dir, QUESTION);
      const isNew = JSON.stringify(rows) === JSON.stringify(versions[other()]?.rows);
      if (!isNew) expect(rows, effect).toEqual(versions[published]?.rows);
      ends[isNew ? 'new' : 'old'] += 1;
      await ingest(data_dir, file, 0);
      published = other();
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[published]?.rows);
    }
    console.log(`a correction, killed at each of ${effects.length} effects: ${JSON.stringify(ends)}`);
    expect(Math.min(ends.old, ends.new)).toBeGreaterThan(0);
  });

  test('of a rebuild of serving: afterwards it is built', async () => {
    const base = await temporaryFolder();
    const data_dir = join(base, 'data');
    const file = await write(await temporaryFolder(), 0);
    await ingest(data_dir, file, 0);
    const lose = () => rmSync(join(data_dir, 'serving'), { recursive: true });
    lose();
    const effects = await ingest(data_dir, file, 0);
    for (const [place, effect] of effects.entries()) {
      lose();
      await ingest(data_dir, file, place + 1);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[0].rows);
    }
    console.log(`a rebuild of serving, killed at each of ${effects.length} effects`);
  });
});
