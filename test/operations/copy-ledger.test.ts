import { beforeEach, describe, expect } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { LEDGER_TABLE_NAMES, selectAll } from '../../src/ledger/ledger-tables.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { SqliteTables } from '../../src/ledger/sqlite/sqlite-tables.ts';
import { copyLedger, copyLedgerOf } from '../../src/operations/backup/copy-ledger.ts';
import { afterThisTest, emptyDataFolder } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';

const MONTH = { month: '2026-01', file_name: 'a', sha256: 'b', built_at: 'c' };

async function tables(...months: string[]): Promise<SqliteTables> {
  const { ledgerFile, serverLockFile } = dataFolders(await emptyDataFolder());
  const ledger = new SqliteLedger(ledgerFile);
  for (const month of months) await ledger.run('switch_serving_file', { ...MONTH, month });
  await ledger.close();
  const opened = await SqliteTables.open(ledgerFile, serverLockFile);
  afterThisTest(() => opened.close());
  return opened;
}

describe('a copy of a ledger', () => {
  let from: SqliteTables;
  beforeEach(async () => {
    from = await tables('2026-01', '2026-02');
  });

  test('has every row', async () => {
    const to = await tables();
    expect(await copyLedger(from, to)).toMatchObject({ serving_file: 2, account: 0 });
    expect(await to.read()).toEqual(await from.read());
  });

  test('reads each table in the order of its primary key, so that both databases have the same order', async () => {
    const { ledgerFile } = dataFolders(await emptyDataFolder());
    await new SqliteLedger(ledgerFile).close();
    const db = new Database(ledgerFile, { readonly: true });
    afterThisTest(async () => void db.close());
    for (const table of LEDGER_TABLE_NAMES) {
      const columns = db.pragma(`table_info(${table})`) as { pk: number; name: string }[];
      const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
      const [, order = ''] = selectAll(table).split(' ORDER BY ');
      // A view has no key.
      if (table !== 'usage_history')
        expect([table, ...order.split(',').toSorted()]).toEqual([table, ...key.toSorted()]);
    }
  });

  test('is not written beside a single row', async () => {
    const to = await tables('2025-12');
    const before = await to.read();
    await expect(copyLedger(from, to)).rejects.toMatchObject({
      code: 'ledger_not_empty',
      message: expect.stringContaining('rows in serving_file'),
    });
    expect(await to.read()).toEqual(before);
  });

  test('is not made while a server uses the ledger', async () => {
    const folders = dataFolders(await emptyDataFolder());
    await new SqliteLedger(folders.ledgerFile).close();
    const server = await SqliteTables.open(folders.ledgerFile, folders.serverLockFile);
    afterThisTest(() => server.close());
    const options = { direction: 'to', url: 'postgres://127.0.0.1:1/alir', lake_group_read: false } as const;
    await expect(copyLedgerOf(folders, options)).rejects.toMatchObject({ code: 'server_running' });
  });

  test.for([
    ['a row', (rows: object[]) => rows.slice(1)],
    ['a value', (rows: object[]) => rows.map((row) => ({ ...row, sha256: 'x' }))],
    ['an additional row', (rows: object[]) => [...rows, { ...rows[0], month: '2026-03' }]],
  ] as const)('leaves nothing behind when %s differs', async ([_what, change]) => {
    const to = await tables();
    const fill = to.fill.bind(to);
    to.fill = (rows, check) =>
      fill({ ...rows, serving_file: change([...rows.serving_file]) as typeof rows.serving_file }, check);
    await expect(copyLedger(from, to)).rejects.toMatchObject({ code: 'ledger_copy_differs' });
    expect(Object.values(await to.read()).flat()).toEqual([]);
  });
});
