import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect } from 'vitest';
import type { ChargeRow } from '../../src/ledger/charge.ts';
import { withWriterLock } from '../../src/ledger/locks.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { afterThisTest, temporaryFolder } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { checkNested } from '../support/nested-transactions.ts';

/** A page of the database with its frame header, as the log holds it. */
const PAGE_BYTES = 4096 + 24;

let path: string;
beforeEach(async () => {
  path = `${await temporaryFolder()}/ledger.sqlite`;
});

function open(): SqliteLedger {
  const ledger = new SqliteLedger(path);
  afterThisTest(async () => ledger.close());
  return ledger;
}

describe('the ledger', () => {
  test('keeps its rows when it is opened again', async () => {
    const first = new SqliteLedger(path);
    await first.run('switch_serving_file', { month: '2026-01', file_name: 'a', sha256: 'b', built_at: 'c' });
    await first.close();
    expect(await open().all('serving_files')).toEqual([
      { month: '2026-01', file_name: 'a', sha256: 'b', build: 1, built_at: 'c', days: '', publications: 0 },
    ]);
  });

  test('runs transactions that start at once one after another, and other writes after them', async () => {
    const ledger = open();
    const build = async (month: string) => {
      await ledger.run('switch_serving_file', { month, file_name: month, sha256: '', built_at: '' });
      return (await ledger.all('serving_files')).length;
    };
    const months = ['2026-01', '2026-02', '2026-03', '2026-04'];
    const failing = ledger.transaction(async () => {
      await build('2026-05');
      throw new Error('a test');
    });
    const all = months.map((month) => ledger.transaction(() => build(month)));
    const written = ledger.run('switch_serving_file', {
      month: '2026-06',
      file_name: '',
      sha256: '',
      built_at: '',
    });
    await expect(failing).rejects.toThrow('a test');
    expect(await Promise.all([...all, written])).toHaveLength(5);
    const kept = (await ledger.all('serving_files')).map(({ month }) => month);
    expect(kept.toSorted()).toEqual([...months, '2026-06']);
  });

  test('is probed by a committed write that does not change its version', () => {
    const ledger = open();
    const reader = new Database(path, { readonly: true });
    afterThisTest(async () => void reader.close());
    const checked = () => reader.prepare('SELECT checked_at FROM health_check').pluck().get();
    const version = ledger.version();
    for (const day of [1, 2]) {
      const now = new Date(Date.UTC(2026, 0, day));
      ledger.probe(now);
      expect(checked()).toBe(now.toISOString());
    }
    expect(ledger.version()).toBe(version);
  });

  test('refuses writes while its file is replaced, and accepts them after the file is restored', async () => {
    const ledger = open();
    const write = () => ledger.countAll('note_health_check', []);
    write();
    renameSync(path, `${path}.saved`);
    writeFileSync(path, '');
    const replaced = { code: 'ledger_replaced' };
    expect(() => ledger.probe(new Date())).toThrow(expect.objectContaining(replaced));
    expect(write).toThrow(expect.objectContaining(replaced));
    await expect(() => ledger.run('note_health_check', { checked_at: '' })).rejects.toThrow(
      expect.objectContaining(replaced),
    );
    renameSync(`${path}.saved`, path);
    expect(write).not.toThrow();
  });

  test('commits and rolls back a transaction within a transaction with the outer one', async () => {
    await checkNested(open());
  });

  test('keeps its log small under transactions that are not flushed', async () => {
    const ledger = open();
    let checkpoints = 0;
    for (let row = 0; row < 18_000; row++) {
      ledger.countAll('note_health_check', [{ checked_at: String(row) }]);
      const checkpoint = ledger.checkpointIfDue();
      if (checkpoint) checkpoints += 1;
      await checkpoint;
    }
    expect(checkpoints).toBe(2);
    expect(statSync(`${path}-wal`).size).toBeLessThan(9200 * PAGE_BYTES);
    await ledger.close();
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    const reader = new Database(path, { readonly: true });
    afterThisTest(async () => void reader.close());
    expect(reader.prepare('SELECT checked_at FROM health_check').pluck().get()).toBe('17999');
  });

  test('is reported as damaged when a table is missing', () => {
    const ledger = open();
    ledger.probe(new Date());
    const other = new Database(path);
    other.exec('DROP TABLE key_usage');
    other.close();
    expect(() => ledger.probe(new Date())).toThrow(/table key_usage is missing/);
  });

  test('allows one published revision per day', async () => {
    const ledger = open();
    const day = {
      trade_date: '2026-01-19',
      source_name: 'x',
      source_sha256: 'x',
      duplicates: 0,
      trades_rows: 1,
      trades_sha256: 'x',
      trades_digest: 'x',
      broker_day_rows: 1,
      broker_day_sha256: 'x',
      ticker_day_sha256: 'x',
      value: 1,
      intended_at: 'x',
      ingested_by: 'x',
    };
    const settle = (revision: number) =>
      ledger.run('settle_intended_day', {
        trade_date: '2026-01-19',
        revision,
        state: 'published',
        published_at: 'x',
      });
    await ledger.run('intend_publication', { ...day, revision: 1 });
    await expect(() => ledger.run('intend_publication', { ...day, revision: 2 })).rejects.toThrow(/UNIQUE/);
    await settle(1);
    await ledger.run('intend_publication', { ...day, revision: 2 });
    await expect(() => settle(2)).rejects.toThrow(/UNIQUE/);
  });
});

