import crypto, { createHash } from 'node:crypto';
import { expect, inject, test, vi } from 'vitest';
import type { Caller } from '../../src/commerce/accounts/accounts.ts';
import { idempotencyOf } from '../../src/commerce/accounts/quota/idempotency.ts';
import { Meter } from '../../src/commerce/accounts/quota/meter.ts';
import { AlirError } from '../../src/core/errors.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { Manifest } from '../../src/ledger/manifest.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { PostgresTables } from '../../src/ledger/postgres/postgres-tables.ts';
import { Sources } from '../../src/ledger/source-files.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { SqliteTables } from '../../src/ledger/sqlite/sqlite-tables.ts';
import { afterThisTest, temporaryFolder } from '../support/alir.ts';
import { createDatabase } from '../support/postgres.ts';
import { replaceBuiltins } from '../support/replaced-builtins.ts';
import { Shop } from '../support/shop.ts';
import { sized } from '../support/size.ts';

const OPERATIONS = sized(500, 10_000);
const EMAILS = sized(12, 60);
const DAYS = Array.from({ length: 40 }, (_, day) =>
  new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
);

/** Both engines draw the same identifiers and keys: before each operation, the draws begin again from its number. */
const draws = { seed: 'start', count: 0 };

function drawnBytes(size: number): Buffer {
  const parts: Buffer[] = [];
  for (let length = 0; length < size; length += 32)
    parts.push(
      createHash('sha256')
        .update(`${draws.seed} ${draws.count++}`)
        .digest(),
    );
  return Buffer.concat(parts).subarray(0, size);
}

function drawnId(): ReturnType<typeof crypto.randomUUID> {
  const [a, b, c, d, e] =
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(drawnBytes(16).toString('hex'))?.slice(1) ?? [];
  return `${a}-${b}-${c}-${d}-${e}`;
}

/** Replaces the random numbers of this process until the end of the test. */
function drawFromSeed(): void {
  vi.spyOn(crypto, 'randomBytes').mockImplementation(drawnBytes);
  vi.spyOn(crypto, 'randomUUID').mockImplementation(drawnId);
  replaceBuiltins();
}

const addDays = (time: Date, days: number) => new Date(time.getTime() + days * 86_400_000).toISOString();

/** Numbers that only depend on the place in the history. */
function random(seed: string): (below: number) => number {
  let count = 0;
  return (below) => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() % below;
}

/** One engine with everything that writes to its ledger. */
class Engine {
  readonly shop: Shop;
  readonly meter: Meter;
  readonly manifest: Manifest;
  readonly sources: Sources;

  constructor(ledger: Ledger) {
    this.shop = new Shop(ledger);
    const { clock } = this.shop;
    this.meter = new Meter(ledger, clock);
    this.manifest = new Manifest(ledger, clock);
    this.sources = new Sources(ledger, clock);
  }

  /** The answer of operation `place`, or the code of its error. */
  async answer(place: number): Promise<unknown> {
    draws.seed = `operation ${place}`;
    draws.count = 0;
    try {
      return await this.#answer(random(`history ${place}`));
    } catch (error) {
      if (error instanceof AlirError) return { code: error.code };
      // The rules of the tables: their errors have other texts in each engine.
      if (/UNIQUE|unique|No publication/.test((error as Error).message)) return { code: 'refused' };
      throw error;
    }
  }

