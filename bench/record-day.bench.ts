import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { systemClock } from '../src/core/clock.ts';
import { sql } from '../src/core/package-files.ts';
import { Duck } from '../src/market/lake/duckdb.ts';
import { MarketDatabase } from '../src/market/serving/market-database.ts';
import { counterparties } from '../src/market/serving/queries/counterparties.ts';
import { marketSettings, openStores } from '../src/server/stores.ts';
import { configOf } from '../test/support/alir.ts';
import { startCli, startServing, stop } from '../test/support/cli.ts';
import { benchKey, median, ROOT } from './support/demo-data.ts';
import { load } from './support/load.ts';
import { report } from './support/report.ts';
import { beforeRecordDay, RECORD_DAY } from './support/scale-data.ts';
import { timedInTurns } from './support/timing.ts';

const ROUNDS = 3;
const IDLE_SECONDS = 8;
/** What callers ask meanwhile: few a second, each question a new one. */
const STEADY = { connections: 8, rate: 100 };

const PATHS = Array.from(
  { length: 4000 },
  (_, place) =>
    `/foreign-flow?ticker=T${String(1 + (place % 950)).padStart(3, '0')}&from=2025-07-01&to=2026-06-${String(1 + (place % 28)).padStart(2, '0')}`,
);

/** A server on the scale data as it is before the record day, and what is asked of it. */
async function beforeTheDay(run: string) {
  const { folder, file } = await beforeRecordDay(run);
  const stores = await openStores(configOf(folder), systemClock);
  const key = await benchKey(stores);
  const { child, printed } = await startServing(['serve'], {
    data_dir: folder,
    env: { ALIR_LOG_LEVEL: 'error' },
  });
  const steady = (seconds: number) => load({ url: printed.url, paths: PATHS, key, seconds, ...STEADY });
  const trades = async () => {
    const question = new URLSearchParams({
      ticker: 'T001',
      from: RECORD_DAY,
      to: RECORD_DAY,
      investor: 'all',
    });
    const response = await fetch(`${printed.url}/stocks/broker-summary?${question}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await response.json()) as { data: { buy_freq: number }[] };
    return data.reduce((sum, row) => sum + row.buy_freq, 0);
  };
  /** Ingests the day, until an answer includes it and the process has ended. */
  const ingest = async () => {
    expect(await trades()).toBe(0);
    const started = performance.now();
    const child = startCli(['ingest', '--json', '--timings', file], { data_dir: folder });
    let line = '';
    let until_lake = 0;
    child.stdout?.on('data', (data) => {
      if (line === '') until_lake = (performance.now() - started) / 1000;
      line += data;
    });
    let peak_kib = 0;
    const watch = setInterval(() => {
      peak_kib = Math.max(peak_kib, peakOf(child.pid));
    }, 50);
    // No answer includes the day before it is in the lake. A question every 20 ms before that would slow the ingest down.
    while (child.exitCode === null && line === '') await sleep(20);
    while (child.exitCode === null && (await trades()) === 0) await sleep(20);
    const seconds = (performance.now() - started) / 1000;
    while (child.exitCode === null) await sleep(20);
    const until_end = (performance.now() - started) / 1000;
    clearInterval(watch);
    expect([child.exitCode, line]).toEqual([0, expect.stringContaining('"published"')]);
    expect(await trades()).toBeGreaterThan(0);
    expect(readdirSync(stores.folders.staging)).toEqual([]);
    await stores.ledger.close();
    return { until_lake, seconds, until_end, result: JSON.parse(line), peak_kib };
  };
  return { folder, file, steady, ingest, stop: () => stop(child) };
}

type Round = Awaited<ReturnType<Awaited<ReturnType<typeof beforeTheDay>>['ingest']>>;

test('the record day: from the file to the first answer that includes it, beside a bare copy, under load', async () => {
  const bare_seconds: number[] = [];
  const all: Round[] = [];
  let folder = '';
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await beforeTheDay('alone');
    bare_seconds.push(await bareCopy(quiet.file, `${quiet.folder}/bare.parquet`));
    all.push(await quiet.ingest());
    await quiet.stop();
    folder = quiet.folder;
  }
  await measureCounterparties(folder);
  const bare_s = median(bare_seconds);
  const seconds = median(all.map((each) => each.seconds));
  const ratio = median(all.map((each, round) => each.seconds / (bare_seconds[round] ?? Number.NaN)));
  const alone = all.find((each) => each.seconds === seconds) ?? all[0];
  if (!alone) throw new Error('No round was run');

  const busy = await beforeTheDay('under-load');
  await busy.steady(2);
  const idle = await busy.steady(IDLE_SECONDS);
  const during = busy.steady(15);
  const underLoad = await busy.ingest();
  const beside = await during;
  expect(idle.failed + beside.failed).toBe(0);
  const { result } = alone;
  const peak_kib = Math.max(alone.peak_kib, underLoad.peak_kib);

  report(
    `the record day: ${result.trades.toLocaleString('en')} trades, ${(sizeOf(busy.file) / 1e6).toFixed(0)} MB`,
    [
      { what: 'bare DuckDB copy, CSV to Parquet', seconds: bare_s, ratio: 1 },
      {
        what: 'file to first answer that includes it',
        seconds,
        ratio,
        'at most': '2.5 x',
      },
      {
        what: 'the same, beside 100 new questions a second',
        seconds: underLoad.seconds,
        ratio: underLoad.seconds / bare_s,
      },
      {
        what: 'of it, until the day is in the lake',
        seconds: alone.until_lake,
        ratio: alone.until_lake / bare_s,
      },
      ...Object.entries(result.stage_seconds as Record<string, number>).map(([stage, stage_s]) => ({
        what: `stage ${stage}`,
        seconds: stage_s,
        ratio: stage_s / bare_s,
      })),
      {
        what: 'from then to the first answer: the serving file',
        seconds: alone.seconds - alone.until_lake,
        ratio: (alone.seconds - alone.until_lake) / bare_s,
        'at most': '1 s',
      },
      {
        what: 'from then to the end of the process: the market files',
        seconds: alone.until_end - alone.seconds,
        ratio: (alone.until_end - alone.seconds) / bare_s,
      },
      { what: 'peak memory, MiB', MiB: peak_kib / 1024, 'at most': '1536 MiB' },
      { what: 'API p99 idle, ms', ms: idle.p99_ms, ratio: 1 },
      {
        what: 'API p99 during the ingest, ms',
        ms: beside.p99_ms,
        ratio: beside.p99_ms / idle.p99_ms,
        'at most': '3 x',
      },
    ],
  );
});

/** Who traded the busiest ticker with whom on the record day, in process, beside DuckDB over the daily files by glob. */
async function measureCounterparties(folder: string): Promise<void> {
  const stores = await openStores(configOf(folder), systemClock);
  const { folders, config, ledger } = stores;
  const market = new MarketDatabase(marketSettings(stores));
  const duck = await Duck.open({
    folders: [folders.lake],
    memory_limit_mb: 1000,
    threads: config.threads,
  });
  const connection = await duck.connect();
  const question = { ticker: 'T001', from: RECORD_DAY, to: RECORD_DAY, market: 'RG' } as const;
  const ask = () => counterparties(market, question, new AbortController().signal);
  const byGlob = () =>
    connection.rows(sql('market/counterparties'), {
      ...question,
      files: [`${folders.lake}/trades/*/*.parquet`],
    });
  expect((await ask()).length).toBe((await byGlob()).length);
  const [ours, glob] = await timedInTurns(25, [ask, byGlob]);
  report('counterparties of the busiest ticker on the record day', [
    { what: 'p50 ms', Alir: ours?.p50, 'at most': 30, 'DuckDB by glob': glob?.p50 },
  ]);
  duck.close();
  await market.close();
  await ledger.close();
}

/** The seconds that DuckDB takes to copy the file to Parquet. */
async function bareCopy(csv: string, parquet: string): Promise<number> {
  const args = [`${ROOT}/bench/support/bare-copy.mjs`, csv, parquet];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  rmSync(parquet);
  return JSON.parse(stdout).seconds;
}

function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function sizeOf(file: string): number {
  return readFileSync(file).length;
}
