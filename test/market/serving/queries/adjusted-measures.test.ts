import { expect, test } from 'vitest';
import { Random } from '../../../../src/cli/demo/random.ts';
import { epochDay } from '../../../../src/core/dates.ts';
import { MEASURES } from '../../../../src/core/market/measure-list.ts';
import { adjustedRows } from '../../../../src/market/serving/queries/adjusted-measures.ts';
import { csv, type Line, line } from '../../../support/daily-files.ts';
import { tradingDays } from '../../../support/measure-market.ts';
import { measuresOf } from '../../../support/measure-oracle.ts';
import { Oracle } from '../../../support/oracle.ts';

const DAYS = tradingDays(150);
/** Both stocks are suspended on the two days before it: the close before the ex-date is an old one. */
const EX_PLACE = 30;
const EX_DATE = DAYS[EX_PLACE] as string;

/** The trades of TWIN, which SPLT has in five times as large shares until the ex-date. */
function linesOf(place: number): Line[] {
  const random = new Random(`adjusted ${place}`);
  if (place === EX_PLACE - 1 || place === EX_PLACE - 2) return [];
  return Array.from({ length: 6 }, (_, n) => {
    const [shares, price] = [5 * (1 + random.below(900)), 400 + random.below(300)];
    const cells = {
      TRX_DATE: DAYS[place] as string,
      TRX_TYPE: n === 5 ? 'NG' : 'RG',
      BRK_COD1: `A${random.below(8)}`,
      BRK_COD2: `A${random.below(8)}`,
      INV_TYP1: random.below(2) === 0 ? 'A' : 'I',
    };
    const factor = place < EX_PLACE ? 5 : 1;
    return [
      { ...cells, STK_CODE: 'TWIN', STK_VOLM: shares, STK_PRIC: price },
      { ...cells, STK_CODE: 'SPLT', STK_VOLM: shares / factor, STK_PRIC: price * factor },
    ];
  }).flat();
}

const oracle = new Oracle();
const OTHER = (place: number) => [{ TRX_DATE: DAYS[place] as string, STK_CODE: 'ELSE' }];
for (const place of DAYS.keys())
  oracle.read(
    csv([...linesOf(place), ...OTHER(place)].map((cells, n) => line({ ...cells, TRX_CODE: n + 1 }))),
  );
const measured = measuresOf(oracle.trades);

/** The rows of a stock as the files have them. */
function rowsOf(ticker: string): Float64Array[] {
  return DAYS.flatMap((day) => {
    const row = measured.get(day)?.get(ticker);
    const values = MEASURES.map(({ name }) => row?.[name] ?? Number.NaN);
    return row ? [Float64Array.from([epochDay(day), ...values])] : [];
  });
}

const SPLIT = { ex_date: EX_DATE, ticker: 'SPLT', kind: 'split', new_shares: 5, old_shares: 1 } as const;

test('adjusted measures are those of a stock that always had the new shares, or missing if their days have both', () => {
  const twin = rowsOf('TWIN');
  const adjusted = adjustedRows(rowsOf('SPLT'), { days: DAYS, actions: [SPLIT] });
  expect(adjusted.length).toBe(twin.length);
  const missing = new Map<string, string[]>();
  for (const [place, expected] of twin.entries()) {
    const row = adjusted[place] as Float64Array;
    for (const [index, { name }] of MEASURES.entries()) {
      const [own, other] = [row[index + 1] as number, expected[index + 1] as number];
      if (!Number.isNaN(own)) {
        // A cost is scaled after it was rounded.
        if (name.startsWith('top5_buyer_cost')) expect(Math.abs(own - other)).toBeLessThan(0.011);
        else expect(own, `${name} ${expected[0]}`).toBe(other);
      } else if (!Number.isNaN(other)) {
        missing.set(name, [...(missing.get(name) ?? []), DAYS[DAYS.length - twin.length + place] ?? '']);
      }
    }
  }
  const counts = Object.fromEntries([...missing].map(([name, days]) => [name, days.length]));
  // Windows of n days have old shares on the ex-date and n - 2 days after it, and a change one day more.
  expect(counts).toEqual({
    ...{ change_1d: 1, change_5d: 5, change_20d: 20, volume_ratio_20d: 20 },
    ...{ range_20d: 19, range_60d: 30 },
    ...{ accumulation_5d: 4, accumulation_20d: 19 },
    ...Object.fromEntries(
      ['buy', 'sell'].flatMap((side) =>
        [1, 3, 5, 10, 15].flatMap((top) => [
          [`${side}_top${top}_5d`, 4],
          [`${side}_top${top}_20d`, 19],
        ]),
      ),
    ),
    ...{ net_buyers_less_sellers_5d: 4, net_buyers_less_sellers_20d: 19 },
    ...{ top5_buyer_cost_20d: 19, close_to_cost_20d: 19, top5_buyer_cost_60d: 30, close_to_cost_60d: 30 },
    // Percentiles begin with row 60, and the last mixed value of a row r is among the values up to row r + 60; the ex-date is row 28.
    ...{ change_1d_p60: 29, change_5d_p60: 33, change_20d_p60: 48, volume_ratio_20d_p60: 48 },
    ...{ accumulation_5d_p60: 32, accumulation_20d_p60: 47 },
  });
});

test('rows before an ex-date in the future, and of other stocks, do not change', () => {
  const rows = rowsOf('TWIN');
  expect(adjustedRows(rows, { days: DAYS, actions: [] })).toEqual(rows);
});
