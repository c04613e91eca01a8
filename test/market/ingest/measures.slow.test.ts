import { expect } from 'vitest';
import { Random } from '../../../src/cli/demo/random.ts';
import { MEASURE_NAMES } from '../../../src/core/market/measure-list.ts';
import { aloneInLake } from '../../../src/market/ingest/lake-writer.ts';
import { bringMeasuresUpToDate, measureUnlessBusy } from '../../../src/market/ingest/measures.ts';
import { csv, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import {
  dailyFileOf,
  expectDependentsReplaced,
  expectedOf,
  largeDailyFileOf,
  measuresInLake,
  type Texts,
  tradingDays,
} from '../../support/measure-market.ts';
import { sized } from '../../support/size.ts';
import { fileName } from '../../support/small-market.ts';

const DAYS = tradingDays(75);
const LATE = 30;
const LOCK = { patience_ms: 0 };

/** The close of AAAA on day 1 changes its change_20d of day 21 from 19.80 to 19.68. That of day 73 is 19.75, so its change_20d_p60 changes too. */
function pricesOf(place: number, isCorrected: boolean) {
  const closes = place === 1 ? [10_110, 10_100] : [place === 73 ? 18_321 : 10_000 + 100 * place];
  return [
    ...(isCorrected && place === 1 ? closes.toReversed() : closes).map((price) => ['AAAA', price] as const),
    ['BBBB', isCorrected && place === 21 ? 210 : 200] as const,
  ];
}

function textOf(place: number, { seed = 'measures', isCorrected = false } = {}): string {
  const TRX_DATE = DAYS[place] as string;
  const lines = pricesOf(place, isCorrected).map(([STK_CODE, STK_PRIC], n) =>
    line({ TRX_DATE, STK_CODE, STK_PRIC, TRX_CODE: 1000 + n }),
  );
  return dailyFileOf(TRX_DATE, place, seed) + csv(lines).replace(/^.*\n/, '');
}

test('corrections far in the past change the rows of all later days that depend on them', async ({
  alir,
}) => {
  const texts = DAYS.map((_, place) => textOf(place));
  const publish = async (places: readonly number[]) => {
    const paths = places.map((place) =>
      writeTo(alir.outside, fileName(DAYS[place] as string), texts[place] ?? ''),
    );
    await alir.ingestPaths(...(await Promise.all(paths)));
  };
  const expectedNow = () => expectedOf(texts);
  const expectRight = async () => {
    const expected = expectedNow();
    const measures = await measuresInLake(alir, DAYS);
    for (const day of DAYS) expect(measures.get(day), day).toEqual(expected.get(day));
    const range = { from: DAYS[0] as string, to: DAYS.at(-1) as string };
    for (const ticker of new Set([...expected.values()].flatMap((rows) => [...rows.keys()]))) {
      const rows = DAYS.flatMap((date) => {
        const row = expected.get(date)?.get(ticker);
        return row ? [{ date, ticker, ...row }] : [];
      });
      const { body } = await alir.get('/stocks/measures', { ticker, ...range });
      expect(body.data, ticker).toEqual(rows);
    }
  };
  const measure = () => measureUnlessBusy(alir.stores.ingest, {});
  await publish([...DAYS.keys()].filter((place) => place !== LATE));
  await measure();
  texts[5] = textOf(5).replaceAll(/^.*BBCA.*\n/gm, '');
  texts[60] = textOf(60, { seed: 'corrected' });
  // A day between two others moves the windows of all tickers.
  await publish([5, 60, LATE]);
  await measure();
  await expectRight();
  texts[5] = textOf(5);
  // A row that changes on a day that another stock corrects affects later rows.
  for (const place of [1, 21]) texts[place] = textOf(place, { isCorrected: true });
  await publish([1, 5, 21]);
  // The rows of fewer than 250 days depend on 60 earlier rows.
  await aloneInLake(alir.stores.ingest, LOCK, (writer) =>
    bringMeasuresUpToDate(writer, { dependent_rows: 60 }),
  );
  expect(await measuresInLake(alir, DAYS)).toEqual(expectedNow());
}, 1_200_000);

/** Windows of 20 days; with 250 days and 60 rows before them, also the longest ones. Those of 60 days are those of the test above. */
const ALL_DAYS = tradingDays(sized(40, 310));

test(`each measure of the last 60 days of 46 stocks equals that of an oracle, after ${ALL_DAYS.length} daily files`, async ({
  alir,
}) => {
  const texts: Texts = new Map();
  const paths: string[] = [];
  for (const [place, day] of ALL_DAYS.entries()) {
    texts.set(day, largeDailyFileOf(day, place));
    paths.push(await writeTo(alir.outside, fileName(day), texts.get(day) ?? ''));
  }
  await alir.ingestPaths(...paths);
  await measureUnlessBusy(alir.stores.ingest, {});
  const expected = expectedOf(texts.values());
  const days = ALL_DAYS.slice(-60);
  const measures = await measuresInLake(alir, days);
  for (const day of days) expect(measures.get(day), day).toEqual(expected.get(day));
  const rows = days.flatMap((day) => [...(expected.get(day)?.values() ?? [])]);
  const known = MEASURE_NAMES.filter((name) => ALL_DAYS.length > 300 || !/60|250/.test(name));
  expect(known.filter((name) => rows.every((row) => !row[name]))).toEqual([]);
  const { size } = new Set(days.flatMap((day) => [...(expected.get(day)?.keys() ?? [])]));
  expect(size).toBe(46);
}, 1_200_000);

for (let run = 1; run <= sized(1, 20); run++) {
  test(`no row depends on a later day, in random order of days and corrections (seed ${run})`, async ({
    alir,
  }) => {
    const random = new Random(`publications ${run}`);
    const texts: Texts = new Map();
    for (let publication = 1; publication <= sized(6, 12); publication++) {
      await expectDependentsReplaced(alir, texts, async () => {
        const paths: string[] = [];
        for (let file = 0; file <= random.below(2); file++) {
          const place = random.below(24);
          const day = DAYS[place] as string;
          texts.set(day, textOf(place, { seed: `publication ${publication} of ${run}` }));
          paths.push(await writeTo(alir.outside, fileName(day), texts.get(day) ?? ''));
        }
        await alir.ingestPaths(...new Set(paths));
        return aloneInLake(alir.stores.ingest, LOCK, (writer) => bringMeasuresUpToDate(writer));
      });
    }
  }, 600_000);
}
