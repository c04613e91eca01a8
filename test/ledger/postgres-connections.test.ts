import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { AlirError } from '../../src/core/errors.ts';
import type { ChargeRow } from '../../src/ledger/charge.ts';
import { LeaderElection } from '../../src/ledger/postgres/leader-election.ts';
import { PostgresCharges } from '../../src/ledger/postgres/postgres-charges.ts';
import { cannotOpen, isUnavailable, publicError } from '../../src/ledger/postgres/postgres-errors.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { inTransaction } from '../../src/ledger/postgres/postgres-transaction.ts';
import { afterThisTest } from '../support/alir.ts';
import { fakeTimers } from '../support/cleanups.ts';
import { listen } from '../support/listen.ts';

// What Alir does when a connection to PostgreSQL fails. The tests with a database are in the slow suite.

const coded = (code: string) => Object.assign(new Error(`error ${code}`), { code });

describe('the error of a query', () => {
  test.for([
    ...['08006', '57P01', '57P03', '57014', '53300', '55P03', '25006', 'ECONNREFUSED', 'ETIMEDOUT'].map(
      coded,
    ),
    ...['Connection terminated unexpectedly', 'Query read timeout'].map((text) => new Error(text)),
  ])('%s: the database does not respond', (error) => {
    expect(isUnavailable(error)).toBe(true);
    expect(publicError(error)).toMatchObject({
      ...{ code: 'ledger_unavailable', retry_after_s: 2, cause: error },
      message: expect.stringContaining('Nothing was charged.'),
    });
    expect(cannotOpen('db', error)).toMatchObject({ code: 'ledger_unavailable', retry_after_s: 2 });
  });

  test.for(['23505', '57P06', '5301', '42P01'].map(coded))('%s: the query is wrong', (error) => {
    expect([isUnavailable(error), publicError(error)]).toEqual([false, error]);
    expect(cannotOpen('db', error)).toMatchObject({
      code: 'bad_configuration',
      message: expect.stringContaining(`The PostgreSQL database db cannot be used: error ${error.code}.`),
    });
  });

  test('is another one for a transaction that is rolled back', () => {
    for (const code of ['40001', '40P01'])
      expect(publicError(coded(code))).toMatchObject({ code: 'ledger_unavailable' });
    const own = new AlirError('ledger_newer', 'Query read timeout');
    expect([isUnavailable(own), publicError(own), cannotOpen('db', own)]).toEqual([false, own, own]);
  });
});

describe('a transaction', () => {
  /** The queries of a transaction whose queries fail in turn, and what each connection was released with. */
  async function run(failures: Record<string, unknown[]>) {
    const queries: string[] = [];
    const released: unknown[] = [];
    const query = async (text: string) => {
      queries.push(text);
      const failure = failures[text]?.shift();
      if (failure) throw failure;
    };
    const connect = async () => ({ query, release: (error: unknown) => released.push(error) });
    const work = async (client: pg.PoolClient) => {
      await client.query('work');
      return 7;
    };
    const result = await inTransaction({ connect } as unknown as pg.Pool, work).catch((error) => error);
    return { result, queries, released };
  }

  test('is committed, or rolled back with the error of its work', async () => {
    expect(await run({})).toEqual({
      result: 7,
      queries: ['BEGIN', 'work', 'COMMIT'],
      released: [undefined],
    });
    const error = coded('23505');
    expect(await run({ work: [error] })).toEqual({
      result: error,
      queries: ['BEGIN', 'work', 'ROLLBACK'],
      released: [undefined],
    });
  });

  test('closes a connection that cannot roll back', async () => {
    const lost = coded('08006');
    const { result, released } = await run({ work: [lost], ROLLBACK: [coded('08003')] });
    expect([result, released]).toEqual([lost, [coded('08003')]]);
  });

  test('runs up to 5 times while others roll it back', async () => {
    const rolledBack = (times: number) => Array.from({ length: times }, () => coded('40001'));
    expect((await run({ COMMIT: rolledBack(4) })).result).toBe(7);
    const { result, released } = await run({ work: rolledBack(9) });
    expect([result, released.length]).toEqual([coded('40001'), 5]);
  });
});

