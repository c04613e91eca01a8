import { render } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { AccumulationGauge } from '../../../src/console/charts/accumulation-gauge.tsx';
import { coverageOf } from '../../../src/console/charts/answer.ts';
import { counterpartyFlows, OTHERS } from '../../../src/console/charts/counterparty-flows.ts';
import { movedCursor } from '../../../src/console/charts/cursor.ts';
import { absencesText, gaps, noTradesText, statusUrl } from '../../../src/console/charts/day-axis.tsx';
import { FlowDiagram } from '../../../src/console/charts/flow-diagram.tsx';
import { FlowMatrix } from '../../../src/console/charts/flow-matrix.tsx';
import { InventoryChart, inventoryLines } from '../../../src/console/charts/inventory-chart.tsx';
import type { Locale } from '../../../src/console/charts/locale.ts';
import { PairedBars, sidesOf } from '../../../src/console/charts/paired-bars.tsx';
import { coverageText, Picture } from '../../../src/console/charts/picture.tsx';
import { brokenLine, PriceChart } from '../../../src/console/charts/price-chart.tsx';
import { NEWS_REQUEST } from '../../../src/console/charts/requests.ts';
import type { AccumulationData, Day, PriceRow } from '../../../src/console/charts/rows.ts';
import { ROWS_AT_FIRST, RowsTable, sortedRows } from '../../../src/console/charts/rows-table.tsx';
import { linear, spreadLabels, ticks } from '../../../src/console/charts/scale.ts';
import { brokerColumns, priceColumns } from '../../../src/console/charts/table-columns.ts';
import { strengthClass, Treemap } from '../../../src/console/charts/treemap.tsx';
import { boxLabel, squarify } from '../../../src/console/charts/treemap-layout.ts';
import { Accumulation } from '../../../src/console/charts/views/accumulation.tsx';
import { KeyFigures, keyFigures } from '../../../src/console/charts/views/key-figures.tsx';
import { streaksRemark } from '../../../src/console/charts/views/market-view.tsx';
import { NewsList, newestFirst } from '../../../src/console/charts/views/news-list.tsx';
import { explorerEn } from '../../../src/console/texts/explorer-en.ts';
import { DateFormat } from '../../../src/console/texts/written-dates.ts';
import { NumberFormat } from '../../../src/console/texts/written-numbers.ts';

const locale: Locale = { texts: explorerEn, numbers: new NumberFormat('en'), dates: new DateFormat('en') };
const links = {
  broker: (code: string) => `/brokers/${code}`,
  ticker: (ticker: string) => `/explore/${ticker}`,
};

const ABSENCES = { published: null, missing: 'no_file', due: 'due', future: 'future' } as const;

function day(date: string, condition: Day['condition'] = 'published'): Day {
  return { date, condition, absence: ABSENCES[condition] };
}

function priceRow(date: string, close: number | null, net_foreign = 0): PriceRow {
  const prices = { open: close, high: close, low: close, close };
  return {
    date,
    ...prices,
    average: close ?? 0,
    volume: 1250,
    value: 1250 * (close ?? 0),
    freq: 3,
    net_foreign,
  };
}

function brokerRow(code: string, buy_value: number, sell_value: number) {
  const volumes = { buy_volume: buy_value / 100, sell_volume: sell_value / 100 };
  return {
    code,
    buy_freq: 1,
    sell_freq: 1,
    ...volumes,
    buy_value,
    sell_value,
    buy_avg: 100.25,
    sell_avg: 99.5,
  };
}

/** The texts inside the elements of an HTML text. */
function texts(html: string): string[] {
  return [...html.matchAll(/>([^<]+)</g)].map(([, text = '']) => text.trim()).filter((text) => text !== '');
}

/** The cells of the rows of the body of a table. */
function cells(html: string): string[][] {
  const body = /<tbody>(.*)<\/tbody>/s.exec(html)?.[1] ?? '';
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  );
}

/** The name, the value and the unit of each figure. */
function figuresOf(html: string): string[][] {
  return [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, title = '', text = '']) => {
    const unit = /<small[^>]*>(.*?)<\/small>/s.exec(text)?.[1] ?? '';
    const value = text
      .replace(
        /<small.*<\/small>|<span class="visually-hidden">.*?<\/span>|<span aria-hidden="true">.*?<\/span>/gs,
        '',
      )
      .replaceAll(/<[^>]*>/g, '');
    return [title, value.trim(), unit];
  });
}

