import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokerSummary } from '../src/broker-summary/broker-summary.ts';
import { byTicker } from '../src/core/by-ticker.ts';
import { dateOfEpochDay, epochDay } from '../src/core/dates.ts';
import type { Stores } from '../src/main.ts';
import { Serving } from '../src/serving/serving.ts';
import { startServing, stop } from '../test/support/cli.ts';
import { benchKey, demoStores, TICKERS } from './support/demo-data.ts';

const RUNS = 250;
const WARM_UP = 30;
const TWO_MONTHS = { from: '2025-12-01', to: '2026-01-30' };

let stores: Stores;

beforeAll(async () => {
  stores = await demoStores();
});

afterAll(() => stores.ledger.close());

interface Question {
  readonly what: string;
  readonly tickers: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly runs: number;
}

test('latency on the demo data, uncached: over HTTP beside in process', async () => {
  const questions: Question[] = [
    { what: 'broker summary, 1 day', tickers: ['BBCA'], from: '2026-01-30', to: '2026-01-30', runs: RUNS },
    { what: 'broker summary, 1 month', tickers: ['BBCA'], from: '2026-01-01', to: '2026-01-30', runs: RUNS },
    { what: 'broker summary, 2 months in 2 years', tickers: ['BBCA'], ...TWO_MONTHS, runs: RUNS },
    {
      what: 'batch of 50, 2 months in 2 years',
      tickers: TICKERS.slice(0, 50),
      ...TWO_MONTHS,
      runs: RUNS / 10,
    },
  ];
  const serving = new Serving({
    folder: stores.folders.serving,
    lanes: 3,
    filesInForce: () => stores.manifest.servingFiles(),
  });
  const { child, printed } = await startServing(['serve'], { data_dir: stores.folders.root });
  const api_key = benchKey(stores);

  const filters = { investor: 'all', market: 'ALL' } as const;
  const authorization = `Bearer ${api_key}`;
  const inProcess = async ({ tickers, from, to }: Question) => {
    const byName = await serving.read((snapshot) =>
      byTicker(tickers, (ticker) => brokerSummary(snapshot, { ticker, from, to, ...filters })),
    );
    return tickers.length === 1 ? byName.get(tickers[0] ?? '') : Object.fromEntries(byName);
  };
  const overHttp = async ({ tickers, from, to }: Question) => {
    const [ticker = ''] = tickers;
    const response =
      tickers.length === 1
        ? await fetch(
            `${printed.url}/stocks/broker-summary?${new URLSearchParams({ ticker, from, to, ...filters })}`,
            {
              headers: { authorization },
            },
          )
        : await fetch(`${printed.url}/stocks/broker-summary/batch`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ tickers, from, to, ...filters }),
          });
    return ((await response.json()) as { data: unknown }).data;
  };

  const rows = [];
  for (const question of questions) {
    expect(await overHttp(question)).toEqual(await inProcess(question));
    const [ours, http] = await sideBySide(question.runs, [
      (run) => inProcess(notAskedBefore(question, run)),
      (run) => overHttp(notAskedBefore(question, run)),
    ]);
    rows.push({
      question: question.what,
      'in process p50 ms': ours?.p50,
      'p99 ms': ours?.p99,
      'HTTP p50 ms': http?.p50,
      'HTTP p99 ms': http?.p99,
      'HTTP / in process': Number(((http?.p50 ?? 0) / (ours?.p50 ?? 1)).toFixed(2)),
    });
  }
  console.table(rows);
  await serving.close();
  await stop(child);
});

/** The same data under another name, so that no answer comes from the cache: there is none after the last day. */
function notAskedBefore(question: Question, run: number): Question {
  return { ...question, to: dateOfEpochDay(epochDay(question.to) + 1 + run) };
}

/** Times several ways to the same answer in turns, so that a noisy moment hits all of them. */
async function sideBySide(runs: number, ways: readonly ((run: number) => Promise<unknown>)[]) {
  const times = ways.map(() => [] as number[]);
  for (let run = 0; run < runs + WARM_UP; run++) {
    for (const [place, way] of ways.entries()) {
      const start = performance.now();
      await way(run);
      if (run >= WARM_UP) times[place]?.push(performance.now() - start);
    }
  }
  return times.map((list) => {
    const sorted = list.toSorted((a, b) => a - b);
    const at = (part: number) => Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(2));
    return { p50: at(0.5), p99: at(0.99) };
  });
}
