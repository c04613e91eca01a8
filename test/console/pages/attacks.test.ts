import { readdir, readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';

const BY = { actor: 'operator', reason: 'x' };
/** Forms of a person, whatever a key may do. */
const OF_PERSON = /^\/account\/(data|webhooks\/brief)\b/;
const CROSS_SITE = { 'sec-fetch-site': 'cross-site' };

interface Route {
  readonly method: 'GET' | 'POST';
  /** With the ids of the victim. */
  readonly path: string;
}

let alir: TestAlir;
let victim: Awaited<ReturnType<typeof customer>>;
let attacker: Awaited<ReturnType<typeof customer>>;
/** Every page and form of the console, as it is registered: a new one is attacked, too. */
let routes: Route[];
let visitors: Record<
  'nobody' | 'owner' | 'member' | 'data key' | 'account key' | 'victim' | 'operator' | 'other',
  BrowserSession
>;

/** An account with one of everything, and its owner. */
async function customer(email: string) {
  const { accounts, alerts, billing, brief_subscriptions, people, saved, webhooks } = alir.stores;
  const { account } = await accounts.create(email, 'starter', 1, null, 150_000);
  const { account_id } = account;
  const { key_id, api_key } = await accounts.createKey(account_id, 'notebook');
  const { webhook_id } = await webhooks.create(account_id, 'https://hooks.example.com/', ['day.published']);
  const { person_id = '' } = (await people.admit(email)) ?? {};
  const subscriber = { account_id, person_id };
  await brief_subscriptions.subscribe(subscriber, null, 'en');
  const [{ subscription_id = '' } = {}] = await brief_subscriptions.of(subscriber);
  const order = () =>
    billing.orders.create(account_id, { plan: 'advanced', months: 1 }, { idempotency_key: null });
  await billing.payments.confirm((await order()).order_id, {}, 'x');
  const { order_id } = await order();
  const [invoice] = await billing.invoices.of(account_id);
  const terms = { units: 9, requests_per_minute: 9, keys: 9, price_idr: 9000, days: 9 };
  const { offer_id } = await billing.offers.create(account_id, terms, false);
  const watchlist = { kind: 'watchlist', name: 'banks', content: { tickers: ['BBCA'] } } as const;
  const { saved_id } = await saved.create(account_id, watchlist);
  const { alert_id } = await alerts.create(account_id, saved_id, {
    broker: 'AK',
    side: 'buy',
    value_idr: 1e9,
  });
  const made = { key_id, webhook_id, person_id, subscription_id, order_id, offer_id, saved_id, alert_id };
  const ids = { ...made, number: invoice?.number ?? '' };
  // Its first page with data creates the key of the console.
  await accounts.consoleCaller(account_id);
  return { email, api_key, account_id, ids: { ...ids, account: account_id } as Record<string, string> };
}

/** Pages are limited by address. */
const rested = () => {
  alir.clock.elapsed_ms += 60_000;
};

async function opened(
  browser: BrowserSession,
  { method, path }: Route,
  fields: Record<string, string | string[]> = {},
  headers?: Record<string, string>,
): Promise<Response> {
  rested();
  return method === 'GET' ? browser.get(path, headers) : browser.post(path, fields, headers);
}

/** The headers of the response to a request target that fetch would change. */
async function headersOf(path: string): Promise<IncomingMessage['headers']> {
  const { hostname, port } = new URL(await alir.url());
  return new Promise((resolve, reject) => {
    const headers = { host: 'evil.example', accept: 'text/html' };
    const sent = request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.headers);
    });
    sent.on('error', reject).end();
  });
}

/** Everything that a form could have changed. */
async function state(): Promise<unknown> {
  const tables = [
    'api_key',
    'membership',
    'brief_subscription',
    'invitation',
    'webhook',
    'billing_order',
    'account',
    'offer',
    'incident',
  ];
  const rows = tables.map((table) => alir.test_ledger.rows(`SELECT * FROM ${table}`));
  const log = await alir.stores.administration.audit({ account_id: null });
  // A download by the operator is recorded, and changes nothing.
  const changes = log.filter(({ action }) => action !== 'account.exported');
  return [changes, await Promise.all(rows)];
}

