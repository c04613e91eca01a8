import { describe, expect, vi } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { csv, line } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { fileName } from '../support/small-market.ts';

const DAYS = ['2026-01-19', '2026-01-20', '2026-01-21'] as const;
const SUMMARY = '/stocks/broker-summary?ticker=BRMS&investor=all';
const FIXED = `${SUMMARY}&from=2026-01-19&to=2026-01-20`;
const HOUR_MS = 3_600_000;

/** The price of each published day. AK buys and XL sells shares, as many as 100 times the number of the day. */
const prices = new Map<string, number>();
let changes = 0;

/** Publishes days, or corrections of them with other prices. */
async function publish(to: TestAlir, ...dates: readonly string[]): Promise<void> {
  const files = dates.map((date) => {
    const price = 1260 + 10 * changes++;
    prices.set(date, price);
    const trade = line({ TRX_DATE: date, STK_VOLM: sharesOf(date), STK_PRIC: price });
    return [fileName(date), csv([trade])] as const;
  });
  await to.publish(files);
}

const sharesOf = (date: string) => 100 * Number(date.slice(-2));

/** The broker summary of these days as CSV, from the trades. */
function expectedCsv(days: readonly string[]): string {
  const shares = days.reduce((sum, date) => sum + sharesOf(date), 0);
  const value = days.reduce((sum, date) => sum + sharesOf(date) * (prices.get(date) ?? 0), 0);
  const [n, average] = [days.length, Math.round((value * 100) / shares) / 100];
  return [
    'code,buy_freq,sell_freq,buy_volume,sell_volume,buy_value,sell_value,buy_avg,sell_avg',
    `AK,${n},0,${shares},0,${value},0,${average},0`,
    `XL,0,${n},0,${shares},0,${value},0,${average}`,
    '',
  ].join('\r\n');
}

let alir: TestAlir;
let account_id: string;

test.beforeAll(async ({ sharedAlir }) => {
  await publish(sharedAlir, ...DAYS.slice(0, 2));
});

test.beforeEach(async ({ alir: opened }) => {
  alir = opened;
  await become(100);
});

async function become(units: number): Promise<void> {
  account_id = await alir.become('custom', 3, { units, requests_per_minute: 1000, keys: 1 });
}

const used = async () => (await alir.test_ledger.unitsOf(account_id)).account;

async function create(request: string, limits: object = {}): Promise<{ token: string; key_id: string }> {
  const { status, body } = await alir.post('/account/links', { name: 'sheet', request, ...limits });
  expect(body).toMatchObject({ success: true });
  expect(status).toBe(200);
  return { token: body.data.api_key, key_id: body.data.key_id };
}

/** A fetch as a spreadsheet sends it, without a header. */
async function fetched(token: string) {
  const response = await fetch(`${await alir.url()}/csv/${token}`);
  const { status, headers } = response;
  return { status, headers, text: await response.text(), cost: headers.get('x-request-cost') };
}

describe('a link', () => {
  test('answers its request as CSV, without a key and without figures of the account', async () => {
    const { token } = await create(FIXED);
    expect(token).toMatch(/^alir_link_[0-9A-Za-z]{38}$/);
    const { status, headers, text } = await fetched(token);
    expect({ status, text }).toEqual({ status: 200, text: expectedCsv(DAYS.slice(0, 2)) });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'x-data-days': '2/2',
      'x-request-cost': '1',
    });
    const names = [...headers.keys()];
    expect(names.filter((name) => /monthly|ratelimit|cookie/.test(name))).toEqual([]);
    expect(JSON.stringify([...headers])).not.toContain(alir.key);
    // A key beside the token changes nothing.
    const { token: other } = await create(FIXED);
    const withKey = await alir.raw(`/csv/${other}`);
    expect([...withKey.headers.keys()]).toEqual([...headers.keys()]);
    expect(withKey.headers.get('x-request-cost')).toBe('1');
  });

  test('above the rate limit is refused for its account, and not for the address of the spreadsheet', async () => {
    await alir.become('free');
    const { token } = await create(FIXED);
    const all = await Promise.all(Array.from({ length: 140 }, () => fetched(token)));
    const refused = all.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(120);
    expect(new Set(refused.map(({ status, text }) => `${status} ${JSON.parse(text).code}`))).toEqual(
      new Set(['429 rate_limited']),
    );
  });

  test('with last_days has the newest published days', async () => {
    const { token } = await create(`${SUMMARY}&last_days=2`);
    expect((await fetched(token)).text).toBe(expectedCsv([...prices.keys()].slice(-2)));
    await publish(alir, DAYS[2]);
    expect((await fetched(token)).text).toBe(expectedCsv(DAYS.slice(1)));
  });

  test('with known_at has the answer of that time, charged once in 24 hours', async () => {
    alir.clock.time = new Date('2026-02-03T12:00:00Z');
    const { token } = await create(`${FIXED}&known_at=2026-02-03T11:00:00Z`);
    const before = expectedCsv(DAYS.slice(0, 2));
    await publish(alir, DAYS[1]);
    expect(expectedCsv(DAYS.slice(0, 2))).not.toBe(before);
    const answers = [await fetched(token), await fetched(token)];
    expect(answers.map(({ text, cost }) => [text, cost])).toEqual([
      [before, '1'],
      [before, '0'],
    ]);
  });

  test('can stand for a request with a parameter in its path, and for a free one', async () => {
    const { token } = await create('/brokers/AK/summary?investor=all&from=2026-01-20&to=2026-01-20');
    expect((await fetched(token)).text).toMatch(/^ticker,.*\r\nBRMS,1,0,2000,0,/);
    const free = await create('/market/brokers');
    expect(await fetched(free.token)).toMatchObject({ status: 200, cost: '0' });
    expect(await used()).toBe(5);
  });
});

