import { expect } from 'vitest';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import { MarketDatabase } from '../../src/market/serving/market-database.ts';
import { AdjustedMeasures } from '../../src/market/serving/queries/adjusted-measures.ts';
import { Briefs } from '../../src/market/serving/queries/brief.ts';
import { publishedDay } from '../../src/server/published-day.ts';
import { marketSettings } from '../../src/server/stores.ts';
import { afterThisTest } from '../support/alir.ts';
import { actionsOf } from '../support/corporate-actions.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { dailyFileOf, tradingDays } from '../support/measure-market.ts';
import { measuresOf } from '../support/measure-oracle.ts';
import { Oracle } from '../support/oracle.ts';
import { fileName } from '../support/small-market.ts';

test('the published day is that of the newest measures, with the net values of a broker on the regular market', async ({
  alir,
}) => {
  const market = new MarketDatabase({ ...marketSettings(alir.stores), unbuilt_months: [] });
  afterThisTest(() => market.close());
  const measures = new AdjustedMeasures(market, actionsOf());
  const briefs = new Briefs(measures, () => alir.stores.manifest.measuredPublications());
  const day = () =>
    publishedDay(alir.stores.manifest, market, measures, briefs, new AbortController().signal);
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
  const publish = async (place: number) => {
    const text = dailyFileOf(days[place] ?? '', place);
    oracle.read(text);
    await alir.ingest(fileName(days[place] ?? ''), text);
    await measureUnlessBusy(alir.stores.ingest, {});
    return await publishedDay(alir.stores.manifest, market, measures, briefs, new AbortController().signal);
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
