import type { FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { LocaleContext } from '../../../src/console/charts/locale.ts';
import { localeOf } from '../../../src/console/charts/views/explorer-app.tsx';
import { BriefByMail } from '../../../src/console/pages/account/webhooks/brief-card.tsx';
import { BriefSummary } from '../../../src/console/pages/brief/brief-page.tsx';
import { CompareBrokers } from '../../../src/console/pages/compare/compare-brokers.tsx';
import { ComparePictures } from '../../../src/console/pages/compare/compare-pictures.tsx';
import { ViewContext, viewOf } from '../../../src/console/pages/components/view.ts';
import { searchGuides } from '../../../src/console/pages/docs/search.ts';
import { SampleNote } from '../../../src/console/pages/explorer/explorer-answers.tsx';
import { daysOf, withActions } from '../../../src/console/pages/explorer/explorer-days.ts';
import { earlierRevisions } from '../../../src/console/pages/explorer/explorer-selection.ts';
import { Page } from '../../../src/console/pages/framework/layout.tsx';
import { PublicFlow } from '../../../src/console/pages/offer/public-day.ts';
import { hasSum, quotedOrRefused, SumLines } from '../../../src/console/pages/offer/quote-sum.tsx';
import { ScreenBuilder } from '../../../src/console/pages/screens/screen-builder.tsx';
import { formIn, formOf, screenOf, urlOf } from '../../../src/console/pages/screens/screen-query.ts';
import { ScreenResult } from '../../../src/console/pages/screens/screen-result.tsx';
import { DayCalendar } from '../../../src/console/pages/status/day-calendar.tsx';
import { statusDays } from '../../../src/console/pages/status/status-days.tsx';
import { SavedScreens } from '../../../src/console/pages/watchlist/saved-screens.tsx';
import { AlirError } from '../../../src/core/errors.ts';
import type { DayCondition } from '../../../src/core/market/coverage.ts';
import { outlineOf } from '../../support/page-outline.ts';

const request = { headers: {}, url: '/page', method: 'GET', server: {} } as FastifyRequest;
const view = viewOf(request);
const html = (part: VNode | null, of = view) =>
  renderToString(<ViewContext.Provider value={of}>{part}</ViewContext.Provider>);
const lines = (part: VNode | null) => outlineOf(`<main>${html(part)}</main>`).split('\n');
const names = { nameOf: () => undefined, isBroker: () => true, isForeign: () => false };
const listOf = <Row,>(length: number, row: (place: number) => Row) =>
  Array.from({ length }, (_, place) => row(place));

describe('the sum of a quote', () => {
  const { sum } = view.texts.pricing;
  const amounts = { price_idr: 350_000, charge_idr: 156_000, balance_idr: 50_000, owed_idr: 7000 };

  test('has the credit of the account, and what it owes', () => {
    const [line] = lines(<SumLines sum={{ ...amounts, replaced: null }} total="Due" />);
    expect(line).toBe(
      `${sum.price}: 350,000 / ${sum.period_credit}: −194,000 / ${sum.balance}: −50,000 / ${sum.owed}: 7,000 / Due: Rp113,000`,
    );
  });

  test.each([
    [{}, false],
    [{ balance_idr: 1 }, true],
    [{ owed_idr: 1 }, true],
    [{ replaced: {} }, true],
  ])('is shown if it differs from the price: %j', (more, has) => {
    expect(hasSum({ balance_idr: 0, owed_idr: 0, replaced: null, ...more } as never)).toBe(has);
  });

  test.each(['downgrade_refused', 'renewal_too_long', 'unknown_offer'] as const)(
    'is a reason or an error: %s',
    async (code) => {
      const quote = () => Promise.reject(new AlirError(code, 'refused'));
      const quoted = quotedOrRefused({ orders: { quote } } as never, 'a', {} as never);
      if (code === 'unknown_offer') await expect(quoted).rejects.toMatchObject({ code });
      else expect(await quoted).toBe(code);
    },
  );
});

describe('the public day', () => {
  const rows = [5, 3, 0, -2, -9].map((net, place) => ({
    ticker: `T${place}`,
    net_foreign: net,
    foreign_buy: 0,
    foreign_sell: 0,
  }));

  test('is read once for each version, the largest first on each side, and again after a failure', async () => {
    let [version, reads, fails] = ['1', 0, false];
    const market = {
      version: async () => version,
      days: async () => ['2026-01-19', '2026-01-20'],
      async rows() {
        reads++;
        if (fails) throw new Error('no disk');
        return rows;
      },
    };
    const flow = new PublicFlow('newest', market as never);
    const first = await flow.read();
    expect(first).toMatchObject({ day: '2026-01-20', tickers: 5 });
    expect([first?.bought, first?.sold].map((side) => side?.map(({ ticker }) => ticker))).toEqual([
      ['T0', 'T1'],
      ['T4', 'T3'],
    ]);
    await flow.read();
    expect(reads).toBe(1);
    [version, fails] = ['2', true];
    expect(await flow.read()).toBeNull();
    fails = false;
    expect((await flow.read())?.tickers).toBe(5);
    expect(reads).toBe(3);
    expect(await new PublicFlow('none', market as never).read()).toBeNull();
    expect((await new PublicFlow('2026-01-19', market as never).read())?.day).toBe('2026-01-19');
  });
});

describe('a screen', () => {
  const where = { measure: 'close', gte: 100 } as const;

  test('keeps that its measures are as traded, in its address and its form', () => {
    const form = formOf({ where, adjust: 'none', limit: 7 });
    expect(screenOf(formIn(urlOf(form)) as never)).toEqual({ where, adjust: 'none', limit: 7 });
    expect(screenOf(formIn(urlOf(formOf({ where }))) as never)).toEqual({ where });
    const builder = (each: typeof form) => html(<ScreenBuilder form={each} cost="5 units" />);
    expect(builder(form)).toContain('<input type="hidden" name="adjust" value="none"');
    expect(builder(form).match(/<fieldset/g)).toHaveLength(1 + 2);
    expect(builder(form)).toContain(view.texts.screens.adjusted.none);
    expect(builder(formOf({ where }))).not.toContain('name="adjust"');
  });

  test('marks the stocks that entered, and has no column for a percentile without days', () => {
    const row = (ticker: string) => ({
      ticker,
      date: 'x',
      close: 100,
      change_1d: null,
      value: 5,
      value_p60: null,
      value_p250: 99,
    });
    const found = { date: '2026-01-30', sql: '', rows: [row('BBCA'), row('GOTO')] };
    const shown = lines(<ScreenResult found={found} stocks={[]} entered={['GOTO']} names={names} />);
    const [bbca, goto] = ['BBCA', 'GOTO'].map(
      (ticker) => shown.find((line) => line.includes(`[${ticker}]`)) ?? '',
    );
    const { entered } = view.texts.watch;
    expect([bbca?.includes(entered), goto?.includes(entered)]).toEqual([false, true]);
    expect(goto?.split(' | ')).toHaveLength(7);
  });
});

describe('the days of the status', () => {
  const day = (date: string, condition: DayCondition | null, more: object = {}) => ({
    ...{ date, condition, kind: 'trading_day', name: null, revision: 1, trades: 1, value: 1 },
    ...{ published_at: null, verified: null, verified_markets: null, ...more },
  });

  test('have their state, with what a check found in the newest file', async () => {
    const days = [
      day('2026-01-02', 'missing'),
      day('2026-01-05', 'published'),
      day('2026-01-06', 'published', { revision: 2 }),
      day('2026-01-07', 'published', { revision: 2, verified: false }),
      day('2026-01-08', 'published'),
      day('2026-01-09', 'missing'),
      day('2026-01-12', 'missing'),
      day('2026-01-13', 'missing'),
      day('2026-01-14', 'published'),
      day('2026-01-15', 'due'),
      day('2026-01-17', null),
    ];
    const file = (trade_date: string | null, code: string) => ({
      trade_date,
      causes: [{ code, values: [] }],
    });
    const sources = {
      held: async () => [file('2026-01-08', 'few_trades'), file('2026-01-09', 'few_trades')],
      rejected: async () => [
        file('2026-01-12', 'no_trades'),
        file('2026-01-12', 'other'),
        file('2026-01-14', 'x'),
        file(null, 'x'),
      ],
    };
    const asked: string[][] = [];
    const calendar = {
      async days(...range: string[]) {
        asked.push(range);
        return days;
      },
    };
    const shown = await statusDays({ calendar, sources } as never, '2026-01-05', [2025, 2026]);
    expect(asked).toEqual([['2025-01-01', '2026-12-31']]);
    expect(shown.map(({ state }) => state)).toEqual([
      ...['before', 'published', 'corrected', 'differs', 'checking', 'held'],
      ...['rejected', 'missing', 'published', 'due', 'closed'],
    ]);
    const newest = await statusDays(
      { calendar, sources: { ...sources, rejected: async () => [file('2026-01-12', 'no_trades')] } } as never,
      '2026-01-05',
      [2026],
    );
    expect(shown[6]?.found).toBe(newest[6]?.found);
  });

  test('before the first one are not missing, and the first one can be', () => {
    const days = [day('2026-01-02', 'missing'), day('2026-01-05', 'missing'), day('2026-01-06', 'published')];
    const calendar = html(<DayCalendar days={days as never} first="2026-01-05" held={new Set()} />);
    expect([...calendar.matchAll(/class="cal-day (\w+)" title/g)].map(([, state]) => state)).toEqual([
      'earlier',
      'missing',
      'published',
    ]);
  });
});

describe('the revisions of an earlier time', () => {
  const revision = (trade_date: string, place: number, published_at: string, more: object = {}) => ({
    ...{
      trade_date,
      revision: place,
      published_at,
      market_served_at: published_at,
      deleted_at: null,
      ...more,
    },
  });
  const range = { from: '2026-01-05', to: '2026-01-30' };

  test('are those that were replaced, served and kept, at most 20 and the newest first', () => {
    const at = (hour: number) => `2026-02-02T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const history = [
      revision('2026-01-05', 1, at(1)),
      revision('2026-01-06', 1, at(1), { deleted_at: at(9) }),
      revision('2026-01-07', 1, at(1), { market_served_at: at(3) }),
      revision('2026-01-08', 1, at(1), { market_served_at: null }),
      revision('2026-02-02', 1, at(1)),
      ...['05', '06', '07', '08'].map((date) => revision(`2026-01-${date}`, 2, at(3))),
      revision('2026-02-02', 2, at(3)),
    ];
    expect(
      earlierRevisions(range, history).map(({ trade_date, known_at }) => [trade_date, known_at]),
    ).toEqual([['2026-01-05', '2026-02-02T02:59:59.999Z']]);
    const many = listOf(22, (place) => revision('2026-01-05', place + 1, at(place + 1)));
    const offered = earlierRevisions(range, many).map(({ revision: each }) => each);
    expect([offered.length, offered[0], offered.at(-1)]).toEqual([20, 21, 2]);
  });
});

test('a day is corrected at a time if a later revision was published then', async () => {
  const published_at = '2026-02-03T12:00:00.000Z';
  const trade_date = '2026-01-05';
  const sources = {
    calendar: { days: async () => [{ date: trade_date, condition: 'published' }] },
    sources: { held: async () => [], rejected: async () => [] },
    history: async () => [{ trade_date, revision: 2, published_at }],
  };
  const isCorrected = async (known_at?: string) => {
    const context = { first: trade_date, selection: { known_at } };
    const [day] = await daysOf(sources as never, { from: trade_date, to: trade_date }, context as never);
    return day?.is_corrected;
  };
  expect(await isCorrected()).toBe(true);
  expect(await isCorrected(published_at)).toBe(true);
  expect(await isCorrected('2026-02-03T11:59:59.999Z')).toBe(false);
});

test('an action of a stock is at its ex-date, or at the next trading day', () => {
  const dates = ['2026-01-05', '2026-01-07', '2026-01-08'];
  const days = dates.map((date) => ({ date, condition: 'published' as const, absence: null }));
  const corporate = {
    of: () => [{ ex_date: '2026-01-05' }, { ex_date: '2026-01-06' }, { ex_date: '2026-01-09' }],
  };
  const context = { selection: { from: '2026-01-05' }, published: dates };
  const shown = withActions(days, 'BBCA', corporate as never, context as never);
  expect(shown.map(({ actions }) => actions?.map(({ ex_date }) => ex_date))).toEqual([
    ['2026-01-05'],
    ['2026-01-06'],
    undefined,
  ]);
});

test('the note of the sample says how late it is', () => {
  const note = (days_late: number) =>
    html(<SampleNote sample={{ ticker: 'GOTO', through: '2026-01-05', days_late } as never} />);
  const late = view.texts.sample.late(1);
  expect([0, 1].map((days) => note(days).includes(late))).toEqual([false, true]);
});

describe('a search of the guides', () => {
  const guide = (title: string, count: number, text: string) => ({
    ...{ name: title, title },
    sections: listOf(count, (place) => ({ id: `${place}`, heading: `H${place}`, depth: 2, text })),
  });

  test('has 30 sections, uses eight words, and counts a word more in a heading than in a title', () => {
    expect(searchGuides([guide('Other', 40, 'word')], 'word')).toHaveLength(30);
    const words = 'a b c d e f g h';
    expect(searchGuides([guide('Other', 1, words)], `${words} missing`)).toHaveLength(1);
    expect(searchGuides([guide('Other', 1, words)], 'a b c d e f g missing')).toEqual([]);
    const titled = guide('word', 1, 'word');
    const headed = {
      name: 'headed',
      title: 'Other',
      sections: [{ id: '', heading: 'word', depth: 2, text: '' }],
    };
    const often = guide('Other', 1, 'word '.repeat(30));
    const found = searchGuides([often, titled, headed], 'word').map(({ guide: { name } }) => name);
    // 20 for the heading, 6 and 1 for the title and the text, at most 5 for a text.
    expect(found).toEqual(['headed', 'word', 'Other']);
  });
});

describe('a comparison', () => {
  test('of brokers has 15 stocks, and how many each bought and sold', () => {
    const row = (place: number) => ({
      code: `T${place}`,
      buy_value: place,
      sell_value: place < 3 ? 9 : 0,
      buy_avg: 1,
      sell_avg: 1,
    });
    const brokers = [{ code: 'YP', rows: listOf(20, row) }];
    const comparison = (
      <CompareBrokers
        brokers={brokers}
        units={5}
        range={{ from: '2026-01-05', to: '2026-01-06' }}
        names={names}
      />
    );
    const shown = lines(comparison);
    const { stocks_bought, stocks_sold } = view.texts.compare;
    expect(shown.filter((line) => /^(\[?T\d|.*net-bar)/.test(line)).length).toBeGreaterThanOrEqual(15);
    expect(shown.filter((line) => line.includes('/broker/YP'))).toHaveLength(15);
    expect(shown).toEqual(expect.arrayContaining([`${stocks_bought} | 17`, `${stocks_sold} | 3`]));
    expect(html(comparison)).toContain('class="r wide-only"');
    const bars = [...html(comparison).matchAll(/<rect class="(\w+)" x="([\d.]+)" width="([\d.]+)"/g)];
    const zeros = bars.map(([, side, x, width]) => Number(x) + (side === 'sell' ? Number(width) : 0));
    expect(bars.filter(([, side]) => side === 'sell')).toHaveLength(3);
    for (const zero of zeros) expect(zero).toBeCloseTo(zeros[0] as number, 6);
  });

  test('of stocks has a table of each picture, the newest day first, without missing days', () => {
    const published = (date: string) => ({ date, condition: 'published' as const, absence: null });
    const days = [
      published('2026-01-05'),
      { date: '2026-01-06', condition: 'missing' as const, absence: null },
      published('2026-01-07'),
    ];
    const measured = (date: string, close: number) => ({
      date,
      close,
      value: 1,
      net_foreign_1d: 1,
      accumulation_5d: 2.5,
    });
    const stocks = ['BBCA', 'GOTO'].map((code) => ({
      code,
      rows: [],
      days: [measured('2026-01-05', 100), measured('2026-01-07', 110)],
    }));
    const shown = lines(
      <LocaleContext.Provider value={localeOf('en')}>
        <ComparePictures stocks={stocks} units={2} days={days} names={names} />
      </LocaleContext.Provider>,
    );
    const tables = shown.filter((line) => /^\d+ Jan 2026 \|/.test(line));
    expect(tables.slice(0, 2)).toEqual(['7 Jan 2026 | 110.0 | 110.0', '5 Jan 2026 | 100.0 | 100.0']);
    expect(tables).toHaveLength(3 * 2);
    expect(shown).toContain('7 Jan 2026 | +2.5% | +2.5%');
  });
});

describe('a part of a page', () => {
  test('of a brief has three lines of each kind', () => {
    const line = (place: number) => ({
      ...{ kind: 'volume', ticker: `T${place}`, broker: null, figure: 3, figure_before: null, streak: null },
      ...{ premium: null, percentile: 99, percentile_rows: 250 },
    });
    const shown = lines(<BriefSummary brief={{ date: '2026-01-30', lines: listOf(5, line) } as never} />);
    expect(shown.filter((each) => each.includes('/explore/T'))).toHaveLength(3);
  });

  test('of a brief by e-mail has its button, or that it is sent', () => {
    const subscriptions = [{ saved_id: 'one' }] as never;
    const isMailed = (saved_id: string | null) =>
      !html(<BriefByMail subscriptions={subscriptions} saved_id={saved_id} />).includes('<form');
    expect(['one', 'two', null].map(isMailed)).toEqual([true, false, false]);
    expect(html(<BriefByMail subscriptions={null} saved_id="one" />)).toBe('');
  });

  test('of saved screens names 12 of the stocks that entered', () => {
    const entered = listOf(15, (place) => `T${place}`);
    const change = { members: entered, entered, left: [] };
    const [text = ''] = lines(
      <SavedScreens screens={[{ item: { saved_id: 's', name: 'Mine' }, change }] as never} />,
    ).filter((line) => line.includes('T11'));
    expect(text).toMatch(/T11\].*\+3/);
    expect(text).not.toContain('[T12]');
  });
});

describe('the top bar', () => {
  const visitor = { account_id: 'a', email: 'a@example.com', isOperator: false, csrf_token: 'x' };

  test('keeps the range in its links to pages with one', () => {
    const bar = html(
      <Page title="X" range={{ from: '2026-01-05' }}>
        <p />
      </Page>,
      { ...view, visitor },
    );
    const links = [...bar.matchAll(/href="(\/[a-z]+)\?from=2026-01-05"/g)].map(([, path]) => path);
    expect(links).toEqual(['/market', '/compare', '/explore']);
  });

  test('leads from the sign-in to no page, and an answer to a form has the address of its page', () => {
    const page = (more: object) =>
      html(
        <Page title="X">
          <p />
        </Page>,
        { ...view, ...more },
      );
    expect(page({ url: '/sign-in?next=%2Fmarket' })).toContain('href="/sign-in"');
    expect(page({ url: '/market' })).toContain('href="/sign-in?next=%2Fmarket"');
    expect(page({ isFormAnswer: true })).toContain('data-url="/page"');
    expect(page({})).not.toContain('data-url');
  });

  test('has the language and the theme of the cookies, if these are their whole names', () => {
    const of = (cookie: string) =>
      viewOf({ ...request, headers: { cookie, 'accept-language': 'en' } } as never);
    expect(of('a=b; alir_lang=id; alir_theme=dark')).toMatchObject({ language: 'id', theme: 'dark' });
    expect(of('x_alir_lang=id; alir_theme=darker')).toMatchObject({ language: 'en', theme: 'auto' });
  });
});
