import { expect } from 'vitest';
import { evaluateAlerts, type PublishedDay } from '../../src/commerce/accounts/alerts/alert-evaluation.ts';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import { MarketDatabase } from '../../src/market/serving/market-database.ts';
import { AdjustedMeasures } from '../../src/market/serving/queries/adjusted-measures.ts';
import { Briefs } from '../../src/market/serving/queries/brief.ts';
import { publishedDay } from '../../src/server/published-day.ts';
import { marketSettings } from '../../src/server/stores.ts';
import { afterThisTest, UNLIMITED } from '../support/alir.ts';
import { actionsOf } from '../support/corporate-actions.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { dailyFileOf, tradingDays } from '../support/measure-market.ts';
import { measuresOf } from '../support/measure-oracle.ts';
import { newEmail } from '../support/new-email.ts';
import { Oracle } from '../support/oracle.ts';
import { fileName } from '../support/small-market.ts';

const NEVER = new AbortController().signal;

test('the published day is that of the newest measures, with the net values of a broker on the regular market', async ({
  alir,
}) => {
  const market = new MarketDatabase({ ...marketSettings(alir.stores), unbuilt_months: [] });
  afterThisTest(() => market.close());
  const measures = new AdjustedMeasures(market, actionsOf());
  const briefs = new Briefs(measures, () => alir.stores.manifest.measures());
  const day = () => publishedDay(alir.stores.manifest, measures, briefs, new AbortController().signal);
  expect(await day()).toBeNull();
  const trades = [
    line({ BRK_COD1: 'YP', STK_VOLM: 500 }),
    line({ BRK_COD2: 'YP', STK_VOLM: 200 }),
    line({ BRK_COD2: 'YP', STK_CODE: 'BBCA', STK_VOLM: 300 }),
    line({ BRK_COD1: 'YP', STK_CODE: 'BBCA', STK_VOLM: 900, TRX_TYPE: 'NG' }),
  ];
  await alir.ingest(FILE_NAME, csv(trades));
  expect(await day()).toBeNull();
  await measureUnlessBusy(alir.stores.ingest, {});
  expect(await day()).toMatchObject({ publication: 1, trade_date: DATE });
  expect(await (await day())?.brief()).toEqual({ date: DATE, from: DATE, lines: [] });
  expect(await (await day())?.netValues('YP')).toEqual(
    new Map([
      ['BRMS', 300 * 1260],
      ['BBCA', -300 * 1260],
    ]),
  );
});

test('the stocks of a screen are those of its publication, also after the next one', async ({ alir }) => {
  const market = new MarketDatabase({ ...marketSettings(alir.stores), unbuilt_months: [] });
  afterThisTest(() => market.close());
  const measures = new AdjustedMeasures(market, actionsOf());
  const briefs = { read: async () => null };
  const days = tradingDays(4);
  const oracle = new Oracle();
  const newest = () => publishedDay(alir.stores.manifest, measures, briefs, new AbortController().signal);
  const publish = async (place: number) => {
    const text = dailyFileOf(days[place] ?? '', place);
    oracle.read(text);
    await alir.ingest(fileName(days[place] ?? ''), text);
    // Until the measures of the next one are computed.
    expect((await newest())?.trade_date).toBe(days[place - 1]);
    await measureUnlessBusy(alir.stores.ingest, {});
    return await newest();
  };
  const expected = (date: string | undefined, before: string | undefined) => {
    const [rows, earlier] = [date, before].map((each) => measuresOf(oracle.trades).get(each ?? ''));
    const isHigher = ([ticker, { close }]: [string, { close?: unknown }]) =>
      Number(close) > Number(earlier?.get(ticker)?.close);
    return [...(rows ?? [])].filter(isHigher).map(([ticker]) => ticker);
  };
  await publish(0);
  await publish(1);
  const third = await publish(2);
  const fourth = await publish(3);
  const screen = { where: { measure: 'close', gt: { measure: 'close', days_before: 1 } } };
  const answers = [await fourth?.screened(screen), await third?.screened(screen)];
  expect(answers).toEqual([expected(days[3], days[2]), expected(days[2], days[1])]);
  expect(new Set(answers.flat()).size).toBeGreaterThan(0);
  expect(answers[0]).not.toEqual(answers[1]);
});