describe('a batch of charges', () => {
  const charge = (units: number, more: Partial<ChargeRow> = {}): ChargeRow => ({
    ...{ account_id: 'a', key_id: 'k', window: 'w', limit: 10, key_limit: null, units, idempotency: null },
    ...{ charged_at: '2026-01-05T18:00:00.000Z', usage_date: '2026-01-06', endpoint: 'flow' },
    ...more,
  });
  /** A pool that answers each batch in turn, by a function of its charges. */
  function poolOf(...answers: ((charges: any[]) => object[])[]) {
    const sent: { text: string; values: any[] }[] = [];
    const query = async (text: any, values: any[]) => {
      sent.push(typeof text === 'string' ? { text, values } : { text: text.text, values: text.values });
      return { rows: [{ results: answers.shift()?.(JSON.parse(text.values?.[1] ?? '[]')) ?? [] }] };
    };
    return { charges: new PostgresCharges({ query } as unknown as pg.Pool), sent };
  }
  const failing = (error: Error) => () => {
    throw error;
  };
  const charged = (batch: any[]) => batch.map((_, place) => ({ outcome: 'charged', used: place }));

  test('has one charge for those of a key, with the usage of each day and endpoint', async () => {
    const { charges, sent } = poolOf(charged);
    const idempotency = { idempotency_key: 'i', request_sha256: 's', after: 't' };
    const rows = [
      charge(1),
      charge(2, { endpoint: 'news' }),
      charge(-1),
      charge(5, { key_limit: 9, idempotency }),
    ];
    const results = await charges.charge(rows);
    expect(rows.map((row) => results.get(row))).toEqual(
      [0, 0, 0, 1].map((used) => ({ outcome: 'charged', used })),
    );
    const [id, json, ...usage] = sent[0]?.values ?? [];
    const common = { account_id: 'a', key_id: 'k', quota_window: 'w', unit_limit: 10, key_limit: null };
    expect(JSON.parse(json)).toEqual([
      {
        ...{ ...common, key_limit: null, units: 2, charged_at: '2026-01-05T18:00:00.000Z' },
        ...{ idempotency_key: null, request_sha256: null, after: null },
      },
      { ...common, key_limit: 9, units: 5, charged_at: '2026-01-05T18:00:00.000Z', ...idempotency },
    ]);
    expect([id, usage]).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      [
        [0, 0, 1],
        ['k', 'k', 'k'],
        ['2026-01-06', '2026-01-06', '2026-01-06'],
        ['flow', 'news', 'flow'],
        [0, 2, 5],
        [0, 1, 1],
      ],
    ]);
    expect(await poolOf().charges.charge([])).toEqual(new Map());
  });

  test('that is over the limit is sent again one by one', async () => {
    const limited = (batch: any[]) =>
      batch.map(({ units }) => ({ outcome: units > 2 ? 'over_limit' : 'charged' }));
    const { charges, sent } = poolOf(limited, limited);
    const rows = [charge(2), charge(3), charge(1, { key_id: 'other' })];
    const results = await charges.charge(rows);
    expect(rows.map((row) => results.get(row)?.outcome)).toEqual(['charged', 'over_limit', 'charged']);
    expect(sent.map(({ values }) => JSON.parse(values[1]).length)).toEqual([2, 2]);
  });

  test('is sent again with its number after a lost connection, and not after another error', async () => {
    const { charges, sent } = poolOf(failing(coded('08006')), failing(coded('40001')), charged);
    expect([...(await charges.charge([charge(1)])).values()]).toEqual([{ outcome: 'charged', used: 0 }]);
    expect([new Set(sent.map(({ values }) => values[0])).size, sent.length]).toEqual([1, 3]);
    await expect(poolOf(failing(coded('23505'))).charges.charge([charge(1)])).rejects.toThrow('23505');
    await expect(poolOf(() => []).charges.charge([charge(1)])).rejects.toThrow('0 results for 1 charges');
  });

  test('is taken back when the database does not answer for 3 seconds', async () => {
    const { charges, sent } = poolOf(failing(coded('08006')));
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(3000);
    await expect(charges.charge([charge(1)])).rejects.toMatchObject({ code: 'ledger_unavailable' });
    await charges.close();
    expect(sent.map(({ text }) => text.slice(7, 30))).toEqual([
      'charge_batch($1, $2, $3',
      'take_back_charge_batch(',
    ]);
    expect(sent[1]?.values).toEqual(sent[0]?.values);
  });
});

describe('a database that stops answering', () => {
  /** AuthenticationOk and ReadyForQuery: the connection is open, or the query is complete. */
  const READY = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I');

  const elect = (url: string) => {
    const election = new LeaderElection(url);
    afterThisTest(() => election.close());
    election.join(() => {});
  };
  const open = async (url: string) =>
    expect(PostgresLedger.open(url)).rejects.toMatchObject({ code: 'ledger_unavailable', retry_after_s: 2 });

  test.for([
    ['the connection of a leader', 2000, 0, elect],
    ['the confirmation of a leader', 1500, 2, elect],
    ['the connection of a query', 2000, 0, open],
    ['a query, and then its rollback', 2 * 7000, 1, open],
  ] as const)('ends %s after %i ms', async ([, timeout_ms, answers, connect]) => {
    fakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const database = createServer();
    const port = await listen(database);
    const connected = once(database, 'connection');
    const outcome = connect(`postgres://alir@127.0.0.1:${port}/alir`);
    const [socket] = (await connected) as [Socket];
    const left = once(socket, 'close');
    for (let answer = 0; answer <= answers; answer++) {
      await once(socket, 'data');
      if (answer < answers) socket.write(READY);
    }
    await vi.advanceTimersByTimeAsync(timeout_ms - 1);
    const waiting = vi.getTimerCount();
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBeLessThan(waiting);
    await left;
    await outcome;
  });
});
