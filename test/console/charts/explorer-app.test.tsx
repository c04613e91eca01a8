import { describe, expect, test } from 'vitest';
import type { Answer, Browser } from '../../../src/console/charts/requests/answer.ts';
import type { Day } from '../../../src/console/charts/requests/rows.ts';
import { ExplorerApp } from '../../../src/console/charts/views/explorer-app.tsx';
import type { ExplorerProps, Subject } from '../../../src/console/charts/views/view-props.ts';
import { opened, type SmallNode, settle } from '../../support/small-document.ts';

const TICKER: Subject = { page: 'ticker', ticker: 'BBCA', sql: 'SELECT 1', pairs: true };
const MARKET: Subject = { page: 'market', brokers: true };
const BROKER: Subject = { page: 'broker', code: 'AK' };
const POSITION: Subject = { page: 'position', ticker: 'BBCA', code: 'AK' };
const NEWS: Subject = { page: 'news' };

const SELECTION = { from: '2026-01-05', to: '2026-01-08', market: 'RG', investor: 'all' };
const DAYS: Day[] = [
  { date: '2026-01-05', condition: 'published', absence: null },
  { date: '2026-01-06', condition: 'missing', absence: 'no_file' },
  { date: '2026-01-07', condition: 'published', absence: null },
  { date: '2026-01-08', condition: 'published', absence: null },
];

function totals(buy: number, sell: number) {
  const volumes = { buy_volume: buy / 100, sell_volume: sell / 250 };
  return {
    ...{ buy_freq: 3, sell_freq: 2, ...volumes, buy_value: buy, sell_value: sell },
    ...{ buy_avg: 100.25, sell_avg: 99.5 },
  };
}

function inventory(date: string, code: string, net_volume: number, cumulative_volume: number) {
  const values = { net_value: net_volume * 100, cumulative_value: cumulative_volume * 90 };
  return { date, code, net_volume, cumulative_volume, ...values };
}

function article(source: string, title: string, published_date: string | null) {
  return {
    ...{ source, title, description: 'About it', link: 'https://example.com/1' },
    ...{ image_url: '', guid: null, published_date },
  };
}

function measures(ticker: string, close: number, change: number, value: number, net_foreign: number) {
  const foreign = { net_foreign_1d: net_foreign, foreign_share_1d: (net_foreign / value) * 100 };
  return {
    ...{ date: '2026-01-08', ticker, close, change_1d: change, value, volume_ratio_20d: 1.5 },
    ...{ foreign_streak: Math.sign(net_foreign) * 3, ...foreign },
  };
}

function marketDay(date: string, value: number, foreign_buy: number, foreign_sell: number) {
  const net_foreign = foreign_buy - foreign_sell;
  return { date, tickers: 2, volume: value / 100, value, freq: 9, foreign_buy, foreign_sell, net_foreign };
}

function positionDay(date: string, net_volume: number, position: number, close: number) {
  const result = (close - 100) * position;
  return {
    date,
    net_volume,
    net_value: net_volume * 100,
    position,
    average_cost: 100,
    close,
    result,
    days_held: 1,
  };
}

/** The data of each answer of the API. */
const DATA: Readonly<Record<string, unknown>> = {
  '/stocks/ohlcv': [
    {
      ...{ date: '2026-01-05', open: 100, high: 120, low: 90, close: 110 },
      ...{ average: 105, volume: 40_000, value: 4_200_000, freq: 7, net_foreign: 500_000 },
    },
    {
      ...{ date: '2026-01-07', open: 111, high: 115, low: 101, close: 105 },
      ...{ average: 104.738, volume: 20_050, value: 2_100_000, freq: 5, net_foreign: -200_000 },
    },
  ],
  '/stocks/broker-summary': [
    { code: 'YP', ...totals(1_000_000, 4_000_000) },
    { code: 'AK', ...totals(5_000_000, 2_000_000) },
  ],
  '/stocks/broker-inventory': [
    inventory('2026-01-05', 'AK', 10_000, 10_000),
    inventory('2026-01-05', 'YP', -8000, -8000),
    inventory('2026-01-07', 'AK', 20_000, 30_000),
    inventory('2026-01-07', 'YP', -4000, -12_000),
  ],
  '/stocks/accumulation': {
    ...{ volume: 60_050, value: 6_300_000, average: 104.9, net_buyers: 4, net_sellers: 3 },
    ...{ label: 'Big Accumulation', average_percent: 25.5 },
    top: [
      { n: 1, net_volume: 30_000, percent: 49.96, net_value: 3_147_377 },
      { n: 3, net_volume: -600, percent: -1, net_value: -62_948 },
    ],
    buy_share: { top1: 60, top3: 90.5, top5: 100, hhi: 4000 },
    sell_share: { top1: 70, top3: 95.25, top5: 99, hhi: 5000 },
  },
  '/stocks/counterparties': [
    { buyer: 'YP', seller: 'AK', freq: 1, volume: 100, value: 10_000 },
    { buyer: 'AK', seller: 'YP', freq: 3, volume: 30_000, value: 3_000_000 },
  ],
  '/brokers/AK/summary': [
    { ticker: 'BBCA', ...totals(1_000_000, 4_000_000) },
    { ticker: 'TLKM', ...totals(5_000_000, 2_500_000) },
  ],
  '/market/daily': [
    marketDay('2026-01-05', 90_000_000, 50_000_000, 40_000_000),
    marketDay('2026-01-07', 110_000_000, 20_000_000, 50_000_000),
    marketDay('2026-01-08', 150_000_000, 30_000_000, 15_000_000),
  ],
  '/market/measures': [
    measures('BBCA', 7225, -0.69, 100_000_000, 20_000_000),
    measures('TLKM', 2750, 1.85, 50_000_000, -5_000_000),
  ],
  // The last value of each measure is equal to one of five before: 2 lower and a half of 5.
  '/stocks/measures': [1, 2, 3, 4, 5, 3].map((value, index) => ({
    ...{
      date: `2026-01-0${index + 1}`,
      ticker: 'BBCA',
      change_1d: value,
      change_1d_p60: index < 5 ? null : 95,
    },
    ...{ foreign_share_5d: value - 9, volume_ratio_20d: value, accumulation_1d: value, change_20d: null },
  })),
  '/stocks/broker-position': {
    note: 'An estimate.',
    traded_days: 2,
    days: [
      positionDay('2026-01-05', 30_000, 30_000, 110),
      positionDay('2026-01-07', -10_000, 20_000, 105),
      positionDay('2026-01-08', 0, 20_000, 105),
    ],
  },
  '/brokers/ranking': [
    { code: 'YP', ...totals(1_000_000, 4_000_000), share: 41.67 },
    { code: 'AK', ...totals(5_000_000, 2_000_000), share: 58.33 },
  ],
  '/news': {
    Kontan: [article('Kontan', 'Laba BBCA naik', '2026-01-07T03:00:00Z')],
    Bisnis: [article('Bisnis', 'IHSG turun', '2026-01-08T03:00:00Z'), article('Bisnis', '', null)],
  },
};

