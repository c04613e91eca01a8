import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { PostgresLedger } from '../../../../src/ledger/postgres/postgres-ledger.ts';
import { afterThisTest } from '../../../support/alir.ts';
import { connected, createDatabase } from '../../../support/postgres.ts';
import { Shop } from '../../../support/shop.ts';
import type { Server } from './histories.ts';

/** A shop over a new database in PostgreSQL, also where other shops of the test use SQLite. @returns `open`: the ledger of one more server */
export async function openPostgres(server_url: string): Promise<Server & { open: () => Promise<Ledger> }> {
  const url = await createDatabase(server_url);
  const open = async () => {
    const ledger = await PostgresLedger.open(url);
    afterThisTest(() => ledger.close());
    return ledger;
  };
  const client = await connected(url);
  afterThisTest(() => client.end());
  const rows: Server['rows'] = async (sql, account) =>
    (await client.query(sql.replace('?', '$1'), [account])).rows;
  return { name: 'PostgreSQL', shop: new Shop(await open()), rows, open };
}
