import { describe, expect } from 'vitest';
import { People } from '../../../../src/commerce/accounts/people/people.ts';
import { SignIn } from '../../../../src/commerce/accounts/people/sign-in.ts';
import {
  addressChangedMail,
  addressMail,
  codeMail,
  invitationMail,
} from '../../../../src/commerce/accounts/people/sign-in-mails.ts';
import type { Signup } from '../../../../src/core/commerce-terms.ts';
import { test as base } from '../../../support/fixtures.ts';
import type { Shop } from '../../../support/shop.ts';
import { AT_ONCE } from '../../../support/test-ledger.ts';

const test = base.extend('email', ({ shop, account }) => emailOf(shop, account));

const BY = { actor: 'operator ani', reason: 'asked by phone' };
const HOME = '203.0.113.0/24';

function open(shop: Shop, signup: Signup = 'closed') {
  const { ledger, accounts, clock } = shop;
  const people = new People({ ledger, accounts, clock, signup });
  const signIn = new SignIn({ ledger, people, clock });
  /** A second after the one before. */
  const codeFor = async (email: string, from = HOME) => {
    shop.pass(1 / 86_400);
    return (await signIn.requestCode(email, from)).sent?.code ?? '';
  };
  return { people, signIn, codeFor };
}

/** A code that differs in the last digit. */
const wrong = (code: string) => code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10);

async function emailOf(shop: Shop, account: string): Promise<string> {
  return (await shop.accounts.withId(account)).email;
}

function auditOf(shop: Shop, account_id: string | null) {
  return shop.ledger.all('audit_entries', { account_id, since: '2000', until: '3000' });
}

const REFUSED = { code: 'sign_in_refused' };

describe('a code', () => {
  test('signs in the owner of the account with the address, once', async ({ shop }) => {
    const { signIn, people, codeFor } = open(shop);
    const account = await shop.account();
    const email = await emailOf(shop, account);
    const code = await codeFor(email);
    expect(code).toMatch(/^\d{8}$/);
    const person = await signIn.signIn(email.toUpperCase(), code);
    expect(await people.memberships(person.person_id)).toMatchObject([
      { account_id: account, role: 'owner' },
    ]);
    await expect(signIn.signIn(email, code)).rejects.toMatchObject(REFUSED);
    // The next sign-in is the same person.
    expect((await signIn.signIn(email, await codeFor(email))).person_id).toBe(person.person_id);
  });

  test('ends after 10 minutes', async ({ shop, email }) => {
    const { signIn, codeFor } = open(shop);
    const first = await codeFor(email);
    shop.pass(10 / 1440);
    await expect(signIn.signIn(email, first)).rejects.toMatchObject(REFUSED);
    const second = await codeFor(email);
    shop.pass(9.99 / 1440);
    expect((await signIn.signIn(email, second)).email).toBe(email);
  });

  test('stays valid when others are requested', async ({ shop, email }) => {
    const { signIn, codeFor } = open(shop);
    const codes = [await codeFor(email), await codeFor(email), await codeFor(email)];
    for (const code of codes) expect((await signIn.signIn(email, code)).email).toBe(email);
  });

  test('is refused, even if right, after 3 wrong entries in its browser', async ({ shop, email }) => {
    const { signIn } = open(shop);
    const { code_id, sent } = await signIn.requestCode(email, HOME);
    const code = sent?.code ?? '';
    for (let entry = 0; entry < 3; entry++)
      await expect(signIn.signIn(email, wrong(code), HOME, code_id)).rejects.toMatchObject(REFUSED);
    await expect(signIn.signIn(email, code, HOME, code_id)).rejects.toMatchObject(REFUSED);
  });

  test('can be entered wrongly 6 times in all, from any browsers and networks', async ({ shop, email }) => {
    const { signIn } = open(shop);
    const { code_id, sent } = await signIn.requestCode(email, HOME);
    const code = sent?.code ?? '';
    const entries = async (from: string, id: string, entered: string) => {
      for (let entry = 0; entry < 10; entry++)
        await signIn
          .signIn(email, entered, from, id)
          .catch(({ code }) => expect(code).toBe('sign_in_refused'));
    };
    for (const from of [HOME, '198.51.100.7', '2001:db8:1:2::/64']) {
      for (const id of [code_id, '', 'another']) await entries(from, id, wrong(code));
    }
    for (const from of [HOME, '198.51.100.7', '192.0.2.1']) {
      for (const id of [code_id, '']) await entries(from, id, code);
    }
    const codes = await shop.ledger.all('sent_sign_in_codes', { email, since: '2000' });
    // It was never used.
    expect(codes.map((each) => each.code_id)).toEqual([code_id]);
  });

  test('of one address signs in no other one', async ({ shop }) => {
    const { signIn, codeFor } = open(shop);
    const [one, two] = [await emailOf(shop, await shop.account()), await emailOf(shop, await shop.account())];
    const code = await codeFor(one);
    await codeFor(two);
    await expect(signIn.signIn(two, code)).rejects.toMatchObject(REFUSED);
  });

  test('entered several times at once signs in once', async ({ shop, email }) => {
    const { signIn, codeFor } = open(shop);
    const code = await codeFor(email);
    const results = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => signIn.signIn(email, code)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is not stored', async ({ shop, email }) => {
    const { signIn } = open(shop);
    const { code, link_code } = (await signIn.requestCode(email, HOME)).sent ?? { code: '', link_code: '' };
    const [stored] = await shop.ledger.all('sent_sign_in_codes', { email, since: '2000' });
    expect([code.length, link_code.length, stored?.sha256.length]).toEqual([8, 22, 32]);
    expect(JSON.stringify(stored)).not.toContain(link_code);
    expect(JSON.stringify(stored)).not.toContain(code);
  });
});

