import type pg from 'pg';
import { isRolledBack } from './postgres-errors.ts';

/** A transaction that the database rolled back for another one is run again, at most this often in total. */
const MAX_TRIES = 5;

/**
 * Runs `work` in a transaction on a connection of the pool, and rolls it back if `work` throws. Runs it again if the database rolled it
 * back for another transaction.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryTransaction(pool, work);
    } catch (error) {
      if (!isRolledBack(error) || tries === MAX_TRIES) throw error;
    }
  }
}

/** A connection that cannot roll back is closed. */
async function tryTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
