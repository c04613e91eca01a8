// Evaluates all alerts for a publication and sends the messages: `node evaluate-and-die.mjs PUBLICATION DAY TICKER FILE`. FILE gets a line
// for each delivery that begins. With kill-at.mjs, it is killed at one of its effects.

import { appendFileSync } from 'node:fs';
import { evaluateAlerts } from '../../build/commerce/accounts/alerts/alert-evaluation.js';
import { NoticeDispatcher } from '../../build/commerce/accounts/notices/notice-delivery.js';
import { systemClock } from '../../build/core/clock.js';
import { readConfig } from '../../build/server/config.js';
import { openStores } from '../../build/server/stores.js';

const [publication, trade_date, ticker, file] = process.argv.slice(2);
const stores = await openStores(readConfig(process.env), systemClock);
const netValues = async () => new Map([[ticker, 2e10]]);
const screened = async () => [ticker];
const line = { kind: 'volume', ticker, broker: null, figure: 2, percentile: null, percentile_rows: null };
const brief = async () => ({ date: trade_date, from: trade_date, lines: [line] });
await evaluateAlerts(stores, { publication: Number(publication), trade_date, netValues, screened, brief });
const dispatcher = new NoticeDispatcher({
  ...stores,
  async post({ headers, body }) {
    appendFileSync(file, `${headers['webhook-id']} ${body}\n`);
    return 204;
  },
  mailer: {
    async send({ id, subject, text }) {
      const sent = [subject, ...text.split('\n\n').slice(0, -1)].join(' ').replaceAll('\n', ' ');
      appendFileSync(file, `${id} ${JSON.stringify(sent)}\n`);
    },
  },
  operator_email: '',
  language: 'en',
  briefMail: ({ date, lines }, { footer }) => ({
    text: [`${date} ${lines.map((each) => each.ticker)}`, footer].join('\n\n'),
    html: '',
  }),
  unsubscribeLink: async () => null,
});
for (let run = 0; run < 4; run++) {
  await dispatcher.run();
  await dispatcher.idle();
}
await stores.ledger.close();
