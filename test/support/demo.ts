import { mkdir } from 'node:fs/promises';
import { demoMarket } from '../../src/demo/demo-market.ts';
import { writeDailyFile } from '../../src/demo/write-daily-file.ts';
import { referenceFile } from '../../src/main.ts';
import { TestAlir, type TestSettings } from './alir.ts';

/** An Alir with the days of the demo, whose numbers are the same each time. */
export async function demoAlir(settings: TestSettings = {}): Promise<TestAlir> {
  const alir = await TestAlir.open(settings);
  const { inbox } = alir.stores.folders;
  await mkdir(inbox, { recursive: true });
  const { market, days } = demoMarket(referenceFile('brokers.csv'), alir.stores.calendar);
  const files: string[] = [];
  for (const day of days) files.push(await writeDailyFile(market, day, inbox));
  await alir.ingestPaths(...files);
  return alir;
}
