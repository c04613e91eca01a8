import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf, temporaryFolder, UNLIMITED } from '../support/alir.ts';
import { openFolder, serveFolder } from '../support/backups.ts';
import { runProcess, startServing, stop } from '../support/cli.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { counters } from '../support/metering.ts';
import { summaryOf } from '../support/oracle.ts';
import { sized } from '../support/size.ts';
import { fileName } from '../support/small-market.ts';

const BACKUPS = sized(2, 6);
const CLIENTS = 8;
const TICKERS = ['BRMS', 'BBCA', 'GOTO'];
/** Over a turn of the year, so that there are two serving files. */
const DAYS = [
  '2025-12-29',
  '2025-12-30',
  ...[2, 5, 6, 7, 8, 9, 12, 13].slice(0, sized(3, 8)).map((day) => `2026-01-${`${day}`.padStart(2, '0')}`),
];

/** Every ticker was dealt in lots of the revision's number: a mix of revisions, within a day too, would show. */
const textOf = (day: string, revision: number) =>
  csv(TICKERS.map((STK_CODE) => line({ TRX_DATE: day, STK_CODE, STK_VOLM: revision * 100 })));

/** A real server, asked by many, and a real ingest process that corrects every day again and again. */
async function startLoad(data_dir: string) {
  const stores = await openStores(configOf(data_dir), systemClock);
  const { account, api_key } = await stores.accounts.create('load@example.com', 'custom', 1, UNLIMITED);
  const { account_id } = account;
  const keys = [api_key];
  for (const name of ['second', 'third']) {
    keys.push((await stores.accounts.createKey(account_id, name)).api_key);
  }
  await stores.ledger.close();

  const texts = new Map<string, string>();
  let published = 0;
  const outside = await temporaryFolder();
  const correctAll = async () => {
    const revision = published + 1;
    for (const day of DAYS) {
      const text = textOf(day, revision);
      texts.set(`${day} ${revision}`, text);
      await writeTo(outside, fileName(day), text);
    }
    const { code, stderr } = await runProcess(['ingest', '--confirm', outside], { data_dir });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    published = revision;
  };
  await correctAll();

  const { child, printed } = await startServing(['serve'], { data_dir, env: { ALIR_LOG_LEVEL: 'error' } });
  let isOver = false;
  let asked = 0;
  let acknowledged = 0;
  const call = async (client: number) => {
    const headers = {
      authorization: `Bearer ${keys[client % keys.length]}`,
      'content-type': 'application/json',
    };
    for (let place = client; !isOver; place++) {
      const day = DAYS[place % DAYS.length];
      const body = JSON.stringify({ tickers: TICKERS, from: day, to: day });
      asked += TICKERS.length;
      const response = await fetch(`${printed.url}/foreign-flow/batch`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
      acknowledged += TICKERS.length;
      await response.arrayBuffer();
    }
  };
  const correct = async () => {
    while (!isOver) await correctAll();
  };
  const work = [correct(), ...Array.from({ length: CLIENTS }, (_, client) => call(client))];
  return {
    account_id,
    api_key,
    texts,
    now: () => ({ asked, acknowledged, published }),
    end: async () => {
      isOver = true;
      await Promise.all(work);
      await stop(child);
    },
  };
}

test(`${BACKUPS} backups during requests and corrections of every day: each restores to one moment`, async ({
  folder: data_dir,
}) => {
  const load = await startLoad(data_dir);
  const base = await temporaryFolder();
  const backups = [];
  for (let number = 0; number < BACKUPS; number++) {
    const folder = join(base, `backup ${number}`);
    const before = load.now();
    const { code, stderr, json } = await runProcess(['backup', '--json', folder], { data_dir });
    expect([code, stderr]).toEqual([0, '']);
    backups.push({ folder, before, after: load.now(), taken: json()[0] });
  }
  await load.end();
  const { acknowledged, published } = load.now();
  const rounds = backups.map(({ taken }) => taken.rounds);
  console.log(
    `${BACKUPS} backups in ${rounds} rounds, while ${acknowledged} units were charged and ${DAYS.length} days were corrected ${published} times`,
  );
  expect(published).toBeGreaterThan(1);
  expect(acknowledged).toBeGreaterThan(sized(100, 1000));

  for (const [number, { folder, before, after, taken }] of backups.entries()) {
    expect(taken.days).toBe(DAYS.length);
    // Also the revisions that were replaced.
    expect(taken.files).toBeGreaterThan(3 * DAYS.length);
    const restored = join(base, `data ${number}`);
    mkdirSync(restored);
    expect((await runProcess(['restore', folder], { data_dir: restored })).code).toBe(0);
    const verified = (await runProcess(['verify', '--json'], { data_dir: restored })).json();
    expect(verified).toEqual([
      {
        ok: true,
        days: DAYS.length,
        lake_files: 3 * DAYS.length,
        serving_files: 10,
        rebuilt_months: [],
        faults: [],
      },
    ]);

    const { account, keys } = counters(join(restored, 'ledger.sqlite'), load.account_id);
    expect(keys).toBe(account);
    expect(account).toBeGreaterThanOrEqual(before.acknowledged);
    // What was charged may not have been acknowledged yet.
    expect(account).toBeLessThanOrEqual(after.asked);

    const { manifest } = await openFolder(restored);
    expect(await manifest.intended()).toEqual([]);
    const url = await serveFolder(restored);
    const headers = { authorization: `Bearer ${load.api_key}` };
    for (const day of DAYS) {
      const revision = (await manifest.published(day))?.revision ?? 0;
      expect(revision).toBeGreaterThanOrEqual(before.published);
      expect(revision).toBeLessThanOrEqual(after.published + 1);
      for (const ticker of TICKERS) {
        const question = { ticker, from: day, to: day, investor: 'all', market: 'ALL' };
        const answer = await fetch(`${url}/stocks/broker-summary?${new URLSearchParams(question)}`, {
          headers,
        });
        const { data } = (await answer.json()) as { data: unknown };
        expect(data, `${day}, revision ${revision}`).toEqual(
          summaryOf(load.texts.get(`${day} ${revision}`) ?? '', question),
        );
      }
    }
  }
});
