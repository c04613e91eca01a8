import { join } from 'node:path';
import { expect } from 'vitest';
import { Unsubscription } from '../../../src/commerce/accounts/notices/unsubscription.ts';
import { feedKey } from '../../../src/console/sessions/feed-key.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite/sqlite-ledger.ts';
import { test } from '../../support/fixtures.ts';

// A feed reader and a mail keep these addresses for years: they are the same in each version.
test('the addresses of feeds, and the links in mails, stay valid after an update', async ({ folder }) => {
  const ledger = new SqliteLedger(join(folder, 'ledger.sqlite'));
  try {
    for (const name of ['feeds', 'unsubscribe links']) {
      await ledger.run('create_server_secret', { name, secret: `secret of ${name}` });
    }
    const keys = [null, 'w'].map((watchlist) => feedKey(ledger, { account_id: 'a', watchlist }));
    const mails = new Unsubscription(ledger, {} as never, {} as never);
    expect([...(await Promise.all(keys)), await mails.link('https://a.example', 'a')]).toMatchInlineSnapshot(`
      [
        "a0Ba8OQoVP73wWnvu-WRDdPK4v56BnOvyk1IH6O70dI",
        "yBFx2sDkHlyaoVCdKl2KPYTq50XWPX-iCEpF1PTy2ns",
        "https://a.example/unsubscribe?token=a.36IxRtdhgCyj6jH9PmLQSL4oa3HiM-5Z8iwmJJMVx14",
      ]
    `);
  } finally {
    await ledger.close();
  }
});
