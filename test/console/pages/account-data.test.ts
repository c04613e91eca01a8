import { expect, vi } from 'vitest';
import { Invitations } from '../../../src/commerce/accounts/people/invitation-links.ts';
import type { Mail } from '../../../src/network/mailer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession, signInByMail } from '../../support/browser-session.ts';
import { test } from '../../support/fixtures.ts';

const OLD = 'ani@example.com';
const NEW = 'ani@new.example';

/** A server whose e-mails, also those with links, go into a list. */
function mailsWithLinks(alir: TestAlir): Mail[] {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const { stores } = alir;
  const of = {
    ...stores,
    mailer,
    public_url: 'https://alir.example',
    local_url: '',
    language: 'en',
  } as const;
  Object.assign(stores, { mailer, invitations: new Invitations(of) });
  return mails;
}

/** The owner of an account on the Free plan, signed in by e-mail. */
async function owner(alir: TestAlir) {
  const mails = mailsWithLinks(alir);
  const { account } = await alir.stores.accounts.create(OLD, 'free', 1);
  const browser = new BrowserSession(alir);
  await signInByMail(browser, mails, OLD);
  const send = async (path: string, fields: Record<string, string>) => {
    const token = await browser.token('/account/data');
    return await browser.post(`/account/data/${path}`, { _csrf: token, ...fields });
  };
  return { mails, browser, send, account_id: account.account_id };
}

/** The fields of the link in the newest e-mail to an address. */
function linkTo(mails: readonly Mail[], address: string): Record<string, string> {
  const { text = '' } = mails.findLast(({ to }) => to === address) ?? {};
  return Object.fromEntries(new URL(/https:\S+/.exec(text)?.[0] ?? '').searchParams);
}

test('a person signs in with another address after its link was opened, and the account has it too', async ({
  alir,
}) => {
  const { mails, browser, send, account_id } = await owner(alir);
  // The language of the server is English.
  browser.cookies.set('alir_lang', 'id');
  expect((await send('email', { email: NEW })).headers.get('location')).toContain('done=address_link_sent');
  expect(await alir.stores.people.withEmail(NEW)).toBeUndefined();
  expect(mails.findLast(({ to }) => to === NEW)?.subject).toBe('Alir: konfirmasi alamat e-mail baru');
  browser.cookies.set('alir_lang', 'en');
  const link = linkTo(mails, NEW);
  const page = await (await browser.get(`/account/data/email?${new URLSearchParams(link)}`)).text();
  expect(page).toContain(`You will sign in with ${NEW} instead of ${OLD}.`);

  expect((await send('email/confirm', link)).headers.get('location')).toContain('done=address_changed');
  expect((await alir.stores.accounts.withId(account_id)).email).toBe(NEW);
  expect(mails.findLast(({ to }) => to === OLD)?.text).toContain(`You now sign in to Alir with ${NEW}.`);
  expect((await alir.stores.people.of(account_id)).map(({ email }) => email)).toEqual([NEW]);
  // The link works once, and the old address is that of nobody.
  expect(await (await send('email/confirm', link)).text()).toContain('This link was already used');
  expect(await alir.stores.people.withEmail(OLD)).toBeUndefined();
});

test('a link of one address does not prove another, and an address of another person is refused', async ({
  alir,
}) => {
  const { mails, send, account_id } = await owner(alir);
  await send('email', { email: NEW });
  const link = linkTo(mails, NEW);
  const forged = await send('email/confirm', { ...link, email: 'victim@example.com' });
  expect(await forged.text()).toContain('This link was already used, or is older');
  await alir.stores.accounts.create(NEW, 'free', 1);
  expect(await (await send('email/confirm', link)).text()).toContain('already belongs to another person');
  expect((await alir.stores.accounts.withId(account_id)).email).toBe(OLD);
});

test('an e-mail that cannot be sent is in the log', async ({ alir }) => {
  const { mails, browser, send, account_id } = await owner(alir);
  await send('email', { email: NEW });
  const link = linkTo(mails, NEW);
  const { mailer, operators } = alir.stores;
  vi.spyOn(mailer ?? expect.fail(), 'send').mockRejectedValue(new Error('554 no'));
  const log = await alir.log();
  expect((await send('email/confirm', link)).headers.get('location')).toContain('done=address_changed');
  expect(await (await send('email', { email: OLD })).text()).toContain('No e-mail could be sent');
  expect(log.splice(0)).toEqual(['error: an e-mail could not be sent', 'error: an e-mail could not be sent']);

  const invited = {
    email: 'budi@example.com',
    role: 'member',
    _csrf: await browser.token('/account/people'),
  };
  expect((await browser.post('/account/people/invite', invited)).headers.get('location')).toBe(
    '/account/people?done=person_invited',
  );
  const { operator_key } = await operators.create('test');
  const headers = { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'citra@example.com', account: account_id });
  expect((await alir.raw('/admin/invitations', { method: 'POST', headers, body })).status).toBe(200);
  const invitation = 'error: an invitation could not be sent by e-mail';
  expect(log).toEqual([invitation, invitation]);
});

test('an account sends at most five links to an address in a day', async ({ alir }) => {
  const { mails, send } = await owner(alir);
  for (let link = 0; link < 5; link++) await send('email', { email: NEW });
  expect(await (await send('email', { email: NEW })).text()).toContain('No e-mail could be sent');
  expect(mails.filter(({ to }) => to === NEW)).toHaveLength(5);
});
