import { describe, expect } from 'vitest';
import { AlirError } from '../../src/core/errors.ts';
import { checkLedger } from '../../src/ledger/sqlite/check-ledger.ts';
import { SqliteError } from '../../src/ledger/sqlite/sqlite.ts';
import { SetClock } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';

const BUSY = new SqliteError('database is locked', 'SQLITE_BUSY');

/** A ledger whose writes and flushes fail. */
const checked = (folder: string, probe: () => void, flush: () => Promise<void>) =>
  checkLedger({ path: `${folder}/ledger.sqlite`, probe, flush }, new SetClock());

describe('the check of a ledger', () => {
  test.for([
    [new AlirError('not_ready', 'x'), 'the ledger cannot be flushed to the disk'],
    [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'the disk is full'],
    [new AlirError('ledger_replaced', 'x'), 'the ledger file was deleted or replaced'],
    [new AlirError('ledger_damaged', 'x'), 'the ledger is damaged'],
    [new SqliteError('x', 'SQLITE_CORRUPT_VTAB'), 'the ledger is damaged'],
    [new SqliteError('x', 'SQLITE_IOERR'), 'the ledger cannot be written'],
  ] as const)('fails when a write or its flush fails with %s', async ([error, message], { folder }) => {
    const fails = () => {
      throw error;
    };
    const refusal = { code: 'not_ready', message, cause: error };
    await expect(checked(folder, fails, async () => {})).rejects.toMatchObject(refusal);
    await expect(
      checked(
        folder,
        () => {},
        async () => fails(),
      ),
    ).rejects.toMatchObject(refusal);
  });

  test('writes again while another process is writing, and then waits for the flush', async ({ folder }) => {
    const done: string[] = [];
    const probe = () => {
      done.push('write');
      if (done.length === 1) throw BUSY;
    };
    await checked(folder, probe, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push('flush');
    });
    expect(done).toEqual(['write', 'write', 'flush']);
  });
});
