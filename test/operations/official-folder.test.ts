import { mkdir, rm, truncate, utimes } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { aloneInLake } from '../../src/market/ingest/lake-writer.ts';
import { bytesOf, compareOfficialFolder, verifyOfficial } from '../../src/operations/official/official.ts';
import type { TestAlir } from '../support/alir.ts';
import { writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { dailyFileText, fileName, smallMarket } from '../support/small-market.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

const DAY = '2026-01-05';
const TEXT = dailyFileText(smallMarket(), DAY);
const verify = (alir: TestAlir, path: string) => verifyOfficial(alir.stores.ingest, path, { patience_ms: 0 });
const wrongLow = (summary: string) => summary.replaceAll('"Low":', '"Low":1');

describe('the folder official', () => {
  const compare = (alir: TestAlir) => compareOfficialFolder(alir.stores.ingest);
  const write = async (alir: TestAlir, name: string, text: string) => {
    const { official } = alir.stores.folders;
    await mkdir(official, { recursive: true });
    return writeTo(official, name, text);
  };

  test('is compared once for each content and revision', async ({ alir }) => {
    expect(await compare(alir)).toEqual({ results: [], problems: [], ignored: [], not_published: [] });
    const right = summaryJson(exchangeRows(TEXT));
    const path = await write(alir, 'a.json', right);
    expect((await compare(alir)).problems).toMatchObject([{ file: path, code: 'no_days' }]);

    await alir.ingest(fileName(DAY), TEXT);
    expect((await compare(alir)).results).toMatchObject([{ file: path, revision: 1, verified: true }]);
    expect(await compare(alir)).toEqual({ results: [], problems: [], ignored: [], not_published: [] });

    const part = `${TEXT.trim().split('\n').slice(0, -9).join('\n')}\n`;
    await alir.ingest(fileName(DAY), part);
    expect(await alir.stores.manifest.officialChecks()).toEqual([]);
    expect((await compare(alir)).results).toMatchObject([{ file: path, revision: 2, verified: false }]);
    expect(await compare(alir)).toMatchObject({ results: [] });

    await write(alir, 'a.json', summaryJson(exchangeRows(part)));
    await utimes(path, new Date(), new Date(Date.now() + 5000));
    expect((await compare(alir)).results).toMatchObject([{ file: path, revision: 2, verified: true }]);
    expect(await alir.stores.manifest.officialChecks()).toMatchObject([{ revision: 2, differences: 0 }]);
  });

  test('is compared once if several files have the same content, and a copy does not replace a later correction', async ({
    alir,
  }) => {
    await alir.ingest(fileName(DAY), TEXT);
    const { manifest } = alir.stores;
    const right = summaryJson(exchangeRows(TEXT));
    const none = { results: [], problems: [], ignored: [], not_published: [] };
    const change = async (text: string, seconds: number) => {
      const path = await write(alir, 'a.json', text);
      await utimes(path, new Date(), new Date(Date.now() + seconds * 1000));
      return path;
    };
    const a = await write(alir, 'a.json', wrongLow(right));
    const b = await write(alir, 'b.json', wrongLow(right));
    expect((await compare(alir)).results).toMatchObject([{ file: a, verified: false }]);
    const newest = await manifest.newestOfficialCheck();
    for (let run = 0; run < 3; run += 1) expect(await compare(alir)).toEqual(none);
    await utimes(b, new Date(), new Date(Date.now() + 5000));
    expect(await compare(alir)).toEqual(none);
    expect(await manifest.newestOfficialCheck()).toBe(newest);

    await change(right, 10);
    expect((await compare(alir)).results).toMatchObject([{ file: a, verified: true }]);
    // An old copy that was touched stays what it was. A new file is the newest, also with an earlier content.
    await utimes(b, new Date(), new Date(Date.now() + 15_000));
    expect(await compare(alir)).toEqual(none);
    expect(await manifest.officialChecks()).toMatchObject([{ source: a, differences: 0 }]);
    const c = await write(alir, 'c.json', wrongLow(right));
    expect((await compare(alir)).results).toMatchObject([{ file: c, verified: false }]);
    expect(await manifest.officialChecks()).toMatchObject([{ source: c }]);
    await rm(c);
    await verify(alir, a);

    // A corrected day is compared again, and the correction of the file stays the newest.
    await alir.ingest(fileName(DAY), `${TEXT.trim().split('\n').slice(0, -9).join('\n')}\n`);
    expect((await compare(alir)).results).toMatchObject([{ file: b }, { file: a }]);
    expect(await manifest.officialChecks()).toMatchObject([{ source: a, revision: 2 }]);
    expect(await compare(alir)).toEqual(none);

    // An operator may restore an earlier content.
    await change(wrongLow(right), 20);
    expect((await compare(alir)).results).toMatchObject([{ file: a }]);
    expect(await compare(alir)).toEqual(none);
  });

  test('gives a day the result of the newest comparison', async ({ alir }) => {
    await alir.ingest(fileName(DAY), TEXT);
    const right = summaryJson(exchangeRows(TEXT));
    const differences = async () =>
      (await alir.stores.manifest.officialChecks()).map((check) => check.differences > 0);
    const [a, b] = [
      await writeTo(alir.outside, 'a.json', right),
      await writeTo(alir.outside, 'b.json', wrongLow(right)),
    ];
    for (const [path, differs] of [
      [a, false],
      [b, true],
      [a, false],
      [a, false],
    ] as const) {
      await verify(alir, path);
      expect(await differences()).toEqual([differs]);
    }
  });

  test('is left for the next update while another process writes', async ({ alir }) => {
    await alir.ingest(fileName(DAY), TEXT);
    await write(alir, 'a.json', summaryJson(exchangeRows(TEXT)));
    await aloneInLake(alir.stores.ingest, { patience_ms: 0 }, async () => {
      expect((await compare(alir)).results).toEqual([]);
    });
    expect((await compare(alir)).results).toMatchObject([{ verified: true }]);
  });

  test('is compared in the order in which its files were changed', async ({ alir }) => {
    await alir.ingest(fileName(DAY), TEXT);
    const right = summaryJson(exchangeRows(TEXT));
    const [a, b] = [await write(alir, 'a.json', wrongLow(right)), await write(alir, 'b.json', right)];
    await utimes(a, new Date(), new Date(Date.now() + 10_000));
    expect((await compare(alir)).results).toMatchObject([{ file: b }, { file: a }]);
    expect(await alir.stores.manifest.officialChecks()).toMatchObject([{ source: a }]);
  });
});

test('a file of the exchange has at most 16 MB', async ({ folder }) => {
  const path = await writeTo(folder, 'a.json', '');
  await truncate(path, 16_000_001);
  await expect(bytesOf(path)).rejects.toThrow(`${path} has 16.0 MB, more than the limit of 16.0 MB.`);
  await truncate(path, 16_000_000);
  expect(await bytesOf(path)).toHaveLength(16_000_000);
  await expect(bytesOf(folder)).rejects.toThrow(`${folder} is not a regular file.`);
  await expect(bytesOf(`${path}.csv`)).rejects.toThrow(`${path}.csv does not exist. Check the path.`);
});
