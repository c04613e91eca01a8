import { expect, inject, test } from 'vitest';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { PROFESSIONAL, Shop, STARTER } from '../../../support/shop.ts';
import { someOf } from '../../../support/size.ts';
import { outcomeOf, type Server, seenInAlir } from './histories.ts';
import { openPostgres } from './open-postgres.ts';

const BY = { actor: 'operator ani', reason: 'a test' };
const HELD = { payment_reference: 'BCA 1', amount_idr: 200_000 };

/** The order that both events are about, another one of the account for a higher plan, and their account. */
interface Scene {
  readonly account: string;
  readonly order_id: string;
  readonly other_id: string;
}

type Work = (shop: Shop, scene: Scene) => Promise<unknown>;

const returned = (cause: 'chargeback' | 'void', returned_idr: number): Work => {
  return ({ billing }, { order_id }) =>
    billing.refunds.returnedByProvider(
      { order_id, payment_reference: 'mid', returned_idr, cause },
      'midtrans',
    );
};

const EVENTS: Readonly<Record<string, Work>> = {
  confirm: (shop, { order_id }) => shop.confirm(order_id),
  'confirm a part': (shop, { order_id }) =>
    shop.confirm(order_id, { amount_idr: 100_000, payment_reference: 'BCA 2' }),
  accept: (shop, { order_id }) =>
    shop.confirm(order_id, { isAccepted: true, amount_idr: 120_000, payment_reference: 'BCA 3' }),
  notify: (shop, { order_id }) => shop.pay({ order_id, payment_reference: 'mid', amount_idr: 150_000 }),
  'notify an excess': (shop, { order_id }) =>
    shop.pay({ order_id, payment_reference: 'mid 2', amount_idr: 250_000 }),
  cancel: (shop, { order_id }) => shop.cancel(order_id),
  withdraw: ({ billing }, { account, order_id }) => billing.refunds.cancel(order_id, BY, account),
  'void and undo': (shop, { order_id }) => shop.void(order_id, { plan: 'undo', payment_reference: 'mid' }),
  'void and keep': (shop, { order_id }) => shop.void(order_id, { plan: 'keep', payment_reference: 'mid' }),
  'refund and undo': (shop, { order_id }) => shop.refund(order_id, { plan: 'undo' }),
  'refund and keep': (shop, { order_id }) => shop.refund(order_id, { plan: 'keep', amount_idr: 50_000 }),
  'return held money': (shop, { order_id }) => shop.refund(order_id, { asCredit: true }),
  chargeback: returned('chargeback', 150_000),
  'void by the provider': returned('void', 150_000),
  'pay the other order': (shop, { other_id }) => shop.confirm(other_id, { isAccepted: true }),
  'assign a transfer': (shop, { order_id }) => shop.confirm(order_id, { transfer: 'BCA 1' }),
  'pay out the transfer': (shop, { account }) =>
    shop.administration.payOut(account, { payment_reference: 'BCA 1' }, BY),
  'grant days': (shop, { account }) => shop.administration.grantDays(account, 2, BY),
  'give a plan': (shop, { account }) =>
    shop.administration.assignPlan(
      account,
      { plan: 'advanced', months: 1, own_terms: null, paid_idr: 0 },
      BY,
    ),
  'order with credit': (shop, { account }) => shop.order(account, PROFESSIONAL, 0),
};

/** What happened to the order before. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  pending: [],
  'paid in part': ['confirm a part'],
  'paid too much': ['notify an excess', 'notify'],
  applied: ['notify'],
  'applied with held money': ['notify', 'notify an excess'],
  'charged back': ['notify', 'chargeback'],
  cancelled: ['cancel'],
  refunded: ['notify', 'refund and undo'],
};

interface TwoServers {
  readonly ledgers: readonly [Ledger, Ledger];
  readonly rows: Server['rows'];
}

/** Two servers with one SQLite file. */
async function onSqlite(): Promise<TwoServers> {
  const { shop, open, rows } = await Shop.openWithRows();
  return { ledgers: [shop.ledger, (await open()).ledger], rows };
}

/** Two servers with one database in PostgreSQL. */
async function onPostgres(server_url: string): Promise<TwoServers> {
  const { shop, open, rows } = await openPostgres(server_url);
  return { ledgers: [shop.ledger, await open()], rows };
}

type Pair = readonly [string, string];

/** One event after the other, on two servers; or both at once, the first or the second begun first. */
const RUNS = {
  first: async ([one, other]: Ran) => [await one(), await other()],
  second: async ([one, other]: Ran) => [await other(), await one()].toReversed(),
  both: ([one, other]: Ran) => Promise.all([one(), other()]),
  'both, the second first': async ([one, other]: Ran) => (await Promise.all([other(), one()])).toReversed(),
};

type Ran = readonly [() => Promise<string>, () => Promise<string>];

/** @returns the outcomes of two events, and what the account has then */
async function played(
  { ledgers, rows }: TwoServers,
  before: readonly string[],
  pair: Pair,
  run: keyof typeof RUNS,
) {
  const [one, other] = [new Shop(ledgers[0]), new Shop(ledgers[1])];
  const account = await one.account();
  const { administration } = one;
  await administration.recordTransfer(account, { payment_reference: 'BCA 0', amount_idr: 50_000 }, BY);
  await administration.payOut(account, { payment_reference: 'BCA 0', asCredit: true }, BY);
  await administration.recordTransfer(account, HELD, BY);
  const { order_id } = await one.order(account, STARTER);
  const { order_id: other_id } = await one.order(account, PROFESSIONAL);
  const scene = { account, order_id, other_id };
  for (const event of before) await EVENTS[event]?.(one, scene);
  const outcomes = await RUNS[run]([
    () => outcomeOf(() => EVENTS[pair[0]]?.(one, scene)),
    () => outcomeOf(() => EVENTS[pair[1]]?.(other, scene)),
  ]);
  const made = (await one.billing.orders.of(account)).map((order) => order.order_id);
  const orders = [...new Set([order_id, other_id, ...made])];
  const seen = await seenInAlir({ name: '', shop: one, rows }, { account, orders, offers: [] }, 0);
  return [...outcomes, ...seen].join('\n');
}

const names = Object.keys(EVENTS);
const PAIRS = names.flatMap((name, place) => names.slice(place).map((other): Pair => [name, other]));

async function raceAll(servers: TwoServers, pairs: number): Promise<void> {
  const unexplained: string[] = [];
  for (const [state, before] of Object.entries(BEFORE)) {
    for (const pair of someOf(PAIRS, pairs)) {
      const [first, second] = [
        await played(servers, before, pair, 'first'),
        await played(servers, before, pair, 'second'),
      ];
      for (const run of ['both', 'both, the second first'] as const) {
        const both = await played(servers, before, pair, run);
        if (both !== first && both !== second)
          unexplained.push(
            `${state}, ${pair.join(' and ')}:\n${both}\nin order:\n${first}\nin reverse:\n${second}`,
          );
      }
    }
  }
  expect(unexplained).toEqual([]);
}

test('two events on one order, on two servers with PostgreSQL, end as one after the other', async ({
  skip,
}) => {
  const server_url = inject('postgres_url');
  if (server_url === null) return skip('PostgreSQL is not installed');
  await raceAll(await onPostgres(server_url), 8);
}, 3_600_000);

test('two events on one order, in two processes with SQLite, end as one after the other', async () => {
  await raceAll(await onSqlite(), 6);
}, 3_600_000);
