import { expect, test } from 'vitest';
import { examineServed } from '../../../src/server/doctor.ts';
import { openStores } from '../../../src/server/stores.ts';
import { configOf, SetClock, temporaryFolder } from '../../support/alir.ts';
import { afterThisTest } from '../../support/cleanups.ts';
import { newEmail } from '../../support/new-email.ts';
import { CALLBACK_TOKEN, PaymentStandIns, SERVER_KEY, XENDIT_KEY } from '../../support/payment-stand-ins.ts';

const PURCHASE = { plan: 'starter', months: 1 } as const;
const REQUEST = { idempotency_key: null };

test.each([
  [
    'midtrans',
    SERVER_KEY,
    (id: string) => `mid-${id}`,
    { transaction_status: 'partial_refund', refund_amount: '50000.00' },
  ],
  ['xendit', XENDIT_KEY, (id: string) => `inv-${id}`, {}],
] as const)(
  'alir doctor names what %s has and Alir has not, and order ask records it',
  async (provider, key, referenceOf, refunded) => {
    const environment = {
      ALIR_PAYMENT_PROVIDER: provider,
      ALIR_PAYMENT_KEY: key,
      ALIR_PAYMENT_CALLBACK_TOKEN: CALLBACK_TOKEN,
    };
    const clock = new SetClock();
    const stand_ins = await PaymentStandIns.start();
    const stores = await openStores(configOf(await temporaryFolder(), environment), clock, stand_ins.send);
    afterThisTest(() => stores.ledger.close());
    const { orders, reconciliation, refunds, payments } = stores.billing;
    const { account_id } = (await stores.accounts.create(newEmail(), 'free', 1)).account;
    const payment = async () => {
      const { findings } = await examineServed(stores, {
        unrecorded: () => reconciliation.unrecorded(),
        openingGaps: async () => [],
      });
      const { state, what, fix } = findings.find(({ item }) => item === 'payment') ?? {};
      return [state, what, fix];
    };
    const quiet = (await payment())[1];
    const { order_id } = await orders.create(account_id, PURCHASE, REQUEST);
    // It is paid after the last question, and the notification is lost.
    clock.pass(20 * 86_400_000);
    stand_ins.midtrans = { transaction_status: 'pending', status_code: '201' };
    stand_ins.xendit = { status: 'PENDING' };
    await reconciliation.run();
    stand_ins.midtrans = {};
    stand_ins.xendit = {};
    const reference = referenceOf(order_id);
    const fix = `Record it: alir order ask ${order_id}`;
    const stored = async () => [
      await orders.find(order_id),
      await payments.of(order_id),
      await stores.accounts.changes(account_id),
      await stores.administration.audit({ account_id }),
    ];
    const before = await stored();
    expect(before[1]).toEqual([]);
    expect(await payment()).toEqual([
      'problem',
      `Alir did not record what ${provider} reports: IDR 200000 paid (${reference}) of the order ${order_id}.`,
      fix,
    ]);
    expect(await stored()).toEqual(before);
    expect(await reconciliation.ask(order_id)).toMatchObject({
      state: 'paid_not_applied',
      paid_idr: 200_000,
    });
    expect((await payment())[1]).toBe(quiet);

    stand_ins.midtrans = refunded;
    stand_ins.refunds = [{ status: 'SUCCEEDED', amount: 50_000, currency: 'IDR' }];
    expect(await payment()).toEqual([
      'problem',
      `Alir did not record what ${provider} reports: IDR 50000 returned (${reference}) of the order ${order_id}.`,
      fix,
    ]);
    await reconciliation.ask(order_id);
    expect(await refunds.moneyOf(order_id)).toEqual({ held: 150_000, applied: 0, returned: 50_000 });
    expect((await payment())[1]).toBe(quiet);

    stand_ins.isDown = true;
    expect(await payment()).toEqual([
      'warning',
      expect.stringContaining('could not be checked'),
      expect.any(String),
    ]);
  },
);