test('the first sign-in creates an account without keys, so that its owner can create the one of the Free plan', async ({
  shop,
}) => {
  const { ledger, accounts, clock } = shop;
  const people = new People({ ledger, accounts, clock, signup: 'open' });
  await people.admit('new@example.com');
  const account_id = (await accounts.withEmail('new@example.com'))?.account_id ?? '';
  expect(await accounts.keys(account_id)).toEqual([]);
  const { key_id } = await accounts.createKey(account_id, 'laptop');
  expect(await accounts.keys(account_id)).toMatchObject([{ key_id, kind: 'api' }]);
});

test.for([
  ['the browser that requested it', HOME, true, 3],
  ['its network', HOME, false, 2],
  ['elsewhere', '198.51.100.7', false, 1],
] as const)(
  'a code can be entered in %s after fewer wrong entries than its limit',
  async ([_where, from, hasId, limit], { shop, email }) => {
    const { signIn } = open(shop);
    for (const wrong_entries of [limit - 1, limit]) {
      const { code_id, sent } = await signIn.requestCode(email, HOME);
      const code = sent?.code ?? '';
      const enter = (entered: string) => signIn.signIn(email, entered, from, hasId ? code_id : '');
      for (let entry = 0; entry < wrong_entries; entry++) {
        await expect(enter(wrong(code))).rejects.toMatchObject(REFUSED);
      }
      if (wrong_entries < limit) await expect(enter(code)).resolves.toMatchObject({ email });
      else await expect(enter(code)).rejects.toMatchObject(REFUSED);
    }
  },
);

