import { expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { BY } from '../../support/operator-morning.ts';
import { lines, outlineOf, partOf } from '../../support/page-outline.ts';

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

/** An account with its owner, who signed in with a key. */
async function owned(alir: TestAlir, plan: 'free' | 'starter' = 'starter') {
  const { clock, stores } = alir;
  const mails = mailsOf(alir);
  const made = await stores.accounts.create('ani@example.com', plan, 1, null, plan === 'free' ? 0 : 200_000);
  const { account_id } = made.account;
  const names: Record<string, string> = { own: account_id };
  const owner = new BrowserSession(alir);
  const member = new BrowserSession(alir);
  /** Of the windows of the pages. */
  const titles = new Set<string>();
  const outline = async (answer: Response) => outlineOf(await answer.text(), names);
  const tick = (hours = 1) => {
    clock.time = new Date(clock.time.getTime() + hours * 3_600_000);
    clock.elapsed_ms += 60_000;
  };
  // The server starts with the first request.
  const signIn = async () => {
    if (owner.cookies.size === 0) await owner.signInWithKey(made.api_key);
  };
  return {
    ...{ account_id, names, titles, mails, owner, member, tick, api_key: made.api_key },
    async page(path: string, browser = owner) {
      await signIn();
      const html = await (await browser.get(`/account/${path}`)).text();
      const tab = /href="\/account\/(\w+)" aria-current="page"/.exec(
        html.split('class="tabs"')[1] ?? '',
      )?.[1];
      expect([path, tab]).toEqual([path, path.split(/[/?]/)[0]]);
      titles.add(/<title>([^<]*)/.exec(html)?.[1] ?? '');
      return outlineOf(html, names);
    },
    /** The page that follows a form. */
    async send(path: string, fields: Record<string, string | string[]> = {}, browser = owner) {
      const _csrf = await browser.token('/account/mcp');
      const answer = await browser.post(`/account/${path}`, { _csrf, ...fields });
      const location = answer.headers.get('location');
      return await outline(location === null ? answer : await browser.get(location));
    },
    async join() {
      await stores.people.invite('budi@example.com', account_id, 'member', BY);
      await signInByMail(member, mails, 'budi@example.com');
    },
    async call(key = made.api_key) {
      const query = 'ticker=BBCA&from=2026-01-05&to=2026-01-30';
      await fetch(`${await alir.url()}/foreign-flow?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
    },
    async order(
      name: string,
      purchase: { plan: 'professional' | 'advanced' | 'starter'; months: 1 | 6 } | { offer_id: string },
      accepted: number | null = null,
    ) {
      const given = { idempotency_key: name, accepted_forfeit_idr: accepted };
      const { order_id } = await stores.billing.orders.create(account_id, purchase, given);
      names[name] = order_id;
      return order_id;
    },
  };
}

test('the page of the keys, and a page for each change of a key', async ({ alir }) => {
  const { account_id, names, page, send, tick, member, join, call, titles } = await owned(alir);
  const { accounts } = alir.stores;
  const add = async (name: string, expires_at: string | null, allowed_ips: string[] | null = null) => {
    const key = await accounts.createKey(account_id, name, { scopes: ['data'], expires_at, allowed_ips });
    names[name] = key.key_id;
  };
  for (const { key_id, kind } of await accounts.keys(account_id)) names[kind] = key_id;
  tick();
  await add('old', '2026-02-02T13:30:00.000Z');
  tick();
  await add('home', null, ['198.51.100.7/32', '2001:db8::/32']);
  await accounts.revokeKey(names.home ?? '');
  tick();
  await call();
  expect(await page('keys')).toBe(lines`
    # Keys 1 of 3 API keys of the plan
    -- 12 #keys Keys in force. All keys share the units and the rate limit of the account. Times in WIB
    Name | Key | Permits | Last used | Expires | Allowed addresses | Actions
    default (ok) this session for programs | MASKED | data, account | 2 Feb 2026, 22:00 WIB | never | any | [Rename default](/account/keys/API/rename)[Replace default](/account/keys/API/replace)[Revoke default](/account/keys/API/revoke)
    mcp (info) MCP for agents; not counted in the limit of the plan | MASKED | data | never | never | any | [Replace mcp](/account/keys/MCP/replace)[Revoke mcp](/account/keys/MCP/revoke)
    +Revoked and expired keys (2)
    #ended Revoked and expired keys. They keep their usage. Times in WIB
    Name | Key | Permits | Last used | Ended
    old for programs | MASKED | data | never | expired, 2 Feb 2026, 20:30 WIB
    home for programs | MASKED | data | never | revoked, 2 Feb 2026, 21:00 WIB
    -- 12 #new ## New key / the key is shown once
    POST /account/keys/create / Name {name autocomplete=off type=text maxlength=64 required} For example the program or the machine that uses it. / Valid until the end of {expires_on type=date} Day in Jakarta. Leave empty for a key that does not expire. / Permissions {scopes type=checkbox value=data checked}Read data: market data, news and MCP {scopes type=checkbox value=account}Manage the account: keys, orders, webhooks and invoices / Allowed addresses {allowed_ips autocomplete=off type=text} IP addresses or CIDR blocks, separated by spaces. Leave empty for any address. / <Create key primary>
  `);
  await add('term', '2026-03-01T17:00:00.000Z', ['198.51.100.7/32']);
  tick();
  await add('late', '2026-03-01T18:00:00.000Z');
  await accounts.revokeKey(names.mcp ?? '');
  await join();
  expect(
    [
      await page('keys'),
      partOf(await page('keys', member), '-- 12 #keys', '+'),
      await send('keys/mcp/replace'),
      await page(`keys/${names.api}/rename`),
      await page(`keys/${names.api}/replace`),
      await page(`keys/${names.late}/revoke`),
    ].join('\n'),
  ).toBe(lines`
    # Keys 3 of 3 API keys of the plan
    -- 12 #keys Keys in force. All keys share the units and the rate limit of the account. Times in WIB
    Name | Key | Permits | Last used | Expires | Allowed addresses | Actions
    default (ok) this session for programs | MASKED | data, account | 2 Feb 2026, 22:00 WIB | never | any | [Rename default](/account/keys/API/rename)[Replace default](/account/keys/API/replace)[Revoke default](/account/keys/API/revoke)
    term for programs | MASKED | data | never | end of 1 Mar 2026 | 198.51.100.7/32 | [Rename term](/account/keys/TERM/rename)[Replace term](/account/keys/TERM/replace)[Revoke term](/account/keys/TERM/revoke)
    late for programs | MASKED | data | never | 2 Mar 2026, 01:00 WIB | any | [Rename late](/account/keys/LATE/rename)[Replace late](/account/keys/LATE/replace)[Revoke late](/account/keys/LATE/revoke)
    POST /account/keys/mcp/replace The account has no MCP key. <Create the MCP key>
    +Revoked and expired keys (3)
    #ended Revoked and expired keys. They keep their usage. Times in WIB
    Name | Key | Permits | Last used | Ended
    mcp (info) MCP for agents; not counted in the limit of the plan | MASKED | data | never | revoked, 2 Feb 2026, 23:00 WIB
    old for programs | MASKED | data | never | expired, 2 Feb 2026, 20:30 WIB
    home for programs | MASKED | data | never | revoked, 2 Feb 2026, 21:00 WIB
    -- 12 #new ## New key / the key is shown once
    Your plan allows no further key. [Upgrade the plan](/account/billing)
    -- 12 #keys Keys in force. All keys share the units and the rate limit of the account. Times in WIB
    Name | Key | Permits | Last used | Expires | Allowed addresses
    default for programs | MASKED | data, account | 2 Feb 2026, 22:00 WIB | never | any
    term for programs | MASKED | data | never | end of 1 Mar 2026 | 198.51.100.7/32
    late for programs | MASKED | data | never | 2 Mar 2026, 01:00 WIB | any
    Only owners of the account can change this. Ask an owner to do it or to give you this role.
    # Your new key
    The key “mcp”. Copy the key now and store it in a safe place. The server keeps only a hash and cannot show it again.
    KEY <Copy>
    <Use this key in the examples of this tab>
    The examples of the guides contain this key now, in this tab only. [Open the first requests](/docs/caller)
    Permits: Read data: market data, news and MCP / Expires: never
    ## Make the first call
    curl -H 'Authorization: Bearer KEY' 'ORIGIN/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30' <Copy>
    [To the list of keys](/account/keys)
    # Rename “default”
    POST /account/keys/API/rename / Name {name autocomplete=off type=text value=default maxlength=64 required} / <Save primary>[Back](/account/keys)
    # Replace “default”
    !warn This key was last used on 2 Feb 2026, 22:00 WIB. A program that uses it will stop working.
    !warn You are signed in with this key. Without it, this session ends.
    A new key with the same name, permissions, expiry and addresses is created and shown once. The old key stops working at once: have the program at hand that uses it.
    POST /account/keys/API/replace / <Replace the key primary>[Back](/account/keys)
    # Revoke “late”
    All later requests with this key are refused. This cannot be undone.
    POST /account/keys/LATE/revoke / <Revoke the key danger>[Back](/account/keys)
  `);
  expect(await page(`keys/${names.late}/revoke`, member)).not.toContain('POST');
  expect(await send(`keys/${names.late}/rename`, { name: ' ' })).toBe(lines`
    # Rename “”
    !bad Nothing was changed. Enter a name of 1 to 64 characters, without line breaks.
    POST /account/keys/LATE/rename / Name {name autocomplete=off aria-invalid type=text value maxlength=64 required} Enter a name of 1 to 64 characters, without line breaks. / <Save primary>[Back](/account/keys)
  `);
  await accounts.revokeKey(names.late ?? '');
  const bad = await send('keys/create', {
    name: 'n',
    scopes: 'account',
    expires_on: '2026-02-02',
    allowed_ips: 'x, 10.0.0.1',
  });
  expect([partOf(bad, '#', '-- 12'), partOf(bad, '-- 12 #new')].join('\n')).toBe(lines`
    # Keys 2 of 3 API keys of the plan
    !bad Nothing was changed. A value is not valid. Correct it and send the form again.
    -- 12 #new ## New key / the key is shown once
    POST /account/keys/create / Name {name autocomplete=off type=text value=n maxlength=64 required} For example the program or the machine that uses it. / Valid until the end of {expires_on type=date value=2026-02-02} Day in Jakarta. Leave empty for a key that does not expire. / Permissions {scopes type=checkbox value=data}Read data: market data, news and MCP {scopes type=checkbox value=account checked}Manage the account: keys, orders, webhooks and invoices / Allowed addresses {allowed_ips autocomplete=off aria-invalid type=text value=x, 10.0.0.1} Enter IP addresses or CIDR blocks such as 198.51.100.7 or 2001:db8::/32, at most 20, separated by spaces. IP addresses or CIDR blocks, separated by spaces. Leave empty for any address. / <Create key primary>
  `);
  expect([...titles].join('\n')).toBe(lines`
    Keys · Alir
    Rename “default” · Alir
    Replace “default” · Alir
    Revoke “late” · Alir
  `);
});

test('the usage by day, key and endpoint, and when the quota ends', async ({ alir }) => {
  const { account_id, page, tick, member, join, call, api_key, names, owner } = await owned(alir);
  const { accounts, administration } = alir.stores;
  const key = await accounts.createKey(account_id, 'gone');
  names.gone = key.key_id;
  expect(await page('usage')).toBe(lines`
    # Usage cycle 2 Feb 2026 – 4 Mar 2026
    [This cycle](/account/usage?range=window)*[7 days](/account/usage?range=7)[30 days](/account/usage?range=30)[90 days](/account/usage?range=90)
    -- 9 ## 0 of 25,000 units / nothing was used in this window; it resets on 4 Mar 2026, 19:00 WIB
    2 Feb 2026: 0 units, 0 since the start of the cycle (0.0% of the quota)
    Units used by day. No units from 2 Feb 2026 to 2 Feb 2026.
    [Table](#rows)[CSV](/account/usage.csv?by=day&from=2026-02-02&to=2026-02-02)
    +API call
    curl -H 'Authorization: Bearer alir_live_...' \ 'ORIGIN/usage/history?by=day&from=2026-02-02&to=2026-02-02' <Copy>
    free · counted in the same transaction as each charge
    -- 3 ## Keys / units in the same period
    No request was charged in this period
    [Make the first call](/docs/caller#curl)
    [All keys](/account/keys)[New key](/account/keys#new)[Alert at 80% and 100%](/account/webhooks#notices)
    -- 12 ## By day / units, 2 Feb 2026 – 2 Feb 2026, days in Jakarta
    [By day](/account/usage?by=day#rows)*[By key](/account/usage?by=key#rows)[By endpoint](/account/usage?by=endpoint#rows)
    GET /account/usage hidden by=day / From {from type=date value=2026-02-02} / To {to type=date value=2026-02-02} / <Show>
    No request was charged in this period
    Make a call with one of your keys. It appears here at once.
  `);
  await call();
  await call(key.api_key);
  await accounts.revokeKey(key.key_id);
  tick(24);
  await call();
  expect(
    [
      await page('usage?by=key'),
      partOf(await page('usage?range=7'), '-- 12'),
      partOf(await page('usage?by=endpoint&range=90'), '-- 12'),
    ].join('\n'),
  ).toBe(lines`
    # Usage cycle 2 Feb 2026 – 4 Mar 2026
    [This cycle](/account/usage?by=key&range=window)*[7 days](/account/usage?by=key&range=7)[30 days](/account/usage?by=key&range=30)[90 days](/account/usage?by=key&range=90)
    -- 9 ## 3 of 25,000 units / at the pace of the last 7 days, 3 units a day, the quota lasts until it resets; it resets on 4 Mar 2026, 19:00 WIB
    3 Feb 2026: 1 units, 3 since the start of the cycle (0.0% of the quota)
    Units used by day. 3 units from 2 Feb 2026 to 3 Feb 2026. The largest day is 2 Feb 2026 with 2 units.
    [Table](#rows)[CSV](/account/usage.csv?by=key&from=2026-02-02&to=2026-02-03)
    +API call
    curl -H 'Authorization: Bearer alir_live_...' \ 'ORIGIN/usage/history?by=key&from=2026-02-02&to=2026-02-03' <Copy>
    free · counted in the same transaction as each charge
    -- 3 ## Keys / units in the same period
    #keys units in the same period
    Key | Units #
    default | 2
    gone (bad) revoked | 1
    [All keys](/account/keys)[New key](/account/keys#new)[Alert at 80% and 100%](/account/webhooks#notices)
    -- 12 ## By key / units, 2 Feb 2026 – 3 Feb 2026, days in Jakarta
    [By day](/account/usage?by=day#rows)[By key](/account/usage?by=key#rows)*[By endpoint](/account/usage?by=endpoint#rows)
    GET /account/usage hidden by=key / From {from type=date value=2026-02-02} / To {to type=date value=2026-02-03} / <Show>
    #rows Charged units and requests by key, 2 Feb 2026 – 3 Feb 2026
    Key | Units # | Requests # | Share #
    default (info) API | 2 | 2 | 66.7%
    gone (info) API (bad) revoked | 1 | 1 | 33.3%
    -- 12 ## By day / units, 28 Jan 2026 – 3 Feb 2026, days in Jakarta
    [By day](/account/usage?range=7&by=day#rows)*[By key](/account/usage?range=7&by=key#rows)[By endpoint](/account/usage?range=7&by=endpoint#rows)
    GET /account/usage hidden by=day / From {from type=date value=2026-01-28} / To {to type=date value=2026-02-03} / <Show>
    #rows Charged units and requests by day in Jakarta, 28 Jan 2026 – 3 Feb 2026
    Day | Units # | Requests # | Share #
    Tue, 3 Feb 2026 | 1 | 1 | 33.3%
    Mon, 2 Feb 2026 | 2 | 2 | 66.7%
    Sun, 1 Feb 2026 | 0 | 0 | 0.0%
    Sat, 31 Jan 2026 | 0 | 0 | 0.0%
    Fri, 30 Jan 2026 | 0 | 0 | 0.0%
    Thu, 29 Jan 2026 | 0 | 0 | 0.0%
    Wed, 28 Jan 2026 | 0 | 0 | 0.0%
    -- 12 ## By endpoint / units, 6 Nov 2025 – 3 Feb 2026, days in Jakarta
    [By day](/account/usage?by=day&range=90#rows)[By key](/account/usage?by=key&range=90#rows)[By endpoint](/account/usage?by=endpoint&range=90#rows)*
    GET /account/usage hidden by=endpoint / From {from type=date value=2025-11-06} / To {to type=date value=2026-02-03} / <Show>
    #rows Charged units and requests by endpoint, 6 Nov 2025 – 3 Feb 2026
    Endpoint | Units # | Requests # | Share #
    get_foreign_flow | 3 | 3 | 100.0%
  `);
  const ranges: string[] = [];
  for (const query of [
    'from=2026-01-10',
    'to=2026-01-31',
    'from=&to=2026-01-31',
    'from=2025-02-03&to=2026-02-03',
    'from=2025-02-02&to=2026-02-03',
    'from=2026-02-03&to=2026-02-02',
    'from=x',
  ]) {
    const shown = (await page(`usage?${query}`)).split('\n');
    ranges.push(query, ...shown.filter((each) => /^GET|^!bad/.test(each)));
  }
  expect(ranges.join('\n')).toBe(lines`
    from=2026-01-10
    GET /account/usage hidden by=day / From {from type=date value=2026-01-10} / To {to type=date value=2026-02-03} / <Show>
    to=2026-01-31
    GET /account/usage hidden by=day / From {from type=date value=2026-01-02} / To {to type=date value=2026-01-31} / <Show>
    from=&to=2026-01-31
    GET /account/usage hidden by=day / From {from type=date value=2026-01-02} / To {to type=date value=2026-01-31} / <Show>
    from=2025-02-03&to=2026-02-03
    GET /account/usage hidden by=day / From {from type=date value=2025-02-03} / To {to type=date value=2026-02-03} / <Show>
    from=2025-02-02&to=2026-02-03
    !bad Nothing was changed. Enter a first day that is not after the last day, and at most 366 days.
    GET /account/usage hidden by=day / From {from aria-invalid type=date value=2026-02-02} Enter a first day that is not after the last day, and at most 366 days. / To {to type=date value=2026-02-03} / <Show>
    from=2026-02-03&to=2026-02-02
    !bad Nothing was changed. Enter a first day that is not after the last day, and at most 366 days.
    GET /account/usage hidden by=day / From {from aria-invalid type=date value=2026-02-02} Enter a first day that is not after the last day, and at most 366 days. / To {to type=date value=2026-02-03} / <Show>
    from=x
    !bad Nothing was changed. Enter a first day that is not after the last day, and at most 366 days.
    GET /account/usage hidden by=day / From {from aria-invalid type=date value=2026-02-02} Enter a first day that is not after the last day, and at most 366 days. / To {to type=date value=2026-02-03} / <Show>
  `);
  const csv = async (by: string) => {
    const file = await owner.get(`/account/usage.csv?by=${by}&range=7`, { accept: '*/*' });
    return (await file.text()).replaceAll('\r', '').replaceAll(/[0-9a-f-]{36}/g, 'ID');
  };
  expect(`${await csv('day')}\n${await csv('key')}`).toBe(lines`
    date,units,requests
    2026-01-28,0,0
    2026-01-29,0,0
    2026-01-30,0,0
    2026-01-31,0,0
    2026-02-01,0,0
    2026-02-02,2,2
    2026-02-03,1,1
    key_id,key_name,key_kind,key_revoked_at,units,requests
    ID,default,api,,2,2
    ID,gone,api,2026-02-02T12:00:00.000Z,1,1
  `);
  await join();
  expect(partOf(await page('usage', member), '-- 3', '-- 12')).toBe(lines`
    -- 3 ## Keys / units in the same period
    #keys units in the same period
    Key | Units #
    default | 2
    gone (bad) revoked | 1
    [All keys](/account/keys)
  `);
  const plan = async (units: number) =>
    administration.assignPlan(
      account_id,
      { plan: 'custom', months: 1, own_terms: { units, requests_per_minute: 60, keys: 2 }, paid_idr: 0 },
      BY,
    );
  const shown: string[] = [];
  for (const units of [1, 2, 4, 5, 1000]) {
    await plan(units);
    await call(api_key);
    shown.push(
      partOf(await page('usage'), '-- 9', 'Table')
        .split('\n')
        .slice(0, 2)
        .join(' '),
    );
  }
  expect(shown.join('\n')).toBe(lines`
    -- 9 ## 1 of 1 units / the quota is used up; it resets on 5 Mar 2026, 19:00 WIB 3 Feb 2026: 2 units, 1 since the start of the cycle (100.0% of the quota)
    -- 9 ## 1 of 2 units / at the pace of the last days the quota ends on Wednesday, 4 February 2026, 29 days before it resets; it resets on 5 Mar 2026, 19:00 WIB 3 Feb 2026: 3 units, 1 since the start of the cycle (50.0% of the quota)
    -- 9 ## 1 of 4 units / at the pace of the last days the quota ends on Friday, 6 February 2026, 27 days before it resets; it resets on 5 Mar 2026, 19:00 WIB 3 Feb 2026: 4 units, 1 since the start of the cycle (25.0% of the quota)
    -- 9 ## 1 of 5 units / at the pace of the last days the quota ends on Saturday, 7 February 2026, 26 days before it resets; it resets on 5 Mar 2026, 19:00 WIB 3 Feb 2026: 5 units, 1 since the start of the cycle (20.0% of the quota)
    -- 9 ## 1 of 1,000 units / at the pace of the last 7 days, 1 units a day, the quota lasts until it resets; it resets on 5 Mar 2026, 19:00 WIB 3 Feb 2026: 6 units, 1 since the start of the cycle (0.1% of the quota)
  `);
});

test('the usage of the Free plan', async ({ alir }) => {
  const { page, call } = await owned(alir, 'free');
  await call();
  expect(partOf(await page('usage'), '#', '-- 3')).toBe(lines`
    # Usage day in Jakarta
    [7 days](/account/usage?range=7)[30 days](/account/usage?range=30)*[90 days](/account/usage?range=90)
    -- 9 ## 1 of 5 units / at the pace of the last 7 days, 1 units a day, the quota lasts until it resets; it resets on 3 Feb 2026, 00:00 WIB
    2 Feb 2026: 1 units
    Units used by day. 1 units from 4 Jan 2026 to 2 Feb 2026. The largest day is 2 Feb 2026 with 1 units.
    [Table](#rows)[CSV](/account/usage.csv?by=day&from=2026-01-04&to=2026-02-02)
    +API call
    curl -H 'Authorization: Bearer alir_live_...' \ 'ORIGIN/usage/history?by=day&from=2026-01-04&to=2026-02-02' <Copy>
    free · counted in the same transaction as each charge
  `);
});

test('plans, offers, orders and invoices, as an owner and a member see them', async ({ alir }) => {
  const { account_id, page, send, tick, member, join, order, names, titles } = await owned(alir);
  const { billing } = alir.stores;
  expect(await page('billing')).toBe(lines`
    # Plan and billing you are on Starter, until 4 Mar 2026, 19:00 WIB
    Plan: Starter / Runs until: 4 Mar 2026 / Units: 25,000 a cycle of 30 days / Rate limit: 120 requests a minute / API keys: 1 of 3
    -- 7 #order ## Order a plan / the price is calculated before you order
    GET /account/billing / Plan {plan {starter: Starter} {professional: Professional} {advanced: Advanced}} / Months of 30 days {months {1: 1} {3: 3} {6: 6}} / <Show the price primary>
    [Compare all plans](/pricing)
    -- 5 #details ## Billing details / what later invoices state about the buyer
    POST /account/billing/details / Name {name autocomplete=organization type=text value maxlength=100} / Address {address rows=3 maxlength=200 autocomplete=street-address: } / Tax number (NPWP) {tax_id autocomplete=off type=text value maxlength=32} Leave a field empty to omit it on invoices. / <Save>
    -- 12 #orders
    No orders yet
    Choose a plan above. You see the exact price before you order.
    -- 12 #invoices
    No invoices yet
    Each paid order has an invoice, which is also the receipt.
  `);
  tick();
  const offer = await billing.offers.create(
    account_id,
    { units: 7000, requests_per_minute: 60, keys: 2, price_idr: 99_000, days: 45 },
    false,
  );
  names.offer = offer.offer_id;
  expect(
    [
      partOf(await page('billing'), '-- 7', '-- 5'),
      partOf(await page('billing?plan=professional&months=1'), '-- 7', '-- 5'),
      partOf(await page(`billing?offer_id=${offer.offer_id}`), '-- 7', '-- 5'),
    ].join('\n'),
  ).toBe(lines`
    -- 7 #order ## Order a plan / the price is calculated before you order
    GET /account/billing / Plan {plan {starter: Starter} {professional: Professional} {advanced: Advanced}} / Months of 30 days {months {1: 1} {3: 3} {6: 6}} / <Show the price primary>
    ### Offers for you
    [Offer: 7,000 units a cycle, 45 days](/account/billing?offer_id=OFFER) · Rp99,000
    [Compare all plans](/pricing)
    -- 7 #order ## Professional, 1 × 30 days / upgrade, in rupiah, at this moment
    Price: 350,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / You pay now: Rp150,000
    Runs until 4 Mar 2026, 20:00 WIB. The units start afresh when you pay.
    POST /account/billing/orders hidden form_id=ID hidden plan=professional hidden months=1 / <Order for Rp150,000 primary>[Choose another plan](/account/billing#order)
    -- 7 #order ## Offer: 7,000 units a cycle, 45 days / replaces your plan, in rupiah, at this moment
    Price: 99,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / Above the price, not refunded: 101,000 / You pay now: Rp0
    The unused part of your period is worth Rp101,000 more than this plan. That amount would be lost.
    Runs until 19 Mar 2026, 20:00 WIB. The units start afresh when you pay.
    POST /account/billing/orders hidden form_id=ID hidden offer_id=OFFER / {accept_forfeit_idr type=checkbox value=101000}I accept that Rp101,000 of the current period is lost. / <Order now primary>[Choose another plan](/account/billing#order)
  `);
  const unconfirmed = await send('billing/orders', { offer_id: offer.offer_id });
  expect([partOf(unconfirmed, '#', 'Plan'), partOf(unconfirmed, 'POST', '-- 5')].join('\n')).toBe(lines`
    # Plan and billing you are on Starter, until 4 Mar 2026, 19:00 WIB
    !bad Nothing was changed. Confirm the amount that would be lost.
    POST /account/billing/orders hidden form_id=ID hidden offer_id=OFFER / {accept_forfeit_idr type=checkbox value=101000}I accept that Rp101,000 of the current period is lost. Confirm the amount that would be lost. / <Order now primary>[Choose another plan](/account/billing#order)
  `);
  await order('pending', { plan: 'professional', months: 1 });
  tick();
  const held = await order('held', { plan: 'advanced', months: 1 });
  await billing.payments.confirm(held, { amount_idr: 1000 }, 'x');
  tick();
  await order('cancelled', { plan: 'advanced', months: 1 });
  await billing.refunds.withdraw(names.cancelled ?? '', account_id, BY);
  tick(22);
  const paid = await order('paid', { plan: 'professional', months: 1 });
  await billing.payments.confirm(paid, {}, 'x');
  tick();
  expect(
    [
      await page(`billing/orders/${names.pending}`),
      await page(`billing/orders/${names.held}`),
      await page(`billing/orders/${names.paid}`),
      await page(`billing/orders/${names.paid}/cancel`),
    ].join('\n'),
  ).toBe(lines`
    # Professional, 1 × 30 days (upgrade) (info) expired
    -- 7 ## expired
    The price is no longer locked. Order again to see the current price.
    [Order a plan](/account/billing)
    -- 5 ## Order / amounts in rupiah, times in WIB
    Price: 350,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / Amount to pay: Rp150,000
    Ordered: 2 Feb 2026, 20:00 WIB / Number: PENDING
    # Advanced, 1 × 30 days (upgrade) (warn) paid, being checked
    -- 7 ## paid, being checked
    The payment arrived, but it does not fit the order any more. The operator decides about it and contacts you.
    -- 5 ## Order / amounts in rupiah, times in WIB
    Price: 750,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / Amount to pay: Rp550,000
    Ordered: 2 Feb 2026, 21:00 WIB / Paid: 2 Feb 2026, 21:00 WIB / Settled: 2 Feb 2026, 21:00 WIB / Number: HELD
    # Professional, 1 × 30 days (upgrade) (ok) in force
    -- 5 ## Order / amounts in rupiah, times in WIB
    Price: 350,000 / Unused: 29 of the 30 days for Rp200,000 (a started day counts in full): −193,334 / Rounded down to a multiple of 1,000: −666 / Amount to pay: Rp156,000
    Ordered: 3 Feb 2026, 20:00 WIB / Paid: 3 Feb 2026, 20:00 WIB / Settled: 3 Feb 2026, 20:00 WIB / Number: PAID / invoice: [INV-2026-000001](/account/billing/invoices/INV-2026-000001)
    # Cancel the order Professional, 1 × 30 days (upgrade)
    Only an order that waits for its payment can be cancelled.
    [Back](/account/billing/orders/PAID)
  `);
  await order('next', { plan: 'professional', months: 1 });
  expect(
    [await page(`billing/orders/${names.next}`), await page(`billing/orders/${names.next}/cancel`)].join(
      '\n',
    ),
  ).toBe(lines`
    # Professional, 1 × 30 days (renewal) (warn) waiting for payment
    -- 7 ## Pay Rp350,000
    Transfer Rp350,000 to the operator of this service, with the number NEXT as the message. The operator confirms the payment, and then the plan is in force.
    Ask the operator for the bank account if you do not have it.
    Pay before 4 Feb 2026, 21:00 WIB: until then the price is locked. An unpaid order expires and costs nothing.
    [Cancel the order](/account/billing/orders/NEXT/cancel danger)
    -- 5 ## Order / amounts in rupiah, times in WIB
    Price: 350,000 / Amount to pay: Rp350,000
    Ordered: 3 Feb 2026, 21:00 WIB / Price locked until: 4 Feb 2026, 21:00 WIB / Number: NEXT
    # Cancel the order Professional, 1 × 30 days (renewal)
    The order is closed, and its price is no longer locked. Your plan does not change. Do not cancel an order that you have already paid.
    POST /account/billing/orders/NEXT/cancel / <Cancel the order danger>[Back](/account/billing/orders/NEXT)
  `);
  tick();
  await order('better', { plan: 'advanced', months: 1 });
  await billing.details.change(
    account_id,
    { name: 'PT Contoh', address: 'Jl. Contoh 1\nJakarta', tax_id: '01.234' },
    BY,
  );
  expect(await page('billing')).toBe(lines`
    # Plan and billing you are on Professional, until 5 Mar 2026, 20:00 WIB
    Plan: Professional / Runs until: 5 Mar 2026 / Units: 100,000 a cycle of 30 days / Rate limit: 300 requests a minute / API keys: 1 of 10
    -- 7 #order ## Order a plan / the price is calculated before you order
    GET /account/billing / Plan {plan {starter: Starter} {professional: Professional} {advanced: Advanced}} / Months of 30 days {months {1: 1} {3: 3} {6: 6}} / <Show the price primary>
    ### Offers for you
    [Offer: 7,000 units a cycle, 45 days](/account/billing?offer_id=OFFER) · Rp99,000
    [Compare all plans](/pricing)
    -- 5 #details ## Billing details / what later invoices state about the buyer
    POST /account/billing/details / Name {name autocomplete=organization type=text value=PT Contoh maxlength=100} / Address {address rows=3 maxlength=200 autocomplete=street-address: Jl. Contoh 1 Jakarta} / Tax number (NPWP) {tax_id autocomplete=off type=text value=01.234 maxlength=32} Leave a field empty to omit it on invoices. / <Save>
    -- 12 #orders #orders-table Orders, newest first. Amounts in rupiah, times in WIB
    Ordered | Order | Amount to pay # | State | Details
    3 Feb 2026, 22:00 WIB | Advanced, 1 × 30 days (upgrade) | 400,000 | (warn) waiting for payment | [Pay 3 Feb 2026, 22:00 WIB](/account/billing/orders/BETTER)
    3 Feb 2026, 21:00 WIB | Professional, 1 × 30 days (renewal) | 350,000 | (warn) waiting for payment | [Pay 3 Feb 2026, 21:00 WIB](/account/billing/orders/NEXT)
    3 Feb 2026, 20:00 WIB | Professional, 1 × 30 days (upgrade) | 156,000 | (ok) in force | [Details 3 Feb 2026, 20:00 WIB](/account/billing/orders/PAID)
    2 Feb 2026, 22:00 WIB | Advanced, 1 × 30 days (upgrade) | 550,000 | (info) cancelled | [Details 2 Feb 2026, 22:00 WIB](/account/billing/orders/CANCELLED)
    2 Feb 2026, 21:00 WIB | Advanced, 1 × 30 days (upgrade) | 550,000 | (warn) paid, being checked | [Details 2 Feb 2026, 21:00 WIB](/account/billing/orders/HELD)
    2 Feb 2026, 20:00 WIB | Professional, 1 × 30 days (upgrade) | 150,000 | (info) expired | [Details 2 Feb 2026, 20:00 WIB](/account/billing/orders/PENDING)
    -- 12 #invoices #invoices-table Invoices and credit notes, newest first. Amounts in rupiah
    Number | Kind | Issued | Total # | Tax included # | Download
    [INV-2026-000001](/account/billing/invoices/INV-2026-000001) | invoice | 3 Feb 2026 | 156,000 | 0 | [View and print INV-2026-000001](/account/billing/invoices/INV-2026-000001)[JSON INV-2026-000001](/account/billing/invoices/INV-2026-000001.json)
  `);
  await join();
  expect(partOf(await page('billing?plan=professional&months=1', member), '-- 7', '-- 12')).toBe(lines`
    -- 7 #order ## Professional, 1 × 30 days / renewal, in rupiah, at this moment
    You pay now: Rp350,000
    Runs until 4 Apr 2026, 20:00 WIB. It extends the period and does not refill the units of this cycle.
    Only owners of the account can change this. Ask an owner to do it or to give you this role.
    [Choose another plan](/account/billing#order)
    -- 5 #details ## Billing details / what later invoices state about the buyer
    PT Contoh Jl. Contoh 1 Jakarta 01.234
    Only owners of the account can change this. Ask an owner to do it or to give you this role.
  `);
  expect(await page(`billing/orders/${names.next}/cancel`, member)).not.toContain('POST');
  expect(
    [
      partOf(await page(`billing/orders/${names.next}`, member), '#', '-- 5'),
      partOf(await page('billing?plan=starter&months=1'), '-- 7', '-- 5'),
    ].join('\n'),
  ).toBe(lines`
    # Professional, 1 × 30 days (renewal) (warn) waiting for payment
    -- 7 #order ## Starter, 1 × 30 days / This order is not possible now
    !warn This plan is lower than the current one, or shorter. You can order it when the current period has ended.
    [Choose another plan](/account/billing#order)
  `);
  const bad = await send('billing/details', {
    name: 'x'.repeat(101),
    address: 'y'.repeat(201),
    tax_id: '<z>',
  });
  expect(
    [partOf(bad, '!', 'Plan'), partOf(bad, '-- 5', '-- 12')].join('\n').replaceAll(/(x|y)\1+/g, '$1...'),
  ).toBe(lines`
    !bad Nothing was changed. A value is not valid. Correct it and send the form again.
    -- 5 #details ## Billing details / what later invoices state about the buyer
    POST /account/billing/details / Name {name autocomplete=organization aria-invalid type=text value=x... maxlength=100} Enter 1 to 100 characters, without line breaks. / Address {address rows=3 maxlength=200 autocomplete=street-address: y...} / Tax number (NPWP) {tax_id autocomplete=off type=text value=<z> maxlength=32} Leave a field empty to omit it on invoices. / <Save>
  `);
  expect([...titles].join('\n')).toBe(lines`
    Plan and billing · Alir
    Order · Alir
    Cancel the order · Alir
  `);
});

test('people, invitations and accounts, as an owner and a member see them', async ({ alir }) => {
  const { account_id, page, send, tick, member, join, names, mails, titles } = await owned(alir);
  const { people, accounts } = alir.stores;
  expect(partOf(await page('people'), '-- 8', '-- 4')).toBe(lines`
    -- 8
    Nobody has signed in with an e-mail address yet
    The owner is the person who signs in with the e-mail address of the account.
  `);
  tick();
  await join();
  await people.invite('citra@example.com', account_id, 'owner', BY);
  const [invitation] = await people.invitations(account_id);
  names.invitation = invitation?.invitation_id ?? '';
  tick();
  const other = await accounts.create('other@example.com', 'free', 1);
  names.other = other.account.account_id;
  await people.invite('budi@example.com', names.other, 'owner', BY);
  await signInByMail(member, mails, 'budi@example.com');
  for (const { email, person_id } of await people.of(account_id))
    names[email.split('@')[0] ?? ''] = person_id;
  expect(
    [
      await page('people'),
      await page('people', member),
      await page(`people/${names.budi}/remove`),
      await page(`people/${names.budi}/remove`, member),
    ].join('\n'),
  ).toBe(lines`
    # People
    -- 8 #people People who can sign in to this account. Days in Jakarta
    E-mail | Role | Since | Actions
    budi@example.com | member sees everything and reads data | 2 Feb 2026 | POST /account/people/BUDI/role <Make owner budi@example.com name=role value=owner> [Remove budi@example.com](/account/people/BUDI/remove)
    #invitations Open invitations. Days in Jakarta
    E-mail | Role | Open until | Actions
    citra@example.com | owner | 16 Feb 2026 | POST /account/people/invitations/INVITATION/withdraw <Withdraw citra@example.com>
    -- 4 #invite ## Invite a person / by e-mail address
    POST /account/people/invite / E-mail {email autocomplete=off type=email maxlength=254 required} Tell the person to sign in with this e-mail address at ORIGIN/sign-in. / Role {role {member: member}* {owner: owner}} owner: manages keys, orders, webhooks and people; member: sees everything and reads data / <Invite primary>
    -- 8 #session ## Session
    You are signed in with a key. If you signed in on a device that you no longer use or trust, end all sessions.
    POST /sign-out / <Sign out everywhere name=everywhere value=yes>
    # People
    -- 8 #people People who can sign in to this account. Days in Jakarta
    E-mail | Role | Since | Actions
    budi@example.com (ok) you | member sees everything and reads data | 2 Feb 2026 | [Leave](/account/people/BUDI/remove)
    #invitations Open invitations. Days in Jakarta
    E-mail | Role | Open until
    citra@example.com | owner | 16 Feb 2026
    Only owners of the account can change this. Ask an owner to do it or to give you this role.
    -- 8 #accounts ## Your accounts
    #accounts-table Accounts that you belong to
    Account | Role | Actions
    ani@example.com | member | (ok) shown now
    other@example.com | owner | POST /account/switch hidden account_id=OTHER hidden next=/account/people?done=account_switched <Switch other@example.com>
    -- 8 #session ## Session
    You are signed in as budi@example.com. If you signed in on a device that you no longer use or trust, end all sessions.
    POST /sign-out / <Sign out everywhere name=everywhere value=yes>
    # Remove budi@example.com
    The person can no longer see this account. The keys that the person created stay valid.
    POST /account/people/BUDI/remove / <Remove the person danger>[Back](/account/people)
    # Leave the account
    You can no longer see this account, until an owner invites you again.
    POST /account/people/BUDI/remove / <Leave the account danger>[Back](/account/people)
  `);
  const known = await send('people/invite', { email: 'BUDI@example.com', role: 'owner' });
  expect(partOf(known, '-- 4', '-- 8')).toBe(lines`
    -- 4 #invite ## Invite a person / by e-mail address
    POST /account/people/invite / E-mail {email autocomplete=off aria-invalid type=email value=BUDI@example.com maxlength=254 required} This person already belongs to the account. Tell the person to sign in with this e-mail address at ORIGIN/sign-in. / Role {role {member: member} {owner: owner}*} owner: manages keys, orders, webhooks and people; member: sees everything and reads data / <Invite primary>
  `);
  await member.post('/account/switch', {
    _csrf: await member.token('/account/mcp'),
    account_id: names.other,
    next: '/account/people',
  });
  expect(partOf(await page('people', member), '-- 8 #accounts')).toBe(lines`
    -- 8 #accounts ## Your accounts
    #accounts-table Accounts that you belong to
    Account | Role | Actions
    ani@example.com | member | POST /account/switch hidden account_id=OWN hidden next=/account/people?done=account_switched <Switch ani@example.com>
    other@example.com | owner | (ok) shown now
  `);
  await member.post('/account/switch', { _csrf: await member.token('/account/mcp'), account_id });
  const left = await member.post(`/account/people/${names.budi}/remove`, {
    _csrf: await member.token('/account/mcp'),
  });
  expect([left.status, left.headers.get('location'), await people.of(account_id)]).toEqual([303, '/', []]);
  expect([...titles].join('\n')).toBe(lines`
    People · Alir
    Remove budi@example.com · Alir
    Leave the account · Alir
  `);
});

test('webhooks in each state, with the log of deliveries', async ({ alir }) => {
  const { account_id, page, send, tick, member, join, names, titles } = await owned(alir);
  const { webhooks } = alir.stores;
  const write = (table: string, values: string) =>
    alir.test_ledger.write(
      `UPDATE ${table} SET ${values} WHERE created_at = '${alir.clock.time.toISOString()}'`,
    );
  for (const name of ['fine', 'failing', 'off']) {
    tick();
    const { webhook_id } = await webhooks.create(account_id, `https://${name}.example.com/`, [
      'day.published',
      'key.created',
    ]);
    names[name] = webhook_id;
    if (name === 'failing') await write('webhook', "failing_since = '2026-02-01T00:00:00.000Z'");
  }
  const created_at = alir.clock.time;
  for (const values of [
    "state = 'delivered', attempts = 1, last_status = 204, next_attempt_at = NULL",
    "state = 'failed', attempts = 8, last_status = 500, last_error = 'bad', next_attempt_at = NULL",
    "state = 'failed', attempts = 8, last_error = 'no route', next_attempt_at = NULL",
    "attempts = 1, last_attempt_at = '2026-02-02T15:00:00.000Z', next_attempt_at = '2036-02-02T15:00:00.000Z'",
    "state = 'not_sent', next_attempt_at = NULL",
  ]) {
    tick();
    await webhooks.test(account_id, names.off ?? '');
    await write('notice', values);
  }
  const now = alir.clock.time;
  alir.clock.time = created_at;
  await write(
    'webhook',
    "disabled_at = '2026-02-02T00:00:00.000Z', failing_since = '2026-02-01T00:00:00.000Z'",
  );
  alir.clock.time = now;
  const other = new BrowserSession(alir);
  await other.signInWithKey((await alir.stores.accounts.create('citra@example.com', 'free', 1)).api_key);
  expect(
    [
      await page('webhooks', other),
      await page(`webhooks/${names.fine}`),
      await page(`webhooks/${names.off}`),
    ].join('\n'),
  ).toBe(lines`
    # Webhooks and e‑mail 0 of 5 webhooks
    -- 12
    No webhooks yet
    A webhook sends events to your server, such as the day of data that was published.
    -- 7 #new ## New webhook / the secret is shown once
    POST /account/webhooks/create / Address {url autocomplete=off type=url maxlength=500 required} An https address of your server. Each delivery is signed as Standard Webhooks 1.0 defines. / Events {events type=checkbox value=day.published checked}A day of data is published day.published {events type=checkbox value=day.corrected checked}A published day is corrected day.corrected {events type=checkbox value=quota.80}80% of the quota is used quota.80 {events type=checkbox value=quota.100}The quota is used up quota.100 {events type=checkbox value=plan.ending}The plan ends soon plan.ending {events type=checkbox value=plan.ended}The plan has ended plan.ended {events type=checkbox value=payment.applied}A payment is applied payment.applied {events type=checkbox value=key.created}A key is created key.created / <Create webhook primary>
    [How to verify a delivery](/docs/caller#verify-a-delivery)
    -- 5 #notices ## E-mail / sent to citra@example.com
    POST /account/webhooks/notices / Language {language {en: English}* {id: Bahasa Indonesia}} / E-mails about {email_events type=checkbox value=day.published}A day of data is published day.published {email_events type=checkbox value=day.corrected}A published day is corrected day.corrected {email_events type=checkbox value=quota.80 checked}80% of the quota is used quota.80 {email_events type=checkbox value=quota.100 checked}The quota is used up quota.100 {email_events type=checkbox value=plan.ending checked}The plan ends soon plan.ending {email_events type=checkbox value=plan.ended checked}The plan has ended plan.ended {email_events type=checkbox value=payment.applied checked}A payment is applied payment.applied {email_events type=checkbox value=key.created checked}A key is created key.created / <Save>
    # Webhook https://fine.example.com/
    -- 12 ## (ok) working
    Events: day.published, key.created / Created: 2 Feb 2026, 20:00 WIB
    POST /account/webhooks/FINE/send-test / <Send a test event primary>[Replace the secret](/account/webhooks/FINE/replace-secret)[Delete](/account/webhooks/FINE/delete danger)
    -- 12 ## Delivery log / the newest 100 deliveries, kept for 60 days
    No deliveries yet
    Send a test event to see whether your server accepts it.
    [Load again](/account/webhooks/FINE)
    # Webhook https://off.example.com/
    -- 12 ## (bad) disabled / failing since 1 Feb 2026, 07:00 WIB
    !bad disabled on 2 Feb 2026, 07:00 WIB Its receiver failed for 3 days. Delete the webhook and create a new one.
    Events: day.published, key.created / Created: 2 Feb 2026, 22:00 WIB
    POST /account/webhooks/OFF/send-test / <Send a test event primary>[Replace the secret](/account/webhooks/OFF/replace-secret)[Delete](/account/webhooks/OFF/delete danger)
    -- 12 ## Delivery log / the newest 100 deliveries, kept for 60 days
    #deliveries Deliveries, newest first. Times in WIB
    Event | Created | State | Attempts # | Last attempt | Next attempt | Answer
    webhook.test | 3 Feb 2026, 03:00 WIB | (warn) not sent | 0 | – | – | –
    webhook.test | 3 Feb 2026, 02:00 WIB | (info) waiting | 1 | 2 Feb 2026, 22:00 WIB | 2 Feb 2036, 22:00 WIB | no answer
    webhook.test | 3 Feb 2026, 01:00 WIB | (bad) failed | 8 | – | – | no route
    webhook.test | 3 Feb 2026, 00:00 WIB | (bad) failed | 8 | – | – | 500 bad
    webhook.test | 2 Feb 2026, 23:00 WIB | (ok) delivered | 1 | – | – | 204
    [Load again](/account/webhooks/OFF)
  `);
  await join();
  expect(await page('webhooks', member)).toBe(lines`
    # Webhooks and e‑mail 3 of 5 webhooks
    -- 12 #webhooks Receivers of events. Times in WIB
    Address | Events | Created | State | Actions
    https://fine.example.com/ | day.published, key.created | 2 Feb 2026, 20:00 WIB | (ok) working | [Log and settings https://fine.example.com/](/account/webhooks/FINE)
    https://failing.example.com/ | day.published, key.created | 2 Feb 2026, 21:00 WIB | (warn) failing | [Log and settings https://failing.example.com/](/account/webhooks/FAILING)
    https://off.example.com/ | day.published, key.created | 2 Feb 2026, 22:00 WIB | (bad) disabled | [Log and settings https://off.example.com/](/account/webhooks/OFF)
    Only owners of the account can change this. Ask an owner to do it or to give you this role.
    -- 5 #notices ## E-mail / sent to ani@example.com
    Language: English
    ### E-mails about
    80% of the quota is used
    The quota is used up
    The plan ends soon
    The plan has ended
    A payment is applied
    A key is created
  `);
  const seen = await page(`webhooks/${names.failing}`, member);
  expect(partOf(seen, '-- 12', '-- 12')).toBe(lines`
    -- 12 ## (warn) failing / failing since 1 Feb 2026, 07:00 WIB
    Events: day.published, key.created / Created: 2 Feb 2026, 21:00 WIB
  `);
  const bad = await send('webhooks/create', { url: 'http://a.example.com/', events: ['key.created'] });
  expect(
    [
      partOf(bad, '-- 7'),
      (await send('webhooks/create', { url: 'https://a.example.com/', events: ['key.created'] })).replaceAll(
        /whsec_[\w+/=]+/g,
        'SECRET',
      ),
      await page(`webhooks/${names.fine}/delete`),
      await page(`webhooks/${names.fine}/replace-secret`),
    ].join('\n'),
  ).toBe(lines`
    -- 7 #new ## New webhook / the secret is shown once
    POST /account/webhooks/create / Address {url autocomplete=off aria-invalid type=url value=http://a.example.com/ maxlength=500 required} Enter an https address with a public host name, without a user name or password. An https address of your server. Each delivery is signed as Standard Webhooks 1.0 defines. / Events {events type=checkbox value=day.published}A day of data is published day.published {events type=checkbox value=day.corrected}A published day is corrected day.corrected {events type=checkbox value=quota.80}80% of the quota is used quota.80 {events type=checkbox value=quota.100}The quota is used up quota.100 {events type=checkbox value=plan.ending}The plan ends soon plan.ending {events type=checkbox value=plan.ended}The plan has ended plan.ended {events type=checkbox value=payment.applied}A payment is applied payment.applied {events type=checkbox value=key.created checked}A key is created key.created / <Create webhook primary>
    [How to verify a delivery](/docs/caller#verify-a-delivery)
    # The secret of the webhook https://a.example.com/
    Copy the secret now: it signs the deliveries, and the server does not show it again. Verify each delivery with it.
    SECRET <Copy>
    [To the webhook](/account/webhooks/ID)[How to verify a delivery](/docs/caller#verify-a-delivery)
    # Delete the webhook https://fine.example.com/
    The webhook, its delivery log and the deliveries that wait are deleted. This cannot be undone.
    POST /account/webhooks/FINE/delete / <Delete the webhook danger>[Back](/account/webhooks/FINE)
    # Replace the secret https://fine.example.com/
    All later deliveries are signed with a new secret, which is shown once. Your server refuses them until it knows the new secret.
    POST /account/webhooks/FINE/replace-secret / <Replace the secret primary>[Back](/account/webhooks/FINE)
  `);
  expect(await page(`webhooks/${names.fine}/replace-secret`, member)).not.toContain('POST');
  await webhooks.create(account_id, 'https://b.example.com/', ['day.published']);
  const full = (await page('webhooks')).split('\n');
  expect(full.filter((each) => /^(?:#|--) /.test(each)).join('\n')).toBe(lines`
    # Webhooks and e‑mail 5 of 5 webhooks
    -- 12 #webhooks Receivers of events. Times in WIB
    -- 5 #notices ## E-mail / sent to ani@example.com
  `);
  expect([...titles].join('\n')).toBe('Webhooks and e-mail · Alir');
});

test('the configurations of agents, with a key and without one', async ({ alir }) => {
  const { page, send, member, join, account_id, titles } = await owned(alir);
  const { accounts } = alir.stores;
  expect(
    [
      await page('mcp'),
      await page('mcp/replace-key'),
      partOf(await send('mcp/replace-key'), '#', '### Cursor'),
    ].join('\n'),
  ).toBe(lines`
    # MCP market data for AI agents such as Claude
    -- 5 #mcp-key ## MCP key
    Agents such as Claude read the data through the Model Context Protocol, with the same tools and costs as the API. Their requests are charged to your MCP key, which can only read data.
    Address: ORIGIN/mcp / MCP key: MASKED
    You do not have the key any more? Replace it: the new key is shown once, filled into each configuration.
    [Replace the MCP key](/account/mcp/replace-key)
    Then ask, for example: “Who accumulated BBCA in January, and at which average price?”
    -- 7 ## Set-up / with your key in place of the placeholder
    ### Claude Code
    Run this command in a terminal.
    claude mcp add --transport http alir 'ORIGIN/mcp' --header 'Authorization: Bearer alir_live_...' <Copy>
    ### Cursor
    Add this to ~/.cursor/mcp.json, then restart the program.
    { "mcpServers": { "alir": { "url": "ORIGIN/mcp", "headers": { "Authorization": "Bearer alir_live_..." } } } } <Copy>
    ### VS Code
    Add this to .vscode/mcp.json of your project, or to the MCP settings of your user profile.
    { "servers": { "alir": { "type": "http", "url": "ORIGIN/mcp", "headers": { "Authorization": "Bearer alir_live_..." } } } } <Copy>
    ### Claude Desktop
    Open Settings, Developer, Edit Config, add this to claude_desktop_config.json, then restart the program. It needs Node.js.
    { "mcpServers": { "alir": { "command": "npx", "args": [ "-y", "mcp-remote", "ORIGIN/mcp", "--header", "Authorization: Bearer alir_live_..." ] } } } <Copy>
    ### ChatGPT, OpenAI API
    A connector of ChatGPT cannot send a fixed header, and this server accepts keys only in a header. From code, the Responses API of OpenAI can: use this as one of its tools.
    { "type": "mcp", "server_label": "alir", "server_url": "ORIGIN/mcp", "authorization": "alir_live_...", "require_approval": "never" } <Copy>
    ### Other clients
    Any client that speaks Streamable HTTP and can send a header works: enter the address above and the header Authorization with the value Bearer and your key.
    # Replace the MCP key
    A new MCP key is created and shown once. Agents with the present key are refused from then on, until you give them the new one.
    POST /account/mcp/replace-key / <Replace the MCP key danger>[Back](/account/mcp)
    # MCP market data for AI agents such as Claude
    !ok This is the new MCP key. It is filled in below and cannot be shown again after you leave this page. Agents with the old key are refused.
    -- 5 #mcp-key ## MCP key
    Agents such as Claude read the data through the Model Context Protocol, with the same tools and costs as the API. Their requests are charged to your MCP key, which can only read data.
    Address: ORIGIN/mcp / MCP key: MASKED
    KEY <Copy>
    <Use this key in the examples of this tab>
    The examples of the guides contain this key now, in this tab only. [Open the first requests](/docs/caller)
    Then ask, for example: “Who accumulated BBCA in January, and at which average price?”
    -- 7 ## Set-up / with your key in place of the placeholder
    ### Claude Code
    Run this command in a terminal.
    claude mcp add --transport http alir 'ORIGIN/mcp' --header 'Authorization: Bearer KEY' <Copy>
  `);
  await join();
  expect(partOf(await page('mcp', member), '#', '-- 7')).toBe(lines`
    # MCP market data for AI agents such as Claude
    -- 5 #mcp-key ## MCP key
    Agents such as Claude read the data through the Model Context Protocol, with the same tools and costs as the API. Their requests are charged to your MCP key, which can only read data.
    Address: ORIGIN/mcp / MCP key: MASKED
    Then ask, for example: “Who accumulated BBCA in January, and at which average price?”
  `);
  expect(await page('mcp/replace-key', member)).not.toContain('POST');
  const mcp = (await accounts.keys(account_id)).find(
    ({ kind, revoked_at }) => kind === 'mcp' && revoked_at === null,
  );
  await accounts.revokeKey(mcp?.key_id ?? '');
  expect(partOf(await page('mcp'), '-- 5', '-- 7')).toBe(lines`
    -- 5 #mcp-key ## MCP key
    Agents such as Claude read the data through the Model Context Protocol, with the same tools and costs as the API. Their requests are charged to your MCP key, which can only read data.
    Address: ORIGIN/mcp / MCP key: none
    POST /account/mcp/replace-key <Create the MCP key>
    Then ask, for example: “Who accumulated BBCA in January, and at which average price?”
  `);
  expect([...titles].join('\n')).toBe('MCP · Alir');
});
