import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { movedCursor } from '../../../src/console/charts/axes/cursor.ts';
import {
  absencesText,
  DayAxisMarks,
  dayAxis,
  gaps,
  noTradesText,
  statusUrl,
} from '../../../src/console/charts/axes/day-axis.tsx';
import { brokenLine, linear, medianOf, spreadLabels, ticks } from '../../../src/console/charts/axes/scale.ts';
import { AccumulationGauge } from '../../../src/console/charts/brokers/accumulation-gauge.tsx';
import { counterpartyFlows, FlowMatrix, OTHERS } from '../../../src/console/charts/brokers/flow-matrix.tsx';
import { InventoryChart, inventoryLines } from '../../../src/console/charts/brokers/inventory-chart.tsx';
import { type Locale, LocaleContext } from '../../../src/console/charts/locale.ts';
import { usualTurnover } from '../../../src/console/charts/market/market-charts.tsx';
import { strengthClass, Treemap } from '../../../src/console/charts/market/treemap.tsx';
import { boxLabel, squarify } from '../../../src/console/charts/market/treemap-layout.ts';
import { DaysNotice } from '../../../src/console/charts/pictures/days-notice.tsx';
import { Picture } from '../../../src/console/charts/pictures/picture.tsx';
import { coverageText } from '../../../src/console/charts/pictures/picture-foot.tsx';
import { movingAverage, PriceChart, runningVwap } from '../../../src/console/charts/price-chart.tsx';
import { coverageOf } from '../../../src/console/charts/requests/answer.ts';
import { comparedFrom, NEWS_REQUEST, paidFrom } from '../../../src/console/charts/requests/requests.ts';
import { type Day, shortName } from '../../../src/console/charts/requests/rows.ts';
import { percentileAmong } from '../../../src/console/charts/sparklines/day-strip.tsx';
import { ROWS_AT_FIRST, RowsTable, sortedRows } from '../../../src/console/charts/tables/rows-table.tsx';
import { sideOf } from '../../../src/console/charts/tables/sided-tables.tsx';
import { brokerColumns, priceColumns } from '../../../src/console/charts/tables/table-columns.ts';
import { NewsList, newestFirst } from '../../../src/console/charts/views/news-view.tsx';
import { Accumulation } from '../../../src/console/charts/views/stock/accumulation.tsx';
import { RangeFigures, rangeFigures } from '../../../src/console/charts/views/stock/range-figures.tsx';
import { TotalsTable } from '../../../src/console/charts/views/totals-table.tsx';
import { EXPLORER } from '../../../src/console/texts/explorer.ts';
import { DateFormat } from '../../../src/console/texts/written-dates.ts';
import { NumberFormat } from '../../../src/console/texts/written-numbers.ts';
import { written } from '../../../src/core/catalogue.ts';
import type { AccumulationData, PriceRow } from '../../../src/core/market/rows.ts';

const locale: Locale = {
  texts: written(EXPLORER, 'en'),
  numbers: new NumberFormat('en'),
  dates: new DateFormat('en'),
};
function render(picture: VNode): string {
  return renderToString(<LocaleContext.Provider value={locale}>{picture}</LocaleContext.Provider>);
}

