import { mkdir, stat, utimes } from 'node:fs/promises';
import { expect } from 'vitest';
import { daySizes, doctorFacts, type Examined } from '../../src/operations/doctor/doctor-facts.ts';
import { figuresOf } from '../../src/operations/doctor/doctor-figures.ts';
import { lastUpdate, noteBackup, noteUpdate } from '../../src/operations/doctor/last-runs.ts';
import { bytesIn, bytesOfReplaced } from '../../src/operations/status.ts';
import type { TestAlir } from '../support/alir.ts';
import { wholeDay, writeTo } from '../support/daily-files.ts';
import { test as base } from '../support/fixtures.ts';
import { revisionFile } from '../support/revision-file.ts';
import { fileName } from '../support/small-market.ts';

const DAYS = ['2026-01-28', '2026-01-30'] as const;
const BACKUP = { taken_at: '2026-02-01T00:00:00.000Z', folder: '/mnt/1', days: 2, files: 6, bytes: 1000 };

const test = base.extend('settings', () => ({
  published: DAYS.map((day) => [fileName(day), wholeDay(day)] as const),
}));

const factsOf = ({ stores, clock }: TestAlir, changes: Partial<Examined> = {}) =>
  doctorFacts({
    folders: stores.folders,
    clock,
    alir_version: '1.2.3',
    stores: {
      ...stores,
      unknownDays: async () => 0,
      unrecorded: async () => [],
      openingGaps: async () => [],
    },
    actions: [],
    trouble: null,
    folder_trouble: null,
    permission_notice: null,
    isOnServer: false,
    source: { name: 'inbox', command: 'update', folder: stores.folders.inbox, update_minutes: 5 },
    certificate: null,
    payment: { provider: 'manual', isSandbox: false, trouble: null },
    ...changes,
  });

test('the figures are those of the days, the checks, the damages, the disk and the last runs', async ({
  alir,
}) => {
  const { folders, ledger, manifest } = alir.stores;
  const [first, last] = DAYS;
  await alir.ingest(fileName(last), wholeDay(last, 200));
  const check = { tickers: 1, patterns: '', source: 'a.json', compared: 'freq', differing_tickers: 1 };
  for (const [trade_date, revision, differences] of [
    [first, 1, 0],
    [last, 2, 3],
  ] as const) {
    const official_sha256 = String(revision).repeat(64);
    await manifest.noteOfficialCheck({ ...check, trade_date, revision, differences, official_sha256 });
  }
  for (const name of ['delta/a', 'delta/b', 'delta/c']) await manifest.noteServingDamage(name, 'is missing');
  await manifest.resolveServingDamage('delta/a');
  await noteBackup(folders, { ...BACKUP, rounds: 1, seconds: 2 }, alir.clock);
  await (await noteUpdate(folders, alir.clock))({ outcome: 'complete', failures: [] });
  const now_s = alir.clock.now().getTime() / 1000;
  const figures = await figuresOf({ folders, ledger, manifest });
  expect(figures).toMatchObject({
    published_days: 2,
    newest_day_s: Date.parse(`${last}T00:00:00+07:00`) / 1000,
    differing_days: 1,
    damaged_serving_files: 2,
    orders_waiting: 0,
    replaced_bytes: await bytesOfReplaced(folders, manifest),
    last_backup_s: now_s,
    last_update_s: now_s,
    last_update_success: 1,
  });
  expect(figures.replaced_bytes).toBeGreaterThan(0);
  expect(figures.disk_size_bytes).toBeGreaterThan(figures.disk_free_bytes);
  // An interrupted or a running update leaves the result of the last one that ended; a failed one does not.
  const outcomes = async (outcome: 'interrupted' | 'failed') => {
    alir.clock.pass(60_000);
    const end = await noteUpdate(folders, alir.clock);
    const running = (await lastUpdate(folders))?.was_complete;
    await end({ outcome, failures: ['1', '2', '3', '4', '5', '6'] });
    const { last_update_s, last_update_success } = await figuresOf({ folders, ledger, manifest });
    return [running, last_update_s, last_update_success];
  };
  expect(await outcomes('interrupted')).toEqual([true, now_s, 1]);
  expect(await outcomes('failed')).toEqual([true, now_s, 0]);
  expect((await lastUpdate(folders))?.failures).toEqual(['1', '2', '3', '4', '5']);
});