beforeAll(async () => {
  alir = await TestAlir.open({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }, afterThisFile);
  const { accounts, people } = alir.stores;
  const mails = mailsOf(alir);
  victim = await customer('victim@example.com');
  attacker = await customer('attacker@example.com');
  const withPaths = (await alir.routes()).filter(({ isPage }) => isPage);
  routes = withPaths.flatMap(({ methods, path }) => {
    const filled = path.replaceAll(/:(\w+)/g, (_, name) => victim.ids[name] ?? 'BBCA');
    return methods.flatMap((method) => (method === 'HEAD' ? [] : [{ method, path: filled } as Route]));
  });
  expect(routes.filter(({ method }) => method === 'POST').length).toBeGreaterThan(35);
  await people.invite('member@example.com', victim.account_id, 'member', BY);
  await people.addOperator('ani@example.com', BY);
  const { account: own } = await accounts.create('ani@example.com', 'free', 1);
  await accounts.consoleCaller(own.account_id);
  const bySignIn = async (email: string) => {
    rested();
    const browser = new BrowserSession(alir);
    await signInByMail(browser, mails, email);
    return browser;
  };
  const withKey = async (key: string) => {
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(key);
    return browser;
  };
  const { api_key } = await accounts.createKey(victim.account_id, 'of the account', {
    scopes: ['data', 'account'],
  });
  visitors = {
    nobody: new BrowserSession(alir),
    owner: await bySignIn(attacker.email),
    member: await bySignIn('member@example.com'),
    'data key': await withKey(victim.api_key),
    'account key': await withKey(api_key),
    victim: await bySignIn(victim.email),
    operator: await bySignIn('ani@example.com'),
    other: await bySignIn('ani@example.com'),
  };
});
beforeEach(rested);

const isSignIn = ({ path }: Route) => /^\/sign-in\b/.test(path);
/** Mail programs send the form of `/unsubscribe`, which has a token of its own: unsubscribe.test.ts. */
const posts = () => routes.filter(({ method, path }) => method === 'POST' && path !== '/unsubscribe');
const gets = () => routes.filter(({ method }) => method === 'GET');

describe('every form of the console', () => {
  test('does nothing for a request of another site, or without the token of the visitor', async () => {
    const { operator, other } = visitors;
    const [own, foreign] = [await operator.token(), await other.token()];
    const before = await state();
    for (const route of posts()) {
      for (const [attack, fields, headers] of [
        ['cross-site', { _csrf: own }, CROSS_SITE],
        ['other origin', { _csrf: own }, { origin: 'https://evil.example.com' }],
        ['no origin', { _csrf: own }, { 'x-alir-console': '1' }],
        ...(isSignIn(route)
          ? []
          : ([
              ['no token', {}],
              ['token of another visitor', { _csrf: foreign }],
              ['two tokens', { _csrf: [own, own] }],
              ['token under a prototype', { '__proto__[_csrf]': own, '__proto__._csrf': own }],
            ] as const)),
      ] as [string, Record<string, string | string[]>, Record<string, string>?][]) {
        const { status } = await opened(
          operator,
          route,
          { reason: 'x', email: 'a@b.id', ...fields },
          headers,
        );
        expect([route.path, attack, status]).toEqual([route.path, attack, 403]);
      }
      const inUrl = { ...route, path: `${route.path}?_csrf=${encodeURIComponent(own)}` };
      if (!isSignIn(route))
        expect([route.path, (await opened(operator, inUrl)).status]).toEqual([route.path, 403]);
    }
    expect(await state()).toEqual(before);
  });
});

