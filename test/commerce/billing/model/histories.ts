import { readFileSync } from 'node:fs';
import { entitlementAt } from '../../../../src/commerce/accounts/entitlement.ts';
import { Meter } from '../../../../src/commerce/accounts/quota/meter.ts';
import { unitsUsed } from '../../../../src/commerce/accounts/units-used.ts';
import type { PublicPlan } from '../../../../src/commerce/billing/prices/prices.ts';
import type { PlanMonths } from '../../../../src/core/commerce-terms.ts';
import { AlirError } from '../../../../src/core/errors.ts';
import fc from '../../../support/properties.ts';
import type { Shop } from '../../../support/shop.ts';
import { type Acceptance, AccountModel, amountIn, type Bought, dueOf } from './contract-model.ts';
import { Refused } from './quota-model.ts';

const PRICES: Record<PublicPlan, Record<PlanMonths, number>> = JSON.parse(
  readFileSync(new URL('../../../../data/reference/prices.json', import.meta.url), 'utf8'),
);
const START_MS = Date.parse('2026-01-05T03:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Of one history. */
export const STEPS = 60;
const BY = { actor: 'operator ani', reason: 'a test' };
const PLANS: readonly PublicPlan[] = ['starter', 'professional', 'advanced'];
const UNITS = { starter: 25_000, professional: 100_000, advanced: 250_000 };
const OFFER = { units: 40_000, requests_per_minute: 200, keys: 5, price_idr: 260_000, days: 45 };

/** One event: its kind, and numbers that choose among what there is when it happens. */
export interface Step {
  readonly kind: Kind;
  readonly numbers: readonly number[];
}

/** What an event does to Alir. */
type Work = (shop: Shop, ids: Ids) => Promise<unknown>;

interface Ids {
  readonly account: string;
  readonly orders: string[];
  readonly offers: string[];
}

interface Scene {
  readonly model: AccountModel;
  readonly step: number;
  readonly below: (limit: number) => number;
}

/** An event in the model, and the same event in Alir. */
interface Played {
  readonly inModel: () => void;
  readonly inAlir: Work;
}

const AMOUNTS = [0, 0, 0, -5_000, 50_000, 2_000_000];

function bought(plan: PublicPlan, months: PlanMonths): Bought {
  return { plan, months, series: '', units: UNITS[plan], days: 30 * months, price: PRICES[plan][months] };
}

function anyPlan({ below }: Scene) {
  const plan = PLANS[below(3)] ?? 'starter';
  const months = ([1, 1, 3, 6] as const)[below(4)] ?? 1;
  return { plan, months, wanted: bought(plan, months) };
}

/** The order that an event is about, often the newest. */
function anyOrder({ model, below }: Scene) {
  const count = model.orders.length;
  const place = below(3) === 0 ? below(Math.max(1, count)) : Math.max(0, count - 1);
  const order = model.orders[place];
  return order && { order, place };
}

function anyAmount(scene: Scene, all: number): number {
  return [all, Math.floor(all / 2), 50_000, 20_000][scene.below(4)] ?? all;
}

function orderOf(
  scene: Scene,
  wanted: Bought,
  offer: AccountModel['offers'][number] | null,
  purchase: (ids: Ids) => any,
): Played {
  const { model } = scene;
  return {
    inModel: () => model.createOrder(wanted, offer),
    inAlir: async ({ billing }, ids) => {
      const what = purchase(ids);
      const { forfeited_idr } = await billing.orders.quote(ids.account, what);
      const request = { idempotency_key: null, accepted_forfeit_idr: forfeited_idr };
      ids.orders.push((await billing.orders.create(ids.account, what, request)).order_id);
    },
  };
}

export const KINDS = {
  order(scene) {
    const { plan, months, wanted } = anyPlan(scene);
    return orderOf(scene, wanted, null, () => ({ plan, months }));
  },
  take(scene) {
    const { model, below } = scene;
    const place = below(Math.max(1, model.offers.length));
    const offer = model.offers[place];
    if (!offer) return null;
    return orderOf(scene, offer, offer, ({ offers }) => ({ offer_id: offers[place] }));
  },
  offer({ model, step, below }) {
    const isRecurring = below(2) === 0;
    const { units, days, price_idr: price } = OFFER;
    const offered = { plan: 'custom', months: 0, series: `offer ${step}`, units, days, price } as const;
    return {
      inModel: () => model.offers.push({ ...offered, isRecurring, state: 'open' }),
      inAlir: ({ billing }, { account }) => billing.offers.create(account, OFFER, isRecurring),
    };
  },
  withdraw({ model, below }) {
    const place = below(Math.max(1, model.offers.length));
    const offer = model.offers[place];
    if (!offer) return null;
    return {
      inModel: () => model.withdraw(offer),
      inAlir: ({ billing }, { offers }) => billing.offers.withdraw(offers[place] ?? '', BY),
    };
  },
  pass: () => null,
  notify(scene) {
    const { model, step, below } = scene;
    const found = anyOrder(scene);
    if (!found) return null;
    const { order, place } = found;
    const amount = Math.max(1, dueOf(order) + (AMOUNTS[below(6)] ?? 0));
    const at = model.now - below(3) * 5 * HOUR_MS;
    const ref = `P${step}`;
    return {
      inModel: () => model.pay(order, { ref, amount, at, isTax: false }),
      inAlir: (shop, { orders }) =>
        shop.pay({
          order_id: orders[place] ?? '',
          payment_reference: ref,
          amount_idr: amount,
          paid_at: new Date(at),
        }),
    };
  },
  'notify again'(scene) {
    const { model, below } = scene;
    const made = model.payments.filter(({ order, isMade, ref }) => order && isMade && ref?.startsWith('P'));
    const payment = made[below(Math.max(1, made.length))];
    if (!payment?.order) return null;
    const { order, ref, amount, at } = payment;
    const place = model.orders.indexOf(order);
    return {
      inModel: () => model.pay(order, payment),
      inAlir: (shop, { orders }) =>
        shop.pay({
          order_id: orders[place] ?? '',
          payment_reference: ref ?? '',
          amount_idr: amount,
          paid_at: new Date(at),
        }),
    };
  },
  confirm: (scene) => confirmation(scene, false),
  withhold: (scene) => confirmation(scene, scene.below(2) === 0, true),
  accept: (scene) => confirmation(scene, true),
  cancel(scene) {
    const { model } = scene;
    const found = anyOrder(scene);
    if (!found) return null;
    return {
      inModel: () => model.cancel(found.order),
      inAlir: (shop, { orders }) => shop.cancel(orders[found.place] ?? ''),
    };
  },
  'refund held': (scene) => refund(scene, undefined),
  'refund keep': (scene) => refund(scene, 'keep'),
  'refund undo': (scene) => refund(scene, 'undo'),
  void(scene) {
    const { model, below } = scene;
    const found = anyOrder(scene);
    const payments = found ? model.paymentsOf(found.order) : [];
    const payment = payments[below(Math.max(1, payments.length))];
    if (!found || !payment) return null;
    const plan = ([undefined, 'keep', 'undo', 'undo'] as const)[below(4)];
    const payment_reference = payment.ref ?? '';
    return {
      inModel: () => model.void(found.order, payment, plan),
      inAlir: (shop, { orders }) => shop.void(orders[found.place] ?? '', { plan, payment_reference }),
    };
  },
  chargeback(scene) {
    const { model, below } = scene;
    const made = model.payments.filter(({ order, isMade, ref }) => order && isMade && ref?.startsWith('P'));
    const payment = made[below(Math.max(1, made.length))];
    if (!payment?.order) return null;
    const { order, ref } = payment;
    const total = Math.min(
      payment.amount,
      amountIn(payment, 'returned') + amountIn(payment, 'paidOut') + anyAmount(scene, payment.amount),
    );
    const place = model.orders.indexOf(order);
    const cause = (['refund', 'chargeback'] as const)[below(2)] ?? 'refund';
    return {
      inModel: () => model.providerReturned(order, payment, total),
      inAlir: ({ billing }, { orders }) =>
        billing.refunds.returnedByProvider(
          { order_id: orders[place] ?? '', payment_reference: ref ?? '', returned_idr: total, cause } as any,
          'midtrans',
        ),
    };
  },
  transfer({ model, step, below }) {
    const [amount, at] = [[200_000, 350_000, 150_000][below(3)] ?? 1, model.now - below(3) * 5 * HOUR_MS];
    const ref = `T${step}`;
    const transfer = { amount_idr: amount, payment_reference: ref, paid_at: new Date(at) };
    return {
      inModel: () => model.receive(null, { ref, amount, at, isTax: false }),
      inAlir: (shop, { account }) => shop.administration.recordTransfer(account, transfer, BY),
    };
  },
  assign(scene) {
    const { model } = scene;
    const found = anyOrder(scene);
    const transfer = anyTransfer(scene);
    if (!found || !transfer) return null;
    const accept = anyAcceptance(scene);
    return {
      inModel: () => model.confirm(found.order, {}, accept, transfer),
      inAlir: (shop, { orders }) =>
        shop.confirm(orders[found.place] ?? '', { transfer: transfer.ref ?? '', ...accepting(accept) }),
    };
  },
  'pay out'(scene) {
    const { model, below } = scene;
    const transfer = below(2) === 0 ? null : anyTransfer(scene);
    const asCredit = transfer !== null && below(2) === 0;
    const amount_idr = below(2) === 0 ? 30_000 : undefined;
    const request = { asCredit, amount_idr, payment_reference: transfer?.ref ?? undefined };
    return {
      inModel: () => model.payOut(transfer, asCredit, amount_idr),
      inAlir: (shop, { account }) => shop.administration.payOut(account, request, BY),
    };
  },
  correct(scene) {
    const { model, below } = scene;
    const given = model.payments.findLast(({ ref }) => ref === null) ?? null;
    const payment = below(2) === 0 ? given : anyTransfer(scene);
    if (!payment) return null;
    const amount = [0, 250_000, payment.amount + 1_000][below(3)] ?? 0;
    return {
      inModel: () => model.correct(payment, amount),
      inAlir: (shop, { account }) => shop.administration.correctPayment(account, payment.ref, amount, BY),
    };
  },
  'give plan'(scene) {
    const { plan, months, wanted } = anyPlan(scene);
    const paid_idr = [0, wanted.price, 100_000][scene.below(3)] ?? 0;
    const assigned = { plan, months, own_terms: null, paid_idr };
    return {
      inModel: () => scene.model.givePlan(wanted, paid_idr),
      inAlir: (shop, { account }) => shop.administration.assignPlan(account, assigned, BY),
    };
  },
  'grant days'({ model, below }) {
    const days = 1 + below(5);
    return {
      inModel: () => model.grantDays(days),
      inAlir: (shop, { account }) => shop.administration.grantDays(account, days, BY),
    };
  },
  use({ model, below }) {
    const units = [1, 3, 20_000, 90_000][below(4)] ?? 1;
    return {
      inModel: () => model.use(units),
      inAlir: async ({ ledger, accounts, clock }, { account }) => {
        const meter = new Meter(ledger, clock);
        const hold = await meter.hold(await accounts.consoleCaller(account), units, 'work');
        await hold.charge(() => false);
        await meter.close();
      },
    };
  },
  'grant units'({ model, below }) {
    const units = 100 + below(400);
    return {
      inModel: () => model.grantUnits(units),
      inAlir: (shop, { account }) => shop.administration.grantUnits(account, units, BY),
    };
  },
} satisfies Record<string, (scene: Scene) => Played | null>;

type Kind = keyof typeof KINDS;

/** How often each kind happens. */
const WEIGHTS: Partial<Record<Kind, number>> = {
  order: 8,
  take: 3,
  pass: 8,
  notify: 8,
  confirm: 6,
  accept: 5,
  void: 4,
  'give plan': 1,
  'grant days': 1,
};
const ALL_KINDS = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
  new Array<Kind>(WEIGHTS[kind] ?? 2).fill(kind),
);