const links = {
  broker: (code: string) => `/brokers/${code}`,
  ticker: (ticker: string) => `/explore/${ticker}`,
  position: (ticker: string, broker: string) => `/explore/${ticker}/broker/${broker}`,
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

describe('scales', () => {
  test('map a value, also of a domain of one value', () => {
    expect(linear([0, 10], [100, 0])(2.5)).toBe(75);
    expect(linear([5, 5], [0, 10])(5)).toBe(5);
  });

  test('have a middle value', () => {
    expect([medianOf([]), medianOf([3]), medianOf([9, 1, 4]), medianOf([4, 1, 9, 2])]).toEqual([
      null,
      3,
      4,
      3,
    ]);
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
    const html = render(<RowsTable caption="Brokers" columns={columns} rows={rows} />);
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
    const html = render(<RowsTable caption="Brokers" columns={columns} rows={many} />);
    expect(cells(html)).toHaveLength(ROWS_AT_FIRST);
    expect(html).toContain('Show all 1,234 rows');
  });

  test('without rows says so', () => {
    const html = render(<RowsTable caption="Brokers" columns={columns} rows={[]} />);
    expect(cells(html)).toEqual([['No rows']]);
  });

  test('writes a price that is null as a dash, never as zero', () => {
    const html = render(
      <RowsTable caption="Prices" columns={priceColumns(locale)} rows={[priceRow('2026-01-05', null)]} />,
    );
    expect(cells(html)[0]?.slice(0, 5)).toEqual(['5 Jan 2026', '–', '–', '–', '–']);
  });
});

describe('the tables of two sides', () => {
  const rows = [
    brokerRow('AK', 5000, 2000),
    brokerRow('BK', 1000, 9000),
    brokerRow('CC', 4000, 0),
    brokerRow('DD', 1, 1),
  ];
  const table = (isGross: boolean, count = 12) =>
    render(
      <TotalsTable
        rows={rows}
        codeOf={({ code }) => ({
          code,
          name: `Name of ${code}`,
          href: `/x/${code}`,
          isTinted: code === 'AK',
        })}
        isGross={isGross}
        count={count}
      />,
    );
  const bodies = (html: string) =>
    [...html.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body = '']) =>
      [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
          cell.replaceAll(/<[^>]*>/g, ''),
        ),
      ),
    );

  test('have the amounts of each sign, the largest first, and no zero', () => {
    const net = (row: (typeof rows)[number]) => row.buy_value - row.sell_value;
    expect(sideOf(rows, net).map(({ code }) => code)).toEqual(['CC', 'AK']);
    expect(sideOf(rows, (row) => -net(row)).map(({ code }) => code)).toEqual(['BK']);
  });

  test('have lots, averages, values and shares: 5,000 of 10,001 bought are 50.0%', () => {
    const [buyers, sellers] = bodies(table(false));
    // The empty cell has the bar.
    expect(buyers).toEqual([
      ['CC', 'Name of CC', '+4.0 k', '', '+0', '100.25', '4.0 k', '40.0%'].map((each) =>
        each === '+0' ? '0' : each,
      ),
      ['AK', 'Name of AK', '+3.0 k', '', '0', '100.25', '5.0 k', '50.0%'],
    ]);
    expect(sellers).toEqual([['BK', 'Name of BK', '−8.0 k', '', '−1', '99.50', '9.0 k', '81.8%']]);
    expect(bodies(table(true))[1]?.map(([code, , value]) => [code, value])).toEqual([
      ['BK', '9.0 k'],
      ['AK', '2.0 k'],
      ['DD', '1'],
    ]);
  });

  test('have averages without decimals if one of them has four digits', () => {
    const averages = (buy_avg: number) => {
      const row = { ...brokerRow('AK', 5000, 2000), buy_avg };
      return cells(
        render(<TotalsTable rows={[row]} codeOf={({ code }) => ({ code, href: undefined })} />),
      )[0]?.[3];
    };
    expect([averages(999.96), averages(1000.26)]).toEqual(['999.96', '1,000']);
  });

  test('have bars and tints with one scale, and a link from each code', () => {
    const html = table(false);
    // 8,000 is the largest: 40 pixels and the strongest tint; 4,000 has half of them.
    expect([...html.matchAll(/<rect width="([\d.]+)"/g)].map(([, width]) => width)).toEqual([
      '20.0',
      '15.0',
      '40.0',
    ]);
    expect([...html.matchAll(/size-(\d)/g)].map(([, size]) => size)).toEqual(['3', '2', '5']);
    expect(html).toContain('<a class="code tinted" href="/x/AK" title="Name of AK">AK</a>');
  });

  test('show the first rows of each side, and how many there are', () => {
    expect(table(true, 2)).toContain('Show all 7 rows');
    expect(table(true, 4)).not.toContain('Show all');
    const many = Array.from({ length: 13 }, (_, index) => brokerRow(`B${index}`, 100 + index, 0));
    const html = render(<TotalsTable rows={many} codeOf={({ code }) => ({ code, href: undefined })} />);
    expect(bodies(html)[0]).toHaveLength(12);
  });

  test('have short names of brokers', () => {
    const name = (text: string) => shortName({ A: { name: text, foreign_parent: false } }, 'A');
    expect(
      [
        'UBS Sekuritas Indonesia',
        'PANIN SEKURITAS Tbk.',
        'BNI Sekuritas',
        'BRI Danareksa Sekuritas',
        'SAMUEL SEKURITAS INDONESIA',
      ].map(name),
    ).toEqual([...['UBS', 'Panin', 'BNI', 'BRI Danareksa', 'Samuel']]);
    expect(shortName({}, 'A')).toBeUndefined();
  });
});

