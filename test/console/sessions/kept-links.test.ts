import { join } from 'node:path';
import { expect } from 'vitest';
import { Unsubscription } from '../../../src/commerce/accounts/notices/unsubscription.ts';
import { feedKey } from '../../../src/console/sessions/feed-key.ts';
import { KnownBrowsers } from '../../../src/console/sessions/known-browser.ts';
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

test('a browser is known by the address of its last sign-in, in any case', () => {
  const browsers = new KnownBrowsers('secret');
  const cookies: Record<string, string> = {};
  const options: { maxAge?: number } = {};
  const reply = {
    setCookie(name: string, value: string, given: object) {
      Object.assign(cookies, { [name]: value });
      Object.assign(options, given);
    },
  };
  browsers.keep(reply as never, 'Ani@x.example');
  const known = ['ani@x.example', 'ANI@x.example', 'budi@x.example'].map((email) =>
    browsers.has({ cookies } as never, email),
  );
  expect(known).toEqual([true, true, false]);
  expect(options).toMatchObject({ path: '/sign-in', httpOnly: true, maxAge: 365 * 86_400 });
  expect(browsers.has({ cookies: {} } as never, 'ani@x.example')).toBe(false);
});
