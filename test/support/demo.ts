import { mkdir } from 'node:fs/promises';
import { demoMarket } from '../../src/cli/demo/demo-market.ts';
import { writeDailyFile } from '../../src/cli/demo/write-daily-file.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
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

/** Publishes the days of the demo. @returns the demo market and its days */
export async function ingestDemo({
  calendar,
  folders,
  ingest,
}: Pick<Stores, 'calendar' | 'folders' | 'ingest'>): Promise<ReturnType<typeof demoMarket>> {
  await mkdir(folders.inbox, { recursive: true });
  const demo = demoMarket(referenceFile('brokers.csv'), calendar);
  const paths: string[] = [];
  for (const day of demo.days) paths.push(await writeDailyFile(demo.market, day, folders.inbox));
  await ingestFiles(
    ingest,
    paths.map((path) => ({ path, command: 'demo' as const, confirmed: true })),
  );
  return demo;
}