describe('scales', () => {
  test('map a value, also of a domain of one value', () => {
    expect(linear([0, 10], [100, 0])(2.5)).toBe(75);
    expect(linear([5, 5], [0, 10])(5)).toBe(5);
  });

  test.each([
    [0, 10, 5, [0, 2, 4, 6, 8, 10]],
    [-0.3, 0.35, 4, [-0.2, 0, 0.2]],
    [7050, 7050, 4, [7050]],
    [-1e12, 1e12, 2, [-1e12, 0, 1e12]],
    [0, 1000, 4, [0, 250, 500, 750, 1000]],
    [100, 104, 2, [100, 102, 104]],
    [0, 85, 1, [0]],
  ])('have round ticks from %d to %d', (low, high, count, expected) => {
    expect(ticks(low, high, count)).toEqual(expected);
  });

  test('keep labels apart, in order and inside', () => {
    expect(spreadLabels([10, 12, 60], 15, 0, 100)).toEqual([10, 25, 60]);
    expect(spreadLabels([95, 97, 99], 15, 0, 100)).toEqual([70, 85, 100]);
    expect(spreadLabels([50, 50, 50], 80, 0, 100)).toEqual([0, 50, 100]);
    expect(spreadLabels([], 15, 0, 100)).toEqual([]);
  });
});

describe('the cursor', () => {
  test('moves along a row and stays inside', () => {
    const row = { count: 20, columns: 20 };
    expect(movedCursor('ArrowRight', 4, row)).toBe(5);
    expect(movedCursor('ArrowLeft', 0, row)).toBe(0);
    expect(movedCursor('PageUp', 15, row)).toBe(19);
    expect(movedCursor('PageUp', 4, row)).toBe(14);
    expect(movedCursor('PageDown', 15, row)).toBe(5);
    expect([movedCursor('ArrowUp', 4, row), movedCursor('ArrowDown', 4, row)]).toEqual([5, 3]);
    expect(movedCursor('Home', 9, row)).toBe(0);
    expect(movedCursor('End', 9, row)).toBe(19);
    expect(movedCursor('a', 9, row)).toBeUndefined();
    expect(movedCursor('ArrowRight', 0, { count: 0, columns: 0 })).toBeUndefined();
  });

  test('moves between the rows of a grid', () => {
    const grid = { count: 10, columns: 2 };
    expect(movedCursor('ArrowDown', 3, grid)).toBe(5);
    expect(movedCursor('ArrowUp', 1, grid)).toBe(1);
    expect(movedCursor('ArrowDown', 9, grid)).toBe(9);
    expect([movedCursor('ArrowUp', 3, grid), movedCursor('ArrowLeft', 3, grid)]).toEqual([1, 2]);
    expect([movedCursor('PageDown', 3, grid), movedCursor('PageUp', 3, grid)]).toEqual([9, 0]);
    // 10 rows of 2 columns.
    const large = { count: 50, columns: 2 };
    expect([movedCursor('PageDown', 3, large), movedCursor('PageUp', 25, large)]).toEqual([23, 5]);
  });
});

describe('a table', () => {
  const rows = [brokerRow('AK', 5000, 2000), brokerRow('BK', 1000, 9000), brokerRow('CC', 0, 0)];
  const columns = brokerColumns(locale, { AK: { name: 'UBS', foreign_parent: true } }, links);

  test('has every figure of the rows', () => {
    const html = render(<RowsTable caption="Brokers" columns={columns} rows={rows} locale={locale} />);
    expect(cells(html)[0]).toEqual([
      'AK',
      'UBS',
      '+3,000',
      '5,000',
      '2,000',
      '50',
      '20',
      '100.25',
      '99.50',
      '1',
      '1',
    ]);
    expect(cells(html)[1]?.slice(0, 3)).toEqual(['BK', '–', '−8,000']);
    expect(html).toContain('<a href="/brokers/AK">AK</a>');
    // A phone has no room for the names.
    expect(html.match(/class="wide-only"/g)).toHaveLength(1 + rows.length);
    expect(html.match(/class="r"/g)).toHaveLength(9 * (1 + rows.length));
  });

  test('sorts by a column, keeps the order of equal rows, and has null last', () => {
    const codes = (id: string, is_descending: boolean) =>
      sortedRows(rows, columns, { id, is_descending }).map(({ code }) => code);
    expect(codes('net_value', true)).toEqual(['AK', 'CC', 'BK']);
    expect(codes('net_value', false)).toEqual(['BK', 'CC', 'AK']);
    expect(codes('buy_freq', true)).toEqual(['AK', 'BK', 'CC']);
    expect(codes('name', true)).toEqual(['AK', 'BK', 'CC']);
  });

  test('shows the first rows of a long list, and how many it has', () => {
    const many = Array.from({ length: 1234 }, (_, index) => brokerRow(`B${index}`, index, 0));
    const html = render(<RowsTable caption="Brokers" columns={columns} rows={many} locale={locale} />);
    expect(cells(html)).toHaveLength(ROWS_AT_FIRST);
    expect(html).toContain('Show all 1,234 rows');
  });

  test('without rows says so', () => {
    const html = render(<RowsTable caption="Brokers" columns={columns} rows={[]} locale={locale} />);
    expect(cells(html)).toEqual([['No rows']]);
  });

  test('writes a price that is null as a dash, never as zero', () => {
    const html = render(
      <RowsTable
        caption="Prices"
        columns={priceColumns(locale)}
        rows={[priceRow('2026-01-05', null)]}
        locale={locale}
      />,
    );
    expect(cells(html)[0]?.slice(0, 5)).toEqual(['5 Jan 2026', '–', '–', '–', '–']);
  });
});