describe('the charges of a link', () => {
  test('are one for each publication, however often and at what time it is fetched', async () => {
    const { token } = await create(`${SUMMARY}&last_days=1`);
    const round = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => fetched(token)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      return answers.reduce((sum, { cost }) => sum + Number(cost), 0);
    };
    expect(await round()).toBe(1);
    for (let hour = 0; hour < 5; hour++) {
      alir.clock.pass(HOUR_MS);
      alir.clock.elapsed_ms += HOUR_MS;
      expect(await round()).toBe(0);
    }
    await publish(alir, DAYS[1]);
    expect(await round()).toBe(1);
    // A new day, or a correction.
    await publish(alir, DAYS[2]);
    expect(await round()).toBe(1);
    expect(await used()).toBe(3);
  });

  test('begin again after 24 hours without a publication', async () => {
    const { token } = await create(FIXED);
    const costs: (string | null)[] = [];
    for (const hours of [0, 23, 1, 1]) {
      alir.clock.pass(hours * HOUR_MS);
      costs.push((await fetched(token)).cost);
    }
    expect(costs).toEqual(['1', '0', '1', '0']);
  });

  test('are those of the publication of the answer, if one follows meanwhile', async () => {
    const { token } = await create(FIXED);
    const { manifest } = alir.stores;
    const publications = vi.spyOn(manifest, 'servedPublications');
    let newest = Number(await manifest.servedPublications());
    const asIfBefore = async () => {
      publications.mockReturnValueOnce(newest - 1);
      return (await fetched(token)).cost;
    };
    expect(await asIfBefore()).toBe('1');
    expect((await fetched(token)).cost).toBe('0');
    await publish(alir, DAYS[1]);
    newest += 1;
    // The publication before is charged already, this one is not.
    expect(await asIfBefore()).toBe('1');
    expect((await fetched(token)).cost).toBe('0');
    expect(await used()).toBe(2);
  });

  test('of two links and of the same request with a key are their own', async () => {
    const links = [await create(FIXED), await create(FIXED)];
    for (const { token } of links) expect((await fetched(token)).cost).toBe('1');
    const { headers } = await alir.request(FIXED);
    expect(headers.get('x-request-cost')).toBe('1');
    const { body } = await alir.get('/usage/history', { from: '2026-02-02', to: '2026-02-02', by: 'key' });
    expect(body.data.rows.map((row: any) => [row.key_kind, row.units]).toSorted()).toEqual([
      ['api', 1],
      ['link', 1],
      ['link', 1],
    ]);
  });
});

