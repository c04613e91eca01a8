import { demoMarket } from '../../src/cli/demo/demo-market.ts';
import { publishDemoDays } from '../../src/cli/demo-days.ts';
import { referenceFile } from '../../src/server/settings-files.ts';
import type { Stores } from '../../src/server/stores.ts';
import { TestAlir, type TestSettings } from './alir.ts';

/** An Alir with the days of the demo. The demo data is the same in every run. */
export async function demoAlir(
  settings: TestSettings = {},
  after?: Parameters<typeof TestAlir.open>[1],
): Promise<TestAlir> {
  const alir = await TestAlir.open(settings, after);
  await ingestDemo(alir.stores);
  return alir;
}

/** Publishes the days of the demo. @returns the demo market and its published days */
export async function ingestDemo({
  calendar,
  ingest,
}: Pick<Stores, 'calendar' | 'ingest'>): Promise<ReturnType<typeof demoMarket>> {
  const demo = demoMarket(referenceFile('brokers.csv'), calendar);
  await publishDemoDays(ingest, demo);
  return { ...demo, days: await ingest.manifest.allPublishedDays() };
}
