import { describe, expect, inject, test } from 'vitest';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';

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
});