const accepting = (accept: Acceptance) => (accept === undefined ? {} : { isAccepted: true, excess: accept });
const anyAcceptance = ({ below }: Scene): Acceptance => ([undefined, 'credit', 'return'] as const)[below(3)];

function anyTransfer({ model, below }: Scene) {
  const transfers = model.payments.filter(
    ({ order, isMade, ref }) => order === null && isMade && ref !== null,
  );
  return transfers[below(Math.max(1, transfers.length))] ?? null;
}

function confirmation(scene: Scene, isAccepted: boolean, isWithheld = false): Played | null {
  const { model, step, below } = scene;
  const found = anyOrder(scene);
  if (!found) return null;
  const { order, place } = found;
  const accept = isAccepted ? (below(2) === 0 ? 'credit' : 'return') : undefined;
  const again = !isWithheld && below(3) === 0 && model.paymentsOf(order).length > 0;
  const all = isWithheld && below(2) === 0 ? 5_000 : dueOf(order);
  const amount = again ? null : Math.max(1, all + (AMOUNTS[below(6)] ?? 0));
  const at = below(2) === 0 ? null : model.now - below(4) * 4 * HOUR_MS;
  const ref = `C${step}`;
  const given = {
    ...(amount !== null && { amount_idr: amount, payment_reference: ref, isWithheld }),
    ...(at !== null && { paid_at: new Date(at) }),
  };
  const paid = { ...(amount !== null && { ref, amount, isTax: isWithheld }), ...(at !== null && { at }) };
  return {
    inModel: () => model.confirm(order, paid, accept),
    inAlir: (shop, { orders }) => shop.confirm(orders[place] ?? '', { ...given, ...accepting(accept) }),
  };
}

