import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { LAKE_TABLES } from '../../src/core/folders.ts';
import { measureMonthsInForce } from '../../src/market/ingest/serving-files/build-measure-months.ts';
import { marketFilesInForce } from '../../src/market/ingest/serving-files/rebuild-market-files.ts';
import { isFile } from '../../src/market/lake/durable.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { startServer } from '../../src/server/main.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf, SetClock } from './alir.ts';
import { DeltaReader } from './delta-reader.ts';
import { newEmail } from './new-email.ts';

/**
 * Starts a server on the data folder of a killed process and checks that no unexpected files remain.
 * @returns a broker summary of the only day that may be published
 */
export async function answerAfterRestart(
  data_dir: string,
  question: Readonly<Record<string, string>> & { readonly from: string },
): Promise<unknown> {
  const stores = await openStores(configOf(data_dir), new SetClock());
  const { folders, manifest, accounts } = stores;
  const { api_key } = await accounts.create(newEmail(), 'free', 1);
  const server = await startServer(stores);
  try {
    const response = await fetch(`${server.url}/stocks/broker-summary?${new URLSearchParams(question)}`, {
      headers: { authorization: `Bearer ${api_key}` },
    });
    expect(response.status).toBe(200);
    expect(await manifest.intended()).toEqual([]);
    expect(readdirSync(folders.staging)).toEqual([]);
    const marketFiles = (await marketFilesInForce({ folders, manifest })).map((file) => file.file_name);
    expect(readdirSync(folders.market_files).toSorted()).toEqual(marketFiles.toSorted());
    expect(readdirSync(folders.serving)).toEqual([
      ...(await manifest.servingFiles()).map((file) => file.file_name),
      basename(folders.market_files),
      basename(folders.measure_months),
    ]);
    const months = (await measureMonthsInForce(manifest)).map(({ file_name }) => file_name);
    expect(readdirSync(folders.measure_months).toSorted()).toEqual(months);
    const day = await manifest.published(question.from);
    const entries = readdirSync(folders.lake, { recursive: true, withFileTypes: true });
    const measures = await manifest.measureFilesInForce();
    expect(entries.filter((entry) => entry.isFile())).toHaveLength(
      day ? LAKE_TABLES.length + measures.size : 0,
    );
    for (const table of LAKE_TABLES) {
      const file = new Lake(folders).fixedName(table, question.from);
      if (day) expect(await isFile(file, day[`${table}_sha256`] ?? 'no file')).toBe(true);
    }
    const version = await manifest.publications();
    for (const table of LAKE_TABLES) {
      const reader = new DeltaReader(new Lake(folders).tableFolder(table));
      expect(reader.versions().at(-1)).toBe(version);
      const files = [...(await reader.files(version)).keys()].map((path) => join(folders.delta, table, path));
      expect(files).toEqual(day ? [new Lake(folders).file(table, day)] : []);
    }
    return ((await response.json()) as { data: unknown }).data;
  } finally {
    await server.close();
  }
}
