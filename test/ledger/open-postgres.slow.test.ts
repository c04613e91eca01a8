import { describe, expect, inject, test } from 'vitest';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { checkNested } from '../support/nested-transactions.ts';
import { connected, createDatabase } from '../support/postgres.ts';

const server_url = inject('postgres_url') ?? '';

describe.skipIf(server_url === '')('a database that cannot be used is refused with its reason', () => {
  const at = (parts: Partial<URL>) =>
    server_url === '' ? '' : Object.assign(new URL(server_url), { password: 'geheim', ...parts }).href;

  test.each([
    ['that does not exist', at({ pathname: '/none' }), 'bad_configuration', /"none" does not exist/],
    ['with an unknown user', at({ username: 'nobody' }), 'bad_configuration', /"nobody" does not exist/],
    ['on a port where nothing listens', at({ port: '1' }), 'ledger_unavailable', /ECONNREFUSED/],
  ])('%s', async (_, url, code, reason) => {
    const refused = PostgresLedger.open(url);
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(reason) });
    await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('geheim') });
  });

  test('with tables of another program', async () => {
    const url = await createDatabase(server_url);
    const client = await connected(url);
    await client.query('CREATE TABLE bookmarks (url TEXT)');
    await client.end();
    await expect(PostgresLedger.open(url)).rejects.toMatchObject({ code: 'ledger_foreign' });
  });

  test('of a newer Alir', async () => {
    const url = await createDatabase(server_url);
    await (await PostgresLedger.open(url)).close();
    const client = await connected(url);
    await client.query('UPDATE ledger_schema SET version = 999');
    await client.end();
    await expect(PostgresLedger.open(url)).rejects.toMatchObject({ code: 'ledger_newer' });
  });
});

test.skipIf(server_url === '')(
  'a transaction within a transaction is committed and rolled back with the outer one',
  async () => {
    const ledger = await PostgresLedger.open(await createDatabase(server_url));
    try {
      await checkNested(ledger);
    } finally {
      await ledger.close();
    }
  },
);
