import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject } from 'vitest';
import { changeNoticeSettings } from '../../src/commerce/accounts/notices/notice-settings.ts';
import { idempotencyOf } from '../../src/commerce/accounts/quota/idempotency.ts';
import { Meter } from '../../src/commerce/accounts/quota/meter.ts';
import { dataFolders } from '../../src/core/folders.ts';
import { lockForServer } from '../../src/ledger/locks.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { PostgresTables } from '../../src/ledger/postgres/postgres-tables.ts';
import { SqliteTables } from '../../src/ledger/sqlite/sqlite-tables.ts';
import { copyLedger } from '../../src/operations/backup/copy-ledger.ts';
import { afterThisTest, type TestAlir, temporaryFolder } from '../support/alir.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { csv, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { createDatabase } from '../support/postgres.ts';

const server_url = inject('postgres_url');
const CLI = join(import.meta.dirname, '../../dist/cli.js');

/** Fills every table but those of damages and of the exchange's files. */
async function use(alir: TestAlir): Promise<void> {
  const { accounts, billing, ledger, sources, manifest } = alir.stores;
  await alir.ingest(FILE_NAME, csv([line({ STK_CODE: 'BBCA' })]));
  await alir.ingest(FILE_NAME, csv([line({ STK_CODE: 'BBCA' }), line({ STK_CODE: 'GOTO', TRX_CODE: '2' })]));
  await manifest.noteServingDamage('lost.arrow', 'is missing');
  await sources.note({
    source: '/inbox/broken.csv',
    trade_date: null,
    stamp: 's',
    outcome: 'rejected',
    reason: null,
  });
  await sources.dismiss('/inbox/broken.csv');
  const { account, api_key } = await accounts.create('buyer@example.com', 'free', 1);
  const { account_id } = account;
  const offered = await billing.offers.create(
    account_id,
    { units: 5000, requests_per_minute: 60, keys: 2, price_idr: 100_000, days: 30 },
    true,
  );
  const bought = await billing.orders.create(
    account_id,
    { offer_id: offered.offer_id },
    { idempotency_key: 'order 1' },
  );
  await ledger.run('note_measure_file', {
    trade_date: '2026-01-19',
    sha256: 'a',
    definition: 'd',
    added_in: 1,
    written_at: '2026-01-19T13:00:00.000Z',
  });
  await ledger.run('note_official_archive', { source: '/official/2026.csv', stamp: 's', publications: 1 });
  await ledger.run('note_broker_check', {
    ...{
      trade_date: '2026-01-19',
      ticker: 'BRMS',
      market: 'RG',
      investor: 'all',
      revision: 1,
      sides: 'equal',
    },
    ...{
      table_sha256: 'a',
      source: '/tables/BRMS.csv',
      checked_at: '2026-01-19T13:00:00.000Z',
      brokers: 2,
      differences: 0,
    },
  });
  const by = { actor: 'operator', reason: null };
  await billing.details.change(account_id, { name: 'PT Contoh' }, by);
  await billing.payments.confirm(bought.order_id, {}, 'operator');
  await billing.refunds.refund(bought.order_id, { plan: 'keep', amount_idr: 1 }, by);
  await billing.books.close('2025-12', by);
  await billing.books.recordPayout(
    { provider: 'midtrans', reference: 'P1', amount_idr: 90_000, fee_idr: 4000 },
    by,
  );
  const expires_at = '2027-01-01T00:00:00.000Z';
  const allowed_ips = ['203.0.113.7/32', '2001:db8::/32'];
  await accounts.createKey(account_id, 'office', { scopes: ['account'], expires_at, allowed_ips });
  await alir.stores.operators.create('ani');
  const { people, sign_in } = alir.stores;
  await people.invite('colleague@example.com', account_id, 'member', by);
  const { code } = await sign_in.linkCode('colleague@example.com');
  const session = new BrowserSession(alir);
  await session.post('/sign-in', { email: 'colleague@example.com', code });
  await alir.stores.incidents.add({ title: 'Late data', details: 'The source is late.' }, by);
  await changeNoticeSettings(alir.stores, account_id, { language: 'id' });
  const { webhooks } = alir.stores;
  const webhook = await webhooks.create(account_id, 'https://hooks.example.com/', ['key.created']);
  await webhooks.test(account_id, webhook.webhook_id);
  const { saved_id } = await alir.stores.saved.create(account_id, {
    kind: 'watchlist',
    name: 'Banks',
    content: { tickers: ['BBCA'], brokers: [] },
  });
  await ledger.run('replace_feed', { account_id, watchlist: saved_id });
  const [content, preview] = [Buffer.from([0, 255, 92]), Buffer.from('PNG')];
  const picture = { account_id, title: 'BBCA', note: null, created_at: expires_at, content, preview };
  await ledger.run('create_snapshot', { snapshot_id: 's', ...picture });
  await alir.stores.alerts.create(account_id, saved_id, { broker: 'YP', side: 'buy', value_idr: 1 });
  const colleague = await people.withEmail('colleague@example.com');
  const subscriber = { account_id, person_id: colleague?.person_id ?? '' };
  await alir.stores.brief_subscriptions.subscribe(subscriber, saved_id, 'en');
  const caller = await accounts.callerWithKey(api_key);
  if (!caller) throw new Error('No caller');
  const hold = await new Meter(ledger, alir.clock).hold(caller, 3, 'work');
  await hold.charge(() => false, idempotencyOf('k1', '/work {}'));
}

