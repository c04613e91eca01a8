import { describe, expect, test } from 'vitest';
import { FIGURES } from '../../src/core/market/official-figures.ts';
import type { TickerFigures } from '../../src/market/lake/day-facts.ts';
import { compareWithSummary, type Pattern } from '../../src/operations/official/compare-summary.ts';
import type { SummaryRow } from '../../src/operations/official/stock-summary.ts';

const figures = (ticker: string, market: string, freq: number): TickerFigures => ({
  ticker,
  market,
  open: 100,
  high: 120,
  low: 90,
  close: 110,
  freq,
  volume: freq * 1000,
  value: freq * 105_000,
  foreign_buy: freq * 300,
  foreign_sell: freq * 100,
});

const TICKERS = ['AAAA', 'BBBB', 'CCCC', 'DDDD'];
/** Each ticker has trades in the three markets. */
const ALIR = TICKERS.flatMap((ticker, index) =>
  [10, 3, 1].map((freq, market) => figures(ticker, ['RG', 'NG', 'TN'][market] ?? '', freq + index)),
);

const rowOf = (ticker: string): SummaryRow => {
  const [regular, negotiated, cash] = ALIR.filter((row) => row.ticker === ticker);
  if (!regular || !negotiated || !cash) throw new Error(ticker);
  const { open, market: _, ...row } = regular;
  const both = (figure: 'freq' | 'volume' | 'value') => negotiated[figure] + cash[figure];
  return {
    ...row,
    open_price: open,
    first_trade: open,
    non_regular: { freq: both('freq'), volume: both('volume'), value: both('value') },
  };
};
const ROWS = TICKERS.map(rowOf);

const compare = (rows: readonly SummaryRow[], alir: readonly TickerFigures[]) =>
  compareWithSummary({ trade_date: '2026-01-19', rows }, alir);

const named = (patterns: readonly Pattern[]) =>
  patterns.map(({ pattern, tickers, of }) => `${pattern} ${tickers}/${of}`);

