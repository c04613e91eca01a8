import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { ITEMS } from '../../src/operations/doctor/doctor.ts';
import { runCli } from '../support/cli.ts';
import { csv, DATE, line, wholeDay, writeTo } from '../support/daily-files.ts';
import { doctor, run } from '../support/doctor.ts';
import { test } from '../support/fixtures.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

const DAY_MS = 86_400_000;
/** The day after DATE, at noon in Jakarta: DATE is the last day that must be published. */
const NEXT_DAY = new Date('2026-01-20T05:00:00Z');

/** A time, by its distance from now. */
const inMs = (ms: number) => ({ now: new Date(Date.now() + ms) });

const publish = async (folder: string, data_dir: string, how = {}, name = 'DT260119.csv', day = DATE) =>
  run(['ingest', '--confirm', await writeTo(folder, name, wholeDay(day))], data_dir, how);

test('a data folder that needs nothing: exit status 0, one page', async ({ data_dir, folder, outside }) => {
  const then = { now: NEXT_DAY };
  await publish(outside, data_dir, then);
  await run(['update'], data_dir, then);
  await run(['backup', join(folder, 'backup')], data_dir, then);
  const { code, of } = await doctor(data_dir, then);
  expect(code).toBe(0);
  // Node 20, and a machine with little disk space, are warnings.
  const others = ITEMS.filter((item) => item !== 'versions' && item !== 'disk');
  expect(others.map((item) => [item, of(item)[0]])).toEqual(others.map((item) => [item, 'ok']));
  expect(of('missing_days')[1]).toBe(`All trading days up to now are published; the newest is ${DATE}.`);
  expect(of('backup')[1]).toContain(join(folder, 'backup'));
  expect(of('versions')[1]).toMatch(
    /^Alir \d+\.\d+\.\d+, Node \d+\.\d+\.\d+, DuckDB \d+\.\d+\.\d+, ledger: SQLite \d+\.\d+\.\d+, schema \d+\./,
  );
  const { stdout } = await runCli(['doctor'], { data_dir, ...then });
  expect(stdout).toMatch(/\n0 problems, \d warnings?, \d+ ok\.\n$/);
  expect(stdout.split('\n').length).toBeLessThan(24);
  for (const file of ['last-update.json', 'last-backup.json'])
    expect(statSync(join(data_dir, file)).mode & 0o777).toBe(0o600);
});

test('held, rejected, missing and differing days, an old backup, and an order that waits', async ({
  data_dir,
  folder,
  outside,
}) => {
  const { inbox, official } = dataFolders(data_dir);
  const earlier = inMs(-8 * DAY_MS);
  await publish(outside, data_dir, earlier);
  await run(['backup', join(folder, 'backup')], data_dir, earlier);
  for (const path of [inbox, official]) mkdirSync(path, { recursive: true });
  await writeTo(inbox, 'DT260120.csv', wholeDay('2026-01-20'));
  await writeTo(inbox, 'DT260120.csv.sha256', `${'0'.repeat(64)}  DT260120.csv\n`);
  await writeTo(inbox, 'DT260121.csv', csv([line({ TRX_DATE: '2026-01-21', STK_PRIC: 'x' })]));
  await writeTo(inbox, 'DT260121.csv.ok', '');
  const rows = exchangeRows(wholeDay(DATE)).map((row) => ({ ...row, Close: 1 }));
  await writeTo(official, 'summary.json', summaryJson(rows));
  expect((await runCli(['update'], { data_dir })).code).toBe(1);
  const db = new Database(dataFolders(data_dir).ledgerFile);
  db.pragma('foreign_keys = OFF');
  db.exec(`INSERT INTO billing_order (order_id, account_id, kind, plan, price_idr, credit_idr, charge_idr,
      credited_period, state, reason, provider, created_at, expires_at, paid_at, paid_idr)
    VALUES ('ord_late', 'acc_1', 'purchase', 'starter', 1000, 0, 1000, '', 'paid_not_applied', 'it was paid late',
      'manual', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z', 1000)`);
  db.close();

  const { code, of } = await doctor(data_dir);
  expect(code).toBe(1);
  expect(of('held_files')).toEqual([
    'problem',
    expect.stringMatching(
      /^1 file is held and not published: \S+\/inbox\/DT260120\.csv\. .*alir ingest --confirm \S+\/inbox\/DT260120\.csv/,
    ),
  ]);
  expect(of('rejected_files')).toEqual([
    'problem',
    expect.stringMatching(/DT260121\.csv\. .*STK_PRIC.* alir rejected dismiss 2026-01-21$/s),
  ]);
  expect(of('missing_days')).toEqual([
    'problem',
    expect.stringMatching(/trading days are not published: 2026-01-20 to .*PATH\/TO\/DT260120\.csv$/),
  ]);
  expect(of('differing_days')).toEqual([
    'problem',
    expect.stringContaining(`alir verify --official ${join(official, 'summary.json')}`),
  ]);
  expect(of('backup')).toEqual(['problem', expect.stringMatching(/, 8 days ago, in /)]);
  expect(of('orders')).toEqual([
    'problem',
    expect.stringMatching(/ord_late\. .*it was paid late\. .*alir order confirm ord_late --accept/),
  ]);
  // The update could read its source.
  expect(of('source')[0]).toBe('ok');
  expect((await doctor(data_dir, inMs(-5 * DAY_MS))).of('backup')[0]).toBe('warning');
});

