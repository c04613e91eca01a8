import { Parser } from 'htmlparser2';
import { expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { BY, customers, incidents, intake, OPERATOR } from '../../support/operator-morning.ts';
import { foreignTexts } from '../../support/page-language.ts';
import fc from '../../support/properties.ts';
import { sized } from '../../support/size.ts';

const SEED = 20261127;
/** Wrong values of each field. */
const VALUES = sized(2, 20);
const LANGUAGES = ['id', 'en'] as const;
const SCRIPT = '<script>alert(1)</script>';
/** Forms that end the session: account.test.ts and sessions/ test them. */
const ENDS_SESSION = /^\/sign-out|^\/account\/data\/(delete|sign-out)/;

interface SentForm {
  readonly method: string;
  readonly action: string;
  /** The values that the page has for its fields, or valid ones for those that are empty. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A value that a browser would send for a field of this type. */
const VALID: Readonly<Record<string, string>> = {
  email: 'budi@example.com',
  number: '1',
  date: '2026-02-10',
  url: 'https://hooks.example.com/x',
};

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

/** The links and the forms of a page. */
function contentOf(html: string, path: string): { links: string[]; forms: SentForm[] } {
  const links: string[] = [];
  const forms: { method: string; action: string; fields: Record<string, string> }[] = [];
  const own = (address: string) => {
    const { origin, pathname, search } = new URL(address, `http://alir.test${path}`);
    return origin === 'http://alir.test' ? pathname + search : null;
  };
  let select = '';
  const parser = new Parser({
    onopentag(tag, { href, action = path, method = 'get', name = '', type = '', value = '', ...more }) {
      const link = tag === 'a' && href !== undefined ? own(href) : null;
      if (link !== null) links.push(link);
      if (tag === 'form') forms.push({ method, action: own(action) ?? '/', fields: {} });
      const fields = forms.at(-1)?.fields ?? {};
      if (tag === 'select') select = name;
      if (tag === 'option' && (!(select in fields) || 'selected' in more)) fields[select] = value;
      if (tag === 'textarea' || (tag === 'input' && name !== '' && !(name in fields)))
        fields[name] = value || (VALID[type] ?? 'x');
    },
  });
  parser.end(html);
  return { links, forms };
}

/** The texts of a page that say what is wrong: a notice, the problem of a field, or a page of an error. */
function refusalIn(html: string): string {
  const parts = html.match(/<(div|p|section) class="(notice (bad|warn|info)|problem|error)"[\s\S]*?<\/\1>/g);
  return (parts ?? []).join('\n');
}

/** The forms of all pages that the links from these pages lead to, once for each address and names of fields. */
async function formsFrom(alir: TestAlir, browser: BrowserSession, first: string[]): Promise<SentForm[]> {
  const known = new Set(first);
  const kinds = new Set<string>();
  const forms = new Map<string, SentForm>();
  for (const path of known) {
    alir.clock.elapsed_ms += 5000;
    const response = await browser.get(path);
    const type = response.headers.get('content-type') ?? '';
    const target = response.headers.get('location');
    const html = target ? `<a href="${target}">` : type.startsWith('text/html') ? await response.text() : '';
    const content = contentOf(html, path);
    for (const form of content.forms) {
      const names = Object.keys(form.fields).toSorted().join(' ');
      const key = `${form.method} ${form.action.replaceAll(/[0-9a-f-]{20,}/g, ':id')} ${names}`;
      if (!forms.has(key)) forms.set(key, form);
    }
    for (const link of content.links) {
      const [page = '', query = ''] = link.split('?', 2);
      const kind = [page.replaceAll(/[0-9a-f-]{20,}/g, ':id'), ...new URLSearchParams(query).keys()].join(
        ' ',
      );
      if (kinds.has(kind) && query !== '') continue;
      kinds.add(kind);
      known.add(link);
    }
  }
  return [...forms.values()].filter(({ action }) => !ENDS_SESSION.test(action));
}

test('every form answers a wrong value with a page that says what is wrong, and shows nothing of others', async ({
  alir,
}) => {
  const mails = mailsOf(alir);
  const { accounts, people, saved, webhooks } = alir.stores;
  await intake(alir, '2026-01-26');
  const { quant, desk, orders, offer_id } = await customers(alir);
  const { open } = await incidents(alir);
  const others = await accounts.createKey(quant, 'Key of others');
  await webhooks.create(quant, 'https://others.example.com/', ['day.published']);
  const list = await saved.create(quant, {
    kind: 'watchlist',
    name: 'List of others',
    content: { tickers: ['BBCA'], brokers: [] },
  });
  const marks = ['quant@example.com', 'Key of others', 'others.example.com', 'List of others'];
  const foreign = [quant, offer_id, orders.pending, others.key_id, list.saved_id, open];
  const before = await rowsOf(alir, quant);

  const customer = 'desk@example.com';
  await accounts.createKey(desk, 'notebook');
  await webhooks.create(desk, 'https://desk.example.com/', ['day.published']);
  await saved.create(desk, { kind: 'watchlist', name: 'Banks', content: { tickers: ['BBCA'], brokers: [] } });
  await saved.create(desk, {
    kind: 'screen',
    name: 'Any',
    content: {
      where: { or: [{ measure: 'value', gte: 1 }, { not: { measure: 'close', between: [1, 2] } }] },
    },
  });
  await people.addOperator(OPERATOR, BY);
  await accounts.create(OPERATOR, 'starter', 1);
  const wrong = fc.constantFrom(
    ...['', ' ', '-1', '0', '1.5', '1e308', '9'.repeat(400), 'NaN', 'true', '\0', '\ud800', '[]', '{}'],
    ...['x'.repeat(300), 'x'.repeat(20_000), '💥'.repeat(200), 'ا﷽\u202e', '__proto__', 'constructor'],
    ...['2026-02-30', '9999-12-31', '0000-00-00', 'javascript:alert(1)', 'http://127.0.0.1/', 'a@b'],
    ...[SCRIPT, SCRIPT, ...foreign, ...foreign],
  );
  const failed: string[] = [];
  let seed = SEED;
  for (const [email, first] of [
    [customer, ['/', '/account', '/explore', '/pricing']],
    [OPERATOR, ['/operator']],
  ] as const) {
    const signedIn = async () => {
      alir.clock.elapsed_ms += 600_000;
      const browser = new BrowserSession(alir);
      await signInByMail(browser, mails, email);
      return browser;
    };
    let browser = await signedIn();
    const forms = await formsFrom(alir, browser, [...first]);
    for (const { method, action, fields } of forms) {
      for (const name of Object.keys(fields).filter((each) => each !== '_csrf')) {
        for (const value of fc.sample(wrong, { seed: ++seed, numRuns: VALUES })) {
          alir.clock.elapsed_ms += 5000;
          const language = LANGUAGES[seed % 2] ?? 'en';
          browser.cookies.set('alir_lang', language);
          const headers = { 'sec-fetch-site': 'same-origin' };
          let token = await browser.token('/account/data');
          if (token === '') {
            browser = await signedIn();
            token = await browser.token('/account/data');
          }
          // Node refuses an address of 16 kB before it is read.
          const text = method === 'post' ? value : value.slice(0, 300);
          const values = { ...fields, _csrf: token, [name]: text };
          const response =
            method === 'post'
              ? await browser.post(action, values, headers)
              : await browser.get(`${action}?${new URLSearchParams({ ...values, _csrf: '' })}`, headers);
          const html = await response.text();
          const about = `${email} ${method} ${action} ${name}=${JSON.stringify(value).slice(0, 60)}`;
          const fail = (what: string) => failed.push(`${about}: ${what}`);
          if (response.status >= 500) fail(`${response.status}`);
          if (html.includes(SCRIPT)) fail('the script is markup');
          if (response.status >= 400) {
            const refusal = refusalIn(html);
            if (refusal === '') fail(`${response.status} says nothing`);
            // Some names of fields are words.
            const texts = foreignTexts(refusal.replaceAll(`${name} `, ''), language);
            if (texts.length > 0) fail(`${response.status} in another language: ${texts.join(' / ')}`);
          }
          if (email === customer)
            for (const mark of marks) if (mark !== value && html.includes(mark)) fail(`shows ${mark}`);
        }
      }
    }
    if (email === customer) expect(await rowsOf(alir, quant)).toEqual(before);
    expect([email, forms.length]).toEqual([email, expect.toSatisfy((count) => count > 20)]);
  }
  expect(failed).toEqual([]);
});

/** What an account has that a form could change. */
async function rowsOf(alir: TestAlir, account_id: string): Promise<unknown> {
  // Deliveries to a webhook fail meanwhile.
  const tables = {
    account: '*',
    api_key: '*',
    membership: '*',
    invitation: '*',
    webhook: 'url, events, disabled_at',
  };
  const more = { billing_order: '*', offer: '*', saved_item: '*' };
  return await Promise.all(
    Object.entries({ ...tables, ...more }).map(([table, columns]) =>
      alir.test_ledger.rows(`SELECT ${columns} FROM ${table} WHERE account_id = '${account_id}'`),
    ),
  );
}