describe('every page and form', () => {
  test('of an account or an operator needs a sign-in, and leads back', async () => {
    for (const route of routes.filter(({ path }) => /^\/(account\/|operator\b)/.test(path))) {
      const { status, headers } = await opened(visitors.nobody, route, { _csrf: 'x' });
      const back = route.method === 'GET' ? encodeURIComponent(route.path) : '';
      const sign_in = expect.stringMatching(new RegExp(`^/sign-in.*${back}$`));
      expect([route.path, status, headers.get('location')]).toEqual([route.path, 303, sign_in]);
    }
  });

  test('of an account changes and shows nothing of another account', async () => {
    const _csrf = await visitors.owner.token();
    const before = await state();
    const ofVictim = routes.filter(
      ({ path }) =>
        path.startsWith('/account/') && Object.values(victim.ids).some((id) => path.includes(`/${id}`)),
    );
    expect(ofVictim.length).toBeGreaterThan(15);
    for (const route of ofVictim) {
      const { status } = await opened(visitors.owner, route, { _csrf, name: 'x', role: 'member' });
      expect([route.path, status]).toEqual([route.path, 404]);
    }
    const switched = { method: 'POST', path: '/account/switch' } as const;
    const { status } = await opened(visitors.owner, switched, { _csrf, account_id: victim.account_id });
    expect(status).toBe(403);
    expect(await state()).toEqual(before);
  });

  test.each(['member', 'data key', 'account key'] as const)(
    'of an account is refused to a %s who may not send it',
    async (who) => {
      const _csrf = await visitors[who].token();
      const before = await state();
      // A person changes the own e-mail address with a link, and the own briefs.
      const isOwn = (path: string) =>
        path === '/account/switch' ||
        (who === 'member' && /^\/account\/(data\/email|webhooks\/brief)/.test(path)) ||
        (who === 'account key' && !OF_PERSON.test(path));
      for (const route of posts().filter(({ path }) => path.startsWith('/account/') && !isOwn(path))) {
        const { status } = await opened(visitors[who], route, { _csrf, name: 'x', role: 'owner' });
        expect([route.path, status]).toEqual([route.path, 403]);
      }
      expect(await state()).toEqual(before);
    },
  );

  test('shows its forms to those who may send them', async () => {
    const shownTo = async (who: keyof typeof visitors) => {
      let shown = '';
      for (const route of gets().filter(({ path }) => !path.startsWith('/operator')))
        shown += await (await opened(visitors[who], route)).text();
      return posts().flatMap(({ path }) => (shown.includes(`action="${path}"`) ? [path] : []));
    };
    const ofOwner = await shownTo('victim');
    expect(ofOwner.length).toBeGreaterThan(25);
    expect(ofOwner.filter((path) => OF_PERSON.test(path))).toHaveLength(3);
    expect(await shownTo('account key')).toEqual(ofOwner.filter((path) => !OF_PERSON.test(path)));
    const ofMember = ['/sign-out', '/account/data/email/confirm', '/account/webhooks/brief'];
    expect(await shownTo('member')).toEqual(ofMember);
    expect(await shownTo('data key')).toEqual(['/sign-out']);
  });

  test.each(['owner', 'member', 'data key'] as const)(
    'of an operator does not exist for a %s',
    async (who) => {
      const _csrf = await visitors[who].token();
      const before = await state();
      for (const route of routes.filter(({ path }) => path.startsWith('/operator'))) {
        const { status } = await opened(visitors[who], route, { _csrf, reason: 'x' });
        expect([route.path, status]).toEqual([route.path, 404]);
      }
      expect(await state()).toEqual(before);
    },
  );

  test('opens in no frame, runs no script of others, and is stored by nobody after the sign-in', async () => {
    const before = await state();
    for (const who of ['nobody', 'victim', 'operator'] as const) {
      const browser = visitors[who];
      for (const route of [...routes, { method: 'GET', path: '/none' } as Route]) {
        const { status, headers } = await opened(
          browser,
          route,
          {},
          route.method === 'POST' ? CROSS_SITE : {},
        );
        const about = [who, route.method, route.path, status];
        expect([...about, headers.get('x-content-type-options')]).toEqual([...about, 'nosniff']);
        const policy = headers.get('content-security-policy') ?? '';
        expect([...about, policy]).toEqual([...about, expect.stringContaining("frame-ancestors 'none'")]);
        expect([...about, policy]).toEqual([...about, expect.stringContaining("default-src 'none'")]);
        expect([...about, policy]).toEqual([...about, expect.not.stringContaining('unsafe')]);
        if (route.path.startsWith('/assets/')) continue;
        const stored = headers.get('cache-control') ?? '';
        const isPublic = who === 'nobody' && status === 200 && !/^\/sign-in\//.test(route.path);
        expect([...about, stored]).toEqual([
          ...about,
          isPublic ? 'no-cache' : expect.stringMatching(/^(no-store|private)/),
        ]);
        if (isPublic)
          expect([...about, headers.get('vary')]).toEqual([...about, expect.stringContaining('Cookie')]);
      }
    }
    // No page changes anything, so a link cannot.
    expect(await state()).toEqual(before);
  });

  test('never leads to another site, by its path or a link of the language or the theme', async () => {
    for (const { path } of gets()) {
      for (const query of [
        'lang=id',
        'theme=dark',
        'lang=en&next=//evil.example',
        'theme=light&q=/%5Cevil.example',
      ]) {
        const { status, headers } = await opened(visitors.operator, {
          method: 'GET',
          path: `${path}?${query}`,
        });
        expect([path, status]).toEqual([path, 303]);
        expect([path, headers.get('location')]).toEqual([path, expect.stringMatching(/^\/(?![/\\])/)]);
      }
    }
    for (const target of [
      'http://evil.example/pricing?lang=id',
      'http://evil.example//pricing?theme=dark',
      '//evil.example/pricing?lang=id',
      '/\\evil.example?lang=id',
      '/%2F%2Fevil.example?lang=id',
      '/explore/%2F%2Fevil.example?lang=id',
      '/explore?q=//evil.example',
      '/sign-in?next=http%3A%2F%2Fevil.example',
      '/account/keys?next=//evil.example',
      'http://evil.example/account/keys',
    ]) {
      rested();
      const { location = '/' } = await headersOf(target);
      expect([target, location]).toEqual([target, expect.stringMatching(/^\/(?![/\\])/)]);
    }
  });
});

