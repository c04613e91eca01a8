import { expect } from 'vitest';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import { MarketDatabase } from '../../src/market/serving/market-database.ts';
import { publishedDay } from '../../src/server/published-day.ts';
import { marketSettings } from '../../src/server/stores.ts';
import { afterThisTest } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

test('the published day is that of the newest measures, with the net values of a broker on the regular market', async ({
  alir,
}) => {
  const market = new MarketDatabase({ ...marketSettings(alir.stores), unbuilt_months: [] });
  afterThisTest(() => market.close());
  const day = () => publishedDay(alir.stores.manifest, market, new AbortController().signal);
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
  expect(await (await day())?.netValues('YP')).toEqual(
    new Map([
      ['BRMS', 300 * 1260],
      ['BBCA', -300 * 1260],
    ]),
  );
});