describe('the axis of the days', () => {
  const labels = (count: number, right: number) =>
    texts(
      render(
        <DayAxisMarks
          axis={dayAxis(
            Array.from({ length: count }, (_, index) => day(`2026-01-0${index + 1}`)),
            0,
            right,
          )}
          {...{ top: 0, bottom: 100, cursor: undefined }}
        />,
      ),
    );

  test('has a date about every 72 pixels, and none that would leave the picture', () => {
    expect(labels(3, 216)).toEqual(['1 Jan', '2 Jan', '3 Jan']);
    expect(labels(3, 150)).toEqual(['1 Jan', '3 Jan']);
    expect(labels(3, 140)).toEqual(['1 Jan']);
    expect(labels(1, 20)).toEqual(['1 Jan']);
  });
});

describe('the price chart', () => {
  const days = [day('2026-01-05'), day('2026-01-06', 'missing'), day('2026-01-07')];
  const chart = (rows: PriceRow[], each: readonly Day[] = days, width = 600) =>
    render(<PriceChart rows={rows} days={each} before={[]} isLine={false} lines={['vwap']} width={width} />);

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
    expect(texts(chart(rows))).toEqual(expect.arrayContaining(['Volume, lots', '46.0 k', 'VWAP']));
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
    expect(html).toContain('class="line close"');
  });

  test('draws one row, no rows and a day without a regular trade', () => {
    expect(chart([priceRow('2026-01-05', 100)], [day('2026-01-05')])).toContain('class="candle rise"');
    expect(chart([], [])).toContain('aria-valuetext="No rows"');
    expect(chart([priceRow('2026-01-05', null)], [day('2026-01-05')])).toContain('close no regular trade');
    for (const rows of [[], [priceRow('2026-01-05', 100)]]) expect(chart(rows)).not.toMatch(/NaN|Infinity/);
  });

  test('has moving averages of closes, also of the days before, and the average price since the first row', () => {
    const rows = [100, null, 110, 120, 90].map((close, index) => ({
      ...priceRow(`2026-01-0${index + 1}`, close),
      value: [1000, 50, 2200, 1200, 900][index] as number,
      volume: [10, 1, 20, 10, 10][index] as number,
    }));
    expect([...movingAverage(rows, 3)]).toEqual([
      ['2026-01-04', (100 + 110 + 120) / 3],
      ['2026-01-05', (110 + 120 + 90) / 3],
    ]);
    expect(movingAverage(rows, 5).size).toBe(0);
    expect([...runningVwap(rows)].map(([, price]) => price)).toEqual([
      ...[1000 / 10, 1050 / 11, 3250 / 31, 4450 / 41, 5350 / 51],
    ]);
  });

  test('has foreign flow in one colour, above and below zero, and its sum', () => {
    const html = chart([priceRow('2026-01-05', 100, 800), priceRow('2026-01-07', 110, -300)]);
    expect(html.match(/class="bar flow( out)?"/g)).toHaveLength(2);
    expect(texts(html)).toContain('+500');
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
      { code: 'BK', values: [0, null, 250], last: 250 },
      { code: 'AK', values: [100, null, -250], last: -250 },
    ]);
  });

  test('has a label at the end of each line, and lists all values of the day under the cursor', () => {
    const props = { days, prices: [priceRow('2026-01-07', 50)], isValue: false, width: 600 };
    const html = render(<InventoryChart rows={rows} {...props} />);
    expect(html).toContain('aria-valuetext="7 Jan 2026: BK +3 · AK −3 · Close 50"');
    // Volumes are in lots: the labels of the axis, and the last value of each line.
    expect(texts(html)).toEqual(expect.arrayContaining(['BK +2.5', 'AK −2.5', 'Close, IDR', '50']));
    expect(render(<InventoryChart {...props} rows={[]} prices={[]} />)).not.toMatch(/NaN|Infinity/);
  });
});