describe('what stops a link is a 200 with one cell that says why, and costs nothing', () => {
  const refusal = async (token: string) => {
    const { status, headers, text, cost } = await fetched(token);
    expect({ status, cost, lines: text.split('\r\n').length }).toEqual({ status: 200, cost: '0', lines: 2 });
    expect(text).not.toContain(alir.key);
    return [headers.get('x-error-code'), text.trim().replaceAll('"', '')];
  };

  test('its units, until the quota resets; an answer that was charged stays free', async () => {
    const { token } = await create(FIXED, { max_units: 2 });
    expect((await fetched(token)).cost).toBe('1');
    await publish(alir, DAYS[1]);
    expect((await fetched(token)).cost).toBe('1');
    expect((await fetched(token)).cost).toBe('0');
    await publish(alir, DAYS[1]);
    const message =
      'Alir: This link has used 2 of its 2 units, and the request costs 1. Its limit starts again at 2026-03-04T12:00:00.000Z. To raise it, open /account/keys, or use another key of the account.';
    expect(await refusal(token)).toEqual(['key_units_exceeded', message]);
    alir.clock.time = new Date('2026-03-04T12:00:00Z');
    expect(await fetched(token)).toMatchObject({ cost: '1', status: 200 });
    expect(await used()).toBe(3);
  });

  test('its units, until its owner raises its limit', async () => {
    const { token, key_id } = await create(FIXED, { max_units: 1 });
    expect((await fetched(token)).cost).toBe('1');
    await publish(alir, DAYS[1]);
    expect((await refusal(token))[0]).toBe('key_units_exceeded');
    const { accounts } = alir.stores;
    await accounts.limitKey(key_id, 2);
    await expect(accounts.limitKey(key_id, null)).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await fetched(token)).cost).toBe('1');
  });

  test('its units are never exceeded by fetches at the same time', async () => {
    const { token } = await create('/stocks/ohlcv?ticker=BRMS&from=2026-01-01&to=2026-02-10', {
      max_units: 3,
    });
    const { manifest } = alir.stores;
    const newest = Number(await manifest.servedPublications());
    // Each fetch is of another publication, as on servers that learn of it at different times.
    const publications = vi.spyOn(manifest, 'marketPublications');
    let fetch = 0;
    publications.mockImplementation(() => newest + Math.floor(fetch++ / 4));
    await Promise.all(Array.from({ length: 12 }, () => fetched(token)));
    publications.mockRestore();
    expect(await used()).toBe(2);
  });

  test('its rows', async () => {
    const code = (n: number) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26));
    const trades = Array.from({ length: 10_001 }, (_, n) =>
      line({ TRX_DATE: '2026-01-05', BRK_COD1: code(n % 101), BRK_COD2: code(Math.floor(n / 101)) }),
    );
    await alir.ingest('DT260105.csv', csv(trades));
    const pairs = '/stocks/counterparties?ticker=BRMS&from=2026-01-05&to=2026-01-05';
    const { token } = await create(pairs);
    const message =
      'Alir: The answer has 10001 rows, and a link answers at most 10000. Create a link for a smaller request.';
    expect(await refusal(token)).toEqual(['answer_too_large', message]);
    expect(await used()).toBe(0);
    // The same request with a key has all rows, and those are not the answer of the link.
    const all = await alir.raw(pairs, {}, { accept: 'text/csv' });
    expect((await all.text()).split('\r\n')).toHaveLength(10_003);
    expect((await refusal(token))[0]).toBe('answer_too_large');
  });

  test('the quota of the account; an answer that was charged stays free', async () => {
    await become(1);
    const { token } = await create(FIXED);
    const other = await create(FIXED);
    expect((await fetched(token)).cost).toBe('1');
    const [code, message = ''] = await refusal(other.token);
    expect(code).toBe('quota_exceeded');
    expect(message).toContain('are used. The quota resets at');
    expect(await fetched(token)).toMatchObject({
      status: 200,
      cost: '0',
      text: expectedCsv(DAYS.slice(0, 2)),
    });
    await publish(alir, DAYS[1]);
    expect((await refusal(token))[0]).toBe('quota_exceeded');
    expect(await used()).toBe(1);
  });

  test('a request that the service no longer accepts, and a suspension', async () => {
    const { token } = await create('/stocks/counterparties?ticker=BRMS&last_days=2');
    alir.clock.time = new Date('2026-05-04T12:00:00Z');
    await publish(alir, '2026-05-04');
    expect(await refusal(token)).toEqual([
      'invalid_request',
      expect.stringContaining('the maximum is 31 days'),
    ]);
    const change = { actor: 'operator', reason: 'a test' };
    await alir.stores.administration.suspend(account_id, change);
    expect((await refusal(token))[0]).toBe('account_suspended');
  });
});

test('a revoked link, one of a deleted account, and one that is mistyped are a 404', async () => {
  const { token, key_id } = await create(FIXED);
  const second = await create(FIXED);
  await alir.request(`/account/keys/${key_id}`, { method: 'DELETE' });
  const { status, text } = await fetched(token);
  expect([status, text]).toEqual([404, expect.stringContaining('"code":"not_found"')]);
  expect((await fetched(`${second.token.slice(0, -1)}_`)).status).toBe(404);
  expect((await fetched('alir_link_')).status).toBe(404);
  expect((await fetched(second.token)).status).toBe(200);
  const { deletion } = alir.stores.billing;
  await deletion.delete(account_id, { actor: 'operator', reason: 'a test' }, true);
  expect((await fetched(second.token)).status).toBe(404);
  const keys = await alir.test_ledger.rows(`SELECT link FROM api_key WHERE account_id = '${account_id}'`);
  expect(keys.map(({ link }) => link)).toEqual(keys.map(() => null));
});