describe('a day is compared with the Stock Summary', () => {
  test('and matches if every figure of every ticker is the same', () => {
    expect(compare(ROWS, ALIR)).toEqual({
      tickers: 4,
      differing_tickers: 0,
      differences: [],
      patterns: [],
      open_not_stated: 0,
      compared: [...FIGURES, 'every_ticker'],
      has_non_regular: true,
      not_in_file: [],
      partial: false,
    });
  });

  test.each(FIGURES)('and a wrong %s is the only difference', (figure) => {
    const [row, ...rows] = ROWS;
    if (!row?.non_regular) throw new Error('no row');
    const name = figure.replace('non_regular_', '');
    const wrong = figure.startsWith('non_regular')
      ? { ...row, non_regular: { ...row.non_regular, [name]: 7 } }
      : { ...row, ...(figure === 'open' ? { open_price: 7, first_trade: 7 } : { [name]: 7 }) };
    const { differences } = compare([wrong, ...rows], ALIR);
    expect(differences).toEqual([{ ticker: 'AAAA', figure, official: 7, alir: expect.any(Number) }]);
  });

  test('and the open is that of OpenPrice or of FirstTrade, if the file states one', () => {
    const withOpen = (open_price: number | null, first_trade: number | null) => {
      const rows = ROWS.map((row) => ({ ...row, open_price, first_trade }));
      const { differences, open_not_stated } = compare(rows, ALIR);
      return { official: differences.map(({ official }) => official)[0], open_not_stated };
    };
    expect(withOpen(100, 105)).toEqual({ official: undefined, open_not_stated: 0 });
    expect(withOpen(95, 100)).toEqual({ official: undefined, open_not_stated: 0 });
    expect(withOpen(null, 100)).toEqual({ official: undefined, open_not_stated: 0 });
    expect(withOpen(null, null)).toEqual({ official: undefined, open_not_stated: 4 });
    expect(withOpen(95, 105)).toEqual({ official: 95, open_not_stated: 0 });
    expect(withOpen(null, 105)).toEqual({ official: 105, open_not_stated: 0 });
  });

  test('and the open is not compared if the file lacks it for one ticker', () => {
    const [first, ...others] = ROWS;
    if (!first) throw new Error('no row');
    const { differences, compared } = compare(
      [{ ...first, open_price: null, first_trade: null }, ...others],
      ALIR,
    );
    expect([differences, compared]).toEqual([
      [],
      [...FIGURES.filter((figure) => figure !== 'open'), 'every_ticker'],
    ]);
  });

  test('and a stock without trades has the previous close in the file, and no row in Alir', () => {
    const none = { freq: 0, volume: 0, value: 0, foreign_buy: 0, foreign_sell: 0, high: 0, low: 0 };
    const idle = {
      ...rowOf('AAAA'),
      ...none,
      ticker: 'IDLE',
      close: 55,
      open_price: null,
      first_trade: null,
    };
    const rows = [...ROWS, { ...idle, non_regular: { freq: 0, volume: 0, value: 0 } }];
    expect(compare(rows, ALIR)).toMatchObject({ tickers: 5, differences: [], open_not_stated: 0 });
  });

  test('and a stock that one side lacks differs; a warrant or an ETF that the file lacks does not', () => {
    const others = ['BRMS-W', 'R-LQ45X', 'XIIT', 'BBRIDRCM3A'].map((ticker) => figures(ticker, 'RG', 5));
    const { differences, not_in_file, tickers } = compare(ROWS.slice(1), [...ALIR, ...others]);
    expect(tickers).toBe(4);
    expect(not_in_file).toEqual(['BBRIDRCM3A', 'BRMS-W', 'R-LQ45X', 'XIIT']);
    expect(differences.map(({ ticker, official }) => `${ticker} ${official}`)).toEqual(
      FIGURES.map(() => 'AAAA null'),
    );
    const missing = compare(
      ROWS,
      ALIR.filter(({ ticker }) => ticker !== 'AAAA'),
    );
    expect(missing.differences.map(({ ticker, alir }) => `${ticker} ${alir || null}`)).toEqual(
      FIGURES.map(() => 'AAAA null'),
    );
    const warrant = { ...rowOf('AAAA'), ticker: 'BRMS-W' };
    expect(compare([...ROWS, warrant], [...ALIR, ...others]).differences[0]).toMatchObject({
      ticker: 'BRMS-W',
      figure: 'freq',
      official: 10,
      alir: 5,
    });
  });

  test('and a file without the columns of the non-regular markets is compared without them', () => {
    const rows = ROWS.map((row) => ({ ...row, non_regular: null }));
    const result = compare(
      rows,
      ALIR.filter(({ market }) => market === 'RG'),
    );
    expect(result).toMatchObject({ differences: [], has_non_regular: false });
    // Twice the negotiated and cash trades are no difference, so nothing of them is compared.
    const doubled = ALIR.map((row) =>
      row.market === 'RG'
        ? row
        : { ...row, freq: 2 * row.freq, volume: 2 * row.volume, value: 2 * row.value },
    );
    expect(compare(rows, doubled)).toMatchObject({
      differences: [],
      compared: [...FIGURES.filter((figure) => !figure.startsWith('non_regular')), 'every_ticker'],
    });
  });

  test('and what was not compared of every ticker is not claimed', () => {
    const closed = ROWS.map((row) => ({ ...row, open_price: null, first_trade: null }));
    const { compared, differences } = compare(closed, [...ALIR, figures('BRMS-W', 'RG', 5)]);
    expect({ compared, differences }).toEqual({
      compared: FIGURES.filter((figure) => figure !== 'open'),
      differences: [],
    });
  });
});

test('files of one stock each are compared in their stocks only', () => {
  const result = compareWithSummary({ trade_date: '2026-01-19', rows: ROWS.slice(1) }, ALIR, true);
  expect(result).toMatchObject({ tickers: 3, differences: [], not_in_file: ['AAAA'], partial: true });
  const whole = compareWithSummary(
    { trade_date: '2026-01-19', rows: ROWS },
    [...ALIR, figures('AAAA-W', 'RG', 1)],
    true,
  );
  expect(whole).toMatchObject({ tickers: 4, differences: [], not_in_file: ['AAAA-W'], partial: false });
});

