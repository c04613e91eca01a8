import { describe, expect, test } from 'vitest';
import { tradingCalendar } from '../../../../src/core/market/calendar.ts';
import type { DayCondition, EmptyReason } from '../../../../src/core/market/coverage.ts';
import { type AnswerFigures, FIGURES } from '../../../../src/core/market/official-figures.ts';
import { DataDays } from '../../../../src/market/serving/queries/data-days.ts';
import { referenceFile } from '../../../../src/server/settings-files.ts';
import { SetClock } from '../../../support/alir.ts';

const calendar = tradingCalendar(referenceFile('holidays.csv'));
const HISTORY = calendar.tradingDays('2026-01-05', '2026-01-30').filter((day) => day !== '2026-01-21');
/** Monday 2026-02-02, two hours before its day counts as missing. */
const NOON_GMT = '2026-02-02T12:00:00Z';

const ALL_FIGURES = [...FIGURES, 'every_ticker'].join();
const REGULAR = { market: 'RG', has_prices: false, has_foreign: false, are_stocks: true } as const;

/** Every third day is verified, and every third one differs from the exchange's figures. */
const daysOf = (dates: readonly string[]) =>
  dates.map((trade_date, index) => ({
    trade_date,
    verified: [1, 0, null][index % 3] ?? null,
    compared: index % 3 === 2 ? null : ALL_FIGURES,
  }));

function dataDays(published: readonly string[] = HISTORY, time = NOON_GMT): DataDays {
  const clock = new SetClock(time);
  return new DataDays({
    calendar,
    clock,
    datasetVersion: async () => 'one',
    publishedDays: async () => daysOf(published),
  });
}

interface Cell {
  day: string;
  date: string;
  condition: DayCondition | null;
  known: EmptyReason;
  unknown: EmptyReason;
}

const CELLS: readonly Cell[] = [
  {
    day: 'a published trading day',
    date: '2026-01-20',
    condition: 'published',
    known: 'no_trades',
    unknown: 'unknown_ticker',
  },
  {
    day: 'a holiday',
    date: '2026-01-16',
    condition: null,
    known: 'no_trading_day',
    unknown: 'no_trading_day',
  },
  {
    day: 'a weekend',
    date: '2026-01-17',
    condition: null,
    known: 'no_trading_day',
    unknown: 'no_trading_day',
  },
  {
    day: 'a trading day before the history',
    date: '2025-06-02',
    condition: 'missing',
    known: 'missing_day',
    unknown: 'missing_day',
  },
  {
    day: 'a due day',
    date: '2026-02-02',
    condition: 'due',
    known: 'not_published_yet',
    unknown: 'not_published_yet',
  },
  {
    day: 'a missing day',
    date: '2026-01-21',
    condition: 'missing',
    known: 'missing_day',
    unknown: 'missing_day',
  },
  { day: 'a future day', date: '2026-02-03', condition: 'future', known: 'future', unknown: 'future' },
  {
    day: 'a future holiday',
    date: '2026-02-17',
    condition: null,
    known: 'no_trading_day',
    unknown: 'no_trading_day',
  },
];

