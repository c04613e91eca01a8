import { beforeAll, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';

const BY = { actor: 'operator', reason: 'x' };

let alir: TestAlir;
let operator: BrowserSession;
/** The path of every form of the console. */
let paths: string[];

beforeAll(async () => {
  alir = await TestAlir.open({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }, afterThisFile);
  const mails = mailsOf(alir);
  const { account } = await alir.stores.accounts.create('ani@example.com', 'starter', 1);
  await alir.stores.people.addOperator('ani@example.com', BY);
  operator = new BrowserSession(alir);
  await signInByMail(operator, mails, 'ani@example.com');
  paths = (await alir.routes())
    .filter(({ isPage, methods }) => isPage && methods.includes('POST'))
    .map(({ path }) => path.replace(':account', account.account_id).replaceAll(/:\w+/g, 'x'));
});

/** Pages are limited by address. */
const rested = () => {
  alir.clock.elapsed_ms += 60_000;
};

test('every form is read only as a form or JSON, and not above the limit of a body', async () => {
  const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const own = await operator.token();
  // Mail programs send what they want to the link of an e-mail, which has its token in the address (RFC 8058).
  for (const path of paths.filter((each) => each !== '/unsubscribe')) {
    for (const [type, body, status] of [
      ['text/plain', `_csrf=${own}`, 415],
      ['multipart/form-data; boundary=x', `--x--`, 415],
      ['application/json', JSON.stringify({ _csrf: { value: 'x' } }), 403],
      ['application/json', `{"__proto__":{"_csrf":"${own}"}}`, 400],
      ['application/x-www-form-urlencoded', `_csrf=${'x'.repeat(3_000_000)}`, 413],
    ] as const) {
      if (/^\/sign-in\b/.test(path) && status === 403) continue;
      rested();
      const headers = { cookie, accept: 'text/html', 'content-type': type, 'sec-fetch-site': 'same-origin' };
      const sent = { method: 'POST', body, headers, redirect: 'manual' } as const;
      const response = await fetch(`${await alir.url()}${path}`, sent);
      expect([path, type, response.status]).toEqual([path, type, status]);
    }
  }
});

test('no form fails for fields that are repeated, long, or named like a prototype', async () => {
  const names =
    'constructor name email role reason plan months units days url events scopes expires_on allowed_ips price_idr paid_at source amount_idr account'.split(
      ' ',
    );
  const values = [['a', 'b'], 'x'.repeat(9000), '__proto__', 'constructor', '\u0000', '-1', '9e99', '\ud800'];
  for (const path of paths.filter((each) => each !== '/sign-out')) {
    const _csrf = await operator.token('/operator');
    expect(_csrf).not.toBe('');
    for (const shift of [0, 3, 6]) {
      const fields = names.map((name, index) => [name, values[(index + shift) % values.length] ?? '']);
      rested();
      const { status } = await operator.post(path, { ...Object.fromEntries(fields), _csrf });
      expect([path, shift, status < 500]).toEqual([path, shift, true]);
    }
  }
});