describe('requests for codes', () => {
  test('of known and of unknown addresses have the same limits and the same errors', async ({ shop }) => {
    const { signIn } = open(shop);
    const known = await emailOf(shop, await shop.account());
    const outcomes = async (email: string) => {
      const seen: string[] = [];
      for (let count = 0; count < 7; count++) {
        const from = `198.51.${count}.0/24`;
        const asked = signIn.requestCode(email, from);
        seen.push(
          await asked.then(
            () => 'sent',
            (error) => error.code,
          ),
        );
        const entered = signIn.signIn(email, 'x');
        seen.push(
          await entered.then(
            () => 'signed in',
            (error) => error.message,
          ),
        );
      }
      return seen;
    };
    expect(await outcomes('nobody@example.com')).toEqual(await outcomes(known));
  });

  test.for([
    [(host: number) => `203.0.113.${host}/32`, '203.0.114.1/32'],
    [(host: number) => `2001:db8:1:${host}::/64`, '2001:db8:2:1::/64'],
  ] as const)('from the hosts of a network are limited to 100 an hour', async ([from, other], { shop }) => {
    const { signIn } = open(shop);
    const ask = (place: number) => signIn.requestCode(`p${place}@example.com`, from(place % 6));
    for (let place = 0; place < 100; place++) await ask(place);
    await expect(ask(100)).rejects.toMatchObject({ code: 'sign_in_limited' });
    await expect(signIn.requestCode('p@example.com', other)).resolves.toMatchObject({ sent: null });
    shop.pass(1 / 24 + 1 / 86_400);
    await expect(ask(100)).resolves.toMatchObject({ sent: null });
  });

  test('send 5 e-mails an hour from one network, 10 in all, and 5 more for known browsers', async ({
    shop,
  }) => {
    const { signIn } = open(shop);
    const email = await emailOf(shop, await shop.account());
    const mails = async (count: number, from: (place: number) => string, is_known = false) => {
      let mailed = 0;
      for (let place = 0; place < count; place++) {
        if ((await signIn.requestCode(email, from(place), is_known)).sent) mailed += 1;
      }
      return mailed;
    };
    expect(await mails(7, () => '10.1.1.1')).toBe(5);
    expect(await mails(7, (place) => `10.2.${place}.1`)).toBe(5);
    expect(await mails(7, () => '10.1.1.1', true)).toBe(5);
    shop.pass(1 / 24 + 1 / 86_400);
    expect(await mails(1, () => '10.1.1.1')).toBe(1);
  });

  test('send 500 e-mails an hour to new people, and more to others', async ({ shop }) => {
    const { codeFor } = open(shop, 'open');
    const known = await emailOf(shop, await shop.account());
    const at = shop.clock.now().toISOString();
    const code = {
      requested_from: '10.1.1.1',
      recipient: 'new',
      sha256: Buffer.of(0),
      link_sha256: null,
    } as const;
    await shop.ledger.transaction(async () => {
      for (let place = 1; place < 500; place++) {
        const own = { code_id: `new ${place}`, email: `new${place}@example.com` };
        await shop.ledger.run('create_sign_in_code', { ...code, ...own, created_at: at, expires_at: at });
      }
    });
    expect(await codeFor('new500@example.com')).not.toBe('');
    expect(await codeFor('new501@example.com')).toBe('');
    expect(await codeFor(known)).not.toBe('');
  });

  test('keep the newest 1000 that were sent to nobody', async ({ shop }) => {
    const { signIn } = open(shop);
    const at = shop.clock.now().toISOString();
    await shop.ledger.transaction(async () => {
      for (let place = 0; place <= 1000; place++) {
        await shop.ledger.run('create_sign_in_code', {
          ...{ code_id: `nobody ${place}`, email: `p${place}@example.com`, requested_from: '10.1.1.1' },
          ...{ recipient: 'nobody', sha256: Buffer.of(0), link_sha256: null, created_at: at, expires_at: at },
        });
      }
    });
    await signIn.requestCode(await emailOf(shop, await shop.account()), HOME);
    expect(await shop.ledger.run('trim_sign_in_codes', { kept: 0 })).toBe(1000);
  });

  test('from one network are limited to 20 an hour', async ({ shop }) => {
    const { codeFor } = open(shop, 'open');
    for (let count = 0; count < 20; count++) await codeFor(`p${count}@example.com`);
    await expect(codeFor('p21@example.com')).rejects.toMatchObject({
      code: 'sign_in_limited',
      retry_after_s: 3600,
    });
    expect(await codeFor('p21@example.com', '198.51.100.0/24')).not.toBe('');
    // The clock was wrong, and is set back.
    shop.pass(-30);
    expect(await codeFor('p21@example.com')).not.toBe('');
  });
});