describe('paired bars', () => {
  const item = (code: string, amount: number) => ({ code, amount, average: 100.5, is_tinted: code === 'AK' });
  const bars = (items: ReturnType<typeof item>[], width = 700) =>
    render(
      <PairedBars
        label="Brokers"
        items={items}
        count={2}
        headings={{ left: 'buy', right: 'sell', amount: 'net' }}
        colours={{ left: 'buy', right: 'sell' }}
        width={width}
        locale={locale}
        writeAmount={(amount) => locale.numbers.short(amount)}
        read={({ code, amount }) => `${code} ${amount}`}
      />,
    );

  test('have the largest amounts of each sign, and no zero', () => {
    const items = [item('A', 1), item('B', -7), item('C', 5), item('D', 0), item('E', -1), item('F', 9)];
    const { left, right } = sidesOf(items, 2);
    expect(left.map(({ code }) => code)).toEqual(['F', 'C']);
    expect(right.map(({ code }) => code)).toEqual(['B', 'E']);
  });

  test('are as long as their amounts, with one scale for both sides', () => {
    const html = bars([item('AK', 2000), item('BK', -1000)]);
    const lengths = [...html.matchAll(/<rect class="(buy|sell)"[^>]*?width="([\d.]+)"/g)].map((match) =>
      Number(match[2]),
    );
    expect((lengths[0] as number) / (lengths[1] as number)).toBeCloseTo(2);
    expect(texts(html)).toEqual(expect.arrayContaining(['2.0 k', '−1.0 k', 'AK', 'BK', '100.50']));
    expect(html).toContain('code tinted');
  });

  test('have the averages below the amounts on a phone', () => {
    const html = bars([item('AK', 2000)], 330);
    expect(texts(html)).toContain('100.50');
    const y = (text: string) => Number(html.match(new RegExp(`y="(\\d+)"[^>]*>${text}<`))?.[1]);
    expect(y('100.50')).toBeGreaterThan(y('2.0 k'));
  });

  test('are empty without items', () => {
    expect(bars([])).toContain('aria-valuetext="No rows"');
  });
});

