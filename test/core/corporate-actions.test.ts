import { describe, expect, test } from 'vitest';
import {
  actionText,
  corporateActionsCsv,
  corporateActionsIn,
  scaleFor,
  scaleOfDay,
} from '../../src/core/market/corporate-actions.ts';
import { actionsOf } from '../support/corporate-actions.ts';
import fc from '../support/properties.ts';

const HEADER = 'ex_date,ticker,kind,factor';
const read = (...lines: string[]) =>
  corporateActionsIn([HEADER, ...lines].join('\n'), 'The actions in my.csv');

describe('a file of corporate actions', () => {
  test('is read by ex-date, with factors as fractions or decimal numbers', () => {
    const actions = read(
      '2026-03-02,BRMS,rights,1.0345',
      '2026-01-20, BBCA ,split,5',
      '',
      '2026-02-02,BBCA,bonus,13/10\r',
      '2025-06-02,BRMS,reverse_split,1/10',
    );
    expect(actions.map((each) => `${each.ticker} ${actionText(each)}`)).toEqual([
      'BRMS 2025-06-02 reverse_split 1/10',
      'BBCA 2026-01-20 split 5/1',
      'BBCA 2026-02-02 bonus 13/10',
      'BRMS 2026-03-02 rights 10345/10000',
    ]);
    expect(read()).toEqual([]);
    const largest = read('2026-01-20,BBCA,split,10000', '2026-01-20,BBRI,reverse_split,1/10000');
    const file = corporateActionsCsv(largest);
    // Windows editors may add a byte order mark.
    expect(corporateActionsIn(`\uFEFF${file}`, 'The actions in my.csv')).toEqual(largest);
  });

  test.each([
    ['2026-01-20,BBCA,split', 'line 2 must have 4 cells'],
    ['20-01-2026,BBCA,split,5', 'line 2 must begin with a date as YYYY-MM-DD; it is "20-01-2026"'],
    ['2026-02-30,BBCA,split,5', 'line 2 must begin with a date'],
    ['2026-01-20,bbca,split,5', 'line 2 must have a ticker'],
    [
      '2026-01-20,BBCA,dividend,5',
      'one of split, reverse_split, bonus, rights as its kind; it is "dividend"',
    ],
    ['2026-01-20,BBCA,split,1:5', 'must have a factor from 1/10000 to 10000'],
    ['2026-01-20,BBCA,split,5/0', 'must have a factor from'],
    ['2026-01-20,BBCA,split,0', 'must have a factor from'],
    ['2026-01-20,BBCA,split,-5', 'must have a factor from'],
    ['2026-01-20,BBCA,split,10001', 'must have a factor from'],
    ['2026-01-20,BBCA,reverse_split,1/10001', 'must have a factor from'],
    ['2026-01-20,BBCA,split,1/5', 'must have a factor above 1 for the kind split'],
    ['2026-01-20,BBCA,rights,1', 'must have a factor above 1 for the kind rights'],
    ['2026-01-20,BBCA,reverse_split,5', 'must have a factor below 1 for the kind reverse_split'],
  ])('is refused for %s', (line, problem) => {
    expect(() => read(line)).toThrow(problem);
    expect(() => read(line)).toThrow('The actions in my.csv');
  });

  test('is refused for another header and for a repeated action, with the lines of both', () => {
    expect(() => corporateActionsIn('date,ticker\n', 'The actions in my.csv')).toThrow(
      'line 1 must be ex_date',
    );
    const [split, other] = ['2026-01-20,BBCA,split,5', '2026-01-20,BBCA,bonus,2'];
    const many = Array.from({ length: 51 }, (_, n) => `${2000 + n}-01-20,BBCA,split,5`);
    expect(() => read(...many)).toThrow('line 52 is action 51 of BBCA; a ticker has at most 50');
    expect(() => read(split, other, '', split)).toThrow(
      'line 5 repeats the split of BBCA on 2026-01-20 of line 2',
    );
  });
});

describe('a scale', () => {
  test('multiplies volumes and divides prices of the days before each ex-date', () => {
    const scale = scaleOfDay(read('2026-01-20,BBCA,split,5', '2026-02-02,BBCA,bonus,13/10'));
    const of = (date: string) => [
      scale(date).volume(1000),
      scale(date).price(6500),
      scale(date).average(6_500_000, 1000),
    ];
    expect(of('2026-01-19')).toEqual([6500, 1000, 1000]);
    expect(of('2026-01-20')).toEqual([1300, 5000, 5000]);
    expect(of('2026-02-01')).toEqual([1300, 5000, 5000]);
    expect(of('2026-02-02')).toEqual([1000, 6500, 6500]);
  });

  test('rounds halves of shares and of hundredths up, and averages from volumes before rounding', () => {
    const tenth = scaleOfDay(read('2026-01-20,BBCA,reverse_split,1/10'))('2026-01-19');
    expect([4, 5, 14, 15].map((shares) => tenth.volume(shares))).toEqual([0, 1, 1, 2]);
    expect(tenth.average(400, 4)).toBe(1000);
    const eighth = scaleOfDay(read('2026-01-20,BBCA,split,8'))('2026-01-19');
    expect([eighth.price(101), eighth.price(1)]).toEqual([12.63, 0.13]);
    expect(eighth.average(0, 0)).toBe(0);
  });

  test('is the nearest number to the exact one, for random actions', () => {
    const factor = fc.record({
      n: fc.integer({ min: 1, max: 999 }),
      d: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(
        fc.array(factor, { minLength: 1, maxLength: 3 }),
        fc.nat(1e6),
        fc.nat(1e4),
        (all, shares, idr) => {
          const actions = all.map(({ n, d }, index) => ({
            ...{ ex_date: `2026-01-0${index + 2}`, ticker: 'BBCA', kind: 'split' as const },
            ...{ new_shares: n, old_shares: d },
          }));
          const scale = scaleOfDay(actions)('2026-01-01');
          const n = all.reduce((product, each) => product * BigInt(each.n), 1n);
          const d = all.reduce((product, each) => product * BigInt(each.d), 1n);
          const volume = BigInt(scale.volume(shares)) * d;
          const exact = BigInt(shares) * n;
          // The nearest whole number; a half is rounded up.
          expect(2n * (volume - exact) <= d && 2n * (volume - exact) > -d).toBe(true);
          const price = BigInt(Math.round(scale.price(idr) * 100)) * n;
          const exact_price = BigInt(idr) * d * 100n;
          expect(2n * (price - exact_price) <= n && 2n * (price - exact_price) > -n).toBe(true);
        },
      ),
      { examples: [[[{ n: 5, d: 1 }], 100, 7]] },
    );
  });

  test('applies the actions up to the newest published day only, and none to an answer as traded', () => {
    const all = read('2026-01-20,BBCA,split,5');
    const asked = { adjust: 'splits', ticker: 'BBCA', from: '2026-01-01' } as const;
    const volume = (through: string | null, adjust: 'none' | 'splits' = 'splits') =>
      scaleFor(actionsOf(...all), { ...asked, adjust }, through)('2026-01-19').volume(100);
    expect([volume('2026-01-20'), volume('2026-01-19'), volume(null)]).toEqual([500, 100, 100]);
    expect(volume('2026-01-20', 'none')).toBe(100);
  });
});