/** A day is missing for two of the answers. */
function coverageFor(path: string): Ready['coverage'] {
  if (path.startsWith('/news')) return { days: null, verified: 0 };
  return /ohlcv|foreign-flow/.test(path)
    ? { days: { published: 3 }, verified: 2 }
    : { days: { published: 4 }, verified: 0 };
}

type Ready = Extract<Answer, { state: 'ready' }>;

const answered = (path: string, units: number, more: Partial<Ready> = {}): Answer => ({
  ...{
    state: 'ready',
    data: DATA[path.split('?')[0] ?? ''],
    units,
    empty_reason: null,
    charge: 'a-charge',
  },
  coverage: coverageFor(path),
  ...more,
});

/** What a page did in its browser. */
class Recorded implements Browser {
  isSample = false;
  readonly origin = 'https://alir.example';
  readonly page = '/explore/BBCA?market=RG';
  readonly done: string[] = [];
  readonly load: Browser['load'];
  width = 600;
  downloads: number | undefined = 2;

  constructor(load: Browser['load'] = async ({ path, units }) => answered(path, units)) {
    this.load = async (request) => {
      this.done.push(`load ${request.path}`);
      return load(request);
    };
  }

  async download({ file, path }: { file: string; path: string }, format: string, charge?: string) {
    this.done.push(`download ${path} as ${file}.${format} for ${charge}`);
    return this.downloads;
  }

  onWidth(_element: unknown, changed: (width: number) => void) {
    changed(this.width);
    return () => {};
  }

  keepInUrl(name: string, value: string) {
    this.done.push(`keep ${name}=${value}`);
  }

  copy = async (text: string) => {
    this.done.push(`copy ${text}`);
  };

  go(url: string) {
    this.done.push(`go ${url}`);
  }
}

const shown = (subject: Subject, browser: Browser, more: Partial<ExplorerProps> = {}) =>
  opened(
    <ExplorerApp
      language="en"
      subject={subject}
      selection={SELECTION}
      days={DAYS}
      before={[]}
      brokers={{ AK: { name: 'UBS', foreign_parent: true }, YP: { name: 'Mirae', foreign_parent: false } }}
      browser={browser}
      {...more}
    />,
  );

const partOf = (page: SmallNode, id: string) =>
  page.all.find(({ attributes }) => attributes.get('id') === id) as SmallNode;

/** The rows of a table. The first row has the titles of the columns. */
const rowsOf = (table: SmallNode) =>
  table.all
    .filter(({ tag }) => tag === 'tr')
    .map(({ childNodes }) => childNodes.map((cell) => cell.text).join(' | '));

/** The texts of a picture without its buttons, and what is read at the other end of its positions. */
async function textsOf(picture: SmallNode): Promise<string[]> {
  const { texts } = picture;
  const below = picture.find('footer').texts;
  const slider = picture.all.find(({ attributes }) => attributes.get('role') === 'slider');
  const isFirst = slider?.attributes.get('aria-valuenow') === '0';
  await slider?.on('keydown', { key: isFirst ? 'End' : 'Home' });
  const read = slider ? [picture.find('readout').text] : [];
  return [...texts.slice(0, -below.length), ...read, below.at(-1) ?? ''];
}

const picturesOf = (page: SmallNode) =>
  page.all.filter(({ tag, attributes }) => tag === 'section' && attributes.has('id'));

/** The elements with their attributes, one a line, without those of drawings. */
const markupOf = (node: SmallNode): string[] =>
  node.childNodes.flatMap((child) => {
    if (child.tag === '') return [];
    const attributes = [...child.attributes].map(([name, value]) => ` ${name}="${value}"`);
    const inside = child.tag === 'svg' ? [] : markupOf(child);
    const own = attributes.length > 0 ? [`${child.tag}${attributes.join('')}`] : [];
    return [...own, ...inside];
  });

const SUBJECTS = { ticker: TICKER, market: MARKET, broker: BROKER, position: POSITION, news: NEWS };

describe('a page of the explorer', () => {
  test.each(['en', 'id'] as const)(
    'has its figures, notes and costs in the language %s',
    async (language) => {
      for (const [name, subject] of Object.entries(SUBJECTS)) {
        const page = await shown(subject, new Recorded(), { language });
        for (const idle of picturesOf(page).filter(({ attributes }) =>
          attributes.get('class')?.endsWith(' idle'),
        )) {
          await idle.find('button').on('click', {});
        }
        const texts: string[] = [];
        for (const part of page.childNodes) {
          if (part.attributes.get('class') !== 'grid') texts.push(...part.texts);
          else for (const picture of picturesOf(part)) texts.push(...(await textsOf(picture)));
        }
        if (language === 'en')
          await expect(`${markupOf(page).join('\n')}\n`).toMatchFileSnapshot(`pictures/markup-${name}.txt`);
        // The spaces around the dash of a range depend on the version of Node.
        const spaced = texts.map((text) => text.replaceAll(/ ?– ?/g, ' – '));
        await expect(`${spaced.join('\n')}\n`).toMatchFileSnapshot(`pictures/page-${name}.${language}.txt`);
      }
    },
  );

  test('sends each request once', async () => {
    const range = 'from=2026-01-05&to=2026-01-08';
    for (const [subject, paths] of [
      [
        TICKER,
        [
          // A unit pays for 31 days: the days before the range cost nothing.
          '/stocks/ohlcv?ticker=BBCA&from=2025-12-09&to=2026-01-08&market=RG',
          `/stocks/broker-summary?ticker=BBCA&${range}&investor=all&market=RG`,
          `/stocks/broker-inventory?ticker=BBCA&${range}&investor=all&market=RG&top=5`,
          `/stocks/accumulation?ticker=BBCA&${range}&investor=all&market=RG`,
          `/stocks/counterparties?ticker=BBCA&${range}&market=RG`,
          '/news',
        ],
      ],
      [
        MARKET,
        [
          '/market/daily?from=2025-11-09&to=2026-01-08&market=RG',
          `/market/measures?date=2026-01-08&measures=${encodeURIComponent('close,value,change_1d,volume_ratio_20d,foreign_streak,net_foreign_1d,foreign_share_1d')}`,
          `/brokers/ranking?${range}&investor=all&market=RG`,
        ],
      ],
      [BROKER, [`/brokers/AK/summary?${range}&investor=all&market=RG`]],
      [POSITION, [`/stocks/broker-position?ticker=BBCA&broker=AK&${range}&investor=all&market=RG`]],
      [NEWS, ['/news']],
    ] as const) {
      const browser = new Recorded();
      await shown(subject, browser);
      expect(browser.done).toEqual(paths.map((path) => `load ${path}`));
    }
  });
});