describe('the usage as CSV', () => {
  test('has no formula that a customer chose', async () => {
    const { accounts } = alir.stores;
    for (const [index, name] of [
      '=HYPERLINK("https://evil.example","x")',
      '+1',
      '@SUM(A1)',
      '-1',
      'a,"b',
    ].entries()) {
      const { account, api_key } = await accounts.create(`csv${index}@example.com`, 'starter', 1);
      const key = await accounts.createKey(account.account_id, name);
      const headers = { authorization: `Bearer ${key.api_key}` };
      await fetch(`${await alir.url()}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, { headers });
      const browser = new BrowserSession(alir);
      await browser.signInWithKey(api_key);
      const csv = await (await browser.get('/account/usage.csv?by=key')).text();
      expect(csv).toContain(name.includes('"') ? name.replaceAll('"', '""') : name);
      expect(csv).not.toMatch(/(^|,|\n)"?[=+@-]/);
      expect(csv.split('\r\n', 1)).toEqual(['key_id,key_name,key_kind,key_revoked_at,units,requests']);
    }
  });
});

test('no code of the console writes a text as markup, except two parts for HTML of the server', async () => {
  const folder = new URL('../../../src/console/', import.meta.url);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const writing: string[] = [];
  for (const file of files.filter(({ name }) => /\.tsx?$/.test(name))) {
    const source = await readFile(join(file.parentPath, file.name), 'utf8');
    if (/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|srcdoc|DOMParser/i.test(source)) {
      writing.push(file.name);
    }
  }
  // The second one parses the page that the server sends again.
  expect(writing.toSorted()).toEqual(['markup.tsx', 'refresh.entry.ts']);
});