describe('the accumulation gauge', () => {
  const concentration = { top1: 0, top3: 0, top5: 0, hhi: 0 };
  const data: AccumulationData = {
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
    const html = render(<AccumulationGauge data={data} width={400} />);
    expect(texts(html)).toEqual(expect.arrayContaining(['−15.00%', '0.00%', '−14.50%']));
    expect(html).toContain('class="sell"');
  });

  test('is explained with its numbers and the percents of the labels', () => {
    const html = render(<Accumulation data={data} sql="SELECT" width={400} />);
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

  const hrefOf = (code: string) => `/p/${code}`;

  test('beyond the largest are added up, so that no value is lost', () => {
    const flows = counterpartyFlows(rows, 2);
    expect(flows.buyers).toEqual([
      { code: 'A', value: 70 },
      { code: 'B', value: 10 },
      { code: OTHERS, value: 6 },
    ]);
    // One broker more than the shown ones is shown itself.
    const codes = (shown: number) => counterpartyFlows(rows, shown).buyers.map(({ code }) => code);
    // Equal values are in the order of the codes.
    expect(
      counterpartyFlows([pair('B', 'X', 1), pair('A', 'Y', 1)], 2).buyers.map(({ code }) => code),
    ).toEqual(['A', 'B']);
    expect([codes(3), codes(4), codes(5)]).toEqual([
      ['A', 'B', 'C', 'D'],
      ['A', 'B', 'C', 'D'],
      ['A', 'B', 'C', 'D'],
    ]);
    const sum = flows.buyers.flatMap((buyer) =>
      flows.sellers.map((seller) => flows.value(buyer.code, seller.code)),
    );
    expect(sum.reduce((total, value) => total + value, 0)).toBe(50 + 20 + 10 + 5 + 1);
  });

  test('of many brokers end with the others', () => {
    const many = Array.from({ length: 13 }, (_, index) => pair(`B${index}`, 'X', 1300 - 100 * index));
    const props = { rows: many, brokers: { B1: { name: 'One', foreign_parent: true } }, hrefOf };
    const matrix = render(<FlowMatrix {...props} />);
    // 10 brokers are shown, and the other three have 300 + 200 + 100.
    expect(cells(matrix).slice(-2)).toEqual([['400'], ['600']]);
    expect(texts(matrix).slice(-2)).toEqual(['Others', '600']);
    expect(matrix).toContain('<a class="code tinted" href="/p/B1" title="One">B1</a>');
    // The largest pair has the strength 5, the others a part of it that is rounded up.
    const strengths = [...matrix.matchAll(/size-(\d)/g)].map(([, strength]) => strength).join('');
    expect(strengths).toBe('55544433223');
  });

  test('mark the trades of the clients of one broker', () => {
    const matrix = render(<FlowMatrix rows={rows} brokers={{}} hrefOf={hrefOf} />);
    expect(matrix).toContain('title="20: own clients traded with each other"');
    expect(render(<FlowMatrix rows={[]} brokers={{}} hrefOf={hrefOf} />)).not.toMatch(/NaN|Infinity/);
  });
});

describe('the treemap', () => {
  const item = (ticker: string, value: number, percent: number | null) => ({ ticker, value, percent });
  const map = (items: ReturnType<typeof item>[], width = 800, tone: 'change' | 'foreign' = 'change') =>
    render(
      <Treemap
        items={items}
        label="Map"
        steps={[0.1, 0.5, 2]}
        tone={tone}
        read={({ ticker, value }) => `${ticker} ${value}`}
        width={width}
      />,
    );

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

  test('has a box for each stock with a value', () => {
    const html = map([
      item('BBRI', 40, -4),
      item('BBCA', 100, 2.5),
      item('NONE', 0, 0),
      item('NEW', 10, null),
    ]);
    expect(html.match(/class="box/g)).toHaveLength(3);
    expect(html).toContain('aria-valuetext="BBCA 100"');
    expect(texts(html)).toEqual(expect.arrayContaining(['−4.0%', '+2.5%']));
    expect(map([], 300)).not.toMatch(/NaN|Infinity/);
    // The largest 60 stocks have a box, 30 in a narrow picture.
    const many = Array.from({ length: 70 }, (_, index) => item(`T${index}`, 100 + index, 1));
    const boxesAt = (width: number) => map(many, width).match(/class="box/g)?.length;
    expect([boxesAt(559), boxesAt(560)]).toEqual([30, 60]);
  });

  test('hatches what foreign investors sold, so that the colour alone does not say it', () => {
    const items = [item('BBCA', 100, -3), item('BBRI', 40, 3)];
    // Three steps of the legend, and one box.
    expect(map(items, 800, 'foreign').match(/class="hatched"/g)).toHaveLength(4);
    expect(map(items)).not.toContain('hatched');
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
    const html = map([item('BBCA', 60, 2.5)], 326);
    const places = [...html.matchAll(/<text x="([\d.]+)" y="13"/g)].map(([, x]) => Number(x));
    expect(places).toHaveLength(7);
    expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThanOrEqual(46);
  });

  test('has stronger colours for larger shares', () => {
    expect(
      [-40, -0.5, -0.09, 0, 0.1, 1.9, 2].map((percent) => strengthClass(percent, [0.1, 0.5, 2])),
    ).toEqual([...['tone-out-3', 'tone-out-2', 'tone-0', 'tone-0', 'tone-in-1', 'tone-in-2', 'tone-in-3']]);
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
    const html = render(<NewsList bySource={bySource} ticker="BBCA" limit={10} />);
    expect(texts(html)).toEqual(expect.arrayContaining(['Names BBCA', 'Other market news']));
    expect(html.indexOf('Laba')).toBeLessThan(html.indexOf('IHSG'));
    expect(html).toContain('30 Jan 2026, 03:30 WIB');
  });

  test('name a ticker as a whole word, and have a limit', () => {
    const titles = ['BBCA naik', 'BBCAX naik', 'Saham (BBCA)', 'bbca', 'X-BBCA', 'BBCA.JK', 'A', 'B', 'C'];
    const bySource = { A: titles.map((title, index) => article(title, `2026-01-30T09:0${9 - index}:00Z`)) };
    const shown = (limit: number, ticker?: string) =>
      [
        ...render(<NewsList bySource={bySource} ticker={ticker} limit={limit} />).matchAll(
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
    expect(render(<NewsList bySource={bySource} ticker="TLKM" limit={1} />)).toContain(
      'No article names TLKM.',
    );
  });

  test('never link to a script, and escape markup', () => {
    const bySource = { A: [article('<img src=x onerror=alert(1)>', null, 'javascript:alert(1)')] };
    const html = render(<NewsList bySource={bySource} limit={10} />);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('javascript:');
  });

  test('without articles say so', () => {
    expect(render(<NewsList bySource={{}} limit={10} />)).toContain('No source returned');
  });
});

describe('the days of an answer', () => {
  const answer = (days: string | null, verified: string | null = null) => ({
    state: 'ready' as const,
    data: [],
    units: 1,
    empty_reason: null,
    coverage: coverageOf((name) => ({ 'x-data-days': days, 'x-data-verified': verified })[name] ?? null),
  });
  const WEEK = [day('2026-01-05'), day('2026-01-06', 'missing'), day('2026-01-07'), day('2026-01-08', 'due')];

  test('are counted in the footer of a picture, also before the answer', () => {
    const of = (days: readonly Day[], ...[header, verified]: (string | null)[]) =>
      coverageText(answer(header ?? null, verified), days, locale);
    expect(coverageText({ state: 'loading' }, WEEK, locale)).toBe('2 of 4 trading days');
    expect(of(WEEK, '2/4', '1/2')).toBe('2 of 4 trading days · 1 match the exchange');
    expect(of(WEEK, '2/4', '0/2')).toBe('2 of 4 trading days');
    // The answer also has days before the range.
    expect(of(WEEK, '20/22', '18/20')).toBe('2 of 4 trading days');
    expect(of([day('2026-01-05')], '1/1')).toBe('5 Jan 2026');
    expect([of([], '1/1'), of([day('2026-01-05', 'future')])]).toEqual(['', '']);
  });

  test('are named once for all pictures if they are not as usual', () => {
    const shown = (days: readonly Day[]) => {
      const html = render(<DaysNotice days={days} />);
      return html === '' ? [] : [...new Set(texts(html))].map((text) => text.replaceAll(/\s+/g, ' '));
    };
    expect(shown([day('2026-01-05'), day('2026-02-05', 'future')])).toEqual([]);
    const rejected = { ...day('2026-01-06', 'missing'), absence: 'rejected' as const };
    const corrected = { ...day('2026-01-07'), is_corrected: true };
    const checked = { ...day('2026-01-08'), is_checked: true };
    expect(shown([day('2026-01-05'), rejected, corrected, checked])).toEqual([
      'Not in the totals: 6 Jan 2026 (the checks rejected the file) · ◆ 7 Jan 2026: corrected after the first publication · ◇ 8 Jan 2026: a correction is being checked, the figures may change',
      'Status of the days',
      '1 day without data, 1 corrected, 1 being checked',
    ]);
    const html = render(<DaysNotice days={[corrected]} />);
    expect(html).toContain('days-notice info');
    expect(html).toContain('href="/status?year=2026#day-2026-01-07"');
  });

  test('before a range are compared with it if they cost nothing more', () => {
    expect(paidFrom({ from: '2026-01-30', to: '2026-01-30' })).toBe('2025-12-31');
    expect(paidFrom({ from: '2025-12-31', to: '2026-01-30' })).toBe('2025-12-31');
    // 32 days cost 2 units, which pay for 62.
    expect(paidFrom({ from: '2025-12-30', to: '2026-01-30' })).toBe('2025-11-30');
    expect(paidFrom({ from: '2025-01-10', to: '2025-01-20' })).toBe('2025-01-01');
    expect(paidFrom({ from: '2025-02-01', to: '2026-01-30' })).toBe('2025-01-30');
    expect(comparedFrom({ from: '2026-01-30', to: '2026-01-30' })).toBe('2025-12-01');
    expect(comparedFrom({ from: '2025-06-01', to: '2026-01-30' })).toBe('2025-06-01');
    expect(comparedFrom({ from: '2025-01-10', to: '2025-01-20' })).toBe('2025-01-01');
  });

  test('have a usual turnover only with 20 days before, and ranks as the percentiles of the API', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{
          date: `${index}`,
          tickers: 1,
          volume: 1,
          freq: 1,
          foreign_buy: 0,
          foreign_sell: 0,
          net_foreign: 0,
        },
        value: index + 1,
      }));
    expect([usualTurnover(rows(20)), usualTurnover(rows(21)), usualTurnover(rows(30))]).toEqual([
      null,
      10.5,
      19.5,
    ]);
    const among = (value: number | null, count: number) =>
      percentileAmong(
        value,
        Array.from({ length: count }, (_, index) => index + 1),
      );
    // Of 1 to 5, two are lower than 3, and the equal one counts half.
    expect([among(3, 5), among(0, 5), among(9, 5)]).toEqual([50, 0, 100]);
    expect([among(3, 4), among(null, 5)]).toEqual([null, null]);
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
          {...{ id: 'pairs', title: 'Pairs', note: '', span: 6, days, browser: undefined }}
          {...{ address: '', onLoad: () => {}, onCost: () => {}, isEmpty: () => true, table: () => null }}
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

describe('the figures of a range', () => {
  const rows = [
    priceRow('2026-01-02', 80, 7),
    priceRow('2026-01-05', 100, 5),
    priceRow('2026-01-06', null, -20),
    priceRow('2026-01-07', 110),
  ];

  test('are sums of its days, and the change since the close before', () => {
    expect(rangeFigures(rows, { from: '2026-01-05' })).toEqual({
      last: 110,
      change: 110 / 80 - 1,
      base: 80,
      since: '2026-01-02',
      day: { date: '2026-01-07', change: 110 / 100 - 1, value: 137_500, net_foreign: 0 },
      volume: 3750,
      value: 262_500,
      average: 70,
      net_foreign: -15,
      foreign_share: -15 / 262_500,
    });
    // Without an earlier close, the change is since the first open.
    const [, ...range] = rows;
    const opened = range.map((row) => ({ ...row, open: row.close === 100 ? 90 : row.open }));
    expect(rangeFigures(opened, { from: '2026-01-05' })).toMatchObject({
      change: 110 / 90 - 1,
      base: 90,
      since: null,
    });
    const none = { last: null, change: null, base: null, average: null, foreign_share: null };
    expect(rangeFigures([], { from: '2026-01-05' })).toMatchObject(none);
    // A price before the range is none of the range.
    expect(rangeFigures(rows.slice(0, 1), { from: '2026-01-05' })).toMatchObject({
      last: null,
      change: null,
    });
  });

  test.each([
    [
      [100, 110],
      ['110', '▲', 'up', '10.00%', 'from the close of 5 Jan, 100'],
    ],
    [
      [110, 99],
      ['99', '▼', 'down', '10.00%', 'from the close of 5 Jan, 110'],
    ],
    [
      [100, 100],
      ['100', 'unchanged', '0.00%', 'from the close of 5 Jan, 100'],
    ],
    [
      [null, 100],
      ['100', 'unchanged', '0.00%', 'from the first open of 100'],
    ],
    [[100, null], ['–', 'On 6 Jan'].slice(0, 1)],
  ])('have the price and its change, large: closes %j', (closes, expected) => {
    const html = render(
      <RangeFigures
        prices={{
          ...{ state: 'ready', units: 1, empty_reason: null },
          data: closes.map((close, index) => priceRow(`2026-01-0${index + 5}`, close)),
          coverage: { days: null, verified: 0 },
        }}
        accumulation={{ state: 'loading' }}
        selection={{ from: '2026-01-06', to: '2026-01-06', market: 'RG', investor: 'all' }}
        days={[day('2026-01-06')]}
      />,
    );
    expect(texts(html).slice(0, expected.length)).toEqual(expected);
  });

  test('have no accumulation without a trade of the selected investors', () => {
    const none = { top1: 0, top3: 0, top5: 0, hhi: 0 };
    const shown = (figures: Partial<AccumulationData>) => {
      const data = {
        ...{ volume: 0, value: 0, average: 0, net_buyers: 0, net_sellers: 0, label: 'Neutral' },
        ...{ average_percent: 0, top: [], buy_share: none, sell_share: none, ...figures },
      };
      const coverage = { days: null, verified: 0 };
      const answer = {
        state: 'ready',
        data,
        units: 1,
        coverage,
        empty_reason: null,
      } as const;
      const selection = { from: '2026-01-05', to: '2026-01-05', market: 'RG', investor: 'f' };
      return render(
        <RangeFigures prices={{ state: 'loading' }} accumulation={answer} selection={selection} days={[]} />,
      );
    };
    expect(shown({})).not.toContain('0.00%');
    expect(shown({ volume: 100, value: 100 })).not.toContain('0.00%');
    // Every broker bought what it sold.
    const all = { top1: 100, top3: 100, top5: 100, hhi: 10_000 };
    expect(shown({ volume: 100, value: 100, buy_share: all, sell_share: all })).toContain('0.00%');
    expect(shown({ volume: 100, value: 100, sell_share: all })).toContain('0.00%');
    expect(shown({ buy_share: all, sell_share: all })).not.toContain('0.00%');
  });
});
