import { rm } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import type { Publication } from '../../../src/ledger/manifest.ts';
import type { IngestResult } from '../../../src/market/ingest/ingest.ts';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import { FACTS_VERSION, factsFromJson, factsOf } from '../../../src/market/lake/day-facts.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { LakeDuck } from '../../../src/market/lake/lake-duck.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { fileName } from '../../support/small-market.ts';

const PUBLISHED = '2026-01-19';
const NEW = '2026-01-20';
const LATER = '2026-03-02';
const PRICE = 500;

const dayOf = (day: string, price: number) =>
  csv([line({ TRX_DATE: day, STK_PRIC: price }), line({ TRX_DATE: day, STK_PRIC: price, STK_VOLM: 4200 })]);

/** Ingests a day through the gate, as an update does. */
async function judged(alir: TestAlir, day: string, price: number): Promise<IngestResult> {
  const path = await writeTo(alir.outside, fileName(day), dayOf(day, price));
  const [result] = await ingestFiles(alir.stores.ingest, [{ path, command: 'update' }]);
  if (!result) throw new Error('The file was not ingested');
  return result;
}

async function notedFacts({ stores: { manifest } }: TestAlir, day: string) {
  const published = await manifest.published(day);
  const noted = published && (await manifest.facts(published, FACTS_VERSION));
  return noted === undefined ? undefined : factsFromJson(noted);
}

async function factsInLake({ stores }: TestAlir, day: string) {
  const published = (await stores.manifest.published(day)) as Publication;
  const lake = new Lake(stores.folders);
  const duck = new LakeDuck(stores.folders, 1);
  try {
    return await duck.run(0, (connection) => factsOf(connection, lake.files(published)));
  } finally {
    duck.close();
  }
}

const WRONG_PRICE = expect.stringContaining('is 10.0 times that of the neighbouring days');

describe('the facts of a published day', () => {
  test.override('settings', { published: [[fileName(PUBLISHED), dayOf(PUBLISHED, PRICE)]] });

  test('are noted when it is published, and equal those of its files', async ({ alir }) => {
    const noted = await notedFacts(alir, PUBLISHED);
    expect(noted).toMatchObject({ trades: 2, regular_trades: 2 });
    expect(noted?.tickers.get('BRMS')).toMatchObject({ close: PRICE });
    expect(noted).toEqual(await factsInLake(alir, PUBLISHED));
  });

  test('are compared with a new day, also when the files of the published day are damaged', async ({
    alir,
  }) => {
    await rm(new Lake(alir.stores.folders).fixedName('trades', PUBLISHED));
    const { status, held } = await judged(alir, NEW, PRICE * 10);
    expect({ status, reasons: held?.reasons }).toEqual({
      status: 'held',
      reasons: expect.arrayContaining([WRONG_PRICE]),
    });
  });

  test('are those of its newest revision', async ({ alir }) => {
    await alir.ingest(fileName(PUBLISHED), dayOf(PUBLISHED, PRICE * 10));
    expect(await notedFacts(alir, PUBLISHED)).toEqual(await factsInLake(alir, PUBLISHED));
    const { held } = await judged(alir, NEW, PRICE * 10);
    expect(held?.reasons ?? []).not.toContainEqual(WRONG_PRICE);
  });

  test('are read from its files if they were not noted or have another version, and noted then', async ({
    alir,
  }) => {
    const { manifest } = alir.stores;
    const published = await manifest.published(PUBLISHED);
    if (!published) throw new Error('The day is not published');
    const { trades_sha256 } = published;
    await manifest.noteFacts({
      trade_date: PUBLISHED,
      trades_sha256,
      version: FACTS_VERSION - 1,
      facts: '{}',
    });
    expect(await notedFacts(alir, PUBLISHED)).toBeUndefined();
    const { held } = await judged(alir, NEW, PRICE * 10);
    expect(held?.reasons).toContainEqual(WRONG_PRICE);
    expect(await notedFacts(alir, PUBLISHED)).toEqual(await factsInLake(alir, PUBLISHED));
  });

  test('have prices whose limits widen with each trading day since', async ({ alir }) => {
    // 25% is the limit of a day at this price.
    const beyond = expect.stringContaining("outside the exchange's daily price limits");
    const { held } = await judged(alir, '2026-01-20', PRICE * 1.4);
    expect(held?.reasons).toContainEqual(beyond);
    const { held: held_later } = await judged(alir, '2026-01-21', PRICE * 1.4);
    expect(held_later?.reasons ?? []).not.toContainEqual(beyond);
    // The day after is no day before.
    const { held: held_earlier } = await judged(alir, '2026-01-16', PRICE * 1.4);
    expect(held_earlier?.reasons ?? []).not.toContainEqual(beyond);
  });

  test('are deleted when a day is published that is more than 30 days away', async ({ alir }) => {
    await alir.ingest(fileName(LATER), dayOf(LATER, PRICE));
    expect(await notedFacts(alir, PUBLISHED)).toBeUndefined();
    expect(await notedFacts(alir, LATER)).toBeDefined();
  });
});