  /** Cancels, refunds or voids an order. */
  #giveBack(order_id: string, how: number, thousands: number): Promise<unknown> {
    const { refunds } = this.shop.billing;
    const change = { actor: 'operator', reason: 'a test' };
    const amount_idr = 1000 * thousands;
    if (how === 0) return refunds.cancel(order_id, change);
    if (how === 1) return refunds.void(order_id, { plan: 'undo' }, change);
    if (how === 2) return refunds.refund(order_id, { plan: 'keep', amount_idr, asCredit: true }, change);
    return refunds.refund(order_id, thousands % 2 === 0 ? {} : { plan: 'undo' }, change);
  }

  async #answer(below: (limit: number) => number): Promise<unknown> {
    const { accounts, billing, clock } = this.shop;
    const email = `person${below(EMAILS)}@example.com`;
    const account = async () => (await accounts.find(email)).account_id;
    const anyOf = <Value>(values: readonly Value[]) => values[below(values.length)];
    const day = DAYS[below(DAYS.length)] ?? '';
    switch (below(20)) {
      case 0:
        return accounts.create(email, anyOf(['free', 'starter', 'professional'] as const) ?? 'free', 1);
      case 1:
        return accounts.createKey(await account(), `key ${below(5)}`, {
          scopes: below(2) === 0 ? ['data'] : ['data', 'account'],
          expires_at: below(3) === 0 ? addDays(clock.time, below(20)) : null,
          allowed_ips: below(3) === 0 ? ['10.0.0.0/8', '2001:db8::/32'] : null,
        });
      case 2:
        return accounts.rotateMcpKey(await account());
      case 3:
        return below(2) === 0
          ? accounts.rotateKey(anyOf(await accounts.keys())?.key_id ?? 'none')
          : accounts.revokeKey(anyOf(await accounts.keys())?.key_id ?? 'none');
      case 4:
        return accounts.keys(await account());
      case 5:
        return billing.offers.create(
          await account(),
          {
            units: 100 + below(900),
            requests_per_minute: 60,
            keys: 3,
            price_idr: 1000 * below(500),
            days: 30,
          },
          below(2) === 0,
        );
      case 6: {
        const offer = anyOf(await billing.offers.all());
        return billing.orders.create(
          await account(),
          { offer_id: offer?.offer_id ?? 'none' },
          { idempotency_key: null, accepted_forfeit_idr: 0 },
        );
      }
      case 7:
        return billing.orders.create(
          await account(),
          { plan: anyOf(['starter', 'professional', 'advanced'] as const) ?? 'starter', months: 1 },
          { idempotency_key: below(3) === 0 ? `order ${below(10)}` : null },
        );
      case 8:
      case 9:
        return billing.payments.confirm(
          anyOf(await billing.orders.all())?.order_id ?? 'none',
          below(3) === 0 ? { isAccepted: true, amount_idr: 1000 * below(500) } : {},
          'operator',
        );
      case 10:
        return this.#giveBack(anyOf(await billing.orders.all())?.order_id ?? 'none', below(4), below(500));
      case 11:
        return [await billing.orders.of(await account()), await accounts.changes(await account())];
      case 12: {
        const days = below(10) === 0 ? below(20) : 0;
        clock.pass(days * 86_400_000 + below(3600) * 1000);
        return clock.time;
      }
      case 13:
        return this.#publish(day, below(1000));
      case 14:
        await this.sources.note({
          source: `/inbox/${day}.csv`,
          trade_date: day,
          stamp: String(below(3)),
          outcome: anyOf(['published', 'unchanged', 'rejected', 'held'] as const) ?? 'held',
          reason: below(2) === 0 ? null : 'a reason',
        });
        return [await this.sources.rejected(), await this.sources.held()];
      case 15:
        await this.sources.dismiss(`/inbox/${day}.csv`);
        return [
          await this.manifest.daysAround(day),
          await this.manifest.tradesOfNeighbours(day),
          await this.manifest.read.all('corrected_days'),
        ];
      default:
        return this.#charge(email, 1 + below(300), below(4) === 0 ? `key ${below(20)}` : null);
    }
  }

  async #publish(day: string, trades_rows: number): Promise<unknown> {
    const sha256 = createHash('sha256').update(`${day} ${trades_rows}`).digest('hex');
    const revision = await this.manifest.nextRevision(day);
    await this.manifest.intend(
      {
        trade_date: day,
        source_name: `${day}.csv`,
        source_sha256: sha256,
        duplicates: 0,
        trades_rows,
        trades_sha256: sha256,
        trades_digest: sha256,
        broker_day_rows: trades_rows,
        broker_day_sha256: sha256,
        ticker_day_sha256: sha256,
        value: trades_rows * 1000,
        ingested_by: 'test',
      },
      revision,
    );
    if (trades_rows % 10 === 0) await this.manifest.abandon(day, revision);
    else await this.manifest.publish(day, revision);
    const month = day.slice(0, 7);
    await this.manifest.switchServingFiles([{ month, file_name: `${sha256}.arrow`, sha256 }]);
    return [
      await this.manifest.allPublications(),
      await this.manifest.servingFiles(),
      await this.manifest.servedDays(),
      await this.manifest.intended(),
    ];
  }

  async #charge(email: string, units: number, key: string | null): Promise<unknown> {
    const { account_id } = await this.shop.accounts.find(email);
    const live = (await this.shop.accounts.keys(account_id)).find(({ revoked_at }) => revoked_at === null);
    if (!live) return 'no key';
    const account = await this.shop.accounts.withId(account_id);
    const caller = { ...live, ...account, role: 'owner' } as unknown as Caller;
    const hold = await this.meter.hold(caller, units, 'work');
    const idempotency = key === null ? null : idempotencyOf(key, `${units % 2}`);
    const isCharged = await hold.charge(() => false, idempotency);
    return [
      isCharged,
      await this.meter.quotaInLedger(caller),
      await this.meter.usedByKey(caller, this.meter.entitlement(caller)),
    ];
  }
}

test.skipIf(inject('postgres_url') === null)(
  `${OPERATIONS.toLocaleString('en')} random operations give the same answers and the same tables in SQLite and PostgreSQL`,
  async () => {
    drawFromSeed();
    const folder = await temporaryFolder();
    const url = await createDatabase(inject('postgres_url') ?? '');
    const [sqlite, postgres] = [new SqliteLedger(`${folder}/ledger.sqlite`), await PostgresLedger.open(url)];
    afterThisTest(() => sqlite.close());
    afterThisTest(() => postgres.close());
    const [one, other] = [new Engine(sqlite), new Engine(postgres)];
    let done = 0;
    for (let place = 0; place < OPERATIONS; place++) {
      const answer = await one.answer(place);
      expect(await other.answer(place), `operation ${place}`).toEqual(answer);
      if (!(answer as { code?: string } | null)?.code) done += 1;
    }
    expect(done).toBeGreaterThan(OPERATIONS / 2);
    await sqlite.close();
    await postgres.close();
    const [file, database] = [
      await SqliteTables.open(`${folder}/ledger.sqlite`, `${folder}/server.lock`),
      await PostgresTables.open(url),
    ];
    afterThisTest(() => file.close());
    afterThisTest(() => database.close());
    expect(await database.read()).toEqual(await file.read());
  },
);
