import { expect, inject, test } from 'vitest';
import { Shop } from '../../../support/shop.ts';
import { sized } from '../../../support/size.ts';
import { compare, KINDS, randomHistories, type Server, STEPS } from './histories.ts';
import { openPostgres } from './open-postgres.ts';

test('accounts in SQLite and in PostgreSQL have after each event what the contract says', async () => {
  const { shop, rows } = await Shop.openWithRows();
  const servers: Server[] = [{ name: 'SQLite', shop, rows }];
  const server_url = inject('postgres_url');
  if (server_url !== null) servers.push(await openPostgres(server_url));
  const done = await compare(randomHistories(Math.ceil(sized(1_000, 50_000) / STEPS), 2), servers);
  expect([...done].sort()).toEqual(
    Object.keys(KINDS)
      .filter((kind) => kind !== 'pass')
      .sort(),
  );
}, 3_600_000);
