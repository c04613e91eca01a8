import { describe, expect } from 'vitest';
import { People } from '../../../../src/commerce/accounts/people/people.ts';
import { SignIn } from '../../../../src/commerce/accounts/people/sign-in.ts';
import type { Signup } from '../../../../src/core/commerce-terms.ts';
import { test } from '../../../support/fixtures.ts';
import { Shop } from '../../../support/shop.ts';
import { untilLedgerAnswers } from '../../../support/test-ledger.ts';

const OPERATOR = 'ani@example.com';
const BY = { actor: 'operator ani', reason: 'a test' };
/** Entries and requests at the same time: PostgreSQL handles one after another. */
const AT_ONCE = 12;
const HOME = '203.0.113.9';
const OFFICE = '2001:db8:77:1::/64';

async function open(shop: Shop, signup: Signup = 'closed') {
  const { ledger, accounts, clock } = shop;
  const people = new People({ ledger, accounts, clock, signup });
  const signIn = new SignIn({ ledger, people, clock });
  await people.addOperator(OPERATOR, BY);
  const { email } = await accounts.withId(await shop.account());
  /** What a request for a code does: the code that is mailed, `nothing`, or the code of the error. */
  const request = async (to: string, from: string, is_known = false) => {
    try {
      const { sent } = await untilLedgerAnswers(() => signIn.requestCode(to, from, is_known));
      return sent?.code ?? 'nothing';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const enter = (to: string, code: string, from: string, id = '') =>
    untilLedgerAnswers(() => signIn.signIn(to, code, from, id)).then(
      () => 'signed in',
      (error) => error.code as string,
    );
  return { people, signIn, email, request, enter };
}

/** Eight characters that no code has. */
const wrongCode = (entry: number) => `wrong${String(entry).padStart(3, '0')}`;

describe('a flood of requests for codes', () => {
  const FLOODS: [string, number, (n: number) => string][] = [
    ['498 requests from 26 IPv6 /64 networks', 498, (n) => `2001:db8:${n % 26}:7::/64`],
    ['520 requests from 520 /64 networks of one /48', 520, (n) => `2001:db8:5:${n.toString(16)}::/64`],
    ['520 requests from 520 IPv4 networks', 520, (n) => `10.${n >> 8}.${n & 255}.1`],
    ['520 requests from one IPv4 /24', 520, (n) => `10.1.1.${n % 256}`],
  ];

  test.each(FLOODS)('keeps no customer and no operator out: %s', async (_, count, from) => {
    const shop = await Shop.open();
    const { email, request, enter } = await open(shop, 'open');
    for (let n = 0; n < count; n++) await request(`x${n}@example.com`, from(n));
    for (const person of [email, OPERATOR]) {
      expect(await enter(person, await request(person, HOME), HOME)).toBe('signed in');
      expect(await enter(person, await request(person, OFFICE), OFFICE)).toBe('signed in');
    }
  });

  test('counts 20 requests for a /64 or an IPv4 address, and 100 for a /48 or a /24', async ({ shop }) => {
    const { request } = await open(shop);
    const limited = async (count: number, from: (n: number) => string) => {
      const seen: string[] = [];
      for (let n = 0; n < count; n++) seen.push(await request(`x${n}@example.com`, from(n)));
      return seen.indexOf('sign_in_limited');
    };
    expect(await limited(25, () => '10.1.1.1')).toBe(20);
    expect(await limited(25, () => '2001:db8:1:1::/64')).toBe(20);
    expect(await limited(120, (n) => `10.2.2.${n}`)).toBe(100);
    expect(await limited(120, (n) => `2001:db8:2:${n.toString(16)}::/64`)).toBe(100);
    // Addresses whose text only starts in the same way.
    expect(await limited(2, (n) => `10.2.2${n}.1`)).toBe(-1);
    expect(await limited(2, (n) => `2001:db8:2${n}:1::/64`)).toBe(-1);
    shop.pass(1 / 24);
    expect(await request('x@example.com', '10.1.1.1')).toBe('nothing');
  });

  test('sends new people at most 500 e-mails an hour, keeps a bounded number of rows, and the answer does not show it', async () => {
    const { shop, rows } = await Shop.openWithRows();
    const { request, email } = await open(shop, 'open');
    const sent: string[] = [];
    for (let n = 0; n < 1600; n++) sent.push(await request(`x${n}@example.com`, `10.${n >> 8}.${n & 255}.1`));
    expect(sent.filter((code) => /^\d{8}$/.test(code))).toHaveLength(500);
    expect(new Set(sent.slice(500))).toEqual(new Set(['nothing']));
    const [{ codes }] = await rows('SELECT count(*) AS codes FROM sign_in_code');
    expect(Number(codes)).toBe(1501);
    expect(await request(email, HOME)).toMatch(/^\d{8}$/);
    shop.pass(1 / 24);
    expect(await request('y@example.com', HOME)).toMatch(/^\d{8}$/);
  });

  test('does not show whether earlier requests of a network were for a person', async ({ shop }) => {
    const { email, request } = await open(shop);
    for (let n = 0; n < 5; n++) {
      expect(await request(email, '10.1.1.1')).not.toBe(await request(`x${n}@example.com`, '10.2.2.2'));
    }
    // As many as the ledger keeps of codes that were sent to nobody.
    for (let n = 0; n < 1000; n++) {
      shop.pass(1 / 86_400_000);
      await request(`x${n}@example.com`, `172.${n >> 8}.${n & 255}.1`);
    }
    const left = async (address: string) => {
      for (let n = 0; n < 25; n++) {
        if ((await request(`x${n}@example.com`, address)) === 'sign_in_limited') return n;
      }
      return 25;
    };
    expect(await left('10.1.1.1')).toBe(await left('10.2.2.2'));
  });
});

describe('requests of strangers for the address of a person', () => {
  test.each([1, 5, 50])(
    '%i of them leave the code of the person valid, and the next one is mailed',
    async (count) => {
      const shop = await Shop.open();
      const { signIn, email, request, enter } = await open(shop);
      const { code_id, sent } = await signIn.requestCode(email, HOME);
      for (let n = 0; n < count; n++) await request(email, `198.51.100.${n}`);
      expect(await enter(email, sent?.code ?? '', HOME, code_id)).toBe('signed in');
      expect(await request(email, OFFICE)).toMatch(/^\d{8}$/);
    },
  );

  test('from many networks send at most 10 e-mails an hour. The link of each signs the person in, and a known browser gets more', async ({
    shop,
  }) => {
    const { signIn, email, request, enter } = await open(shop);
    const links: string[] = [];
    for (let n = 0; n < 60; n++) {
      const { sent } = await signIn.requestCode(email, `10.${n}.0.1`);
      if (sent) links.push(sent.link_code);
    }
    expect(links).toHaveLength(10);
    expect(await request(email, HOME)).toBe('nothing');
    shop.pass(59 / 1440);
    expect(await request(email, HOME)).toBe('nothing');
    expect(await enter(email, links[3] ?? '', HOME)).toBe('signed in');
    expect(await enter(email, links[3] ?? '', HOME)).toBe('sign_in_refused');
    for (let n = 0; n < 5; n++) {
      const { code_id, sent } = await signIn.requestCode(email, HOME, true);
      expect(await enter(email, sent?.code ?? '', OFFICE, code_id)).toBe('signed in');
    }
    expect(await request(email, HOME, true)).toBe('nothing');
    shop.pass(1 / 1440);
    expect(await enter(email, links[4] ?? '', HOME)).toBe('sign_in_refused');
    expect(await request(email, HOME)).toMatch(/^\d{8}$/);
  });

  test('from the network of the person do not limit a known browser', async ({ shop }) => {
    const { email, request } = await open(shop);
    for (let n = 0; n < 25; n++) await request(`x${n}@example.com`, HOME);
    expect(await request(email, HOME)).toBe('sign_in_limited');
    expect(await request(email, HOME, true)).toMatch(/^\d{8}$/);
  });
});

describe('wrong codes that a stranger enters for a person', () => {
  test.each([
    ['from another network', OFFICE, ''],
    ['from the network of the person', HOME, ''],
    ['with the id of an own request', HOME, 'own'],
  ])('%s leave the code of the person valid in the browser that requested it', async (_, from, own) => {
    const shop = await Shop.open();
    const { signIn, email, enter } = await open(shop);
    const { code_id, sent } = await signIn.requestCode(email, HOME);
    const id = own === '' ? '' : (await signIn.requestCode(email, from)).code_id;
    const entries = Array.from({ length: AT_ONCE }, (_, entry) => enter(email, wrongCode(entry), from, id));
    expect(new Set(await Promise.all(entries))).toEqual(new Set(['sign_in_refused']));
    // The person has another address by now, as on a phone.
    expect(await enter(email, sent?.code ?? '', '192.0.2.44', code_id)).toBe('signed in');
  });

  test('leave it valid in the network that requested it, without a cookie', async ({ shop }) => {
    const { email, request, enter } = await open(shop);
    const code = await request(email, HOME);
    for (let entry = 0; entry < 40; entry++) await enter(email, wrongCode(entry), OFFICE);
    expect(await enter(email, code, HOME)).toBe('signed in');
  });

  test('while others are requested and used at once, change nothing for the person', async ({ shop }) => {
    const { signIn, email, request, enter } = await open(shop);
    const { code_id, sent } = await signIn.requestCode(email, HOME);
    const attack = Array.from({ length: AT_ONCE / 3 }, (_, n) => [
      enter(email, wrongCode(n), `10.${n}.0.1`),
      request(email, `10.${n}.1.1`),
      request(`x${n}@example.com`, `10.${n}.1.1`),
    ]);
    const entered = enter(email, sent?.code ?? '', HOME, code_id);
    await Promise.all(attack.flat());
    expect(await entered).toBe('signed in');
  });
});
