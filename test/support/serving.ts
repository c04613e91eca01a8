import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Clock } from '../../src/core/clock.ts';
import { INVESTORS, MARKETS } from '../../src/core/market/market.ts';
import { type DamagedFile, Serving } from '../../src/market/serving/serving.ts';
import { afterThisTest, type TestAlir } from './alir.ts';
import { csv, DATE, FILE_NAME, line } from './daily-files.ts';

export const OLD_DATE = '2025-12-30';

/** The error of a question that a damaged file cannot answer. */
export const UNAVAILABLE = { code: 'data_unavailable', retry_after_s: 5 };

/** A day in each of two months, and a reader of their serving files. */
export class TwoMonths {
  readonly serving: Serving;
  readonly files: { readonly december: string; readonly january: string };
  /** What the reader reported. */
  readonly damaged: DamagedFile[] = [];

  private constructor({ folders, manifest }: TestAlir['stores'], clock: Clock, names: readonly string[]) {
    const [december = '', january = ''] = names;
    this.files = { december: join(folders.serving, december), january: join(folders.serving, january) };
    this.serving = new Serving({
      folder: folders.serving,
      concurrent_reads: 2,
      clock,
      // Too small for a block: every answer is read from the disk.
      cache_bytes: 1,
      filesInForce: () => manifest.servingFiles(),
      onDamage: (file) => this.damaged.push(file),
    });
  }

  /** Publishes the days, and opens the reader, which answers once. It is closed after the test. */
  static async open(alir: TestAlir, clock: Clock): Promise<TwoMonths> {
    await alir.publish([
      ['DT251230.csv', csv([line({ TRX_DATE: OLD_DATE, STK_VOLM: 40 })])],
      [FILE_NAME, csv([line({ TRX_DATE: DATE, STK_VOLM: 700 })])],
    ]);
    const months = new TwoMonths(alir.stores, clock, (await readdir(alir.stores.folders.serving)).sort());
    afterThisTest(() => months.serving.close());
    expect(await months.shares()).toBe(740);
    return months;
  }

  async shares(from = OLD_DATE, to = DATE): Promise<number> {
    const question = { ticker: 'BRMS', from, to, market: MARKETS.ALL, investor: INVESTORS.all };
    const totals = await this.serving.read((snapshot) => snapshot.brokerTotals(question));
    return totals.columns(totals.places()).buy_volume.reduce((sum, volume) => sum + volume, 0);
  }
}

/** Where the block of BRMS begins in a serving file. */
export async function blockOffset(path: string): Promise<number> {
  const [, offset] = /"ticker":"BRMS","offset":(\d+)/.exec(await readFile(path, 'latin1')) ?? [];
  return Number(offset);
}

/** Each reading of this clock is a millisecond later, so every synchronous read seems slow. */
export function slowClock(): Clock {
  let now_ms = 0;
  return { now: () => new Date(0), monotonic_ms: () => now_ms++ };
}