/** Opens the table of each picture that has one. @returns the tables by the picture */
async function tablesOf(page: SmallNode, name = 'Table'): Promise<[id: string, table: SmallNode][]> {
  const tables: [string, SmallNode][] = [];
  for (const picture of picturesOf(page)) {
    const id = picture.attributes.get('id') ?? '';
    if (!picture.html.includes(`aria-controls="${id}-table"`)) continue;
    expect(picture.html).not.toContain(`id="${id}-table"`);
    await picture.button(name).on('click');
    tables.push([id, partOf(page, `${id}-table`)]);
  }
  return tables;
}

describe('the tables of the pictures', () => {
  test.each([
    ['en', 'Table'],
    ['id', 'Tabel'],
  ] as const)(
    'have a title for each column, and the rows of the answer, in the language %s',
    async (language, button) => {
      for (const [name, subject] of Object.entries(SUBJECTS)) {
        const page = await shown(subject, new Recorded(), { language });
        const tables = await tablesOf(page, button);
        const lines = tables.flatMap(([id, table]) => [`=== ${id}`, ...rowsOf(table)]);
        await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`pictures/tables-${name}.${language}.txt`);
        for (const [id] of tables) await partOf(page, id).button(button).on('click');
        expect(page.html).not.toMatch(/id="[\w-]+-table"/);
      }
    },
  );

  test('lead from a broker and a ticker to its page, with the range', async () => {
    const links: [string, string | undefined][] = [];
    for (const subject of Object.values(SUBJECTS)) {
      for (const [, table] of await tablesOf(await shown(subject, new Recorded()))) {
        const cells = table.all.filter(({ tag }) => tag === 'td');
        for (const link of cells.flatMap(({ all }) => all.filter(({ tag }) => tag === 'a')))
          links.push([link.text, link.attributes.get('href')]);
      }
    }
    const pageOf = (code: string) => `/${code.length === 2 ? 'brokers' : 'explore'}/${code}`;
    expect(links).toHaveLength(18);
    expect(links).toEqual(
      links.map(([code]) => [code, `${pageOf(code)}?from=2026-01-05&to=2026-01-08&market=RG&investor=all`]),
    );
  });

  test('are sorted by a column: numbers from the largest, texts from the first letter, then the other way round', async () => {
    const page = await shown(BROKER, new Recorded());
    await partOf(page, 'book').button('Table').on('click');
    const book = partOf(page, 'book-table');
    const state = () =>
      [
        ...rowsOf(book)
          .slice(1)
          .map((row) => row.slice(0, 4)),
        ...book.all
          .filter(({ tag }) => tag === 'th')
          .map(({ attributes }) => attributes.get('aria-sort')?.slice(0, 4)),
      ].slice(0, 5);
    expect(state()).toEqual(['TLKM', 'BBCA', 'none', 'desc', 'none']);
    await book.button('Sold IDR').on('click');
    expect(state()).toEqual(['BBCA', 'TLKM', 'none', 'none', 'none']);
    await book.button('Sold IDR').on('click');
    expect(state()).toEqual(['TLKM', 'BBCA', 'none', 'none', 'none']);
    await book.button('Ticker').on('click');
    expect(state()).toEqual(['BBCA', 'TLKM', 'asce', 'none', 'none']);
    await book.button('Ticker').on('click');
    expect(state()).toEqual(['TLKM', 'BBCA', 'desc', 'none', 'none']);
    await book.button('Net value IDR').on('click');
    expect(state()).toEqual(['TLKM', 'BBCA', 'none', 'desc', 'none']);
  });

  test('have 15 rows at first, and all of them on request', async () => {
    const rows = Array.from({ length: 17 }, (_, index) => ({
      ticker: `T${index}`,
      ...totals(1000 - index, 0),
    }));
    const browser = new Recorded(async ({ path, units }) => answered(path, units, { data: rows }));
    const page = await shown(BROKER, browser);
    await partOf(page, 'book').button('Table').on('click');
    const book = partOf(page, 'book-table');
    expect(rowsOf(book)).toHaveLength(1 + 15);
    await book.button('Show all 17 rows').on('click');
    expect(rowsOf(book)).toHaveLength(1 + 17);
    expect(book.html).not.toContain('Show all');
  });
});