describe('a pattern is named', () => {
  const changed = (change: (row: TickerFigures) => Partial<TickerFigures>, markets = ['RG', 'NG', 'TN']) =>
    ALIR.map((row) => ({ ...row, ...change(row) })).filter(({ market }) => markets.includes(market));
  const same = () => ({});

  test.each<[string, readonly SummaryRow[], readonly TickerFigures[], string[]]>([
    [
      'if buyer and seller are swapped',
      ROWS,
      changed(({ foreign_buy, foreign_sell }) => ({ foreign_buy: foreign_sell, foreign_sell: foreign_buy })),
      ['sides_swapped 4/4'],
    ],
    [
      'if buyer and seller of three of four stocks are swapped',
      ROWS,
      changed(({ ticker, foreign_buy, foreign_sell }) =>
        ticker === 'AAAA' ? {} : { foreign_buy: foreign_sell, foreign_sell: foreign_buy },
      ),
      ['sides_swapped 3/3'],
    ],
    [
      'if buyer and seller of half of the stocks are swapped',
      ROWS,
      changed(({ ticker, foreign_buy, foreign_sell }) =>
        ticker < 'CCCC' ? { foreign_buy: foreign_sell, foreign_sell: foreign_buy } : {},
      ),
      ['sides_swapped 2/2'],
    ],
    [
      'if Alir has lots',
      ROWS,
      changed(({ volume, value }) => ({ volume: volume / 100, value: value / 100 })),
      ['lots_for_shares 4/4'],
    ],
    [
      'if the file has lots',
      ROWS.map((row) => ({ ...row, volume: row.volume / 100 })),
      ALIR,
      ['lots_for_shares 4/4'],
    ],
    ['if the regular market is missing', ROWS, changed(same, ['NG', 'TN']), ['market_missing 4/4']],
    ['if the negotiated market is missing', ROWS, changed(same, ['RG', 'TN']), ['market_missing 4/4']],
    ['if the cash market is missing', ROWS, changed(same, ['RG', 'NG']), ['market_missing 4/4']],
    ['if both are missing', ROWS, changed(same, ['RG']), ['market_missing 4/4']],
    [
      'if the foreign figures of the file are those of all markets',
      ROWS.map((row) => {
        const of = (figure: 'foreign_buy' | 'foreign_sell') =>
          ALIR.filter(({ ticker }) => ticker === row.ticker).reduce((sum, each) => sum + each[figure], 0);
        return { ...row, foreign_buy: of('foreign_buy'), foreign_sell: of('foreign_sell') };
      }),
      ALIR,
      ['market_missing 4/4'],
    ],
    [
      'if Alir has negotiated and cash trades as regular ones',
      ROWS,
      TICKERS.map((ticker) => {
        const [first, ...rest] = ALIR.filter((row) => row.ticker === ticker);
        if (!first) throw new Error(ticker);
        const add = (figure: 'freq' | 'volume' | 'value') =>
          rest.reduce((sum, row) => sum + row[figure], first[figure]);
        return { ...first, freq: add('freq'), volume: add('volume'), value: add('value') };
      }),
      ['market_missing 4/4'],
    ],
    [
      'if Alir has a part of the day',
      ROWS,
      changed(({ freq, volume, value }) => ({ freq: freq - 1, volume: volume - 500, value: value - 9 })),
      ['part_of_day 4/4'],
    ],
    [
      'if tickers are missing in Alir',
      ROWS,
      ALIR.filter(({ ticker }) => ticker !== 'AAAA'),
      ['part_of_day 1/1'],
    ],
    [
      'if the file has a part of the day',
      ROWS.map((row) => ({ ...row, freq: row.freq - 1, volume: row.volume - 1, value: row.value - 1 })),
      ALIR,
      ['part_of_day 4/4'],
    ],
    ['if tickers are missing in the file', ROWS.slice(1), ALIR, ['part_of_day 1/1']],
  ])('%s', (_title, rows, alir, expected) => {
    const { patterns, differences } = compare(rows, alir);
    expect(differences.length).toBeGreaterThan(0);
    expect(named(patterns)).toEqual(expected);
  });

  const FOREIGN = ['foreign_buy', 'foreign_sell'] as const;
  const TOTALS = ['freq', 'volume', 'value'] as const;
  const swapped = changed(({ foreign_buy, foreign_sell }) => ({
    foreign_buy: foreign_sell,
    foreign_sell: foreign_buy,
  }));
  /** A row of each ticker in RG, with the sums of these markets in some of its figures. */
  const together = (markets: readonly string[], of: readonly (keyof TickerFigures)[]) =>
    TICKERS.map((ticker) => {
      const rows = ALIR.filter((row) => row.ticker === ticker && markets.includes(row.market));
      const sums = of.map((figure) => [figure, rows.reduce((sum, row) => sum + Number(row[figure]), 0)]);
      return { ...figures(ticker, 'RG', 1), ...rows[0], ...Object.fromEntries(sums) } as TickerFigures;
    });
  const withFigures = (rows: readonly TickerFigures[], of: readonly (keyof TickerFigures)[]) =>
    ROWS.map((row, index) => ({
      ...row,
      ...Object.fromEntries(of.map((figure) => [figure, rows[index]?.[figure]])),
    }));

  test.each<[string, string, readonly SummaryRow[], readonly TickerFigures[], readonly (keyof SummaryRow)[]]>(
    [
      ['Buyer and seller are swapped', 'swapped sides', ROWS, swapped, FOREIGN],
      [
        'equal those of RG + NG in Alir',
        'the totals of RG and NG in the file',
        withFigures(together(['RG', 'NG'], TOTALS), TOTALS),
        ALIR,
        TOTALS,
      ],
      [
        'equal those of RG + TN in Alir',
        'the totals of RG and TN in the file',
        withFigures(together(['RG', 'TN'], TOTALS), TOTALS),
        ALIR,
        TOTALS,
      ],
      [
        'foreign_sell equal those of RG + NG + TN in Alir',
        'the foreign flow of all markets in the file',
        withFigures(together(['RG', 'NG', 'TN'], FOREIGN), FOREIGN),
        ALIR,
        FOREIGN,
      ],
      [
        "Alir's regular market contains the trades",
        'the totals of all markets as regular ones in Alir',
        ROWS,
        together(['RG', 'NG', 'TN'], TOTALS),
        TOTALS,
      ],
    ],
  )('as “%s” only if each figure shows it: %s', (text, _title, rows, alir, compared) => {
    const texts = (others: readonly SummaryRow[]) =>
      compare(others, alir).patterns.filter((pattern) => pattern.text.includes(text));
    expect(texts(rows)).toHaveLength(1);
    for (const figure of compared)
      expect(texts(rows.map((row) => ({ ...row, [figure]: Number(row[figure]) + 1 })))).toEqual([]);
  });

  test('never for unrelated differences', () => {
    const random = (row: TickerFigures) => ({
      freq: row.freq + (row.ticker < 'C' ? 2 : -2),
      volume: row.volume + 3700,
      foreign_buy: row.foreign_buy + 17,
    });
    expect(compare(ROWS, changed(random)).patterns).toEqual([]);
    const one = ALIR.map((row, index) => (index === 0 ? { ...row, freq: row.freq - 1 } : row));
    expect(compare(ROWS, one).patterns).toEqual([]);
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => figures(`T${String.fromCharCode(65 + index)}AA`, 'RG', 5));
  const listed = (rows: readonly TickerFigures[]): SummaryRow[] =>
    rows.map(({ market: _, open, ...row }) => ({
      ...row,
      open_price: open,
      first_trade: open,
      non_regular: null,
    }));

  test.each<[string, (row: TickerFigures) => TickerFigures]>([
    [
      'foreign figures are swapped',
      (row) => ({ ...row, foreign_buy: row.foreign_sell, foreign_sell: row.foreign_buy }),
    ],
    ['volume is in lots', (row) => ({ ...row, volume: row.volume / 100 })],
  ])('never for the whole file if only the %s of one stock', (_title, change) => {
    const day = many(20);
    const { patterns, differing_tickers } = compare(
      listed(day),
      day.map((row, index) => (index === 3 ? change(row) : row)),
    );
    expect({ patterns, differing_tickers }).toEqual({ patterns: [], differing_tickers: 1 });
  });

  test.each([
    ['daily file', (all: TickerFigures[], cut: TickerFigures[]) => compare(listed(all), cut)],
    ['file of the exchange', (all: TickerFigures[], cut: TickerFigures[]) => compare(listed(cut), all)],
  ] as const)('if a %s that is sorted by ticker is cut, also within a ticker', (_title, compared) => {
    const all = many(24);
    for (const kept of [8, 16, 21]) {
      const whole = all.slice(0, kept);
      expect(named(compared(all, whole).patterns)).toEqual([`part_of_day ${24 - kept}/${24 - kept}`]);
      const part = { ...figures(all[kept]?.ticker ?? '', 'RG', 5), freq: 2, volume: 2000, value: 210_000 };
      expect(named(compared(all, [...whole, part]).patterns)).toEqual([
        `part_of_day ${24 - kept}/${24 - kept}`,
      ]);
    }
  });

  test('if it explains at least 90% of the tickers that differ in its figures', () => {
    const day = many(20);
    const rows = listed(day);
    const swapped = (exceptions: number) =>
      day.map((row, index) =>
        index < exceptions
          ? { ...row, foreign_buy: 1 }
          : { ...row, foreign_buy: row.foreign_sell, foreign_sell: row.foreign_buy },
      );
    expect(named(compare(rows, swapped(2)).patterns)).toEqual(['sides_swapped 18/20']);
    expect(named(compare(rows, swapped(3)).patterns)).toEqual([]);
  });
});