describe('the record of updates', () => {
  test('has the failure of a source that cannot be read', async ({ data_dir, folder }) => {
    const env = { ALIR_SOURCE: join(folder, 'share') };
    expect((await doctor(data_dir, { env })).of('source')).toEqual([
      'warning',
      expect.stringContaining('was never checked'),
    ]);
    expect((await runCli(['update'], { data_dir, env })).code).toBe(1);
    expect((await doctor(data_dir, { env })).of('source')).toEqual([
      'warning',
      expect.stringMatching(
        /failed: The source folder \S+\/share does not exist\. .*No check of the source \S+ was complete\. /,
      ),
    ]);
    mkdirSync(join(folder, 'share'));
    await run(['update'], data_dir, { env });
    expect((await doctor(data_dir, { env })).of('source')[0]).toBe('ok');
    expect((await doctor(data_dir, { env, ...inMs(2 * DAY_MS) })).of('source')).toEqual([
      'problem',
      expect.stringContaining('was not checked completely for 2 days'),
    ]);
  });

  test('that is damaged is a warning, and the next update writes it again', async ({ data_dir }) => {
    const { lastUpdateFile, lastBackupFile } = dataFolders(data_dir);
    writeFileSync(lastUpdateFile, '{"started_at":');
    writeFileSync(lastBackupFile, '{}');
    const { of } = await doctor(data_dir);
    expect(of('source')).toEqual(['warning', expect.stringContaining('last-update.json is damaged')]);
    expect(of('backup')).toEqual(['warning', expect.stringContaining('last-backup.json is damaged')]);
    await run(['update'], data_dir);
    expect((await doctor(data_dir)).of('source')[0]).toBe('ok');
  });
});

test('an update and a backup that cannot be recorded say so, and succeed', async ({ data_dir, folder }) => {
  const { lastUpdateFile, lastBackupFile } = dataFolders(data_dir);
  for (const path of [lastUpdateFile, lastBackupFile]) mkdirSync(path);
  const update = await runCli(['update'], { data_dir });
  expect([update.code, update.stderr]).toEqual([
    0,
    expect.stringContaining('warning: the update could not be recorded for "alir doctor": EISDIR'),
  ]);
  const backup = await runCli(['backup', join(folder, 'backup')], { data_dir });
  expect([backup.code, backup.stderr]).toEqual([
    0,
    expect.stringContaining('warning: the backup is complete, but its time could not be recorded'),
  ]);
  expect(readdirSync(data_dir).filter((name) => /\.json\.\d+$/.test(name))).toEqual([]);
});

