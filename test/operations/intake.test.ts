import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { dismissListed } from '../../src/market/ingest/gate/held.ts';
import type { IngestResult } from '../../src/market/ingest/ingest.ts';
import { reportFile } from '../../src/market/ingest/report.ts';
import { Intake } from '../../src/operations/intake.ts';
import { DATE, FILE_NAME, wholeDay } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const NOT_READ = '/inbox/DT260120.csv';

test('held files are beside the published revision, and are published one at a time', async ({ alir }) => {
  await alir.ingest(FILE_NAME, wholeDay(DATE));
  const { sources, ingest } = alir.stores;
  const kept = join(alir.stores.folders.held, FILE_NAME);
  const held = { outcome: 'held', stamp: '', reason: 'few trades' } as const;
  const totals = JSON.stringify({ file: { trades: 1 } });
  await sources.note({ ...held, source: 'https://a/1.csv', trade_date: DATE, kept_at: kept, totals });
  await sources.note({ ...held, source: NOT_READ, trade_date: null });
  const ends: ((end: IngestResult | Error) => void)[] = [];
  const confirmed: unknown[] = [];
  const intake = new Intake(ingest, (...confirmation) => {
    confirmed.push(confirmation);
    return new Promise((resolve, reject) => {
      ends.push((end) => (end instanceof Error ? reject(end) : resolve(end)));
    });
  });
  const days = await intake.held();
  expect(days.find(({ source }) => source === NOT_READ)).toMatchObject({
    ...{ file: 'DT260120.csv', totals: null, published: null },
  });
  expect(days.find(({ source }) => source !== NOT_READ)).toMatchObject({
    ...{ file: FILE_NAME, totals: { file: { trades: 1 } }, published: { revision: 1 } },
  });
  await expect(intake.publish('/other.csv', 'me')).rejects.toMatchObject({ code: 'unknown_file' });
  expect(intake.last).toBeNull();
  await intake.publish('https://a/1.csv', 'me');
  expect(intake.last).toMatchObject({ file: FILE_NAME, trade_date: DATE, ended_at: null });
  await expect(intake.publish(NOT_READ, 'me')).rejects.toMatchObject({ code: 'writer_busy' });
  ends[0]?.({ status: 'published' } as IngestResult);
  await expect.poll(() => intake.last).toMatchObject({ result: { status: 'published' }, failure: null });
  await intake.publish(NOT_READ, 'you');
  ends[1]?.(new Error('It is broken.'));
  await expect.poll(() => intake.last).toMatchObject({ result: null, failure: 'It is broken.' });
  expect(intake.last?.ended_at).toBe(alir.clock.now().toISOString());
  expect(confirmed).toEqual([
    [kept, DATE, 'me'],
    [NOT_READ, null, 'you'],
  ]);
});

test('a rejected file has the beginning of its report, which is cut after 6,000 bytes', async ({ alir }) => {
  const { folders, sources, ingest } = alir.stores;
  await mkdir(folders.rejected, { recursive: true });
  const rejected = { outcome: 'rejected', stamp: '', reason: 'no trades', trade_date: DATE } as const;
  await sources.note({ ...rejected, source: `/inbox/${FILE_NAME}` });
  const intake = new Intake(ingest, () => Promise.reject(new Error('unused')));
  const report = reportFile(folders, FILE_NAME);
  const beginning = async () => (await intake.rejected()).map((each) => [each.name, each.beginning]);
  expect(await beginning()).toEqual([[FILE_NAME, null]]);
  for (const [bytes, isCut] of [
    [6000, false],
    [6001, true],
  ] as const) {
    await writeFile(report, 'x'.repeat(bytes));
    expect(await beginning()).toEqual([[FILE_NAME, { text: 'x'.repeat(6000), isCut }]]);
  }
  await rm(report);
  await intake.dismiss(`/inbox/${FILE_NAME}`);
  expect(await beginning()).toEqual([]);
  await expect(intake.dismiss(`/inbox/${FILE_NAME}`)).rejects.toThrow('is not listed any more');
  await expect(intake.dismissHeld('/other.csv')).rejects.toThrow('is not listed any more');
});

test('only a server that updates checks the source', async ({ alir }) => {
  let checks = 0;
  const unused = () => Promise.reject(new Error('unused'));
  const checking = new Intake(alir.stores.ingest, unused, () => {
    checks += 1;
  });
  checking.checkSource();
  expect([checking.canCheck, checks]).toEqual([true, 1]);
  const other = new Intake(alir.stores.ingest, unused);
  expect(other.canCheck).toBe(false);
  expect(() => other.checkSource()).toThrow('This server cannot check the source. Run: alir update');
});

test('a listed file is dismissed by a relative path too', async () => {
  const dismissed: string[] = [];
  const sources = { dismiss: async (source: string) => void dismissed.push(source) };
  const files = ['a', 'b'].map((name) => ({ source: resolve('inbox', name) }));
  const dismiss = (name: string) =>
    dismissListed('held', sources as never, files, [name], ({ source }) => [source]);
  await dismiss('inbox/b');
  expect(dismissed).toEqual([resolve('inbox/b')]);
  await expect(dismiss('inbox/c')).rejects.toMatchObject({ code: 'unknown_file' });
});