test('a link is limited to its request: it is no key, and no key is a link', async () => {
  const { token, key_id } = await create(FIXED);
  await fetched(token);
  for (const path of [FIXED, '/usage', '/account/keys']) {
    expect((await alir.raw(path, {}, { authorization: `Bearer ${token}` })).status).toBe(401);
  }
  expect((await fetched(alir.key)).status).toBe(404);
  const browser = new BrowserSession(alir);
  await browser.post('/sign-in/key', { key: token });
  expect((await browser.get('/account/usage')).headers.get('location')).toMatch('/sign-in');
  // The link of another account.
  await become(5);
  expect((await alir.request(`/account/keys/${key_id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await fetched(token)).status).toBe(200);
  expect((await alir.request('/account/keys')).body.data.map((key: any) => key.kind)).not.toContain('link');
});

test('the token is shown once, and is not stored', async () => {
  const { token } = await create(FIXED, { max_units: 7 });
  const { body } = await alir.request('/account/keys');
  const [link] = body.data.filter((key: any) => key.kind === 'link');
  expect(link).toMatchObject({
    masked: `alir...${token.slice(-4)}`,
    scopes: ['data'],
    link: FIXED,
    max_units: 7,
  });
  const rows = await alir.test_ledger.rows('SELECT * FROM api_key');
  const stored = JSON.stringify([body, rows, await alir.test_ledger.rows('SELECT * FROM audit_log')]);
  expect(stored).not.toContain(token.slice(10));
});

test('a rotated link has a new token for the same request', async () => {
  const { token, key_id } = await create(FIXED);
  const { body } = await alir.request(`/account/keys/${key_id}/rotate`, { method: 'POST' });
  expect(body.data).toMatchObject({
    link: FIXED,
    api_key: expect.stringMatching(/^alir_link_/),
  });
  expect((await fetched(token)).status).toBe(404);
  expect((await fetched(body.data.api_key)).status).toBe(200);
});

test('the plan limits the number of links, apart from that of keys', async () => {
  account_id = await alir.become('free');
  for (let n = 0; n < 5; n++) await create('/market/brokers');
  const { status, body } = await alir.post('/account/links', {
    name: 'one more',
    request: '/market/brokers',
  });
  expect([status, body.code]).toEqual([409, 'key_limit_reached']);
  expect(body.error).toContain('The free plan allows 5 links');
});

test.for([
  ['/usage', 'request must be the path of a GET request'],
  ['/stocks/broker-summary/batch', 'request must be the path of a GET request'],
  ['/news', 'request must be the path of a GET request'],
  ['/account/keys', 'request must be the path of a GET request'],
  ['https://example.com/stocks/ohlcv?ticker=BRMS&last_days=2', 'request must be the path of a GET request'],
  ['/stocks/ohlcv?ticker=BRMS&last_days=0', 'last_days must be a whole number from 1 to 230'],
  ['/stocks/ohlcv?ticker=BRMS&last_days=1.5', 'last_days must be a whole number'],
  ['/stocks/ohlcv?ticker=BRMS&last_days=-1', 'last_days must be a whole number'],
  ['/stocks/ohlcv?ticker=BRMS&last_days=231', 'last_days must be a whole number'],
  ['/stocks/ohlcv?ticker=BRMS&last_days=2&last_days=3', 'last_days must be a whole number'],
  ['/stocks/ohlcv?ticker=BRMS&last_days=2&to=2026-01-20', 'last_days must not be beside from or to'],
  ['/stocks/ohlcv?ticker=BRMS.JK&last_days=2', 'request is refused: ticker'],
  ['/stocks/ohlcv?ticker=BRMS&from=2020-01-01&to=2026-01-20', 'request is refused: from must be 2025-01-01'],
  ['/stocks/ohlcv?ticker=BRMS&from=2025-01-01&to=2026-12-31', 'request is refused: to is too late'],
  ['/stocks/ohlcv?ticker=BRMS&last_days=2&__proto__=1', 'request is refused: __proto__'],
])('a link for %s is refused', async ([request, message]) => {
  const { status, body } = await alir.post('/account/links', { name: 'sheet', request });
  expect([status, body.error]).toEqual([400, expect.stringContaining(message as string)]);
});

test('links work on after the plan has ended, within the units of the Free plan', async () => {
  // Without requests: with PostgreSQL, the clock of the test does not end the minute in which they count.
  const links: { token: string }[] = [];
  for (let n = 0; n < 6; n++) {
    const { api_key } = await alir.stores.accounts.createKey(account_id, 'sheet', {
      max_units: 100,
      link: FIXED,
    });
    links.push({ token: api_key });
  }
  alir.clock.time = new Date('2027-01-01T00:00:00Z');
  const costs: (string | null)[] = [];
  for (const { token } of links) costs.push((await fetched(token)).cost);
  expect(costs).toEqual(['1', '1', '1', '1', '1', '0']);
  expect(await used()).toBe(5);
});