describe('the clock', () => {
  test('is compared with the times in the ledger', async ({ data_dir, outside }) => {
    await publish(outside, data_dir, inMs(3 * DAY_MS));
    const { code, of } = await doctor(data_dir);
    expect(code).toBe(1);
    expect(of('clock')).toEqual([
      'problem',
      expect.stringMatching(/the newest time in the ledger is 2 days ahead of it\. .*timedatectl status/),
    ]);
  });

  test('is right while the newest time in the ledger is in the past', async ({ data_dir, outside }) => {
    await publish(outside, data_dir, { now: NEXT_DAY });
    const { of } = await doctor(data_dir, { now: new Date(NEXT_DAY.getTime() + DAY_MS) });
    expect(of('clock')).toEqual(['ok', 'The clock agrees with the newest time in the ledger.']);
  });

  test('is compared with the newest file of the source', async ({ data_dir }) => {
    const { inbox } = dataFolders(data_dir);
    mkdirSync(inbox, { recursive: true });
    const file = await writeTo(inbox, 'DT260119.csv', wholeDay(DATE));
    const future = new Date(NEXT_DAY.getTime() + 299_000);
    utimesSync(file, future, future);
    expect((await doctor(data_dir, { now: NEXT_DAY })).of('clock')).toEqual([
      'warning',
      expect.stringMatching(/the newest file of the source is 4 minutes ahead of it\. /),
    ]);
  });
});

describe('without a usable ledger, the other items are checked', () => {
  test('in a data folder that does not exist, which is not created', async ({ folder }) => {
    const data_dir = join(folder, 'none');
    const { code, of } = await doctor(data_dir);
    expect(code).toBe(1);
    expect(of('data_folder')).toEqual(['problem', expect.stringContaining(`${data_dir} does not exist`)]);
    expect(of('ledger')[0]).toBe('problem');
    expect(of('disk')[1]).toMatch(/^The disk of .* has .* free of /);
    expect(existsSync(data_dir)).toBe(false);
  });

  test('if the data folder is a file, or a backup', async ({ data_dir, folder, outside }) => {
    const file = await writeTo(outside, 'file', '');
    expect((await doctor(file)).of('data_folder')).toEqual(['problem', expect.stringContaining('ENOTDIR')]);
    await run(['backup', join(folder, 'backup')], data_dir);
    expect((await doctor(join(folder, 'backup'))).of('data_folder')).toEqual([
      'problem',
      expect.stringContaining('is a backup, not a data folder'),
    ]);
  });

  test('if it is missing beside a lake', async ({ data_dir, outside }) => {
    await publish(outside, data_dir);
    const { ledgerFile } = dataFolders(data_dir);
    for (const end of ['', '-wal', '-shm']) rmSync(`${ledgerFile}${end}`, { force: true });
    const { code, of } = await doctor(data_dir);
    expect(code).toBe(1);
    expect(of('ledger')).toEqual(['problem', expect.stringMatching(/contains 1 day\. .*alir restore DIR/s)]);
    expect(of('missing_days')).toEqual(['warning', expect.stringContaining('the ledger cannot be used')]);
    expect(existsSync(ledgerFile)).toBe(false);
    const { stdout } = await runCli(['doctor'], { data_dir });
    expect(stdout).toContain(
      'warning  serving, missing days, measures, held files, rejected files, differing days, corporate actions, orders: ',
    );
  });

  test('if it is not a database', async ({ data_dir }) => {
    writeFileSync(dataFolders(data_dir).ledgerFile, 'a text, and not a database\n'.repeat(100));
    expect((await doctor(data_dir)).of('ledger')).toEqual([
      'problem',
      expect.stringContaining('is not a SQLite database'),
    ]);
  });

  test.for(['a page in the middle', 'every page after the first'])(
    'if %s is overwritten',
    async (damaged, { data_dir, outside }) => {
      await publish(outside, data_dir);
      const { ledgerFile } = dataFolders(data_dir);
      const bytes = readFileSync(ledgerFile);
      const page = 4096;
      const [start, end] = damaged === 'a page in the middle' ? [4 * page, 5 * page] : [page, bytes.length];
      writeFileSync(ledgerFile, bytes.fill(0xa5, start, end));
      const { code, of } = await doctor(data_dir);
      expect(code).toBe(1);
      expect(of('ledger')).toEqual(['problem', expect.stringMatching(/ is damaged.*alir restore DIR/s)]);
    },
  );
});

test('settings that cannot be used do not hide the other items', async ({ data_dir }) => {
  const { code, of } = await doctor(data_dir, {
    env: { ALIR_PAYMENT_PROVIDER: 'xendit', ALIR_PRICES: '/none/prices.json' },
  });
  expect(code).toBe(1);
  expect(of('payment')).toEqual(['problem', expect.stringContaining('/none/prices.json')]);
  expect(of('ledger')[0]).toBe('ok');
});
