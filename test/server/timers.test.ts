import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, vi } from 'vitest';
import { NoticeDispatcher } from '../../src/commerce/accounts/notices/notice-delivery.ts';
import { AdjustedMeasures } from '../../src/market/serving/queries/adjusted-measures.ts';
import { startNotices } from '../../src/server/notice-timer.ts';
import { askProviderRegularly } from '../../src/server/payment-timer.ts';
import { startRetention } from '../../src/server/retention-timer.ts';
import type { TestAlir } from '../support/alir.ts';
import { fakeTimers } from '../support/cleanups.ts';
import { actionsOf } from '../support/corporate-actions.ts';
import { csv, FILE_NAME, line } from '../support/daily-files.ts';
import { test as base } from '../support/fixtures.ts';

const DAY_MS = 86_400_000;

const test = base.extend('settings', () => ({ environment: { ALIR_KEEP_REPLACED_DAYS: '1' } }));
test.beforeEach(() => fakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

/** A log, and its entries. */
function logOf() {
  const entries: string[] = [];
  const at = (level: string) => (fields: object, message?: string) =>
    entries.push(`${level}: ${message ?? fields}`);
  const log = { info: at('info'), error: at('error'), debug: at('debug') };
  return { log: log as unknown as FastifyBaseLogger, entries };
}

const follow = ({ stores }: TestAlir) => vi.spyOn(stores.ledger, 'isLeader').mockReturnValue(false);
const fail = ({ stores }: TestAlir) => {
  for (const method of ['run', 'all'] as const)
    vi.spyOn(stores.ledger, method).mockRejectedValue(new Error('no disk'));
};

describe('the deletion of old data', () => {
  test.for([
    ['before the first look', [], 0],
    ['at the first look', [0], 1],
    ['again on the same day', [0, DAY_MS - 1], 1],
    ['again a day later', [0, DAY_MS], 2],
  ] as const)('runs %s: %s', async ([, gaps_ms, expected], { alir }) => {
    const deletions = vi.spyOn(alir.stores.ledger, 'run');
    const retention = startRetention(alir.stores, logOf().log);
    vi.advanceTimersByTime(599_999);
    await turn();
    for (const gap_ms of gaps_ms) {
      alir.clock.elapsed_ms += gap_ms;
      vi.advanceTimersByTime(600_000);
      await turn();
    }
    await retention.close();
    vi.advanceTimersByTime(600_000);
    await turn();
    expect(deletions.mock.calls.filter(([name]) => name === 'forget_sign_in_codes')).toHaveLength(expected);
  });

  test('deletes expired rows and replaced revisions, and says so', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line(), line()]));
    await alir.ingest(FILE_NAME, csv([line()]));
    await alir.test_ledger.write(
      "INSERT INTO sign_in_code (code_id, email, requested_from, recipient, sha256, created_at, expires_at) VALUES ('c', 'a@b.c', 'x', 'new', x'00', '2026-02-01T12:00:00.000Z', '2026-02-01T12:00:00.000Z')",
    );
    alir.clock.pass(2 * DAY_MS);
    const { log, entries } = logOf();
    const retention = startRetention(alir.stores, log);
    vi.advanceTimersByTime(600_000);
    await turn();
    await retention.close();
    const history = await alir.stores.manifest.history();
    expect(history.map(({ deleted_at }) => deleted_at !== null)).toEqual([true, false]);
    expect(entries).toEqual(['info: deleted data that is older than ALIR_KEEP_... allows']);
  });

  test('is left to the first server, and is tried again a day after a failure', async ({ alir }) => {
    const { log, entries } = logOf();
    const retention = startRetention(alir.stores, log);
    fail(alir);
    const leader = follow(alir);
    vi.advanceTimersByTime(600_000);
    await turn();
    expect(entries).toEqual([]);
    leader.mockReturnValue(true);
    for (const gap_ms of [0, 0, DAY_MS]) {
      alir.clock.elapsed_ms += gap_ms;
      vi.advanceTimersByTime(600_000);
      await turn();
    }
    await retention.close();
    const failed = 'error: old data could not be deleted; the next try is in a day';
    expect(entries).toEqual([failed, failed]);
  });
});

