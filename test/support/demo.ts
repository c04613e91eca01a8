import { writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { publishDemoDays } from '../../src/cli/demo/demo-days.ts';
import { demoMarket } from '../../src/cli/demo/demo-market.ts';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import { DEMO_MARKER } from '../../src/server/data-clock.ts';
import { referenceFile } from '../../src/server/settings-files.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, folderUntil, SetClock, TestAlir, type TestSettings } from './alir.ts';
import { madeOnce } from './made-once.ts';

/** An Alir with the days of the demo. The demo data is the same in every run. */
export async function demoAlir(
  settings: TestSettings = {},
  after?: Parameters<typeof TestAlir.open>[1],
): Promise<TestAlir> {
  return TestAlir.open({ ...settings, copied_from: await demoData() }, after);
}

/** A data folder with the days of the demo and their measures. */
function demoData(): Promise<string> {
  return madeOnce('demo', async (data_dir) => {
    const stores = await openStores(configOf(data_dir), new SetClock());
    await publishDemoDays(stores.ingest, demoMarket(referenceFile('brokers.csv'), stores.calendar));
    await measureUnlessBusy(stores.ingest, {});
    await stores.ledger.close();
  });
}

/** A folder in which `alir demo` finds the days of its market. */
export async function demoPlace(after = afterThisTest): Promise<string> {
  const folder = await folderUntil(after);
  await cp(await demoData(), join(folder, 'demo-data'), { recursive: true });
  writeFileSync(join(folder, 'demo-data', DEMO_MARKER), '');
  return folder;
}