test('messages have the data of the publication that they name, also if it is corrected during the evaluation', async ({
  alir,
}) => {
  const { stores } = alir;
  const { ledger, accounts, people, saved, alerts, brief_subscriptions, manifest, ingest } = stores;
  const market = new MarketDatabase({ ...marketSettings(stores), unbuilt_months: [] });
  afterThisTest(() => market.close());
  const measures = new AdjustedMeasures(market, actionsOf());
  const briefs = new Briefs(measures, () => manifest.measures());
  const publish = async (day: string, bought: string, negotiated: number) => {
    const others = ['BBCA', 'BRMS'].map((STK_CODE) => line({ STK_CODE, TRX_DATE: day }));
    const of_yp = { BRK_COD1: 'YP', STK_CODE: bought, STK_VOLM: 500, TRX_DATE: day };
    const ng = { TRX_TYPE: 'NG', STK_VOLM: negotiated, STK_PRIC: 1000, TRX_DATE: day };
    await alir.ingest(fileName(day), csv([...others, line(of_yp), line(ng)]));
    await measureUnlessBusy(ingest, {});
    return (await publishedDay(manifest, measures, briefs, new AbortController().signal)) as PublishedDay;
  };
  const { account_id, email } = (await accounts.create(newEmail(), 'custom', 1, UNLIMITED)).account;
  const content = { tickers: ['BBCA', 'BRMS'], brokers: [] };
  const { saved_id } = await saved.create(account_id, { kind: 'watchlist', name: 'My stocks', content });
  await alerts.create(account_id, saved_id, { broker: 'YP', side: 'buy', value_idr: 1 });
  const person_id = (await people.admit(email))?.person_id ?? '';
  await brief_subscriptions.subscribe({ account_id, person_id }, saved_id, 'en');
  const [first = '', second = ''] = tradingDays(2);
  await evaluateAlerts(stores, await publish(first, 'BBCA', 1e6));
  const day = await publish(second, 'BRMS', 2e6);
  let next: PublishedDay | undefined;
  const corrected = async () => {
    next ??= await publish(second, 'BBCA', 3e6);
  };
  await evaluateAlerts(stores, {
    ...day,
    netValues: (broker) => corrected().then(() => day.netValues(broker)),
    brief: () => corrected().then(day.brief),
  });
  await evaluateAlerts(stores, next as PublishedDay);
  const events = await ledger.all('events_of_account', { account_id });
  const dataOf = (of_kind: string) => {
    const some = events.filter(({ kind }) => kind === of_kind).map(({ data }) => JSON.parse(data));
    return some.toSorted((one) => (one.is_correction || one.publication === 3 ? 1 : -1));
  };
  expect(dataOf('alert.changed')).toMatchObject([
    {
      publication: 2,
      trade_date: second,
      alerts: [{ entered: ['BRMS'], left: ['BBCA'], is_correction: false }],
    },
    {
      publication: 3,
      trade_date: second,
      alerts: [{ entered: ['BBCA'], left: ['BRMS'], is_correction: true }],
    },
  ]);
  expect(dataOf('brief.published')).toMatchObject([
    { date: second, is_correction: false, lines: [{ kind: 'negotiated', ticker: 'BRMS', figure: 2e9 }] },
    { date: second, is_correction: true, lines: [{ kind: 'negotiated', ticker: 'BRMS', figure: 3e9 }] },
  ]);
});

test.for([
  [1, null],
  [2, DATE],
] as const)('messages wait for the market files of a publication: %i gives %s', async ([served, date]) => {
  const manifest = {
    measures: async () => ({ publications: 2, files: [{ trade_date: DATE }] }),
    marketPublications: async () => served,
  };
  const measures = { reader: () => ({}) };
  const day = await publishedDay(manifest as never, measures as never, { read: async () => null }, NEVER);
  expect(day?.trade_date ?? null).toBe(date);
});

test('a screen without an adjustment is of adjusted measures', async () => {
  const read: string[] = [];
  const reader = (adjust: string) => ({
    measureRows: async () => {
      read.push(adjust);
      return [];
    },
  });
  const manifest = {
    measures: async () => ({ publications: 1, files: [{ trade_date: DATE }] }),
    marketPublications: async () => 1,
  };
  const day = await publishedDay(manifest as never, { reader } as never, { read: async () => null }, NEVER);
  const where = { measure: 'close', gt: 1 };
  for (const adjust of [undefined, 'none']) await day?.screened({ where, adjust } as never);
  expect(read).toEqual(['splits', 'none']);
});