test('the version of the ledger changes with each write, also of another process, and not with usage', async () => {
  const [ledger, other] = [open(), open()];
  const incident = (incident_id: string) =>
    ledger.run('create_incident', { incident_id, title: 't', details: 'd', started_at: 's' });
  const versions: [number, number][] = [];
  const see = async () => {
    await nextTurn();
    versions.push([ledger.version(), other.version()]);
  };
  await see();
  await incident('i1');
  await see();
  await ledger.transaction(() => incident('i2'));
  await see();
  ledger.countAll('note_health_check', [{ checked_at: 'now' }]);
  await ledger.all('incidents', { since: '' });
  await nextTurn();
  const [[first, seen] = [0, 0], [second] = [0], [third] = [0]] = versions;
  expect([second > first, third > second, ledger.version()]).toEqual([true, true, third]);
  expect(versions.map(([, of_other]) => of_other > seen)).toEqual([false, true, true]);
});

test('charges are taken back above the limit of a key, and count again after a failure', () => {
  const ledger = open();
  const db = new Database(path);
  db.exec(`INSERT INTO account (account_id, email, plan, period_start, created_at) VALUES ('a', 'a', 'free', 'x', 'x');
    INSERT INTO api_key (key_id, account_id, name, kind, sha256, masked, created_at) VALUES ('k', 'a', 'n', 'api', x'00', 'm', 'x');
    INSERT INTO idempotent_charge VALUES ('a', 'old', 's', '2026-01-01')`);
  const charge = (more: Partial<ChargeRow>): ChargeRow => ({
    ...{ account_id: 'a', key_id: 'k', window: 'w', limit: 10, key_limit: null, units: 5, idempotency: null },
    ...{ charged_at: '2026-01-05', usage_date: '2026-01-05', endpoint: 'flow', ...more },
  });
  const outcomeOf = (row: ChargeRow) => ledger.charge([row]).get(row);
  expect(() => ledger.charge([charge({}), charge({ account_id: 'z', key_id: 'z' })])).toThrow(/FOREIGN KEY/);
  expect(outcomeOf(charge({}))).toEqual({ outcome: 'charged', used: 5 });
  expect(outcomeOf(charge({ key_limit: 5, units: 1 }))).toEqual({ outcome: 'over_key_limit' });
  // The limit of the key was lowered meanwhile.
  expect(outcomeOf(charge({ key_limit: 2, units: -1 }))).toEqual({ outcome: 'charged', used: 4 });
  const idempotency = { idempotency_key: 'new', request_sha256: 's', after: '2026-01-02' };
  expect(outcomeOf(charge({ units: 1, idempotency }))).toEqual({ outcome: 'charged', used: 5 });
  const rows = (sql: string) => db.prepare(sql).all();
  expect(rows('SELECT idempotency_key FROM idempotent_charge')).toEqual([{ idempotency_key: 'new' }]);
  expect(rows('SELECT key_id, endpoint, units, requests FROM usage_history')).toEqual([
    { key_id: 'k', endpoint: 'flow', units: 5, requests: 1 },
  ]);
  db.close();
});

describe('the writer lock', () => {
  test('admits one process at a time', async () => {
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      // The others try to come in meanwhile.
      for (let turn = 0; turn < 20; turn++) await nextTurn();
      inside -= 1;
      return 'done';
    };
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => withWriterLock(path, { patience_ms: 60_000 }, work)),
    );
    expect(all).toEqual(Array(4).fill('done'));
  });

  test('fails immediately with a timeout of 0 while another process holds it', async () => {
    await withWriterLock(path, { patience_ms: 0 }, async () => {
      await expect(withWriterLock(path, { patience_ms: 0 }, async () => {})).rejects.toMatchObject({
        code: 'writer_busy',
      });
    });
    await expect(withWriterLock(path, { patience_ms: 0 }, async () => 'free')).resolves.toBe('free');
  });

  test('ends a wait immediately on interruption, and stays free', async () => {
    const interrupted = new AbortController();
    await withWriterLock(path, { patience_ms: 0 }, async () => {
      const options = {
        patience_ms: 3_600_000,
        signal: interrupted.signal,
        onWait: () => interrupted.abort(),
      };
      let hasRun = false;
      const wait = withWriterLock(path, options, async () => {
        hasRun = true;
      });
      await expect(wait).rejects.toMatchObject({ code: 'interrupted' });
      expect(hasRun).toBe(false);
    });
    await expect(withWriterLock(path, { patience_ms: 0 }, async () => 'free')).resolves.toBe('free');
  });

  test('is free again after a failure', async () => {
    const failure = withWriterLock(path, { patience_ms: 0 }, async () => {
      throw new Error('failed');
    });
    await expect(failure).rejects.toThrow('failed');
    await expect(withWriterLock(path, { patience_ms: 0 }, async () => 'free')).resolves.toBe('free');
  });

  test('does not report an unusable folder as a busy writer', async () => {
    mkdirSync(path);
    await expect(withWriterLock(path, { patience_ms: 0 }, async () => {})).rejects.not.toMatchObject({
      code: 'writer_busy',
    });
  });
});
