import { expect } from 'vitest';
import { aloneInLake } from '../../../src/market/ingest/lake-writer.ts';
import { bringMeasuresUpToDate, measureUnlessBusy } from '../../../src/market/ingest/measures.ts';
import { csv, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { dailyFileOf, measuresInLake, tradingDays } from '../../support/measure-market.ts';
import { measuresOf } from '../../support/measure-oracle.ts';
import { Oracle } from '../../support/oracle.ts';
import { fileName } from '../../support/small-market.ts';

test('corrections far in the past change the rows of all later days that depend on them', async ({
  alir,
}) => {
  const days = tradingDays(70);
  const texts = new Map(days.map((day, place) => [day, dailyFileOf(day, place)]));
  const late = days[30] as string;
  const publish = async (published: readonly string[]) => {
    const paths = published.map((day) => writeTo(alir.outside, fileName(day), texts.get(day) ?? ''));
    await alir.ingestPaths(...(await Promise.all(paths)));
    await measureUnlessBusy(alir.stores.ingest, {});
  };
  const expectRight = async () => {
    const oracle = new Oracle();
    for (const text of texts.values()) oracle.read(text);
    const expected = measuresOf(oracle.trades);
    const measures = await measuresInLake(alir, days);
    for (const day of days) expect(measures.get(day), day).toEqual(expected.get(day));
    const range = { from: days[0] as string, to: days.at(-1) as string };
    for (const ticker of new Set(oracle.trades.map((trade) => trade.ticker))) {
      const rows = days.flatMap((date) => {
        const row = expected.get(date)?.get(ticker);
        return row ? [{ date, ticker, ...row }] : [];
      });
      const { body } = await alir.get('/stocks/measures', { ticker, ...range });
      expect(body.data, ticker).toEqual(rows);
    }
  };
  await publish(days.filter((day) => day !== late));
  const corrected = [days[5], days[60]] as [string, string];
  texts.set(corrected[0], (texts.get(corrected[0]) ?? '').replace(/^.*BBCA.*\n/m, ''));
  texts.set(corrected[1], dailyFileOf(corrected[1], 60, 'corrected'));
  // A day between two others moves the windows of all tickers.
  await publish([...corrected, late]);
  await expectRight();
  texts.set(corrected[0], dailyFileOf(corrected[0], 5));
  await publish([corrected[0]]);
  await expectRight();
}, 1_200_000);

test('a row that changes on a day that another stock corrects affects later rows', async ({ alir }) => {
  const days = tradingDays(75);
  // The close of day 1 changes change_20d of day 21 from 19.80 to 19.68. That of day 73 is 19.75, so its change_20d_p60 changes too.
  const close = (place: number) => (place === 73 ? 18_321 : 10_000 + 100 * place);
  const textOf = (place: number, isCorrected: boolean) => {
    const prices = place === 1 ? [10_110, 10_100] : [close(place)];
    const lines = [
      ...(isCorrected && place === 1 ? prices.toReversed() : prices).map((price) => ['AAAA', price] as const),
      ['BBBB', isCorrected && place === 21 ? 210 : 200] as const,
    ];
    const cells = { TRX_DATE: days[place] as string };
    return csv(
      lines.map(([STK_CODE, STK_PRIC], n) => line({ ...cells, STK_CODE, STK_PRIC, TRX_CODE: n + 1 })),
    );
  };
  const publish = async (places: readonly number[], isCorrected: boolean) => {
    const paths = places.map((place) =>
      writeTo(alir.outside, fileName(days[place] as string), textOf(place, isCorrected)),
    );
    await alir.ingestPaths(...(await Promise.all(paths)));
    // The rows of fewer than 250 days depend on 60 earlier rows.
    const run = bringMeasuresUpToDate;
    const lock = { patience_ms: 0 };
    return aloneInLake(alir.stores.ingest, lock, (writer) => run(writer, { dependent_rows: 60 }));
  };
  await publish([...days.keys()], false);
  await publish([1, 21], true);
  const oracle = new Oracle();
  for (const place of days.keys()) oracle.read(textOf(place, true));
  expect(await measuresInLake(alir, days)).toEqual(measuresOf(oracle.trades));
}, 1_200_000);