test('the size of a day is that of its lake files, its daily file and its share of the serving files', async ({
  alir,
}) => {
  const { folders } = alir.stores;
  await mkdir(folders.inbox, { recursive: true });
  for (const [name, bytes] of [
    ['DT260128.csv', 100],
    ['DT260128.csv.sha256', 7],
    ['DT260131.csv', 9],
  ] as const)
    await writeTo(folders.inbox, name, 'x'.repeat(bytes));
  const share = (await bytesIn(folders.serving)) / 2;
  const lakeBytes = async (day: string) => {
    const files = (['trades', 'broker_day', 'ticker_day'] as const).map((table) =>
      stat(revisionFile(folders.root, table, day)),
    );
    return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
  };
  const [first, last] = DAYS;
  expect((await factsOf(alir)).day_sizes).toEqual({
    value: [
      { trade_date: first, bytes: share + (await lakeBytes(first)) + 100 },
      { trade_date: last, bytes: share + (await lakeBytes(last)) },
    ],
  });
});

test('the growth is that of the last 20 days', async ({ alir }) => {
  const days = Array.from({ length: 21 }, (_, place) => `2026-01-${String(place + 1).padStart(2, '0')}`);
  const columns = (await alir.test_ledger.rows('SELECT * FROM publication LIMIT 1'))[0] as object;
  const others = Object.keys(columns).filter((name) => !['trade_date', 'revision', 'number'].includes(name));
  for (const [place, day] of days.entries())
    await alir.test_ledger.write(
      `INSERT INTO publication (trade_date, revision, number, ${others}) SELECT '${day}', 1, ${100 + place}, ${others} FROM publication WHERE trade_date = '${DAYS[0]}'`,
    );
  const sizes = await daySizes(alir.stores.folders, alir.stores.manifest);
  expect(sizes.map(({ trade_date }) => trade_date)).toEqual([...days, ...DAYS].slice(-20));
});

test('clocks are compared with the ledger, the source and its newest daily file', async ({ alir }) => {
  const { folders, ledger } = alir.stores;
  await mkdir(folders.inbox, { recursive: true });
  const hours = (count: number) => new Date(alir.clock.time.getTime() + count * 3_600_000);
  for (const [name, time] of [
    ['DT260130.csv', hours(-1)],
    ['DT260202.csv', hours(2)],
    ['notes.txt', hours(9)],
  ] as const)
    await utimes(await writeTo(folders.inbox, name, ''), time, time);
  await (await noteUpdate(folders, alir.clock))({ outcome: 'complete', failures: [], clock_ahead_ms: 5000 });
  await (await noteUpdate(folders, alir.clock))({ outcome: 'failed', failures: ['a'] });
  expect((await factsOf(alir)).clocks).toContainEqual({
    clock: 'the newest time in the ledger',
    ahead_ms: 0,
  });
  alir.clock.time = hours(-1);
  const { clocks, versions, ledger: ledger_facts } = await factsOf(alir);
  expect(clocks).toEqual([
    { clock: 'the newest time in the ledger', ahead_ms: 3_600_000 },
    { clock: 'the clock of the source', ahead_ms: 5000 },
    { clock: 'the newest file of the source', ahead_ms: 3 * 3_600_000 },
  ]);
  expect(versions).toMatchObject({
    alir: { value: '1.2.3' },
    ledger: { value: expect.stringMatching(/^SQLite 3\.\d+\.\d+, schema \d+$/) },
    duckdb: { value: expect.stringMatching(/^\d/) },
  });
  expect(ledger_facts).toEqual({
    ...{ path: ledger.path, trouble: null },
    ...{ damage: { value: null }, write_problem: null },
  });
});

test('facts that do not apply are null, and those of a ledger that cannot be opened are unknown', async ({
  alir,
}) => {
  await noteBackup(alir.stores.folders, { ...BACKUP, rounds: 1, seconds: 2 }, alir.clock);
  expect((await factsOf(alir)).backup).toEqual({
    value: {
      ended_at: alir.clock.now().toISOString(),
      taken_at: BACKUP.taken_at,
      folder: '/mnt/1',
      days: 2,
      bytes: 1000,
    },
  });
  const certificate = { subject: 'a', expires_at: '2027-01-01T00:00:00.000Z' } as never;
  const source = { name: 'https://a', command: 'update', folder: null, update_minutes: 5 } as const;
  const trouble = { what: 'It is broken.', fix: 'Repair it.' };
  const facts = await factsOf(alir, {
    ...{ stores: null, isOnServer: true, source, trouble, actions: trouble },
    certificate: async () => certificate,
  });
  const unknown = { unknown: 'the ledger cannot be used' };
  expect(facts).toMatchObject({
    ...{ backup: null, certificate: { value: certificate }, clocks: [], status: unknown, orders: unknown },
    ledger: { path: alir.stores.folders.ledgerFile, trouble, damage: null, write_problem: null },
    corporate_actions: { trouble, jumps: unknown },
  });
});
