import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, vi } from 'vitest';
import { Accounts, type Caller } from '../../../../src/commerce/accounts/accounts.ts';
import { idempotencyOf } from '../../../../src/commerce/accounts/quota/idempotency.ts';
import { type Hold, Meter } from '../../../../src/commerce/accounts/quota/meter.ts';
import type { MaybePromise } from '../../../../src/core/maybe-promise.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { Database } from '../../../../src/ledger/sqlite/sqlite.ts';
import { afterThisTest, SetClock, temporaryFolder } from '../../../support/alir.ts';
import { test } from '../../../support/fixtures.ts';
import { ON_POSTGRES, TestLedger } from '../../../support/test-ledger.ts';
import { until } from '../../../support/until.ts';

const isConnected = () => false;
const MAX_ANSWER_MS = 10_000;

describe('the meter', () => {
  let ledger_file: string;
  let test_ledger: TestLedger;
  let ledger: Ledger;
  let clock: SetClock;
  let meter: Meter;
  let caller: Caller;
  let account_id: string;
  beforeEach(async () => {
    ledger_file = `${await temporaryFolder()}/ledger.sqlite`;
    test_ledger = await TestLedger.create(ledger_file);
    ledger = await test_ledger.open();
    afterThisTest(async () => ledger.close());
    clock = new SetClock();
    meter = new Meter(ledger, clock);
    const accounts = new Accounts(ledger, clock);
    const terms = { units: 10, requests_per_minute: 100, keys: 1 };
    const { account, api_key } = await accounts.create('meter@example.com', 'custom', 3, terms);
    account_id = account.account_id;
    caller = (await accounts.callerWithKey(api_key)) as Caller;
  });

  /** Whether a hold is granted, once all that needs no event has run. */
  async function isGranted(hold: MaybePromise<Hold>): Promise<boolean> {
    let granted = false;
    void Promise.resolve(hold).then(() => (granted = true));
    await sleep(ON_POSTGRES ? 100 : 0);
    return granted;
  }

  test('grants a waiting hold when an earlier hold is released', async () => {
    const first = await meter.hold(caller, 8, 'work');
    const second = meter.hold(caller, 5, 'work');
    const third = meter.hold(caller, 5, 'work');
    expect([await isGranted(second), await isGranted(third)]).toEqual([false, false]);
    first.release();
    await Promise.all([second, third]);
  });

  test('refuses a waiting hold when earlier holds use up the units', async () => {
    const first = await meter.hold(caller, 8, 'work');
    const second = meter.hold(caller, 5, 'work');
    await first.charge(isConnected);
    await expect(second).rejects.toMatchObject({
      code: 'quota_insufficient',
      message: expect.stringContaining('The request costs 5 units, and 2 remain.'),
    });
  });

  test('releases a hold whose charge fails', async () => {
    const hold = await meter.hold(caller, 8, 'work');
    await expect(hold.charge(() => true)).rejects.toMatchObject({ code: 'client_gone' });
    await meter.hold(caller, 10, 'work');
    expect((await test_ledger.unitsOf(account_id)).account).toBe(0);
  });

  test('releases the units of a charged hold once', async () => {
    const charged = await meter.hold(caller, 4, 'work');
    await charged.charge(isConnected);
    charged.release();
    await meter.hold(caller, 6, 'work');
    expect(await isGranted(meter.hold(caller, 1, 'work'))).toBe(false);
  });

  test('has no remaining units, not a negative number, if the limit is now below the used units', async () => {
    await (await meter.hold(caller, 8, 'work')).charge(() => false);
    expect(meter.quota(caller).remaining).toBe(2);
    expect(meter.quota({ ...caller, units: 5 }).remaining).toBe(0);
  });

  describe('while a charge is committed and not flushed', () => {
    let endFlush: () => void;
    let flushes: number;
    beforeEach(() => {
      flushes = 0;
      const flushed = new Promise<void>((resolve) => {
        endFlush = resolve;
      });
      vi.spyOn(ledger, 'flush').mockImplementation(() => {
        flushes += 1;
        return flushed;
      });
    });

    /** A charge whose client disconnects during the flush. */
    async function lostCharge(): Promise<{ readonly charged: Promise<boolean> }> {
      const hold = await meter.hold(caller, 8, 'work');
      let isDisconnected = false;
      const charged = hold.charge(() => isDisconnected);
      charged.catch(() => {});
      await until('the flush', () => flushes > 0);
      isDisconnected = true;
      return { charged };
    }

    test('a hold that its reversal would make room for waits', async () => {
      const { charged } = await lostCharge();
      const waiting = meter.hold(caller, 5, 'work');
      expect(await isGranted(waiting)).toBe(false);
      endFlush();
      await expect(charged).rejects.toMatchObject({ code: 'client_gone' });
      (await waiting).release();
      expect((await test_ledger.unitsOf(account_id)).account).toBe(0);
    });

    test('the end of the process waits for its reversal', async () => {
      await lostCharge();
      const closed = meter.close();
      endFlush();
      await closed;
      expect((await test_ledger.unitsOf(account_id)).account).toBe(0);
    });

    test('the same request is not answered free of charge', async () => {
      const idempotency = idempotencyOf('a', 'request');
      const hold = await meter.hold(caller, 8, 'work');
      const charged = hold.charge(isConnected, idempotency);
      await until('the flush', () => flushes > 0);
      let earlier: string | undefined;
      const found = meter.earlierCharge(caller, idempotency).then((outcome) => (earlier = outcome));
      await until('a flush for the answer', () => flushes > 1);
      expect(earlier).toBeUndefined();
      endFlush();
      await Promise.all([charged, found]);
      expect(earlier).toBe('repeated');
    });
  });

  test('charges a request that spans a reset to the cycle of the charge', async () => {
    clock.time = new Date('2026-03-04T11:59:59.999Z');
    const first = meter.entitlement(caller).window;
    const hold = await meter.hold(caller, 4, 'work');
    clock.time = new Date('2026-03-04T12:00:00.000Z');
    await hold.charge(isConnected);
    const second = meter.entitlement(caller).window;
    const rows = await test_ledger.rows('SELECT quota_window, units FROM account_usage');
    const key_rows = await test_ledger.rows('SELECT quota_window, units FROM key_usage');
    expect(second).not.toBe(first);
    const charged = [{ quota_window: second, units: 4 }];
    expect([rows, key_rows]).toEqual([charged, charged]);
    expect(meter.quota(caller).remaining).toBe(6);
  });

  test('charges two requests of one transaction, on both sides of a reset, each to its cycle', async () => {
    const [first, second] = [await meter.hold(caller, 3, 'work'), await meter.hold(caller, 4, 'work')];
    const windows: string[] = [];
    const charges = [first, second].map((hold, place) => {
      clock.time = new Date(place === 0 ? '2026-03-04T11:59:59.999Z' : '2026-03-04T12:00:00.000Z');
      windows.push(meter.entitlement(caller).window);
      return hold.charge(isConnected);
    });
    await Promise.all(charges);
    const expected = [
      { quota_window: windows[0], units: 3 },
      { quota_window: windows[1], units: 4 },
    ];
    for (const table of ['account_usage', 'key_usage']) {
      const rows = await test_ledger.rows(`SELECT quota_window, units FROM ${table} ORDER BY quota_window`);
      expect(rows).toEqual(expected);
    }
    expect(meter.quota(caller).remaining).toBe(6);
  });

  describe('the usage history', () => {
    const rows = () =>
      test_ledger.rows('SELECT usage_date, endpoint, units, requests FROM usage_history ORDER BY 1, 2');

    test('has a row for each day in Jakarta, key and endpoint', async () => {
      for (const [time, endpoint] of [
        ['2026-03-01T16:59:59.999Z', 'flow'],
        ['2026-03-01T17:00:00.000Z', 'flow'],
        ['2026-03-01T17:00:00.001Z', 'flow'],
        ['2026-03-01T17:00:00.001Z', 'news'],
        // The clock was set back across midnight.
        ['2026-03-01T16:00:00.000Z', 'news'],
      ] as const) {
        clock.time = new Date(time);
        await (await meter.hold(caller, 2, endpoint)).charge(isConnected);
      }
      expect(await rows()).toEqual([
        { usage_date: '2026-03-01', endpoint: 'flow', units: 2, requests: 1 },
        { usage_date: '2026-03-01', endpoint: 'news', units: 2, requests: 1 },
        { usage_date: '2026-03-02', endpoint: 'flow', units: 4, requests: 2 },
        { usage_date: '2026-03-02', endpoint: 'news', units: 2, requests: 1 },
      ]);
      expect(await test_ledger.unitsOf(account_id)).toEqual({ account: 10, keys: 10 });
    });

    test('adds up charges of several days and endpoints that share a transaction', async () => {
      clock.time = new Date('2026-03-01T16:59:59.999Z');
      const holds = await Promise.all(
        ['flow', 'news', 'flow', 'flow'].map((each) => meter.hold(caller, 1, each)),
      );
      const charges = holds.map((hold, place) => {
        if (place === 2) clock.time = new Date('2026-03-01T17:00:00.000Z');
        return hold.charge(isConnected);
      });
      await Promise.all(charges);
      expect(await rows()).toEqual([
        { usage_date: '2026-03-01', endpoint: 'flow', units: 1, requests: 1 },
        { usage_date: '2026-03-01', endpoint: 'news', units: 1, requests: 1 },
        { usage_date: '2026-03-02', endpoint: 'flow', units: 2, requests: 2 },
      ]);
    });

    test('takes a charge back on the day of the charge, also after midnight', async () => {
      clock.time = new Date('2026-03-01T16:59:59.999Z');
      await (await meter.hold(caller, 1, 'flow')).charge(isConnected);
      let looks = 0;
      // The client disconnects after the commit.
      const leaves = () => {
        looks += 1;
        if (looks > 1) clock.time = new Date('2026-03-01T17:00:00.000Z');
        return looks > 1;
      };
      await expect((await meter.hold(caller, 4, 'flow')).charge(leaves)).rejects.toMatchObject({
        code: 'client_gone',
      });
      expect(await rows()).toEqual([{ usage_date: '2026-03-01', endpoint: 'flow', units: 1, requests: 1 }]);
      expect(await test_ledger.unitsOf(account_id)).toEqual({ account: 1, keys: 1 });
    });
  });

  test('quotaInLedger includes the charges of another process', async () => {
    expect((await meter.quotaInLedger(caller)).remaining).toBe(10);
    const other = await test_ledger.open();
    afterThisTest(async () => other.close());
    await (await new Meter(other, clock).hold(caller, 7, 'work')).charge(isConnected);
    expect((await meter.quotaInLedger(caller)).remaining).toBe(3);
    await (await new Meter(other, clock).hold(caller, 1, 'work')).charge(isConnected);
    vi.spyOn(ledger, 'version').mockReturnValue(-1);
    for (const method of ['get', 'all'] as const)
      vi.spyOn(ledger, method).mockRejectedValue(new Error('The disk has failed'));
    expect((await meter.quotaInLedger(caller)).remaining, 'from memory').toBe(3);
  });

  test('refuses a charge after another process used the units, and reports the remaining units', async () => {
    const other = await test_ledger.open();
    afterThisTest(async () => other.close());
    const [mine, theirs] = [
      await meter.hold(caller, 6, 'work'),
      await new Meter(other, clock).hold(caller, 8, 'work'),
    ];
    await theirs.charge(isConnected);
    await expect(mine.charge(isConnected)).rejects.toMatchObject({
      code: 'quota_insufficient',
      quota: { remaining: 2 },
    });
    expect(await test_ledger.unitsOf(account_id)).toEqual({ account: 8, keys: 8 });
  });

  describe('a charge with an Idempotency-Key', () => {
    const ONCE = idempotencyOf('k1', '/work {}');

    test('is made once by two processes', async () => {
      const other = await test_ledger.open();
      afterThisTest(async () => other.close());
      const charges = [meter, new Meter(other, clock)].map(async (each) =>
        (await each.hold(caller, 3, 'work')).charge(isConnected, ONCE),
      );
      expect((await Promise.all(charges)).sort()).toEqual([false, true]);
      expect(await test_ledger.unitsOf(account_id)).toEqual({ account: 3, keys: 3 });
    });

    test('is not noted when another process has used the units: a retry is charged', async () => {
      const other = await test_ledger.open();
      afterThisTest(async () => other.close());
      const mine = await meter.hold(caller, 6, 'work');
      const theirs = await new Meter(other, clock).hold(caller, 8, 'work');
      await theirs.charge(isConnected);
      await expect(mine.charge(isConnected, ONCE)).rejects.toMatchObject({ code: 'quota_insufficient' });
      expect(await meter.earlierCharge(caller, ONCE)).toBeUndefined();
      // After the reset, the account has the units.
      clock.time = new Date('2026-03-04T12:00:00Z');
      await expect((await meter.hold(caller, 6, 'work')).charge(isConnected, ONCE)).resolves.toBe(true);
      expect((await test_ledger.unitsOf(account_id)).account).toBe(14);
      expect(meter.quota(caller).remaining).toBe(4);
    });

    test('is kept when the client disconnects after the commit: a retry is free', async () => {
      const seen: boolean[] = [];
      const leavesAfterCommit = () => seen.push(true) > 1;
      await expect((await meter.hold(caller, 3, 'work')).charge(leavesAfterCommit, ONCE)).resolves.toBe(true);
      await expect((await meter.hold(caller, 3, 'work')).charge(isConnected, ONCE)).resolves.toBe(false);
      expect(await test_ledger.unitsOf(account_id)).toEqual({ account: 3, keys: 3 });
    });

    test('is refused for another request with the key, and not charged', async () => {
      await (await meter.hold(caller, 3, 'work')).charge(isConnected, ONCE);
      const other = (await meter.hold(caller, 3, 'work')).charge(
        isConnected,
        idempotencyOf('k1', '/work {"a":1}'),
      );
      await expect(other).rejects.toMatchObject({
        code: 'idempotency_conflict',
        message:
          'This Idempotency-Key was already used for a different request. Send a new Idempotency-Key for a new request.',
      });
      expect(await test_ledger.unitsOf(account_id)).toEqual({ account: 3, keys: 3 });
      expect(meter.quota(caller).remaining).toBe(7);
    });

    test('is not made for a client that disconnected before the commit', async () => {
      const hold = await meter.hold(caller, 3, 'work');
      await expect(hold.charge(() => true, ONCE)).rejects.toMatchObject({ code: 'client_gone' });
      await expect((await meter.hold(caller, 3, 'work')).charge(isConnected, ONCE)).resolves.toBe(true);
    });

    test('is deleted from the ledger after it has expired, at most 10 with each later charge', async () => {
      const charge = async (key: string) =>
        (await meter.hold(caller, 0, 'work')).charge(isConnected, idempotencyOf(key, ''));
      const noted = async () =>
        (await test_ledger.rows('SELECT idempotency_key FROM idempotent_charge')).length;
      for (let count = 0; count < 15; count++) await charge(`old ${count}`);
      clock.pass(24 * 3_600_000);
      await charge('new 1');
      expect(await noted()).toBe(6);
      await charge('new 2');
      expect(await noted()).toBe(2);
    });
  });

  test('charges the last units if another server has given units back since a refusal', async () => {
    const hold = await meter.hold(caller, 10, 'work');
    const refused = (charges: readonly object[]) =>
      new Map(charges.map((each) => [each, { outcome: 'over_limit' }]));
    vi.spyOn(ledger, 'charge').mockImplementationOnce(refused as never);
    expect(await hold.charge(isConnected)).toBe(true);
    expect(await test_ledger.unitsOf(account_id)).toEqual({ account: 10, keys: 10 });
  });

  test.skipIf(ON_POSTGRES)('retries all pending charges on a locked file with one timer', async () => {
    const other = new Database(ledger_file);
    afterThisTest(async () => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const tries = vi.spyOn(ledger, 'charge');
    const charges: Promise<boolean>[] = [];
    const started_ms = performance.now();
    for (let unit = 0; unit < 10; unit++) {
      charges.push((await meter.hold(caller, 1, 'work')).charge(isConnected));
      await sleep(5);
    }
    await sleep(50);
    // One when the first charge comes, and one every 10 ms.
    expect(tries.mock.calls.length).toBeLessThanOrEqual((performance.now() - started_ms) / 10 + 2);
    other.exec('ROLLBACK');
    await Promise.all(charges);
    expect(await test_ledger.unitsOf(account_id)).toEqual({ account: 10, keys: 10 });
  });
});

describe('a request', () => {
  test('that fails releases its units: the next one is answered', async ({ server }) => {
    const { key } = await server.account(5);
    for (let round = 0; round < 3; round++) {
      const signal = () => AbortSignal.timeout(MAX_ANSWER_MS);
      expect((await server.work(key, { units: 5, fails: true }, signal())).status).toBe(500);
      expect((await server.work(key, { units: 6 }, signal())).status).toBe(403);
    }
    expect((await server.work(key, { units: 5 }, AbortSignal.timeout(MAX_ANSWER_MS))).status).toBe(200);
  });

  test('that waits for units is answered when a running one fails', async ({ server }) => {
    const { key } = await server.account(10);
    let fail = () => {};
    server.pause = () => new Promise((resolve) => (fail = resolve));
    const failing = server.work(key, { units: 8, fails: true, question: 1 });
    await until('the first request is worked on', () => server.worked === 1);
    server.pause = async () => {};
    const waiting = server.work(key, { units: 5, question: 2 }, AbortSignal.timeout(MAX_ANSWER_MS));
    fail();
    expect((await failing).status).toBe(500);
    expect((await waiting).status).toBe(200);
  });
});