describe('the cursor of a picture', () => {
  const BBCA = 'BBCA: value 100,000,000 IDR, change −0.69%';
  const TLKM = 'TLKM: value 50,000,000 IDR, change +1.85%';
  const HINT = 'Use the arrow keys to read exact values.';

  const cursorOf = (picture: SmallNode) => {
    const slider = picture.find('plot');
    const [text, value] = ['aria-valuetext', 'aria-valuenow'].map((name) => slider.attributes.get(name));
    return { text, value, seen: picture.find('readout').text };
  };

  test('is moved by keys; Escape hides it, and Enter opens what it selects', async () => {
    const browser = new Recorded();
    const map = partOf(await shown(MARKET, browser), 'treemap');
    const slider = map.find('plot');
    let prevented = 0;
    const press = (key: string) => slider.on('keydown', { key, preventDefault: () => prevented++ });
    expect(slider.attributes.get('aria-label')).toBe(
      'Map. Use the arrow keys to read single values, and Enter to open one.',
    );
    expect(slider.attributes.get('aria-valuemax')).toBe('1');
    expect(cursorOf(map)).toEqual({ text: BBCA, value: '0', seen: BBCA });
    await slider.on('focus');
    expect(cursorOf(map)).toEqual({ text: BBCA, value: '0', seen: HINT });
    await press('Enter');
    expect(prevented).toBe(0);
    // The first arrow key selects the position that was read, the next ones move.
    await press('ArrowRight');
    expect(cursorOf(map)).toEqual({ text: BBCA, value: '0', seen: BBCA });
    await press('ArrowRight');
    expect(cursorOf(map)).toEqual({ text: TLKM, value: '1', seen: TLKM });
    await press('a');
    expect(prevented).toBe(2);
    expect(map.html).toContain('tone-in-2 selected');
    await press('Enter');
    await press('Escape');
    expect(cursorOf(map)).toEqual({ text: BBCA, value: '0', seen: HINT });
    expect(map.html).not.toContain('selected');
    await press('End');
    await slider.on('blur');
    expect(cursorOf(map)).toEqual({ text: BBCA, value: '0', seen: BBCA });
    expect(browser.done.slice(3)).toEqual([
      'go /explore/TLKM?from=2026-01-05&to=2026-01-08&market=RG&investor=all',
    ]);
  });

  test('follows the pointer, and a click opens what is under it', async () => {
    const browser = new Recorded();
    const map = partOf(await shown(MARKET, browser), 'treemap');
    const slider = map.find('plot');
    // The picture begins 10 pixels from the left and 20 from the top.
    const at = (x: number, y: number) => ({ clientX: 10 + x, clientY: 20 + y });
    await slider.on('pointermove', at(401, 40));
    expect(cursorOf(map).seen).toBe(TLKM);
    await slider.on('pointerleave');
    expect(cursorOf(map).seen).toBe(BBCA);
    await slider.on('pointerdown', at(401, 40));
    await slider.on('focus');
    await slider.on('pointerleave');
    expect(cursorOf(map).seen).toBe(TLKM);
    await slider.on('pointermove', at(401, 27));
    expect(cursorOf(map).seen).toBe(HINT);
    await slider.on('click', at(399, 40));
    await slider.on('click', at(399, 27));
    expect(browser.done.slice(3)).toEqual([
      'go /explore/BBCA?from=2026-01-05&to=2026-01-08&market=RG&investor=all',
    ]);
  });

  test.each([
    ['price', 3, '5 Jan 2026: open 100'],
    ['price', 137, '6 Jan 2026: no data, no file has arrived'],
    ['price', 1, '8 Jan 2026: no trade'],
    ['price', 513, '8 Jan 2026: no trade'],
    ['inventory', 3, '5 Jan 2026: AK +100'],
    ['inventory', 300, '7 Jan 2026: AK +300 · YP −120 · Close 105'],
    ['accumulation', [300, 39], 'Top 3: −1.00% of the volume'],
    ['accumulation', [300, 97], 'Average: +25.50% of the volume'],
    ['accumulation', [300, 98], 'Top 1:'],
    ['accumulation', [300, 7], 'Top 1:'],
  ] as const)('selects in the picture %s what is at %j', async (id, place, text) => {
    const picture = partOf(await shown(TICKER, new Recorded()), id);
    const [x, y] = typeof place === 'number' ? [place, 100] : place;
    await picture.find('plot').on('pointermove', { clientX: 10 + x, clientY: 20 + y });
    expect(picture.find('readout').text).toContain(text);
  });

  test('dragged across days shows only these days, and so do the keys + and -', async () => {
    const picture = partOf(await shown(TICKER, new Recorded()), 'price');
    const slider = picture.find('plot');
    const count = () => Number(slider.attributes.get('aria-valuemax')) + 1;
    const drag = async (from: number, to: number, pointerType: string) => {
      await slider.on('pointerdown', { clientX: 10 + from, clientY: 100, pointerType });
      await slider.on('pointermove', { clientX: 10 + to, clientY: 100 });
      await slider.on('pointerup');
    };
    // Each of the 4 days has 127.5 pixels. A finger scrolls the page.
    await drag(3, 400, 'touch');
    await drag(3, 130, 'mouse');
    expect(count()).toBe(4);
    await drag(400, 140, 'mouse');
    expect([count(), slider.attributes.get('aria-valuetext')?.slice(0, 10)]).toEqual([3, '8 Jan 2026']);
    await slider.on('keydown', { key: 'Home' });
    expect(slider.attributes.get('aria-valuetext')).toContain('6 Jan 2026');
    await picture.button('Show all days').on('click');
    expect(count()).toBe(4);
    await slider.on('keydown', { key: '+' });
    expect(count()).toBe(3);
    await slider.on('keydown', { key: '-' });
    expect(count()).toBe(4);
  });

  test('shows half of many days around the cursor after +', async () => {
    const many = Array.from({ length: 12 }, (_, index): Day => {
      return { date: `2026-01-${String(index + 5).padStart(2, '0')}`, condition: 'published', absence: null };
    });
    const picture = partOf(await shown(TICKER, new Recorded(), { days: many }), 'price');
    const slider = picture.find('plot');
    const read = () => [
      slider.attributes.get('aria-valuemax'),
      slider.attributes.get('aria-valuetext')?.slice(0, 11),
    ];
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', '+'])
      await slider.on('keydown', { key });
    expect(read()).toEqual(['5', '10 Jan 2026']);
    await slider.on('keydown', { key: 'Home' });
    expect(read()).toEqual(['5', '5 Jan 2026:']);
  });

  test('opens the stocks of the map, also when it is coloured by the foreign share', async () => {
    const browser = new Recorded();
    const map = partOf(await shown(MARKET, browser), 'treemap');
    const open = (clientX: number, clientY: number) => map.find('plot').on('click', { clientX, clientY });
    // BBCA has two thirds of the value, so 400 of 600 pixels; the legend is above 28.
    await open(10 + 399, 20 + 497);
    await open(10 + 401, 20 + 29);
    await open(10 + 401, 20 + 27);
    await map.button('Foreign share').on('click');
    await open(10 + 399, 20 + 100);
    expect(map.find('plot').attributes.get('aria-valuetext')).toContain('net foreign +20.00% of the value');
    expect(map.html).toContain('hatched');
    expect(browser.done.filter((each) => each.startsWith('go')).map((each) => each.split('?', 1)[0])).toEqual(
      ['go /explore/BBCA', 'go /explore/TLKM', 'go /explore/BBCA'],
    );
  });

  test('leads from each broker of a stock, and from each stock of a broker, to the broker in the stock', async () => {
    const of = async (subject: Subject, id: string) =>
      partOf(await shown(subject, new Recorded()), id)
        .all.filter(({ attributes }) => attributes.get('class')?.startsWith('code'))
        .map(({ attributes }) => attributes.get('href')?.split('?', 1)[0]);
    expect(await of(TICKER, 'brokers')).toEqual(['/explore/BBCA/broker/AK', '/explore/BBCA/broker/YP']);
    expect(await of(BROKER, 'book')).toEqual(['/explore/TLKM/broker/AK', '/explore/BBCA/broker/AK']);
    const back = (await shown(POSITION, new Recorded())).all.filter(({ tag }) => tag === 'a');
    expect(back.map(({ attributes }) => attributes.get('href')?.split('?', 1)[0])).toEqual(
      expect.arrayContaining(['/explore/BBCA', '/brokers/AK']),
    );
  });
});