function refund(scene: Scene, plan: 'keep' | 'undo' | undefined): Played | null {
  const { model, below } = scene;
  const found = anyOrder(scene);
  if (!found) return null;
  const { order, place } = found;
  const all = plan === undefined ? model.held(order) : model.total(order);
  const amount = below(2) === 0 ? undefined : anyAmount(scene, all);
  const asCredit = below(3) === 0;
  const request = { asCredit, ...(plan && { plan }), ...(amount !== undefined && { amount_idr: amount }) };
  return {
    inModel: () => model.refund(order, plan, amount, asCredit),
    inAlir: (shop, { orders }) => shop.refund(orders[place] ?? '', request),
  };
}

/** What is compared after each step. */
function seenInModel(model: AccountModel): string[] {
  const period = model.period(model.now);
  const times = period && [new Date(period.start).toISOString(), new Date(period.end).toISOString()];
  const open = model.offers.filter(({ state }) => state === 'open');
  return [
    `plan ${period?.bought.plan ?? 'free'} ${times} worth ${period?.value}, units ${model.units()}, used ${model.used()}`,
    `credit ${model.credit()}, held ${model.total('held')}, returned ${model.total('returned') + model.total('paidOut')}`,
    `documents ${model.documents.toSorted((a, b) => a - b)}, offers ${open.length}`,
    ...model.orders.map((order) => {
      const { kind, charge, credit, balance, owed } = order;
      const money = `held ${model.held(order)}, applied ${model.total(order)}`;
      return `${kind} ${model.stateOf(order)}: ${charge} ${credit} ${balance} ${owed}, ${money}`;
    }),
  ];
}