describe('the sending of notices', () => {
  const unused = () => Promise.reject(new Error('no network'));

  test('is tried each second, and a failure is logged once a minute', async ({ alir }) => {
    const { log, entries } = logOf();
    const leader = follow(alir);
    fail(alir);
    const none = async () => [];
    const measures = new AdjustedMeasures({ measureRows: none, measureFiles: () => [] }, actionsOf());
    const notices = await startNotices(alir.stores, measures, { read: unused }, unused, log);
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        vi.advanceTimersByTime(1000);
        await turn();
      }
      return entries.filter((entry) => entry.startsWith('error: notices')).length;
    };
    expect([await pass(3), entries]).toEqual([0, []]);
    leader.mockReturnValue(true);
    expect([await pass(1), await pass(59), await pass(1)]).toEqual([1, 1, 2]);
    // The first failure after a success is logged at once.
    vi.mocked(alir.stores.ledger.all).mockResolvedValueOnce([]).mockResolvedValueOnce([]);
    expect([await pass(1), await pass(1)]).toEqual([2, 3]);
    await notices.close();
    expect(await pass(60)).toBe(3);
    expect([...new Set(entries)].toSorted()).toEqual([
      'error: notices could not be sent; the next try is in a second',
      'error: some alerts could not be evaluated; the next try is in a minute',
    ]);
  });
});

describe('the timers of notices', () => {
  test('look for quotas and plans each minute, and evaluate alerts a minute after a failure', async ({
    alir,
  }) => {
    const sweep = vi.spyOn(NoticeDispatcher.prototype, 'sweep').mockResolvedValue();
    const run = vi.spyOn(NoticeDispatcher.prototype, 'run').mockResolvedValue();
    const evaluations = vi.spyOn(alir.stores.manifest, 'measures').mockRejectedValue(new Error('no disk'));
    const leader = follow(alir);
    const none = async () => [];
    const measures = new AdjustedMeasures({ measureRows: none, measureFiles: () => [] }, actionsOf());
    const unused = () => Promise.reject(new Error('not used'));
    const notices = await startNotices(alir.stores, measures, { read: unused }, unused, logOf().log);
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        alir.clock.elapsed_ms += 1000;
        vi.advanceTimersByTime(1000);
        await turn();
      }
      return [run, sweep, evaluations].map(({ mock }) => mock.calls.length);
    };
    expect(await pass(3)).toEqual([0, 0, 0]);
    leader.mockReturnValue(true);
    expect(await pass(1)).toEqual([1, 1, 1]);
    expect(await pass(59)).toEqual([60, 1, 1]);
    expect(await pass(1)).toEqual([61, 2, 2]);
    await notices.close();
  });
});

describe('the checks of payments', () => {
  test('begin with all checkouts, are repeated each minute by the elected server, and log what they change', async ({
    alir,
  }) => {
    const { billing, ledger } = alir.stores;
    const run = vi.spyOn(billing.reconciliation, 'run').mockRejectedValueOnce(new Error('no answer'));
    run.mockResolvedValueOnce([{ order_id: 'an order', state: 'applied' } as never]).mockResolvedValue([]);
    const elected: (() => void)[] = [];
    vi.spyOn(ledger, 'joinElection').mockImplementation((onElected) => void elected.push(onElected));
    const leader = follow(alir);
    const { log, entries } = logOf();
    const timer = askProviderRegularly(alir.stores, log);
    const pass = async () => {
      vi.advanceTimersByTime(60_000);
      await turn();
    };
    await pass();
    expect(run).not.toHaveBeenCalled();
    leader.mockReturnValue(true);
    for (const onElected of elected) onElected();
    await turn();
    for (let minute = 0; minute < 2; minute++) await pass();
    clearInterval(timer);
    // Until one run succeeds, each asks about all checkouts.
    expect(run.mock.calls).toEqual([[true], [true], [false]]);
    expect(entries).toEqual([
      'info: elected as the server that runs updates and payment checks',
      'error: payments could not be checked; the next try is in a minute',
      'info: the state of the order changed when the provider was asked',
    ]);
  });

  test('are left to the server that it follows', async ({ alir }) => {
    const join = vi.spyOn(alir.stores.ledger, 'joinElection');
    const config = { ...alir.stores.config, follow_url: 'http://127.0.0.1:1' };
    clearInterval(askProviderRegularly({ ...alir.stores, config }, logOf().log));
    expect(join).not.toHaveBeenCalled();
  });
});
