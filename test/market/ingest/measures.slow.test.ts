import { expect } from 'vitest';
import { measureUnlessBusy } from '../../../src/market/ingest/measures.ts';
import { writeTo } from '../../support/daily-files.ts';
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