export async function seenInAlir({ shop, rows }: Server, ids: Ids, offers: number): Promise<string[]> {
  const { account } = ids;
  const found = await shop.accounts.withId(account);
  const { plan, units } = entitlementAt(found, shop.clock.time);
  const used = await unitsUsed(shop.ledger, [found], shop.clock.time);
  const isActive = plan !== 'free';
  const times = isActive ? [found.period_start, found.period_end] : null;
  const moves = await rows(
    `SELECT coalesce(money_move.order_id, payment.order_id) AS order_id, source, target, amount_idr
     FROM money_move JOIN payment USING (payment_id) WHERE money_move.account_id = ?`,
    account,
  );
  const of = (place: string, order_id?: string) => {
    const own = moves.filter((move) => order_id === undefined || move.order_id === order_id);
    return own.reduce((sum, { source, target, amount_idr }) => {
      return sum + Number(amount_idr) * (Number(target === place) - Number(source === place));
    }, 0);
  };
  const documents = await rows('SELECT kind, total_idr FROM invoice WHERE account_id = ?', account);
  const amounts = documents.map(({ kind, total_idr }) => Number(total_idr) * (kind === 'invoice' ? 1 : -1));
  if (offers > ids.offers.length) {
    const made = await rows('SELECT offer_id FROM offer WHERE account_id = ?', account);
    ids.offers.push(...made.map(({ offer_id }) => offer_id).filter((id) => !ids.offers.includes(id)));
  }
  const open = offers === 0 ? 0 : (await shop.billing.offers.openTo(account)).length;
  const stored = new Map((await shop.billing.orders.of(account)).map((order) => [order.order_id, order]));
  return [
    `plan ${plan} ${times} worth ${isActive ? found.period_price_idr : undefined}, units ${units}, used ${used.get(account) ?? 0}`,
    `credit ${of('credit')}, held ${of('held')}, returned ${of('returned')}`,
    `documents ${amounts.sort((a, b) => a - b)}, offers ${open}`,
    ...ids.orders.map((order_id) => {
      const order = stored.get(order_id);
      const money = `held ${of('held', order_id)}, applied ${of('applied', order_id)}`;
      return `${order?.kind} ${order?.state}: ${order?.charge_idr} ${order?.credit_idr} ${order?.balance_idr} ${order?.owed_idr}, ${money}`;
    }),
  ];
}

