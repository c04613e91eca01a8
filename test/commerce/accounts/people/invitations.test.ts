import { describe, expect } from 'vitest';
import { Invitations } from '../../../../src/commerce/accounts/people/invitation-links.ts';
import { People } from '../../../../src/commerce/accounts/people/people.ts';
import { SignIn } from '../../../../src/commerce/accounts/people/sign-in.ts';
import type { SignInMail } from '../../../../src/commerce/accounts/people/sign-in-mails.ts';
import { test } from '../../../support/fixtures.ts';
import type { Shop } from '../../../support/shop.ts';

const BY = { actor: 'person x', reason: null };
const EMAIL = 'budi@example.com';

function open(
  shop: Shop,
  settings: { send?: () => Promise<void>; hasMail?: boolean; public_url?: string } = {},
) {
  const { ledger, accounts, clock } = shop;
  const people = new People({ ledger, accounts, clock, signup: 'closed' });
  const sign_in = new SignIn({ ledger, people, clock });
  const mails: SignInMail[] = [];
  const send = settings.send ?? (async (mail: SignInMail) => void mails.push(mail));
  const invitations = new Invitations({
    ...{ ledger, accounts, people, sign_in, clock },
    mailer: settings.hasMail === false ? null : { send },
    public_url: settings.public_url ?? 'https://alir.example.com',
    local_url: '',
    language: 'en',
  });
  /** The code in the link of an e-mail. */
  const codeIn = (mail = mails.at(-1)) =>
    new URL(/https:\S+link\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('code') ?? '';
  const links = () => shop.ledger.all('audit_entries', { since: '', until: '9', account_id: null });
  const countLinks = async () =>
    (await links()).filter(({ action }) => action === 'person.link_created').length;
  return { people, sign_in, invitations, mails, codeIn, countLinks };
}

describe('an invitation of an operator', () => {
  test('gives the operator the link if the mail server does not accept the e-mail', async ({ shop }) => {
    const account = await shop.account();
    const failure = new Error('554 no');
    const { invitations, sign_in } = open(shop, { send: () => Promise.reject(failure) });
    const made = await invitations.invite({ email: EMAIL, account, role: null }, BY);
    expect(made).toMatchObject({ email: EMAIL, account_id: account, sent: false, failure });
    const code = new URL(made.link ?? '').searchParams.get('code') ?? '';
    await expect(sign_in.signIn(EMAIL, code)).resolves.toMatchObject({ email: EMAIL });
  });

  test('adds a person who can already sign in to the account', async ({ shop }) => {
    const [first, second] = [await shop.account(), await shop.account()];
    const { invitations, sign_in, people, codeIn } = open(shop);
    for (const account of [first, second]) {
      await invitations.invite({ email: EMAIL, account, role: null }, BY);
      await sign_in.signIn(EMAIL, codeIn());
    }
    for (const account of [first, second]) {
      expect(await people.of(account)).toMatchObject([{ email: EMAIL, role: 'member' }]);
    }
  });
});

describe('an invitation of an owner', () => {
  test('sends a link that signs the person in once, for one day', async ({ shop }) => {
    const account_id = await shop.account();
    const { invitations, sign_in, people, mails, codeIn, countLinks } = open(shop);
    expect(await invitations.inviteForOwner(EMAIL, account_id, 'member', BY)).toEqual({ sent: true });
    expect(mails).toMatchObject([{ to: EMAIL, subject: 'Alir: you are invited to sign in' }]);
    expect(await countLinks()).toBe(1);
    const { person_id } = await sign_in.signIn(EMAIL, codeIn());
    expect(await people.of(account_id)).toMatchObject([{ person_id, role: 'member' }]);
    await expect(sign_in.signIn(EMAIL, codeIn())).rejects.toMatchObject({ code: 'sign_in_refused' });
    await invitations.inviteForOwner('late@example.com', account_id, 'member', BY);
    shop.pass(1);
    await expect(sign_in.signIn('late@example.com', codeIn())).rejects.toMatchObject({
      code: 'sign_in_refused',
    });
  });

  test('leaves the links of other invitations of the person valid', async ({ shop }) => {
    const [one, other] = [await shop.account(), await shop.account()];
    const { invitations, sign_in, mails, codeIn } = open(shop);
    await invitations.invite({ email: EMAIL, account: one, role: null }, BY);
    for (let time = 0; time < 6; time++) await invitations.inviteForOwner(EMAIL, other, 'member', BY);
    await expect(sign_in.signIn(EMAIL, codeIn(mails[0]))).resolves.toMatchObject({ email: EMAIL });
  });

  test('sends at most 5 e-mails a day to an address, and 50 from an account', async ({ shop }) => {
    const [account_id, other] = [await shop.account(), await shop.account()];
    const { invitations, people, mails } = open(shop);
    const invite = async (email: string, from = account_id) => {
      const { sent } = await invitations.inviteForOwner(email, from, 'member', BY);
      for (const { invitation_id } of await people.invitations(from)) {
        await people.uninvite(from, invitation_id, BY);
      }
      return sent;
    };
    for (let count = 0; count < 5; count++) expect(await invite(EMAIL)).toBe(true);
    expect([await invite(EMAIL), await invite(EMAIL.toUpperCase(), other)]).toEqual([false, false]);
    for (let count = 5; count < 50; count++) expect(await invite(`p${count}@example.com`)).toBe(true);
    expect([await invite('p50@example.com'), mails.length]).toEqual([false, 50]);
    expect(await invite('p50@example.com', other)).toBe(true);
    shop.pass(1.01);
    expect([await invite(EMAIL), await invite('p51@example.com')]).toEqual([true, true]);
  });

  test('is one of at most 50 that are open, each for 14 days', async ({ shop }) => {
    const account_id = await shop.account();
    const { people } = open(shop);
    const invite = (count: number) => people.invite(`p${count}@example.com`, account_id, 'member', BY);
    for (let count = 0; count < 50; count++) await invite(count);
    await expect(invite(50)).rejects.toMatchObject({ code: 'too_many_invitations' });
    shop.pass(13.99);
    expect(await people.invitations(account_id)).toHaveLength(50);
    shop.pass(0.01);
    expect(await people.invitations(account_id)).toHaveLength(0);
    await invite(50);
  });

  test('makes no link without a mail server or a public URL, and stays open if the mail server fails', async ({
    shop,
  }) => {
    const account_id = await shop.account();
    for (const settings of [{ hasMail: false }, { public_url: '' }]) {
      const without = open(shop, settings);
      expect(without.invitations.sendsLinks).toBe(false);
      expect(await without.invitations.inviteForOwner(EMAIL, account_id, 'member', BY)).toEqual({
        sent: false,
      });
      expect(await without.countLinks()).toBe(0);
    }
    const failure = new Error('554 no');
    const failing = open(shop, { send: () => Promise.reject(failure) });
    expect(await failing.invitations.inviteForOwner('b@example.com', account_id, 'owner', BY)).toEqual({
      sent: false,
      failure,
    });
    expect(await failing.people.invitations(account_id)).toHaveLength(3);
  });
});