describe('the shapes of a picture', () => {
  test.each([330, 480, 600, 1200])('are inside, and no two texts touch, at %d pixels', async (width) => {
    for (const [subject, language] of [
      [TICKER, 'en'],
      [TICKER, 'id'],
      [MARKET, 'en'],
      [MARKET, 'id'],
      [POSITION, 'id'],
    ] as const) {
      const browser = new Recorded();
      browser.width = width;
      const page = await shown(subject, browser, { language });
      for (const picture of picturesOf(page).filter(({ html }) => html.includes('class="chart"'))) {
        const svg = picture.find('chart');
        const height = Number(svg.attributes.get('height'));
        expect(svg.attributes.get('viewBox')).toBe(`0 0 ${width} ${height}`);
        const boxes = svg.all.flatMap(({ tag, attributes, text }) => {
          const [x = 0, y = 0, w = 0, h = 0] = ['x', 'y', 'width', 'height'].map((name) =>
            Number(attributes.get(name) ?? 0),
          );
          if (tag === 'rect') return [{ name: attributes.get('class') ?? '', x, y, w, h, isText: false }];
          if (tag !== 'text' || text.trim() === '') return [];
          const size = Number(attributes.get('font-size') ?? 11);
          const length = 0.5 * size * text.trim().length;
          const before = { end: length, middle: length / 2 }[attributes.get('text-anchor') ?? ''] ?? 0;
          return [{ name: text, x: x - before, y: y - 0.7 * size, w: length, h: 0.7 * size, isText: true }];
        });
        const outside = boxes.filter(
          ({ x, y, w, h }) => x < -1 || y < 0 || x + w > width + 1 || y + h > height,
        );
        expect([width, picture.attributes.get('id'), outside]).toEqual([
          width,
          picture.attributes.get('id'),
          [],
        ]);
        const labels = boxes.filter(({ isText }) => isText);
        const touching = labels.flatMap((a, index) =>
          labels
            .slice(index + 1)
            .filter((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
            .map((b) => `${a.name} | ${b.name}`),
        );
        expect([width, language, picture.attributes.get('id'), touching]).toEqual([
          width,
          language,
          picture.attributes.get('id'),
          [],
        ]);
      }
    }
  });
});

describe('a picture', () => {
  test('is loading until its answer arrives', async () => {
    let arrive = (_: Answer) => {};
    const browser = new Recorded(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const page = await shown(BROKER, browser);
    expect(page.texts.slice(-7)).toEqual([
      ...['CSV', 'Excel', 'Parquet', 'Link', 'API call', '3 of 4 trading days'],
      'The cost of this view is shown when its pictures are loaded.',
    ]);
    expect(partOf(page, 'book').attributes.get('aria-busy')).toBe('true');
    arrive(answered('/brokers/AK/summary', 5));
    await settle();
    expect(partOf(page, 'book').attributes.get('aria-busy')).toBe('false');
    expect(page.texts.at(-1)).toBe('This view cost 5 units.');
  });

  test('has no drawing before its width is known', async () => {
    const browser = new Recorded();
    browser.width = 0;
    expect(partOf(await shown(BROKER, browser), 'book').find('drawing').childNodes).toEqual([]);
  });

  test.each([
    ['quota_exceeded', 'The quota of your plan is used up. Details.', 'See the plans', '/pricing'],
    [
      'signed_out',
      'Your session has ended.',
      'Sign in again',
      '/sign-in?next=%2Fexplore%2FBBCA%3Fmarket%3DRG',
    ],
    ['offline', 'The service cannot be reached. Check the connection and try again. Details.', 'Try again'],
    ['rate_limited', 'The service is busy. Try again in a few seconds. Details.', 'Try again'],
    ['overloaded', 'The service is busy. Try again in a few seconds. Details.', 'Try again'],
    ['internal', 'The request failed. Details.', 'Try again'],
  ])('says what to do after a failure: %s', async (code, text, title, href?: string) => {
    let failures = 0;
    const browser = new Recorded(async ({ path, units }) => {
      return failures++ === 0 ? { state: 'failed', code, message: 'Details.' } : answered(path, units);
    });
    const page = await shown(BROKER, browser);
    expect(partOf(page, 'book').find('body').texts).toEqual([text, title]);
    const button = partOf(page, 'book').button(title);
    expect(button.attributes.get('href')).toBe(href);
    if (href !== undefined) return;
    await button.on('click');
    expect(browser.done).toHaveLength(2);
    expect(page.texts.at(-1)).toBe('This view cost 5 units.');
  });

  test.each([
    [
      'quota_insufficient',
      'Biaya permintaan ini melebihi sisa unit. Pilih lebih sedikit hari atau saham, atau naikkan paket.',
    ],
    ['internal', 'Permintaan gagal. Muat ulang halaman, atau pilih hari lain.'],
  ])('says it in Indonesian, without the message of the API: %s', async (code, text) => {
    const browser = new Recorded(async () => ({ state: 'failed', code, message: 'Details.' }));
    const page = await shown(BROKER, browser, { language: 'id' });
    expect(partOf(page, 'book').find('body').texts[0]).toBe(text);
  });

  test.each([
    ['unknown_ticker', 'No published day has a trade of this ticker. Check the spelling.'],
    ['no_trades', 'The published days of the range have no trade that matches the market and the investor.'],
    ['no_trading_day', 'The range has only weekends and holidays. Choose a trading day.'],
    ['not_published_yet', 'The data of this day has not arrived yet. Try again after 19:00 WIB.'],
    [
      'missing_day',
      'A trading day of this range has no data, and the other days have no trade that matches. Choose other days.',
    ],
    ['future', 'The trading days of the range are in the future. Choose an earlier day.'],
    [null, 'No rows for this view.'],
  ])('without rows says why, and has no table or file: %s', async (empty_reason, text) => {
    const browser = new Recorded(async ({ path, units }) =>
      answered(path, units, { data: [], empty_reason }),
    );
    const book = partOf(await shown(BROKER, browser), 'book');
    expect(book.find('body').texts).toEqual([text]);
    for (const title of ['Table', 'CSV']) expect(book.button(title).attributes.has('disabled')).toBe(true);
  });

  test('without accumulation or news says so', async () => {
    const empty: Record<string, unknown> = {
      '/stocks/accumulation': { ...(DATA['/stocks/accumulation'] as object), volume: 0 },
      '/news': {},
    };
    const browser = new Recorded(async ({ path, units }) =>
      answered(path, units, { data: empty[path.split('?')[0] ?? ''] ?? [] }),
    );
    const page = await shown(TICKER, browser);
    const textOf = (id: string) => partOf(page, id).find('state').text;
    expect(textOf('accumulation')).toBe(
      'The published days of the range have no trade that matches the market and the investor.',
    );
    expect(textOf('news')).toBe('No source returned an article.');
    expect(page.texts.slice(0, 4)).toEqual(['–', 'Last day', 'Change', '–']);
    expect(partOf(await shown(NEWS, browser), 'news').find('state').text).toBe(
      'No source returned an article.',
    );
  });

  test('is downloaded with the charge of its answer, and what a download costs is in the cost of the page', async () => {
    const browser = new Recorded();
    const page = await shown(BROKER, browser);
    const book = partOf(page, 'book');
    expect(book.find('footer').texts).toEqual([
      'Table',
      'CSV',
      'Excel',
      'Parquet',
      'Link',
      'API call',
      '3 of 4 trading days',
    ]);
    await book.button('CSV').on('click');
    await book.button('Excel').on('click');
    await book.button('Parquet').on('click');
    const path = '/brokers/AK/summary?from=2026-01-05&to=2026-01-08&investor=all&market=RG';
    const file = 'AK-stocks-RG-2026-01-05-2026-01-08';
    expect(browser.done.slice(1)).toEqual([
      `download ${path} as ${file}.csv for a-charge`,
      `download ${path} as ${file}.xlsx for a-charge`,
      `download ${path} as ${file}.parquet for a-charge`,
    ]);
    expect(page.texts.at(-1)).toBe('This view cost 11 units.');
    browser.downloads = undefined;
    await book.button('CSV').on('click');
    expect(book.find('footer').texts[4]).toBe('The download failed.');
    expect(page.texts.at(-1)).toBe('This view cost 11 units.');
    browser.downloads = 1;
    await book.button('CSV').on('click');
    expect(book.find('footer').texts[4]).toBe('Link');
  });

  test('has a link with the days, the market and the investor, which it copies', async () => {
    const browser = new Recorded();
    const book = partOf(await shown(BROKER, browser), 'book');
    const href = '/brokers/AK?from=2026-01-05&to=2026-01-08&market=RG&investor=all#book';
    const link = book.all.find(({ attributes }) => attributes.get('href')?.endsWith('#book'));
    expect(link?.attributes.get('href')).toBe(href);
    await link?.on('click', { preventDefault: () => browser.done.push('stay') });
    expect(browser.done.slice(-2)).toEqual(['stay', `copy https://alir.example${href}`]);
    expect(link?.text).toBe('Copied');
    const market = partOf(await shown(MARKET, browser), 'treemap');
    expect(market.html).toContain(
      'href="/market?from=2026-01-05&to=2026-01-08&market=RG&investor=all#treemap',
    );
  });

  test('is shared by a form with its charge, by a visitor who may', async () => {
    const book = partOf(await shown(BROKER, new Recorded(), { token: 'a-token' }), 'book');
    await book.button('Share').on('click');
    const form = book.find('share-form');
    expect([form.attributes.get('method'), form.attributes.get('action')]).toEqual([
      'post',
      '/brokers/AK/share?from=2026-01-05&to=2026-01-08&market=RG&investor=all',
    ]);
    const fields = form.all
      .filter(({ tag }) => tag === 'input')
      .map(({ attributes }) => [...attributes.values()]);
    expect(fields).toEqual([
      ['hidden', '_csrf', 'a-token'],
      ['hidden', 'picture', 'book'],
      ['hidden', 'charge', 'a-charge'],
      ['note', '280', 'off'],
    ]);
    await book.button('Share').on('click');
    expect(book.html).not.toContain('share-form');
    // News has no picture, and a visitor without the rights of an owner no form.
    for (const [subject, more] of [
      [NEWS, { token: 'a-token' }],
      [BROKER, {}],
    ] as const)
      expect((await shown(subject, new Recorded(), more)).html).not.toMatch(/aria-controls="\w+-share"/);
  });

  test('of the sample has a command without a key; without a clipboard, its link is opened', async () => {
    const browser = new Recorded();
    browser.isSample = true;
    browser.copy = () => Promise.reject(new Error('refused'));
    const price = partOf(await shown(TICKER, browser, { isSample: true }), 'price');
    await price.button('API call').on('click');
    expect(price.texts.at(-2)).toMatch(/^curl 'https:\/\/alir\.example\/sample\/stocks\/ohlcv\?ticker=BBCA&/);
    const link = price.all.find(({ attributes }) => attributes.get('href')?.endsWith('#price'));
    await link?.on('click', { preventDefault: () => {} });
    expect(browser.done.at(-1)).toBe(`go ${link?.attributes.get('href')}`);
  });

  test('of stocks has the largest ones at first, also without a close', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({
      ...measures(`T${index}`, 100 + index, index + 1, 1000 + index, 50 + index),
      ...(index === 24 && { close: null }),
    }));
    const browser = new Recorded(async ({ path, units }) =>
      path.startsWith('/market/measures') ? answered(path, units, { data: rows }) : answered(path, units),
    );
    const page = await shown(MARKET, browser);
    const gainers = rowsOf(partOf(page, 'gainers').find('body'));
    expect([gainers.length, gainers[0]]).toEqual([8, 'T24 | – | ▲up 25.00%']);
    expect(rowsOf(partOf(page, 'losers').find('body'))).toEqual(['No rows']);
    // The title, and 10 of the buyers.
    const [buyers] = partOf(page, 'ranking').all.filter(({ tag }) => tag === 'table');
    expect(rowsOf(buyers as SmallNode)).toHaveLength(1 + 10);
    const book = Array.from({ length: 25 }, (_, index) => ({
      ticker: `T${index}`,
      ...totals(1000 - index, 0),
    }));
    const ofBroker = await shown(
      BROKER,
      new Recorded(async ({ path, units }) => answered(path, units, { data: book })),
    );
    const [bought] = partOf(ofBroker, 'book').all.filter(({ tag }) => tag === 'table');
    expect(rowsOf(bought as SmallNode)).toHaveLength(1 + 20);
  });

  test('of the news has 100 articles, beside a stock 6', async () => {
    const data = { A: Array.from({ length: 120 }, (_, index) => article('A', `T${index}`, null)) };
    const browser = new Recorded(async ({ path, units }) =>
      path === '/news' ? answered(path, units, { data }) : answered(path, units),
    );
    for (const [subject, count] of [
      [NEWS, 100],
      [TICKER, 6],
    ] as const)
      expect(
        partOf(await shown(subject, browser), 'news').all.filter(({ tag }) => tag === 'li'),
      ).toHaveLength(count);
  });

  test('of unusual measures begins with the one that is farthest from the middle', async () => {
    const data = [1, 2, 3, 4, 5, 6, 7].map((_, index) => ({
      ...{ date: `2026-01-0${index + 1}`, ticker: 'BBCA', change_1d: 1, foreign_share_5d: 1 },
      ...{ volume_ratio_20d: 1, accumulation_1d: 1, accumulation_5d: 1, change_20d: null },
      ...{ change_1d_p60: 60, foreign_share_5d_p60: 2, volume_ratio_20d_p60: 90, accumulation_1d_p60: 45 },
    }));
    const browser = new Recorded(async ({ path, units }) =>
      path.startsWith('/stocks/measures') ? answered(path, units, { data }) : answered(path, units),
    );
    const unusual = partOf(await shown(TICKER, browser), 'unusual');
    await unusual.find('button').on('click', {});
    const places = rowsOf(unusual.find('body')).map((row) => row.split(' | ').at(-1)?.trim());
    expect(places).toEqual(['2nd', '90th', '60th', '45th', '50th', 'too short']);
  });

  test('shows its request as a command, and copies it', async () => {
    const browser = new Recorded();
    const book = partOf(await shown(BROKER, browser), 'book');
    const command = `curl -H "Authorization: Bearer $KEY" 'https://alir.example/brokers/AK/summary?from=2026-01-05&to=2026-01-08&investor=all&market=RG'`;
    await book.button('API call').on('click');
    expect(book.texts.slice(-3)).toEqual([command, 'Copy', 'Link for a spreadsheet']);
    expect(book.html).toContain('href="/account/keys?request=%2Fbrokers%2FAK%2Fsummary%3Ffrom%3D2026-01-05');
    await book.button('Copy').on('click');
    expect(book.texts.at(-2)).toBe('Copied');
    expect(browser.done.at(-1)).toBe(`copy ${command}`);
    await book.button('API call').on('click');
    expect(book.html).not.toContain('curl');
  });

  test.each([
    [
      { ...TICKER, pairs: false },
      'counterparties',
      'Show who traded with whom (5 units)',
      'pairs',
      '/stocks/counterparties',
      5,
    ],
    [
      { ...MARKET, brokers: false },
      'broker-ranking',
      'Show the ranking of brokers (5 units)',
      'brokers',
      '/brokers/ranking',
      5,
    ],
  ] as const)(
    'that costs more is loaded on request: %j',
    async (subject, id, title, parameter, path, before) => {
      const browser = new Recorded();
      const page = await shown(subject, browser);
      const { length } = browser.done;
      expect(page.texts.at(-1)).toBe(`This view cost ${before} units.`);
      await partOf(page, id).button(title).on('click');
      expect(browser.done.slice(length).map((each) => each.split('?', 1)[0])).toEqual([
        `keep ${parameter}=1`,
        `load ${path}`,
      ]);
      expect(page.texts.at(-1)).toBe(`This view cost ${before + 5} units.`);
    },
  );

  test('compares a day with the days before, and has no inventory', async () => {
    const before = ['2025-12-29', '2025-12-30', '2026-01-02', '2026-01-05', '2026-01-06', '2026-01-07'];
    const rows = [...before, '2026-01-08'].map((date, index) => {
      const close = [100, 101, 103, 102, 104, 105, 106][index] as number;
      const value = [100, 200, 300, 400, 500, 600, 700][index] as number;
      return {
        date,
        open: close,
        high: close,
        low: close,
        close,
        average: close,
        volume: 10,
        value,
        freq: 1,
        net_foreign: value / 10,
      };
    });
    const measured = [...before, '2026-01-08'].map((date, index) => {
      const change_1d = [1.5, 1, 1.98, -0.97, 1.96, 0.96, 0.95][index];
      const share = { foreign_share_1d: 10, foreign_share_1d_p60: index === 6 ? 75 : null };
      return { date, ticker: 'BBCA', change_1d, change_1d_p60: null, ...share, value_ratio_20d: null };
    });
    const browser = new Recorded(async ({ path, units }) => {
      if (path.startsWith('/stocks/ohlcv')) return answered(path, units, { data: rows });
      return path.startsWith('/stocks/measures')
        ? answered(path, units, { data: measured })
        : answered(path, units);
    });
    const day: Day = { date: '2026-01-08', condition: 'published', absence: null };
    const choices = {
      selection: { ...SELECTION, from: '2026-01-08' },
      days: [day],
      before: before.map((date) => ({ ...day, date })),
    };
    // The first day would cost more.
    const paid = { ...choices, before: [{ ...day, date: '2025-12-08' }, ...choices.before] };
    const page = await shown({ ...TICKER, pairs: false }, browser, paid);
    const sent = browser.done.map((each) => each.split('?', 1)[0]);
    expect([sent.includes('load /stocks/broker-inventory'), sent.length]).toEqual([false, 5]);
    expect(page.texts.slice(0, 2)).toEqual(['106', '▲up 0.95%']);
    // One of the six changes before is lower; the share has a percentile of the API, and the ratio no value.
    expect(
      partOf(page, 'day')
        .find('body')
        .texts.filter((text) => !/^[-−+]\d/.test(text)),
    ).toEqual([
      ...['Change of the close', '17th among 6 earlier days'],
      ...['Value to the median of 20 days', '–', 'too short'],
      ...['Net foreign of the value', '75th among 60 earlier days'],
      ...['Accumulation', '–', 'too short'],
    ]);
    expect(partOf(page, 'price').html.match(/candle rise pale|candle fall pale/g)).toHaveLength(6);
    expect(partOf(page, 'price').find('plot').attributes.get('aria-valuemax')).toBe('6');
    // Two strips beside each other, with 24 pixels between them.
    const strips = partOf(page, 'day').all.filter(({ attributes }) => attributes.get('class') === 'chart');
    expect(strips.map(({ attributes }) => attributes.get('width'))).toEqual(['288', '288']);
    expect(page.texts.at(-1)).toBe('This view cost 5 units.');

    // The measures of the day are not computed yet: those of the day before are not shown for it.
    measured.pop();
    const early = await shown({ ...TICKER, pairs: false }, browser, choices);
    expect(partOf(early, 'day').html).not.toContain('day-strips');
    expect(partOf(early, 'day').texts[2]).toMatch(/^The measures of this day are not computed yet/);
  });

  test('of counterparties is a matrix that frames one broker', async () => {
    const pairs = partOf(await shown(TICKER, new Recorded()), 'counterparties');
    expect(rowsOf(pairs.find('matrix'))).toEqual([
      'Buyer ↓ seller → | YP | AK',
      'AK | 3.0 M | –',
      'YP | – | 10.0 k',
    ]);
    expect(pairs.html).not.toContain('framed');
    await pairs.find('select').on('change', { currentTarget: { value: 'AK' } });
    expect(pairs.html.match(/framed-row/g)).toHaveLength(1);
    expect(pairs.html.match(/framed-column/g)).toHaveLength(3);
  });

  test('of 20 days has wider steps of the changes, and of one day its turnover beside the usual one', async () => {
    const published = (count: number) =>
      Array.from({ length: count }, (_, index): Day => {
        const date = `2025-12-${String(index + 1).padStart(2, '0')}`;
        return { date, condition: 'published', absence: null };
      });
    const days = published(21);
    const rows = days.map(({ date }, index) => marketDay(date, index < 20 ? 80_000_000 : 120_000_000, 2, 1));
    const browser = new Recorded(async ({ path, units }) =>
      path.startsWith('/market/daily') ? answered(path, units, { data: rows }) : answered(path, units),
    );
    const selection = { ...SELECTION, from: '2025-12-01', to: '2025-12-21' };
    const page = await shown(MARKET, browser, { days, selection });
    expect(page.texts.slice(0, 2)).toEqual([
      '120 M',
      'IDR turnover on 21 Dec, 1.50× the median of the 20 days before',
    ]);
    const map = partOf(page, 'treemap');
    const legend = () => map.find('legend').texts;
    expect(legend()).toEqual(['≤ −8', '−2', '−0.4', '0', '+0.4', '+2', '≥ +8']);
    await map.button('Foreign share').on('click');
    expect(legend()).toEqual(['≤ −12', '−6', '−2', '0', '+2', '+6', '≥ +12']);
    for (const [count, span] of [
      [4, 1],
      [5, 5],
      [19, 5],
      [20, 20],
    ] as const) {
      const each = new Recorded();
      await shown(MARKET, each, { days: published(count), selection });
      expect(each.done.find((one) => one.includes('/market/measures'))).toContain(`net_foreign_${span}d`);
    }
  });

  test('asks for the measures of the last published day, over as many days as are published', async () => {
    const missing = (date: string): Day => ({ date, condition: 'missing', absence: 'no_file' });
    const days = [...DAYS, missing('2026-01-09')];
    const browser = new Recorded();
    await shown(MARKET, browser, { days, selection: { ...SELECTION, to: '2026-01-09' } });
    expect(browser.done.filter((each) => each.includes('/market/measures'))).toMatchInlineSnapshot(`
      [
        "load /market/measures?date=2026-01-08&measures=close%2Cvalue%2Cchange_1d%2Cvolume_ratio_20d%2Cforeign_streak%2Cnet_foreign_1d%2Cforeign_share_1d",
      ]
    `);
  });

  test.each([
    [{ market: 'ALL' }, ['Prices are those of the regular market.', '']],
    [
      { market: 'NG' },
      ['Prices are those of negotiated trades, which may be far from those of the regular market.', ''],
    ],
    [
      { investor: 'f' },
      [
        'The choice of the investor does not change this picture.',
        'The choice of the investor does not change this picture.',
      ],
    ],
    [
      { from: '2025-12-08' },
      ['', 'Only 9 Dec 2025 to 8 Jan 2026: a request for counterparties has at most 31 days.'],
    ],
    [{ from: '2025-12-09' }, ['', '']],
  ])('says what the selection %j means', async (selection, expected) => {
    const days = DAYS.filter(({ date }) => date !== '2026-01-08');
    const browser = new Recorded(async ({ path, units }) =>
      answered(path, units, { coverage: coverageFor('/news') }),
    );
    const page = await shown(TICKER, browser, { days, selection: { ...SELECTION, ...selection } });
    const remarkOf = (id: string) =>
      partOf(page, id)
        .all.filter(({ attributes }) => attributes.get('class') === 'note')
        .map(({ text }) => text.trim())
        .join();
    expect([remarkOf('price'), remarkOf('counterparties')]).toEqual(expected);
  });

  test.each([
    ['2026-01-07', {}, ['Prices and volumes are as traded', 'add up shares as traded']],
    ['2026-01-07', { adjust: 'splits' as const }, ['are adjusted to the shares', 'add up shares as traded']],
    // From the first day on, all shares are new ones.
    [SELECTION.from, {}, ['', '']],
  ])(
    'says which shares its figures are in after a split on %s with %j',
    async (ex_date, adjust, expected) => {
      const split = { ex_date, ticker: 'BBCA', kind: 'split', new_shares: 5, old_shares: 1 } as const;
      const days = DAYS.map((day) => (day.date === ex_date ? { ...day, actions: [split] } : day));
      const browser = new Recorded(async ({ path, units }) => answered(path, units));
      const page = await shown(TICKER, browser, { days, selection: { ...SELECTION, ...adjust } });
      const remarkOf = (id: string) =>
        partOf(page, id)
          .all.filter(({ attributes }) => attributes.get('class')?.startsWith('note'))
          .map(({ text }) => text.trim())
          .join();
      for (const [ids, text] of [
        [['price', 'inventory'], expected[0]],
        [['accumulation', 'brokers', 'counterparties'], expected[1]],
      ] as const) {
        for (const id of ids) {
          if (text) expect(remarkOf(id)).toContain(text);
          else expect(remarkOf(id)).not.toMatch(/shares/);
        }
      }
    },
  );
});
