// Creates a key, which is an event, and is killed during its first delivery: `node notice-and-die.mjs ACCOUNT`.

import { NoticeDispatcher } from '../../build/commerce/accounts/notices/notice-delivery.js';
import { systemClock } from '../../build/core/clock.js';
import { readConfig } from '../../build/server/config.js';
import { openStores } from '../../build/server/stores.js';

const [account_id] = process.argv.slice(2);
const { ledger, accounts } = await openStores(readConfig(process.env), systemClock);
const dispatcher = new NoticeDispatcher({
  ledger,
  clock: systemClock,
  post: async () => process.kill(process.pid, 'SIGKILL'),
  mailer: null,
  telegram: null,
  operator_email: '',
  language: 'en',
  telegramCode: async () => '',
  unsubscribeLink: async () => null,
});
await accounts.createKey(account_id, 'script');
if (process.env.ALIR_TEST_DIES_AFTER_COMMIT) process.kill(process.pid, 'SIGKILL');
await dispatcher.run();
await dispatcher.idle();
