import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { runProcess } from '../support/cli.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { fileName } from '../support/small-market.ts';

const TICKERS = ['BRMS', 'BBCA', 'GOTO'];
const day = (date: string, volume: number) =>
  csv(TICKERS.map((STK_CODE) => line({ STK_CODE, TRX_DATE: date, STK_VOLM: volume })));

/** A file in a folder of its own, since files of one day have one name. */
async function file(alir: TestAlir, date: string, volume: number): Promise<string> {
  const folder = join(alir.outside, String(volume));
  await mkdir(folder, { recursive: true });
  return writeTo(folder, fileName(date), day(date, volume));
}

test('during six simultaneous ingests of two days, no answer of a loaded server mixes revisions', async ({
  alir,
}) => {
  const data_dir = alir.stores.folders.root;
  await alir.ingest('DT260119.csv', day('2026-01-19', 100));
  await alir.ingest('DT260120.csv', day('2026-01-20', 1000));
  const possible = new Set<number>();
  for (const first of [100, 200, 300, 400, 500])
    for (const second of [1000, 2000, 3000]) possible.add(first + second);

  let isOver = false;
  let answers = 0;
  const caller = async () => {
    while (!isOver) {
      const { status, body } = await alir.post('/stocks/broker-summary/batch', {
        tickers: TICKERS,
        from: '2026-01-19',
        to: '2026-01-20',
      });
      expect(status).toBe(200);
      const volumes = TICKERS.map((ticker) => body.data[ticker][0].buy_volume);
      expect(new Set(volumes).size).toBe(1);
      expect(possible).toContain(volumes[0]);
      answers += 1;
    }
  };
  const callers = Array.from({ length: 8 }, caller);
  const files = await Promise.all([
    ...[200, 300, 400, 500].map((volume) => file(alir, '2026-01-19', volume)),
    ...[2000, 3000].map((volume) => file(alir, '2026-01-20', volume)),
  ]);
  const runs = await Promise.all(
    files.map((path) => runProcess(['ingest', '--confirm', '--json', path], { data_dir })),
  );
  isOver = true;
  await Promise.all(callers);

  expect(runs.map(({ code }) => code)).toEqual(Array(6).fill(0));
  const revisions = runs.map(({ json }) => json()[0].revision);
  expect(revisions.slice(0, 4).toSorted()).toEqual([2, 3, 4, 5]);
  expect(revisions.slice(4).toSorted()).toEqual([2, 3]);
  const last = [200, 300, 400, 500][revisions.indexOf(5)] ?? 0;
  const lastOfOther = [2000, 3000][revisions.slice(4).indexOf(3)] ?? 0;
  const { body } = await alir.get('/stocks/broker-summary', {
    ticker: 'BRMS',
    from: '2026-01-19',
    to: '2026-01-20',
    investor: 'all',
  });
  expect(body.data[0].buy_volume).toBe(last + lastOfOther);
  expect((await runProcess(['verify', '--json'], { data_dir })).json()[0]).toMatchObject({
    ok: true,
    faults: [],
  });
  console.log(`${answers} answers while six ingests ran at once, none mixes revisions`);
  expect(answers).toBeGreaterThan(50);
});
