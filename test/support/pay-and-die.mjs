// Confirms the payment of an order and is killed before the end of the transaction: `node pay-and-die.mjs ORDER`.

import { systemClock } from '../../build/core/clock.js';
import { readConfig } from '../../build/server/config.js';
import { openStores } from '../../build/server/stores.js';

const [order_id] = process.argv.slice(2);
const { ledger, billing } = await openStores(readConfig(process.env), systemClock);
const { transaction } = ledger;
ledger.transaction = (work) =>
  transaction.call(ledger, async () => {
    await work();
    process.kill(process.pid, 'SIGKILL');
  });
await billing.payments.confirm(order_id, {}, 'operator');