describe('the first sign-in', () => {
  test('of an unknown address sends no mail and admits nobody while sign-up is closed', async ({ shop }) => {
    const { signIn, people } = open(shop);
    expect((await signIn.requestCode('new@example.com', HOME)).sent).toBeNull();
    expect(await people.admit('new@example.com')).toBeNull();
    expect(await shop.accounts.withEmail('new@example.com')).toBeUndefined();
  });

  test('creates an account on the Free plan while sign-up is open, once', async ({ shop }) => {
    const { signIn, people, codeFor } = open(shop, 'open');
    const person = await signIn.signIn('new@example.com', await codeFor('new@example.com'));
    const [membership] = await people.memberships(person.person_id);
    expect(membership?.role).toBe('owner');
    expect(await shop.accounts.withEmail('new@example.com')).toMatchObject({
      plan: 'free',
      account_id: membership?.account_id,
    });
    await signIn.signIn('new@example.com', await codeFor('new@example.com'));
    expect(await people.memberships(person.person_id)).toHaveLength(1);
  });

  test('needs an invitation while sign-up is by invitation', async ({ shop }) => {
    const { signIn, people, codeFor } = open(shop, 'invite');
    expect(await codeFor('new@example.com')).toBe('');
    await people.invite('New@Example.com', null, 'owner', BY);
    shop.pass(1 / 86_400);
    await signIn.signIn('new@example.com', await codeFor('new@example.com'));
    expect(await shop.accounts.withEmail('new@example.com')).toMatchObject({ plan: 'free' });
  });

  test('of an invited person joins the account, also while sign-up is closed; an invitation ends after 14 days', async ({
    shop,
  }) => {
    const { signIn, people, codeFor } = open(shop);
    const account = await shop.account('starter');
    await people.invite('late@example.com', account, 'member', BY);
    await people.invite('colleague@example.com', account, 'member', BY);
    const colleague = await signIn.signIn('colleague@example.com', await codeFor('colleague@example.com'));
    expect(await people.memberships(colleague.person_id)).toMatchObject([
      { account_id: account, role: 'member' },
    ]);
    shop.pass(14);
    expect(await codeFor('late@example.com')).toBe('');
    expect(await people.of(account)).toMatchObject([{ email: 'colleague@example.com', role: 'member' }]);
  });

  test('needs an invitation to an account after sign-up was closed', async ({ shop }) => {
    await open(shop, 'invite').people.invite('new@example.com', null, 'owner', BY);
    expect((await open(shop).signIn.requestCode('new@example.com', HOME)).sent).toBeNull();
  });

  test('of an invited person creates no account of its own while sign-up is open', async ({ shop }) => {
    const { signIn, people, codeFor } = open(shop, 'open');
    const account = await shop.account();
    await people.invite('colleague@example.com', account, 'member', BY);
    const { person_id } = await signIn.signIn(
      'colleague@example.com',
      await codeFor('colleague@example.com'),
    );
    expect(await people.memberships(person_id)).toMatchObject([{ account_id: account, role: 'member' }]);
    expect(await shop.accounts.all()).toHaveLength(1);
  });

  test('of an account keeps at least one owner', async ({ shop }) => {
    const { signIn, people, codeFor } = open(shop);
    const account = await shop.account();
    const email = await emailOf(shop, account);
    const owner = await signIn.signIn(email, await codeFor(email));
    await people.invite('second@example.com', account, 'owner', BY);
    const second = await signIn.signIn('second@example.com', await codeFor('second@example.com'));
    await people.setRole(account, second.person_id, 'member', BY);
    for (const attempt of [
      () => people.setRole(account, owner.person_id, 'member', BY),
      () => people.remove(account, owner.person_id, BY),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'last_owner' });
    }
    await people.remove(account, second.person_id, BY);
    expect(await people.of(account)).toHaveLength(1);
    await expect(people.remove(account, second.person_id, BY)).rejects.toMatchObject({
      code: 'unknown_person',
    });
  });
});

test('a new address is that of the person, and of the account that the person owns under the old one', async ({
  shop,
}) => {
  const { people, signIn } = open(shop);
  const [own, joined] = [await shop.account(), await shop.account()];
  const [email, other] = [await emailOf(shop, own), await emailOf(shop, joined)];
  const admit = async (address: string) => signIn.signIn(address, (await signIn.linkCode(address)).code);
  const [owner, colleague] = [await admit(email), await admit(other)];
  for (const taken of [other, other.toUpperCase()])
    await expect(people.changeEmail(owner, taken, BY)).rejects.toMatchObject({ code: 'email_taken' });
  await people.changeEmail(owner, 'New@example.com', BY);
  expect(await emailOf(shop, own)).toBe('New@example.com');
  expect(await people.withEmail('new@example.com')).toMatchObject({ person_id: owner.person_id });
  expect(await people.withEmail(email)).toBeUndefined();
  expect((await auditOf(shop, own)).at(-1)).toMatchObject({
    ...{ action: 'account.email_changed', ...BY, details: '{"email":"New@example.com"}' },
  });
  // Of an account that the person does not own, the address stays.
  await people.invite('third@example.com', joined, 'owner', BY);
  await admit('third@example.com');
  await people.setRole(joined, colleague.person_id, 'member', BY);
  await people.changeEmail(colleague, 'colleague@example.com', BY);
  expect(await emailOf(shop, joined)).toBe(other);
  const ofPeople = (await auditOf(shop, null)).filter(({ action }) => action === 'person.email_changed');
  expect(ofPeople.map(({ details }) => JSON.parse(details).person_id)).toEqual([
    owner.person_id,
    colleague.person_id,
  ]);
});

