import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { TestAlir } from '../support/alir.ts';
import { mailsOf } from '../support/browser-session.ts';
import { sized } from '../support/size.ts';
import { ON_POSTGRES } from '../support/test-ledger.ts';
import { until } from '../support/until.ts';

/** PostgreSQL takes ten times as long for each. */
const REQUESTS = ON_POSTGRES ? 1200 : sized(1200, 10_000);
const PEOPLE = 70;
/** Each sends two requests for codes, which is below the limit of an address. */
const ADDRESSES = REQUESTS / 2;
/** In one hour. */
const MAX_MAILS_OF_EMAIL = 10;
/** Requests for codes that send no e-mail. */
const MAX_UNSENT_ROWS = 1000;
const MAX_HEAP_BYTES = 64 * 2 ** 20;
const HOUR_MS = 3_600_000;
/** The server accepts 100 requests without a key per second. */
const PAIR_MS = 20;

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test(`${REQUESTS} requests for codes from ${ADDRESSES} addresses: known and unknown people get equal responses, and e-mails, rows and memory are bounded`, async () => {
  const alir = await TestAlir.open({ environment: { ALIR_TRUST_PROXY: '127.0.0.1' } });
  const mails = mailsOf(alir);
  const known = Array.from({ length: PEOPLE }, (_, person) => `p${person}@example.com`);
  for (const email of known) await alir.stores.accounts.create(email, 'free', 1);
  const unknown = known.map((email) => `x${email.slice(1)}`);
  const url = await alir.url();
  let sent = 0;
  const request = async (email: string) => {
    const address = sent++ % ADDRESSES;
    const response = await fetch(`${url}/sign-in/code`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email }),
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `10.0.${address >> 8}.${address & 255}`,
      },
    });
    const ignored = ['date', 'x-request-id', 'set-cookie'];
    const headers = [...response.headers].filter(([name]) => !ignored.includes(name));
    const cookies = response.headers
      .getSetCookie()
      .map((line) => line.replace(encodeURIComponent(email), '').replace(/[\da-f]{8}-[\da-f-]{27}/, ''));
    return { status: response.status, headers, cookies, body: await response.text() };
  };
  const codes = async () =>
    Number((await alir.test_ledger.rows('SELECT count(*) AS n FROM sign_in_code'))[0].n);

  const before_bytes = heapBytes();
  const shapes = new Set<string>();
  for (let pair = 0; pair < REQUESTS / 2; pair++) {
    alir.clock.elapsed_ms += PAIR_MS;
    alir.clock.pass(PAIR_MS);
    const of_known = request(known[pair % PEOPLE] ?? '');
    const of_unknown = request(unknown[pair % PEOPLE] ?? '');
    const response = await of_known;
    expect(await of_unknown).toEqual(response);
    shapes.add(JSON.stringify(response));
  }
  expect(sent).toBe(REQUESTS);
  // The redirects to the entry of the code, and after too many requests from a /24.
  expect([...shapes].map((shape) => /limited/.test(shape)).toSorted()).toEqual([false, true]);
  await until('the e-mails are sent', () => mails.length >= PEOPLE);
  for (const email of known) {
    const received = mails.filter(({ to }) => to === email).length;
    expect([received > 0, received <= MAX_MAILS_OF_EMAIL]).toEqual([true, true]);
  }
  expect(mails.filter(({ to }) => !known.includes(to))).toEqual([]);
  expect(await codes()).toBeLessThanOrEqual(MAX_UNSENT_ROWS + 1 + PEOPLE * MAX_MAILS_OF_EMAIL);
  expect(heapBytes() - before_bytes).toBeLessThan(MAX_HEAP_BYTES);

  alir.clock.pass(25 * HOUR_MS);
  expect((await request(known[0] ?? '')).cookies).toHaveLength(1);
  expect(await codes()).toBe(1);
});
