import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tradingCalendar } from '../../src/core/market/calendar.ts';
import { unexplainedJumps } from '../../src/core/market/price-jumps.ts';
import { csv, line } from '../support/daily-files.ts';
import { doctor } from '../support/doctor.ts';
import { test as withAlir } from '../support/fixtures.ts';
import { fileName } from '../support/small-market.ts';

const calendar = tradingCalendar('date\n');
const gap = (close_before: number, open: number, day_before = '2026-01-20') => {
  return { ticker: 'BBCA', date: '2026-01-21', day_before, close_before, open };
};
const action = (ex_date: string, ticker = 'BBCA') => {
  return { ex_date, ticker, kind: 'split' as const, new_shares: 5, old_shares: 1 };
};

test.each([
  [5000, 1000, '5/1'],
  [5000, 1080, '5/1'],
  [5000, 2400, '2/1'],
  [6000, 600, '10/1'],
  [9000, 6000, '3/2'],
  [9000, 6750, '4/3'],
  [60, 1500, '1/25'],
  [400, 2000, '1/5'],
  // The limits permit a fall of 25% and a rise of 35%.
  [1000, 750, undefined],
  [100, 135, undefined],
  // No usual factor.
  [5000, 700, undefined],
])('a gap from %d to %d has the factor %s', (close_before, open, factor) => {
  const [jump] = unexplainedJumps([gap(close_before, open)], [], calendar);
  expect(jump?.factor).toBe(factor);
});

test('a gap is explained by an action of the stock since the trade before, or by many days without a trade', () => {
  const factors = (actions: ReturnType<typeof action>[], day_before?: string) =>
    unexplainedJumps([gap(5000, 1000, day_before)], actions, calendar).map(({ factor }) => factor);
  expect(factors([])).toEqual(['5/1']);
  expect(factors([action('2026-01-20'), action('2026-01-22'), action('2026-01-21', 'BBRI')])).toEqual([
    '5/1',
  ]);
  expect(factors([action('2026-01-21')])).toEqual([]);
  expect(factors([action('2026-01-17')], '2026-01-16')).toEqual([]);
  expect(factors([], '2026-01-05')).toEqual([]);
});

withAlir('alir doctor names a jump until the file has its action', async ({ alir, outside }) => {
  const day = (date: string, prices: Record<string, number>) =>
    alir.ingest(
      fileName(date),
      csv(Object.entries(prices).map(([STK_CODE, STK_PRIC]) => line({ TRX_DATE: date, STK_CODE, STK_PRIC }))),
    );
  await day('2026-01-19', { SPLT: 5000, CALM: 1000, 'SPLT-W': 500 });
  await day('2026-01-20', { SPLT: 1010, CALM: 1050, 'SPLT-W': 100 });
  const { root } = alir.stores.folders;
  const [state, text] = (await doctor(root)).of('corporate_actions');
  expect(state).toBe('warning');
  expect(text).toContain(
    '1 price jumped like a corporate action that is not in the file: SPLT 2026-01-20 (5000 → 1010, 5/1).',
  );
  const file = `${outside}/actions.csv`;
  const withFile = async (content: string) => {
    writeFileSync(file, content);
    return (await doctor(root, { env: { ALIR_CORPORATE_ACTIONS: file } })).of('corporate_actions');
  };
  const header = 'ex_date,ticker,kind,factor';
  expect(await withFile(`${header}\n2026-01-20,SPLT,split,5/1\n`)).toEqual([
    'ok',
    'No price jumped like a stock split without a corporate action.',
  ]);
  const [wrong, problem] = await withFile(`${header}\n2026-01-20,SPLT,split,x\n`);
  expect(wrong).toBe('problem');
  expect(problem).toContain(`The corporate actions in ${file}: line 2 must have a factor`);
});
