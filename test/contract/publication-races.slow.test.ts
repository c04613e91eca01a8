import { expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';
import { until } from '../support/until.ts';

const RANGE = `from=${DATE}&to=${DATE}`;
const CORRECTIONS = sized(3, 9);
/** A path of each source of data. */
const PATHS = [
  `/foreign-flow?ticker=BRMS&${RANGE}`,
  `/stocks/counterparties?ticker=BRMS&${RANGE}`,
  `/brokers/ranking?${RANGE}&investor=f`,
  `/market/calendar?${RANGE}`,
];

/** Publishes the day a second later, with so many trades of 126,000 IDR; the buyer is foreign. */
function publish(alir: TestAlir, trades: number) {
  alir.clock.pass(1000);
  return alir.ingest(FILE_NAME, csv(Array.from({ length: trades }, () => line())));
}

/** The value of the trades in an answer. */
function valueIn(data: any): number {
  return Array.isArray(data) ? (data[0]?.value ?? data[0]?.buy_value) : data.foreign_buy;
}

test('X-Data-Publication is that of the data if corrections are published while requests run', async ({
  alir,
}) => {
  const seen = new Set<string>();
  /** @returns false if the files were being replaced in each of the attempts that a slow machine made */
  const ask = async (path: string) => {
    // A request after the cache time is computed again.
    alir.clock.elapsed_ms += 31_000;
    const { status, headers, body } = await alir.request(path);
    if (status === 503) {
      expect([path, body.code]).toEqual([path, expect.stringMatching(/^(data_unavailable|not_ready)$/)]);
      return false;
    }
    const value = valueIn(body.data);
    expect([path, status, headers.get('x-data-publication')]).toEqual([path, 200, String(value / 126_000)]);
    seen.add(`${path} ${value}`);
    return true;
  };
  const answered = (path: string) => until(`${path} is answered`, () => ask(path));
  await publish(alir, 1);
  let isCorrecting = true;
  const correct = async () => {
    try {
      for (let trades = 2; trades <= 1 + CORRECTIONS; trades++) {
        await publish(alir, trades);
        await Promise.all(PATHS.map(answered));
      }
    } finally {
      isCorrecting = false;
    }
  };
  const askAgain = async (path: string) => {
    while (isCorrecting) await answered(path);
  };
  await Promise.all([correct(), ...PATHS.map(askAgain)]);
  expect(seen.size).toBeGreaterThanOrEqual(CORRECTIONS * PATHS.length);
});