/** The tables of the data folder, once nothing has it open. */
async function closedTables(alir: TestAlir): Promise<SqliteTables> {
  const { ledgerFile, serverLockFile } = alir.stores.folders;
  await alir.close();
  return SqliteTables.open(ledgerFile, serverLockFile);
}

describe.skipIf(server_url === null)('a copy of the ledger', () => {
  test('to PostgreSQL and back has every row of every table', async ({ alir }) => {
    await use(alir);
    const file = await closedTables(alir);
    const rows = await file.read();
    const empty = Object.entries(rows).flatMap(([table, found]) => (found.length === 0 ? [table] : []));
    expect(empty).toEqual(['official_check', 'official_file']);

    const url = await createDatabase(server_url ?? '');
    const database = await PostgresTables.open(url);
    const counts = await copyLedger(file, database);
    await file.close();
    expect(Object.values(counts)).toEqual(Object.values(rows).map((found) => found.length));

    const folders = dataFolders(await temporaryFolder());
    const back = await SqliteTables.open(folders.ledgerFile, folders.serverLockFile);
    await copyLedger(database, back);
    await database.close();
    expect(await back.read()).toEqual(rows);
    await back.close();
  });

  test('is not written over rows', async ({ alir }) => {
    const database = await PostgresTables.open(await createDatabase(server_url ?? ''));
    afterThisTest(() => database.close());
    const file = await closedTables(alir);
    afterThisTest(() => file.close());
    await copyLedger(file, database);
    await expect(copyLedger(file, database)).rejects.toMatchObject({ code: 'ledger_not_empty' });
  });

  test('leaves nothing behind when a row differs', async ({ alir }) => {
    const database = await PostgresTables.open(await createDatabase(server_url ?? ''));
    afterThisTest(() => database.close());
    const file = await closedTables(alir);
    afterThisTest(() => file.close());
    const fill = database.fill.bind(database);
    database.fill = (rows, check) => fill({ ...rows, api_key: rows.api_key.slice(1) }, check);
    await expect(copyLedger(file, database)).rejects.toMatchObject({ code: 'ledger_copy_differs' });
    expect(Object.values(await database.read()).flat()).toEqual([]);
  });

  test('is refused while a server uses one of the ledgers', async ({ alir }) => {
    const { folders } = alir.stores;
    const unlock = await lockForServer(folders.serverLockFile);
    await expect(SqliteTables.open(folders.ledgerFile, folders.serverLockFile)).rejects.toMatchObject({
      code: 'server_running',
    });
    unlock();
    const url = await createDatabase(server_url ?? '');
    const server = await PostgresLedger.open(url);
    await expect(PostgresTables.open(url)).rejects.toMatchObject({ code: 'server_running' });
    await server.close();
  });

  test('is made by alir ledger copy', async ({ alir }) => {
    const { root } = alir.stores.folders;
    await alir.close();
    const url = await createDatabase(server_url ?? '');
    const env = { ...process.env, ALIR_DATA_DIR: root };
    const { stdout } = await promisify(execFile)('node', [CLI, 'ledger', 'copy', '--to', url, '--json'], {
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject({ rows: { account: 1, api_key: 2 } });
    const listed = await promisify(execFile)('node', [CLI, 'account', 'list', '--json'], {
      env: { ...env, ALIR_LEDGER_URL: url },
    });
    expect(listed.stdout).toContain('test@example.com');
  });
});