export interface Server {
  readonly name: string;
  readonly shop: Shop;
  readonly rows: (sql: string, ...parameters: unknown[]) => Promise<any[]>;
}

/** Histories that a seed decides. */
export function randomHistories(count: number, seed: number): Step[][] {
  const step = fc.record({
    kind: fc.constantFrom(...ALL_KINDS),
    numbers: fc.array(fc.nat({ max: 720_719 }), { minLength: 6, maxLength: 6 }),
  });
  const history = fc.noBias(fc.array(step, { minLength: STEPS, maxLength: STEPS }));
  return fc.sample(history, { numRuns: count, seed });
}

/**
 * Plays histories, each on an account of its own.
 * @returns the kinds of events that were not refused
 * @throws Error with the smallest history that shows a difference
 */
export async function compare(histories: readonly Step[][], servers: readonly Server[]): Promise<Set<Kind>> {
  const done = new Set<Kind>();
  for (const history of histories) {
    if ((await differenceOf(history, servers, done)) === null) continue;
    const smallest = await shrunk(history, async (part) => (await differenceOf(part, servers)) !== null);
    throw new Error(`${await differenceOf(smallest, servers)}\nafter ${JSON.stringify(smallest)}`);
  }
  return done;
}

/** Leaves out parts of a history, smaller and smaller ones, as long as it fails. */
async function shrunk(history: Step[], fails: (part: Step[]) => Promise<boolean>): Promise<Step[]> {
  let left = history;
  for (let size = Math.ceil(STEPS / 2); size > 0; size = Math.floor(size / 2)) {
    for (let at = 0; at < left.length; ) {
      const part = left.toSpliced(at, size);
      if (await fails(part)) left = part;
      else at += size;
    }
  }
  return left;
}

/** Plays a history on an account of each server, beside the model. @returns the first difference; null without one */
async function differenceOf(
  history: readonly Step[],
  servers: readonly Server[],
  done = new Set<Kind>(),
): Promise<string | null> {
  const model = new AccountModel();
  let now = START_MS;
  const ids: Ids[] = [];
  for (const { shop } of servers) {
    shop.clock.time = new Date(now);
    ids.push({ account: await shop.account(), orders: [], offers: [] });
  }
  for (const [step, { kind, numbers }] of history.entries()) {
    // No two events have the same time.
    now += kind === 'pass' ? ([1, 6, 20, 26, 100, 400][(numbers[0] ?? 0) % 6] ?? 1) * HOUR_MS : MINUTE_MS;
    let place = 0;
    const below = (limit: number) => (numbers[place++] ?? 0) % limit;
    model.now = now;
    const played = KINDS[kind]({ model, step, below });
    if (played === null) continue;
    const outcome = await outcomeOf(played.inModel);
    if (outcome === 'done') done.add(kind);
    const modelled = [outcome, ...seenInModel(model)];
    for (const [index, server] of servers.entries()) {
      const own = ids[index] as Ids;
      server.shop.clock.time = new Date(now);
      const result = await outcomeOf(() => played.inAlir(server.shop, own));
      const seen = [result, ...(await seenInAlir(server, own, model.offers.length))];
      const isSame = (line: string, at: number) => line === modelled[at];
      if (seen.length === modelled.length && seen.every(isSame)) continue;
      return `step ${step}, ${kind} on ${server.name}\n${seen.join('\n')}\nthe model:\n${modelled.join('\n')}`;
    }
  }
  return null;
}

/** `done`, or the code of the refusal. */
export async function outcomeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Refused) return error.message;
    if (error instanceof AlirError) return error.code;
    throw error;
  }
}