describe('an empty answer for one day has one reason', () => {
  test.for(CELLS)('$day', async ({ date, condition, known, unknown }) => {
    const days = dataDays();
    expect(await days.conditionOf(date)).toBe(condition);
    const range = await days.range(date, date, REGULAR);
    expect([range.emptyReason(true), range.emptyReason(false)]).toEqual([known, unknown]);
    expect(range.coverage.published).toBe(condition === 'published' ? 1 : 0);
    expect(range.coverage.missing_days).toEqual(condition === 'missing' ? [date] : []);
    expect(range.coverage.expected).toBe(condition === null || condition === 'future' ? 0 : 1);
  });

  test('today changes from due to missing at 14:00 GMT, and the next day from future to due at midnight in Jakarta', async () => {
    const conditions = ['2026-02-02T13:59:59Z', '2026-02-02T14:00:00Z', '2026-02-02T17:00:00Z'].map((time) =>
      Promise.all(['2026-02-02', '2026-02-03'].map((date) => dataDays(HISTORY, time).conditionOf(date))),
    );
    expect(await Promise.all(conditions)).toEqual([
      ['due', 'future'],
      ['missing', 'future'],
      ['missing', 'due'],
    ]);
  });

  test('a published day is published, whatever the calendar and the clock say', async () => {
    const days = dataDays(['2026-01-17', '2026-02-04']);
    expect(await Promise.all(['2026-01-17', '2026-02-04'].map((date) => days.conditionOf(date)))).toEqual([
      'published',
      'published',
    ]);
    expect((await days.range('2026-01-17', '2026-01-18', REGULAR)).coverage).toMatchObject({
      published: 1,
      expected: 1,
    });
    expect((await days.range('2026-02-03', '2026-02-04', REGULAR)).coverage.published).toBe(1);
    expect(await days.through()).toBe('2026-02-04');
  });

  test('with nothing published, every past trading day is missing', async () => {
    const days = dataDays([]);
    const range = await days.range('2026-01-16', '2026-01-19', REGULAR);
    expect([await days.through(), range.emptyReason(false), range.coverage.missing_days]).toEqual([
      null,
      'missing_day',
      ['2026-01-19'],
    ]);
  });
});

describe('an empty answer for a range has one reason', () => {
  test.for<{ days: string; from: string; to: string; known: EmptyReason; unknown: EmptyReason }>([
    {
      days: 'published and missing',
      from: '2026-01-20',
      to: '2026-01-21',
      known: 'missing_day',
      unknown: 'unknown_ticker',
    },
    {
      days: 'published, weekend, due and future',
      from: '2026-01-30',
      to: '2026-02-06',
      known: 'no_trades',
      unknown: 'unknown_ticker',
    },
    {
      days: 'weekend and due',
      from: '2026-01-31',
      to: '2026-02-02',
      known: 'not_published_yet',
      unknown: 'not_published_yet',
    },
    {
      days: 'due and future',
      from: '2026-02-02',
      to: '2026-02-28',
      known: 'not_published_yet',
      unknown: 'not_published_yet',
    },
    {
      days: 'before the history and published',
      from: '2025-12-30',
      to: '2026-01-05',
      known: 'missing_day',
      unknown: 'unknown_ticker',
    },
    { days: 'holiday and future', from: '2026-02-16', to: '2026-02-18', known: 'future', unknown: 'future' },
    {
      days: 'holiday and weekend',
      from: '2026-01-16',
      to: '2026-01-18',
      known: 'no_trading_day',
      unknown: 'no_trading_day',
    },
  ])('$days', async ({ from, to, known, unknown }) => {
    const range = await dataDays().range(from, to, REGULAR);
    expect([range.emptyReason(true), range.emptyReason(false)]).toEqual([known, unknown]);
  });

  test('which is never no_trades if a day of the range was deleted', async () => {
    for (const deleted of HISTORY) {
      const days = dataDays(HISTORY.filter((day) => day !== deleted));
      for (const [from, to] of [
        [deleted, deleted],
        ['2026-01-05', deleted],
        [deleted, '2026-02-28'],
      ] as const) {
        const range = await days.range(from, to, REGULAR);
        expect([range.emptyReason(true), range.emptyReason(false)]).not.toContain('no_trades');
        expect(range.coverage.missing_days).toContain(deleted);
      }
    }
  });
});

