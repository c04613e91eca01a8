import { describe, expect } from 'vitest';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, FILE_NAME, type Line, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

/** A whole day of 1,200 trades, 100 of them of the stock WIFI. Every tenth trade of the other stock equals the one before it. */
function wholeDay(): Line[] {
  const at = (n: number, of: number) =>
    n < of / 2 ? { TRX_TIME: 90_000 } : { TRX_TIME: 160_459, TRX_SESS: 2 };
  return [
    ...Array.from({ length: 1100 }, (_, n) =>
      line({ STK_VOLM: 1000 + (n % 10 === 9 ? n - 1 : n) * 100, ...at(n, 1100) }),
    ),
    ...Array.from({ length: 100 }, (_, n) =>
      line({ STK_CODE: 'WIFI', STK_PRIC: 500, STK_VOLM: 100 + n * 100, ...at(n, 100) }),
    ),
  ].map((cells, n) => ({ ...cells, TRX_CODE: n + 1 }));
}

/** Publishes the whole day, and lets an update deliver another version of it. */
async function corrected(alir: TestAlir, change: (lines: Line[]) => Line[]) {
  await alir.ingest(FILE_NAME, csv(wholeDay()));
  const path = await writeTo(alir.outside, FILE_NAME, csv(change(wholeDay())));
  const [result] = await ingestFiles(alir.stores.ingest, [{ path, command: 'update' }]);
  return result?.held?.causes.map(({ code, values }) => [code, ...values]) ?? result?.status;
}

const isWifi = ({ STK_CODE }: Line) => STK_CODE === 'WIFI';
/** The first trades of a stock. */
const first = (count: number, isOf: (cells: Line) => boolean, lines: readonly Line[]) =>
  new Set(lines.filter(isOf).slice(0, count));
const changing =
  (count: number, cells: (line: Line) => Line, isOf = isWifi) =>
  (lines: Line[]) => {
    const chosen = first(count, isOf, lines);
    return lines.map((each) => (chosen.has(each) ? { ...each, ...cells(each) } : each));
  };
const without =
  (count: number, isOf = isWifi) =>
  (lines: Line[]) => {
    const chosen = first(count, isOf, lines);
    return lines.filter((each) => !chosen.has(each));
  };

describe('a correction that an update finds', () => {
  test('is held if it lacks 21 of 100 trades of a stock', async ({ sharedAlir: alir }) => {
    expect(await corrected(alir, without(21))).toEqual([
      ['large_correction', 21, expect.any(Number), 0, 1],
      [
        'corrected_tickers',
        1,
        expect.stringMatching(/^WIFI RG 21\/100, WIFI RG [df] 21\/100, WIFI RG [df] 21\/100$/),
        1,
      ],
    ]);
  });

  test('is published if it lacks 20 trades of a stock', async ({ alir }) => {
    expect(await corrected(alir, without(20))).toBe('published');
  });

  test('is held if it has 10 times the prices of a stock', async ({ sharedAlir: alir }) => {
    expect(
      await corrected(
        alir,
        changing(100, () => ({ STK_PRIC: 5000 })),
      ),
    ).toContainEqual(['corrected_tickers', 1, expect.stringMatching(/^WIFI RG 100\/100 STK_PRIC x10.0,/), 1]);
  });

  test('is held if it adds 21 trades that are there', async ({ sharedAlir: alir }) => {
    const held = await corrected(alir, (lines) => [
      ...lines,
      ...[...first(21, (each) => !isWifi(each), lines)].map((each, n) => ({ ...each, TRX_CODE: 5000 + n })),
    ]);
    expect(held).toContainEqual(['added_repeats', 21, 21, 1]);
  });

  test('counts one of two equal trades once', async ({ sharedAlir: alir }) => {
    const held = await corrected(alir, (lines) => lines.filter((each, n) => isWifi(each) || n % 30 !== 9));
    expect(held).toContainEqual(['large_correction', 37, expect.any(Number), 0, 1]);
  });

  test('is published if only trade numbers and order numbers differ', async ({ alir }) => {
    const other = (each: Line) => ({
      ...each,
      TRX_CODE: Number(each.TRX_CODE) + 10_000,
      TRX_ORD1: 1,
      TRX_ORD2: 2,
    });
    expect(await corrected(alir, (lines) => lines.map(other))).toBe('published');
  });
});