describe('an operator', () => {
  test('is a person with a role, which the audit log records with the id of the person', async ({ shop }) => {
    const { people } = open(shop);
    await people.addOperator('ani@example.com', BY);
    await people.addOperator('ANI@example.com', BY);
    const [ani, ...others] = await people.operators();
    expect(others).toEqual([]);
    await people.removeOperator('ani@example.com', BY);
    expect(await people.operators()).toEqual([]);
    await expect(people.removeOperator('ani@example.com', BY)).rejects.toMatchObject({
      code: 'unknown_person',
    });
    const details = JSON.stringify({ person_id: ani?.person_id });
    expect(await auditOf(shop, null)).toMatchObject([
      { action: 'operator.added', ...BY, details },
      { action: 'operator.removed', ...BY, details },
    ]);
  });

  test('gives a person a link that works once, within 24 hours', async ({ shop, email }) => {
    const { signIn } = open(shop);
    const first = await signIn.linkCode(email);
    shop.pass(23.9 / 24);
    expect((await signIn.signIn(email, first.code)).email).toBe(email);
    await expect(signIn.signIn(email, first.code)).rejects.toMatchObject(REFUSED);
    const second = await signIn.linkCode(email);
    shop.pass(1);
    await expect(signIn.signIn(email, second.code)).rejects.toMatchObject(REFUSED);
  });

  test('cannot invite a person to a new account while sign-up is closed', async ({ shop }) => {
    const { people } = open(shop);
    await expect(people.invite('new@example.com', null, 'owner', BY)).rejects.toMatchObject({
      code: 'signup_closed',
    });
  });
});

test('the audit log records changes of the people, without their addresses', async ({ shop }) => {
  const { signIn, people, codeFor } = open(shop);
  const account = await shop.account();
  await people.invite('budi@example.com', account, 'owner', BY);
  const { person_id } = await signIn.signIn('budi@example.com', await codeFor('budi@example.com'));
  await people.invite('citra@example.com', account, 'owner', BY);
  await signIn.signIn('citra@example.com', await codeFor('citra@example.com'));
  await people.setRole(account, person_id, 'member', BY);
  await people.remove(account, person_id, BY);
  const entries = await auditOf(shop, account);
  expect(entries.map(({ action, actor }) => [action, actor.replace(/person .*/, 'person')])).toEqual([
    ['account.created', 'operator'],
    ['person.invited', 'operator ani'],
    ['person.joined', 'person'],
    ['person.invited', 'operator ani'],
    ['person.joined', 'person'],
    ['person.role_changed', 'operator ani'],
    ['person.removed', 'operator ani'],
  ]);
  expect(JSON.stringify(entries.slice(1))).not.toContain('@example.com');
});

describe('an e-mail', () => {
  const made = { email: 'ani+1@example.com', code: '01234567', link_code: 'a-secret-of-22-letters' };

  test.each(['en', 'id'] as const)('with a code names it in the subject and in a link (%s)', (language) => {
    const mail = codeMail(language, 'https://alir.example.com', made);
    expect(mail.to).toBe(made.email);
    expect(mail.subject).toContain('01234567');
    expect(mail.text).toContain(
      'https://alir.example.com/sign-in/link?email=ani%2B1%40example.com&code=a-secret-of-22-letters\n',
    );
    // Without a link, the second way to sign in is its code: by wrong entries, a stranger can make all short codes useless.
    const { text } = codeMail(language, '', made);
    expect(text).not.toContain('http');
    expect(text).toContain('\na-secret-of-22-letters\n');
  });

  test.each(['en', 'id'] as const)(
    'with an invitation has a link, and the page for later (%s)',
    (language) => {
      const { text } = invitationMail(language, 'https://alir.example.com', made);
      expect(text).toContain('https://alir.example.com/sign-in/link?');
      expect(text).toContain('https://alir.example.com/sign-in\n');
    },
  );

  test.each(['en', 'id'] as const)('states its time limit and the new address (%s)', (language) => {
    const origin = 'https://alir.example.com';
    const link = { email: made.email, code: 'a-secret' };
    expect(codeMail(language, origin, made).text).toMatch(/\b10 (?:minutes|menit)\./);
    expect(invitationMail(language, origin, link).text).toMatch(/\b24 (?:hours|jam)\b/);
    const proof = addressMail(language, origin, link);
    expect(proof.to).toBe(made.email);
    expect(proof.text).toMatch(/\b24 (?:hours|jam)\b/);
    expect(proof.text).toContain(`${origin}/account/data/email?email=ani%2B1%40example.com&code=a-secret\n`);
    const changed = addressChangedMail(language, 'old@example.com', 'new@example.com');
    expect(changed.to).toBe('old@example.com');
    expect(changed.text).toContain('new@example.com');
    expect(changed.text).not.toContain('old@example.com');
  });
});