describe('the figures of a range', () => {
  test('equal the counts of its days', async () => {
    const days = dataDays();
    const all = Array.from({ length: 430 }, (_, day) =>
      new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
    );
    for (let start = 0; start < all.length; start += 13) {
      for (const length of [1, 2, 30, 366]) {
        const part = all.slice(start, start + length);
        const conditions = await Promise.all(part.map((date) => days.conditionOf(date)));
        const { coverage } = await days.range(part[0] ?? '', part.at(-1) ?? '', REGULAR);
        const missing = part.filter((_, index) => conditions[index] === 'missing');
        const verified = daysOf(HISTORY).filter((day) => day.verified === 1 && part.includes(day.trade_date));
        expect(coverage).toEqual({
          verified: verified.length,
          published: conditions.filter((condition) => condition === 'published').length,
          expected: conditions.filter((condition) => condition !== null && condition !== 'future').length,
          missing: missing.length,
          missing_days: missing.slice(0, 20),
        });
      }
    }
  });

  const WITHOUT_NON_REGULAR = FIGURES.filter((figure) => !figure.startsWith('non_regular'));
  const OF: Readonly<Record<string, string>> = {
    everything: ALL_FIGURES,
    'without warrants': FIGURES.join(),
    'without NG and TN': WITHOUT_NON_REGULAR.join(),
    'without open': FIGURES.filter((figure) => figure !== 'open').join(),
  };

  test.each<[string, Partial<AnswerFigures>, string[]]>([
    ['RG', {}, Object.keys(OF)],
    ['NG', { market: 'NG' }, ['everything', 'without warrants', 'without open']],
    ['ALL', { market: 'ALL' }, ['everything', 'without warrants', 'without open']],
    ['foreign RG', { has_foreign: true }, Object.keys(OF)],
    ['foreign NG', { market: 'NG', has_foreign: true }, []],
    ['foreign ALL', { market: 'ALL', has_foreign: true }, []],
    ['prices RG', { has_prices: true }, ['everything', 'without warrants', 'without NG and TN']],
    ['prices ALL', { market: 'ALL', has_prices: true }, []],
    ['all tickers', { are_stocks: false }, ['everything']],
    ['all tickers and markets', { market: undefined, are_stocks: false }, ['everything']],
  ])('are verified for %s only on days on which they were compared', async (_title, figures, expected) => {
    const dates = HISTORY.slice(0, 4);
    const published = dates.map((trade_date, index) => ({
      trade_date,
      verified: 1,
      compared: Object.values(OF)[index] ?? null,
    }));
    const days = new DataDays({
      calendar,
      clock: new SetClock(NOON_GMT),
      datasetVersion: async () => 'one',
      publishedDays: async () => published,
    });
    // What is counted for other figures is not used for these.
    for (const market of ['RG', 'NG', 'ALL'] as const)
      await days.range(dates[0] ?? '', dates[0] ?? '', { ...REGULAR, market });
    const verified: string[] = [];
    for (const [index, name] of Object.keys(OF).entries()) {
      const date = dates[index] ?? '';
      const { coverage } = await days.range(date, date, { ...REGULAR, ...figures });
      if (coverage.verified === 1) verified.push(name);
    }
    expect(verified).toEqual(expected);
  });

  test('change with the dataset and with the time, and are computed once for both', async () => {
    const clock = new SetClock(NOON_GMT);
    let version = 'one';
    let reads = 0;
    const publishedDays = async () => {
      reads += 1;
      return daysOf(version === 'one' ? HISTORY : [...HISTORY, '2026-02-02']);
    };
    const days = new DataDays({ calendar, clock, datasetVersion: async () => version, publishedDays });
    expect([await days.conditionOf('2026-02-02'), await days.through(), reads]).toEqual([
      'due',
      '2026-01-30',
      1,
    ]);
    version = 'two';
    expect([await days.conditionOf('2026-02-02'), await days.through(), reads]).toEqual([
      'published',
      '2026-02-02',
      2,
    ]);
    clock.time = new Date('2026-02-03T15:00:00Z');
    expect([await days.conditionOf('2026-02-03'), await days.conditionOf('2026-02-04'), reads]).toEqual([
      'missing',
      'future',
      3,
    ]);
  });
});