describe('the price chart', () => {
  const days = [day('2026-01-05'), day('2026-01-06', 'missing'), day('2026-01-07')];
  const chart = (rows: PriceRow[], each: readonly Day[] = days, width = 600) =>
    render(<PriceChart rows={rows} days={each} width={width} locale={locale} />);

  test('has a gap and a mark for a missing day', () => {
    const html = chart([priceRow('2026-01-05', 100), priceRow('2026-01-07', 110, -500)]);
    expect(html.match(/class="candle/g)).toHaveLength(2);
    expect(html.match(/class="gap"/g)).toHaveLength(1);
    expect(html).toContain('class="gap-mark"');
  });

  test('reads the exact values of the last day', () => {
    const html = chart([priceRow('2026-01-05', 100), priceRow('2026-01-07', 110, -500)]);
    expect(html).toContain(
      'aria-valuetext="7 Jan 2026: open 110, high 110, low 110, close 110 IDR; volume 12.50 lots; net foreign −500 IDR"',
    );
  });

  test('names the largest volume in lots', () => {
    const rows = [
      { ...priceRow('2026-01-05', 100), volume: 4_600_000 },
      { ...priceRow('2026-01-07', 110), volume: 2_300_000 },
    ];
    expect(texts(chart(rows))).toEqual(expect.arrayContaining(['Volume, lots', '46.0 k']));
  });

  test('is a line where candles would touch', () => {
    const many = Array.from({ length: 240 }, (_, index) =>
      day(new Date(Date.UTC(2025, 0, index + 1)).toISOString().slice(0, 10)),
    );
    const html = chart(
      many.map(({ date }, index) => priceRow(date, 100 + index)),
      many,
    );
    expect(html).not.toContain('class="candle');
    expect(html).toContain('class="close-line"');
  });

  test('draws one row, no rows and a day without a regular trade', () => {
    expect(chart([priceRow('2026-01-05', 100)], [day('2026-01-05')])).toContain('class="candle rise"');
    expect(chart([], [])).toContain('aria-valuetext="No rows"');
    expect(chart([priceRow('2026-01-05', null)], [day('2026-01-05')])).toContain('close no regular trade');
    for (const rows of [[], [priceRow('2026-01-05', 100)]]) expect(chart(rows)).not.toMatch(/NaN|Infinity/);
  });

  test('interrupts a line at a missing value', () => {
    expect(
      brokenLine(
        [1, 2, null, 4],
        (x) => x,
        (y) => y,
      ),
    ).toBe('M0.0 1.0L1.0 2.0M3.0 4.0h2');
  });
});

describe('the inventory chart', () => {
  const row = (date: string, code: string, cumulative_volume: number) => {
    return { date, code, cumulative_volume, net_volume: 0, net_value: 0, cumulative_value: 0 };
  };
  const days = [day('2026-01-05'), day('2026-01-06', 'missing'), day('2026-01-07')];
  const rows = [
    row('2026-01-05', 'AK', 100),
    row('2026-01-05', 'OTHER', -100),
    row('2026-01-07', 'AK', -250),
    row('2026-01-05', 'BK', 0),
    row('2026-01-07', 'BK', 250),
  ];

  test('has a line for each broker, without a value on a missing day', () => {
    expect(inventoryLines(rows, days)).toEqual([
      { code: 'BK', values: [0, null, 250], last: 250, end: 2 },
      { code: 'AK', values: [100, null, -250], last: -250, end: 2 },
    ]);
  });

  test('has a label at the end of each line, and lists all values of the day under the cursor', () => {
    const props = { days, prices: [priceRow('2026-01-07', 50)], brokers: {}, width: 600, locale };
    const html = render(<InventoryChart rows={rows} {...props} />);
    expect(html).toContain('aria-valuetext="7 Jan 2026: BK +3 · AK −3 · Close 50"');
    // Volumes are in lots: the labels of the axis, and the last value of each line.
    expect(texts(html)).toEqual(expect.arrayContaining(['BK', 'AK', '+2.5', '−2.5', '−2', '2']));
    expect(render(<InventoryChart {...props} rows={[]} prices={[]} />)).not.toMatch(/NaN|Infinity/);
  });
});

describe('the accumulation gauge', () => {
  const concentration = { top1: 0, top3: 0, top5: 0, hhi: 0 };
  const data = {
    volume: 1000,
    value: 5000,
    average: 5,
    net_buyers: 1,
    net_sellers: 2,
    label: 'Normal Distribution',
    average_percent: -14.5,
    top: [
      { n: 1, net_volume: -150, percent: -15, net_value: -750 },
      { n: 3, net_volume: 0, percent: 0, net_value: 0 },
    ],
    buy_share: concentration,
    sell_share: concentration,
  };

  test('has the percent of every row and of the average', () => {
    const html = render(<AccumulationGauge data={data} width={400} locale={locale} />);
    expect(texts(html)).toEqual(expect.arrayContaining(['−15.00%', '0.00%', '−14.50%']));
    expect(html).toContain('class="sell"');
  });

  test('is explained with its numbers and the percents of the labels', () => {
    const html = render(<Accumulation data={data} sql="SELECT" width={400} locale={locale} />);
    const text = texts(html).join(' ');
    expect(text).toContain('Top 1: −150 × (5,000 / 1,000) = −750 IDR.');
    expect(text).toContain('Neutral: the average is between −6% and +6%.');
    expect(text).toContain('Normal accumulation: +12.5% or more. Normal distribution: −12.5% or less.');
  });
});

describe('counterparties', () => {
  const pair = (buyer: string, seller: string, value: number) => ({
    buyer,
    seller,
    value,
    volume: value,
    freq: 1,
  });
  const rows = [
    pair('A', 'X', 50),
    pair('A', 'A', 20),
    pair('B', 'X', 10),
    pair('C', 'Y', 5),
    pair('D', 'Z', 1),
  ];

  test('beyond the largest are added up, so that no value is lost', () => {
    const flows = counterpartyFlows(rows, 2);
    expect(flows.buyers).toEqual([
      { code: 'A', value: 70 },
      { code: 'B', value: 10 },
      { code: OTHERS, value: 6 },
    ]);
    const sum = flows.buyers.flatMap((buyer) =>
      flows.sellers.map((seller) => flows.value(buyer.code, seller.code)),
    );
    expect(sum.reduce((total, value) => total + value, 0)).toBe(flows.total);
  });

  test('have bands that cover the height of each broker, one below the other', () => {
    const html = render(<FlowDiagram rows={rows} brokers={{}} width={700} locale={locale} />);
    const path = /d="M\d+ ([\d.]+)C\d+ [\d.]+ \d+ ([\d.]+) \d+ [\d.]+v([\d.]+)C[^"]* ([\d.]+)Z"/g;
    const bands = [...html.matchAll(path)].map((match) => match.slice(1).map(Number));
    const ofBuyers = bands.map(([top = 0, , , bottom = 0]) => [top, bottom]);
    const ofSellers = bands.map(([, top = 0, height = 0]) => [top, top + height]);
    for (const [side, ends] of [
      ['buy', ofBuyers],
      ['sell', ofSellers],
    ] as const) {
      const nodes = [
        ...html.matchAll(
          new RegExp(`class="${side}" x="\\d+" y="([\\d.]+)" width="10" height="([\\d.]+)"`, 'g'),
        ),
      ];
      const sorted = ends.toSorted(([a = 0], [b = 0]) => a - b);
      for (const [, y, height] of nodes) {
        let at = Number(y);
        for (const [top = 0, bottom = 0] of sorted.filter(
          ([top = 0]) => top >= Number(y) - 0.01 && top < Number(y) + Number(height) - 0.01,
        )) {
          expect(top).toBeCloseTo(at);
          at = bottom;
        }
        expect(at).toBeCloseTo(Number(y) + Number(height));
      }
      expect(nodes.length).toBe(4);
    }
  });

  test('of many brokers end with the others', () => {
    const many = Array.from({ length: 13 }, (_, index) => pair(`B${index}`, 'X', 1300 - 100 * index));
    const props = { rows: many, brokers: { B1: { name: 'One', foreign_parent: true } }, locale };
    const diagram = render(<FlowDiagram {...props} width={700} />);
    // 8 brokers are shown, and the other five have 500 + 400 + 300 + 200 + 100.
    expect(texts(diagram).slice(-4)).toEqual(['Others', '1.5 k', 'X', '9.1 k']);
    expect(diagram).toContain('class="strong tinted">B1<');
    const matrix = render(<FlowMatrix {...props} />);
    expect(cells(matrix).slice(-2)).toEqual([['400'], ['600']]);
    expect(texts(matrix).slice(-2)).toEqual(['Others', '600']);
    expect(matrix.match(/class="tinted">B1</g)).toHaveLength(1);
    // The largest pair has the strength 5, the others a part of it that is rounded up.
    const strengths = [...matrix.matchAll(/heat-(\d)/g)].map(([, strength]) => strength).join('');
    expect(strengths).toBe('55544433223');
  });

  test('are drawn as bands and as a matrix', () => {
    const diagram = render(<FlowDiagram rows={rows} brokers={{}} width={700} locale={locale} />);
    expect(diagram.match(/class="band"/g)).toHaveLength(5);
    expect(diagram).toContain('aria-valuetext="A bought 50 IDR from X"');
    const matrix = render(<FlowMatrix rows={rows} brokers={{}} locale={locale} />);
    expect(cells(matrix)[0]).toContain('50');
    expect(render(<FlowDiagram rows={[]} brokers={{}} width={300} locale={locale} />)).not.toMatch(
      /NaN|Infinity/,
    );
    expect(render(<FlowMatrix rows={[]} brokers={{}} locale={locale} />)).not.toMatch(/NaN|Infinity/);
  });
});

describe('the treemap', () => {
  const flow = (ticker: string, foreign_buy: number, foreign_sell: number, percent: number) => {
    return { ticker, foreign_buy, foreign_sell, net_foreign: foreign_buy - foreign_sell, percent, streak: 0 };
  };

  test('has boxes whose areas are in proportion, inside the picture', () => {
    const boxes = squarify([6, 6, 4, 3, 2, 2, 1], 600, 400);
    const areas = boxes.map(({ width, height }) => (width * height) / 10_000);
    expect(areas.map((area) => Math.round(area * 100) / 100)).toEqual([6, 6, 4, 3, 2, 2, 1]);
    for (const { x, y, width, height } of boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(600.001);
      expect(y + height).toBeLessThanOrEqual(400.001);
    }
    expect(squarify([], 600, 400)).toEqual([]);
  });

  test('has a box for each stock that foreign investors traded', () => {
    const rows = [flow('BBRI', 10, 30, -4), flow('BBCA', 60, 40, 2.5), flow('NONE', 0, 0, 0)];
    const html = render(<Treemap rows={rows} width={800} locale={locale} />);
    expect(html.match(/class="box"/g)).toHaveLength(2);
    expect(html).toContain(
      'aria-valuetext="BBCA: net foreign +20 IDR, +2.50% of the traded value; foreign buys plus sales 100 IDR"',
    );
    expect(texts(html)).toEqual(expect.arrayContaining(['−4.0%', '+2.5%']));
    expect(render(<Treemap rows={[]} width={300} locale={locale} />)).not.toMatch(/NaN|Infinity/);
    // The largest 60 stocks have a box, 30 in a narrow picture.
    const many = Array.from({ length: 70 }, (_, index) => flow(`T${index}`, 100 + index, 0, 1));
    const boxesAt = (width: number) =>
      render(<Treemap rows={many} width={width} locale={locale} />).match(/class="box"/g)?.length;
    expect([boxesAt(559), boxesAt(560)]).toEqual([30, 60]);
  });

  test('has a percent in each box with room for it, and no text wider than its box', () => {
    const label = (width: number, height: number) => boxLabel({ width, height }, 'MAPI', ['−12.3%', '−12%']);
    expect(label(200, 100)).toEqual({ font: 15, inset: 8, percent: '−12.3%' });
    expect(label(53, 47)).toEqual({ font: 11, inset: 2, percent: '−12.3%' });
    expect(label(44, 47)).toEqual({ font: 11, inset: 2, percent: '−12%' });
    expect(label(44, 30)).toEqual({ font: 11, inset: 2, percent: undefined });
    expect(label(30, 47)).toBeUndefined();
  });

  test('has a legend whose texts do not touch on a phone', () => {
    const html = render(<Treemap rows={[flow('BBCA', 60, 40, 2.5)]} width={326} locale={locale} />);
    const [first, second] = [...html.matchAll(/<text class="ink" x="([\d.]+)" y="480"/g)].map(([, x]) =>
      Number(x),
    );
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(48);
  });

  test('has stronger colours for larger shares', () => {
    expect([-40, -0.1, 0, 0.1, 12].map(strengthClass)).toEqual([
      'flow-out-6',
      'flow-out-1',
      'flow-0',
      'flow-in-1',
      'flow-in-6',
    ]);
  });
});

describe('news', () => {
  const article = (title: string, published_date: string | null, link = 'https://example.com/') => {
    return { source: 'S', title, description: '', link, image_url: '', guid: null, published_date };
  };

  test('are sorted from the newest; those that name the ticker are first', () => {
    const bySource = {
      A: [article('IHSG', '2026-01-30T09:00:00Z')],
      B: [article('Laba BBCA naik', '2026-01-29T20:30:00Z'), article('Old', null)],
    };
    expect(newestFirst(bySource).map(({ title }) => title)).toEqual(['IHSG', 'Laba BBCA naik', 'Old']);
    const html = render(<NewsList bySource={bySource} ticker="BBCA" limit={10} locale={locale} />);
    expect(texts(html)).toEqual(expect.arrayContaining(['Names BBCA', 'Other market news']));
    expect(html.indexOf('Laba')).toBeLessThan(html.indexOf('IHSG'));
    expect(html).toContain('30 Jan 2026, 03:30 WIB');
  });

  test('name a ticker as a whole word, and have a limit', () => {
    const titles = ['BBCA naik', 'BBCAX naik', 'Saham (BBCA)', 'bbca', 'X-BBCA', 'BBCA.JK', 'A', 'B', 'C'];
    const bySource = { A: titles.map((title, index) => article(title, `2026-01-30T09:0${9 - index}:00Z`)) };
    const shown = (limit: number, ticker?: string) =>
      [
        ...render(<NewsList bySource={bySource} ticker={ticker} limit={limit} locale={locale} />).matchAll(
          /<h3>(.*?)<\/h3>|>([^<]*)<\/a>/g,
        ),
      ].map(([, heading, title]) => title ?? `# ${heading}`);
    expect(shown(10, 'BBCA')).toEqual([
      ...['# Names BBCA', 'BBCA naik', 'Saham (BBCA)', 'BBCA.JK'],
      ...['# Other market news', 'BBCAX naik', 'bbca', 'X-BBCA', 'A', 'B', 'C'],
    ]);
    // At least three other articles.
    expect(shown(2, 'BBCA')).toEqual([
      '# Names BBCA',
      'BBCA naik',
      'Saham (BBCA)',
      '# Other market news',
      'BBCAX naik',
      'bbca',
      'X-BBCA',
    ]);
    expect(shown(4)).toEqual(['BBCA naik', 'BBCAX naik', 'Saham (BBCA)', 'bbca']);
    expect(render(<NewsList bySource={bySource} ticker="TLKM" limit={1} locale={locale} />)).toContain(
      'No article names TLKM.',
    );
  });

  test('never link to a script, and escape markup', () => {
    const bySource = { A: [article('<img src=x onerror=alert(1)>', null, 'javascript:alert(1)')] };
    const html = render(<NewsList bySource={bySource} limit={10} locale={locale} />);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('javascript:');
  });

  test('without articles say so', () => {
    expect(render(<NewsList bySource={{}} limit={10} locale={locale} />)).toContain('No source returned');
  });
});

describe('the days of an answer', () => {
  const answer = (days: string | null, missing: string | null, verified: string | null = null) => ({
    state: 'ready' as const,
    data: [],
    units: 1,
    is_kept: false,
    empty_reason: null,
    coverage: coverageOf(
      (name) =>
        ({ 'x-data-days': days, 'x-data-missing': missing, 'x-data-verified': verified })[name] ?? null,
    ),
  });

  test('are complete, or the missing ones are named with the reason', () => {
    expect(coverageText(answer('20/20', null), [], locale)).toEqual({ days: '20 of 20 trading days' });
    expect(coverageText(answer('20/20', null, '18/20'), [], locale)).toEqual({
      days: '20 of 20 trading days · 18 match the exchange',
    });
    expect(coverageText(answer('20/20', null, '0/20'), [], locale)).toEqual({
      days: '20 of 20 trading days',
    });
    const days = [
      day('2026-01-05'),
      { ...day('2026-01-06', 'missing'), absence: 'rejected' as const },
      day('2026-01-07', 'due'),
    ];
    expect(coverageText(answer('18/19', '2026-01-06'), days, locale)).toEqual({
      days: '18 of 19 trading days',
      warning: 'Missing: 6 Jan 2026 (the checks rejected the file). The totals do not include these days.',
      status: '/status?year=2026#day-2026-01-06',
    });
    expect(coverageText(answer('19/20', null), days, locale)?.warning).toBe(
      'The data of the last day has not arrived yet.',
    );
    expect(coverageText(answer('0/1', '2026-01-08'), [], locale)?.warning).toContain('Missing: 8 Jan 2026.');
    const checked = [{ ...day('2026-01-05'), is_checked: true }, day('2026-01-07', 'due')];
    expect(coverageText(answer('1/2', null), checked, locale)).toEqual({
      days: '1 of 2 trading days',
      warning: expect.stringMatching(/^The data of the last day has not arrived yet\. .*5 Jan 2026/),
      status: '/status?year=2026#day-2026-01-05',
    });
    expect(coverageText(answer(null, null), [], locale)).toBeUndefined();
  });

  test('without data are listed as ranges, by reason', () => {
    const missing = ['05', '06', '08', '12', '14', '16', '19'];
    const days = Array.from({ length: 15 }, (_, index) => String(index + 5).padStart(2, '0')).map((date) =>
      day(`2026-01-${date}`, missing.includes(date) ? 'missing' : 'published'),
    );
    expect(absencesText([...days, day('2026-01-20', 'due')], locale).replaceAll(/\s/g, ' ')).toBe(
      '5 – 6 Jan 2026, 8 Jan 2026, 12 Jan 2026 and 3 more (no file has arrived); 20 Jan 2026 (the file is still expected)',
    );
    expect(absencesText([day('2026-01-05')], locale)).toBe('');
  });

  test('have a link to the first of them on the status page, which begins with the first day of the data', () => {
    const before = { ...day('2025-11-28', 'missing'), absence: 'before' as const };
    const rejected = { ...day('2025-12-17', 'missing'), absence: 'rejected' as const };
    expect(statusUrl([before, day('2025-12-01'), rejected], '2026-01-01')).toBe(
      '/status?year=2025#day-2025-12-17',
    );
    expect(statusUrl([before], '2026-01-01')).toBe('/status?year=2025#day-2025-11-28');
    expect(statusUrl([], '2026-01-25')).toBe('/status?year=2026#day-2026-01-25');
  });

  test('are known before the answer is charged', () => {
    const shown = (days: readonly Day[]) =>
      render(
        <Picture
          {...{ id: 'pairs', title: 'Pairs', note: '', span: 6, locale, days, browser: undefined }}
          {...{ onLoad: () => {}, onCost: () => {}, isEmpty: () => true, table: () => null }}
          {...{ invitation: 'Show (5 units)', remark: 'Only 31 days.' }}
          request={NEWS_REQUEST}
          answer={{ state: 'idle' }}
        >
          {() => null}
        </Picture>,
      );
    expect(texts(shown([day('2026-01-05')]))).toEqual(['Pairs', 'Show (5 units)', 'Only 31 days.']);
    expect(texts(shown([day('2026-01-05', 'missing')]))).toEqual([
      'Pairs',
      '5 Jan 2026 (no file has arrived)',
    ]);
  });

  test('have a cost that is named once for each answer', () => {
    const shown = (is_kept: boolean, sameAnswerAs?: string) =>
      render(
        <Picture
          {...{ id: 'ranking', title: 'Ranking', note: '', span: 6, locale, days: [], browser: undefined }}
          {...{ onLoad: () => {}, onCost: () => {}, isEmpty: () => true, table: () => null, sameAnswerAs }}
          request={NEWS_REQUEST}
          answer={{ ...answer('1/1', null), is_kept }}
        >
          {() => null}
        </Picture>,
      );
    expect(shown(false)).toContain('1 of 1 trading days · 1 unit<');
    expect(shown(false, 'Treemap')).toContain('same answer as “Treemap”, charged once');
    expect(shown(true)).toContain('not charged again');
  });

  test('that follow each other are one gap', () => {
    const days = ['missing', 'published', 'missing', 'due'] as const;
    expect(gaps(days.map((condition, index) => day(`2026-01-0${index + 5}`, condition)))).toEqual([
      { first: 0, last: 0 },
      { first: 2, last: 3 },
    ]);
  });

  test('without a trade of the stock are listed, and missing days are not', () => {
    const conditions = ['published', 'published', 'published', 'missing', 'published'] as const;
    const days = conditions.map((condition, index) => day(`2026-01-0${index + 5}`, condition));
    const traded = (...dates: string[]) => dates.map((date) => ({ date }));
    expect(noTradesText(traded('2026-01-05'), days, 'RG', locale)).toContain(
      'on 3 trading days: 6 Jan – 7 Jan, 9 Jan.',
    );
    expect(noTradesText(days, days, 'RG', locale)).toBeUndefined();
    // Each second day has a trade: three gaps are all listed, and a fourth is not.
    const dates = (count: number) => Array.from({ length: count }, (_, n) => `2026-01-0${n + 1}`);
    const listed = (count: number) =>
      noTradesText(
        traded(...dates(count).filter((_, n) => n % 2 === 0)),
        dates(count).map((date) => day(date)),
        'RG',
        locale,
      );
    expect(listed(6)).toContain('on 3 trading days: 2 Jan, 4 Jan, 6 Jan.');
    expect(listed(8)).toContain('on 4 trading days: 2 Jan, 4 Jan, 6 Jan, ….');
    // A stock without negotiated trades is not suspended.
    expect(noTradesText(traded('2026-01-05'), days, 'NG', locale)).not.toContain('suspended');
  });
});

test('the streaks have a remark about missing days, and none about days that are not due', () => {
  const remark = (...conditions: Day['condition'][]) =>
    streaksRemark(
      conditions.map((condition, index) => day(`2026-01-0${index + 5}`, condition)),
      locale,
    );
  expect(remark('published', 'missing', 'published')).toBe(explorerEn.market.streaks_missing);
  expect(remark('published', 'due', 'future')).toBeUndefined();
});

describe('the key figures', () => {
  test('are sums of the days, and the change since the close before', () => {
    const rows = [
      priceRow('2026-01-05', 100, 5),
      priceRow('2026-01-06', null, -20),
      priceRow('2026-01-07', 110),
    ];
    expect(keyFigures(rows)).toEqual({
      last: 110,
      change: 110 / 100 - 1,
      since: '2026-01-05',
      volume: 3750,
      value: 262_500,
      average: 70,
      net_foreign: -15,
      foreign_share: -15 / 262_500,
    });
    expect(keyFigures([])).toMatchObject({ last: null, change: null, average: null, foreign_share: null });
  });

  test('have a name, a value and a unit each: the volume is in lots', () => {
    const rows = [priceRow('2026-01-05', 100, 5), { ...priceRow('2026-01-07', 110, -3000), volume: 3750 }];
    const answer = {
      state: 'ready',
      data: rows,
      units: 1,
      is_kept: false,
      coverage: { days: null, missing: [], verified: 0 },
      empty_reason: null,
    } as const;
    const html = render(
      <KeyFigures
        prices={answer}
        accumulation={{ state: 'loading' }}
        selection={{ from: '2026-01-05', to: '2026-01-07', market: 'RG', investor: 'all' }}
        days={[day('2026-01-05'), day('2026-01-06', 'missing'), day('2026-01-07')]}
        locale={locale}
      />,
    );
    // 1,250 + 3,750 shares; 1,250 x 100 + 1,250 x 110 IDR.
    expect(figuresOf(html)).toEqual([
      ['Last price', '110', 'IDR'],
      ['Change', '10.00%', 'since the close of 5 Jan 2026'],
      ['Volume', '50', 'lots'],
      ['Value', '263 k', 'IDR'],
      ['Average (VWAP)', '53', 'IDR per share'],
      ['Net foreign', '−3.0 k', 'IDR, −1.1% of the value'],
      ['Accumulation', '–', ''],
      ['Data through', '7 Jan 2026', '2 of 3 trading days'],
    ]);
  });

  test.each([
    [
      [100, 110],
      ['110', '▲up 10.00%', 'since the close of 5 Jan 2026'],
    ],
    [
      [110, 99],
      ['99', '▼down 10.00%', 'since the close of 5 Jan 2026'],
    ],
    [
      [100, 100],
      ['100', 'unchanged 0.00%', 'since the close of 5 Jan 2026'],
    ],
    [
      [100, null],
      ['100', '', 'needs the closes of 2 days'],
    ],
    [
      [null, null],
      ['–', '', 'needs the closes of 2 days'],
    ],
  ])('have the change between the closes %j', (closes, [last, change, unit]) => {
    const html = render(
      <KeyFigures
        prices={{
          ...{ state: 'ready', units: 1, is_kept: false, empty_reason: null },
          data: closes.map((close, index) => priceRow(`2026-01-0${index + 5}`, close)),
          coverage: { days: null, missing: [], verified: 0 },
        }}
        accumulation={{ state: 'loading' }}
        selection={{ from: '2026-01-05', to: '2026-01-06', market: 'RG', investor: 'all' }}
        days={[]}
        locale={locale}
      />,
    );
    expect(figuresOf(html)[0]).toEqual(['Last price', last, 'IDR']);
    const [, text = ''] = /<dt>Change<\/dt><dd>(.*?)<\/dd>/s.exec(html) ?? [];
    const [value = '', ...rest] = text.split('<small>');
    expect([value.replaceAll(/<[^>]*>|–/g, '').trim(), rest.join().replace('</small>', '')]).toEqual([
      change,
      unit,
    ]);
  });

  test('have no accumulation without a trade of the selected investors', () => {
    const none = { top1: 0, top3: 0, top5: 0, hhi: 0 };
    const shown = (figures: Partial<AccumulationData>) => {
      const data = {
        ...{ volume: 0, value: 0, average: 0, net_buyers: 0, net_sellers: 0, label: 'Neutral' },
        ...{ average_percent: 0, top: [], buy_share: none, sell_share: none, ...figures },
      };
      const coverage = { days: null, missing: [], verified: 0 };
      const answer = {
        state: 'ready',
        data,
        units: 1,
        is_kept: false,
        coverage,
        empty_reason: null,
      } as const;
      const selection = { from: '2026-01-05', to: '2026-01-05', market: 'RG', investor: 'f' };
      return render(
        <KeyFigures
          prices={{ state: 'loading' }}
          accumulation={answer}
          selection={selection}
          days={[]}
          locale={locale}
        />,
      );
    };
    expect(shown({})).not.toContain('Neutral');
    expect(shown({ volume: 100, value: 100 })).not.toContain('Neutral');
    // Every broker bought what it sold.
    const all = { top1: 100, top3: 100, top5: 100, hhi: 10_000 };
    expect(shown({ volume: 100, value: 100, buy_share: all, sell_share: all })).toContain('Neutral');
  });
});
