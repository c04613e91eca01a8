import { setImmediate } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NAMES } from '../../../src/console/pages/docs/docs-page.tsx';
import { type RunningServer, startServer } from '../../../src/server/main.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { csv, FILE_NAME, line, wholeDay } from '../../support/daily-files.ts';

const PAGES = [
  '/',
  '/status',
  '/pricing',
  '/docs',
  '/docs/reference',
  '/docs/reference/get_broker_summary',
  ...NAMES.map((name) => `/docs/${name}`),
];
/** The queries of pages. The server runs others in the background. */
const READS = new Set([
  'served_days',
  'newest_day',
  'published_days',
  'incidents',
  'held_files',
  'rejected_files',
  'session',
]);
const BY = { actor: 'operator', reason: null };

let alir: TestAlir;
let app: RunningServer['app'];
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
  await alir.ingest(FILE_NAME, csv([line()]));
  const server = await startServer(alir.stores);
  afterThisFile(() => server.close());
  ({ app } = server);
});
/** Pages are limited by address. */
beforeEach(() => {
  alir.clock.elapsed_ms += 600_000;
});

/** A request of a visitor who is not signed in. */
const get = (url: string, headers: InjectOptions['headers'] = {}) =>
  app.inject({ url, headers: { accept: 'text/html', host: 'localhost', ...headers } });

describe('an open page', () => {
  test.for(PAGES)('%s is rendered once, and then needs no query', async (path) => {
    const first = await get(path);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const renders = vi.spyOn(app.callersFirst, 'run');
    const reads = [vi.spyOn(alir.stores.ledger, 'all'), vi.spyOn(alir.stores.ledger, 'get')];
    const shapes: [string, InjectOptions['headers']][] = [
      [path, {}],
      [`${path}?utm_source=x&year=1&months=99&page=2`, {}],
      [path, { cookie: 'alir_session=none.none; other=1; alir_theme=blue; alir_lang=xx' }],
      [path, { 'accept-language': 'de, en;q=0.1, xx-*' }],
      [path, { host: 'LOCALHOST' }],
      [path, { host: 'localhost:80' }],
    ];
    for (const [url, headers] of shapes) {
      const again = await get(url, headers);
      expect([again.statusCode, again.headers.etag, again.body]).toEqual([
        200,
        first.headers.etag,
        first.body,
      ]);
    }
    expect(renders).not.toHaveBeenCalled();
    const names = reads.flatMap(({ mock }) => mock.calls.map(([name]) => name));
    expect(names.filter((name) => READS.has(name))).toEqual([]);
  });

  test('that several visitors request at the same time is rendered once', async () => {
    await alir.stores.incidents.add({ title: 'At the same time', details: '' }, BY);
    const renders = vi.spyOn(app.callersFirst, 'run');
    const pages = await Promise.all(Array.from({ length: 20 }, () => get('/status')));
    for (const page of pages) expect(page.body).toContain('At the same time');
    expect(renders).toHaveBeenCalledOnce();
  });

  test('shows a change at once', async () => {
    expect((await get('/status')).body).not.toContain('News is slow');
    const { incident_id } = await alir.stores.incidents.add({ title: 'News is slow', details: '' }, BY);
    expect((await get('/status')).body).toContain('News is slow');
    await alir.stores.incidents.update(incident_id, { title: 'News is back', details: '' }, BY);
    expect((await get('/status')).body).toContain('News is back');
    const published = 'class="day published" title="Tuesday, 20 January 2026:';
    for (const path of ['/', '/status']) expect((await get(path)).body).not.toContain('20 January 2026, 2');
    expect((await get('/status')).body).not.toContain(published);
    await alir.ingest('DT260120.csv', wholeDay('2026-01-20'));
    expect((await get('/status')).body).toContain(published);
    expect((await get('/')).body).toContain('Tuesday, 20 January 2026');
    // A trading day without a file becomes late, and the ledger is not written.
    alir.clock.time = new Date('2026-01-21T05:00:00Z');
    expect((await get('/status')).body).toContain('21 Jan 2026, 12:00 WIB');
    alir.clock.time = new Date('2026-01-21T05:01:00Z');
    expect((await get('/status')).body).toContain('21 Jan 2026, 12:01 WIB');
  });

  test('is kept in a bounded number of forms, whatever a visitor sends', async () => {
    const renders = vi.spyOn(app.callersFirst, 'run');
    const forms = new Set<string | undefined>();
    for (let sent = 0; sent < 600; sent++) {
      alir.clock.elapsed_ms += 60_000;
      const path = ['/', '/status', '/pricing', '/docs/limits'][sent % 4] ?? '';
      const { statusCode, headers } = await get(`${path}?year=${sent}&months=${sent % 50}&x=${sent}`, {
        host:
          [`localhost:${1000 + sent}`, `127.0.0.1:${sent}`, `[::1]:${sent}`, `${sent}.example`][
            (sent >> 2) % 4
          ] ?? '',
        'accept-language': `${'abcdefghij'[sent % 10]}${'nd'[sent % 2]}, id;q=0.${sent % 10}`,
        cookie: `alir_theme=${['light', 'dark', 'x'][sent % 3]}; alir_lang=${sent}; alir_session=${sent}.${sent}`,
        'x-forwarded-host': `${sent}.example`,
        'x-forwarded-proto': sent % 2 ? 'https' : 'http',
        origin: `https://${sent}.example`,
      });
      expect(statusCode).toBe(200);
      forms.add(headers.etag as string);
    }
    // Each of four pages in two languages and three themes; two of them for each of the at most four origins; four durations of plans.
    expect(renders.mock.calls.length).toBeLessThanOrEqual(6 * (5 + 5 + 1 + 4));
    expect(forms.size).toBeLessThanOrEqual(renders.mock.calls.length);
  });
});

describe('a page that is rendered for a visitor', () => {
  test('waits for requests with a key, and they do not wait for it', async () => {
    let release = () => {};
    const flushed = new Promise<void>((resolve) => {
      release = resolve;
    });
    const flush = vi.spyOn(alir.stores.ledger, 'flush').mockReturnValue(flushed);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const order: string[] = [];
      const query = 'ticker=BRMS&from=2026-01-19&to=2026-01-19';
      const headers = { host: 'localhost', authorization: `Bearer ${alir.key}` };
      const paid = app
        .inject({ url: `/foreign-flow?${query}`, headers })
        .then(({ statusCode }) => order.push(`paid ${statusCode}`));
      await vi.waitFor(() => expect(flush).toHaveBeenCalled());
      const page = get('/docs?q=range').then(({ statusCode }) => order.push(`page ${statusCode}`));
      const kept = get('/docs').then(({ statusCode }) => order.push(`kept ${statusCode}`));
      await kept;
      // Enough for a search that does not wait.
      for (let turn = 0; turn < 300; turn++) await setImmediate();
      expect(order).toEqual(['kept 200']);
      release();
      await Promise.all([paid, page]);
      expect(order).toEqual(['kept 200', 'paid 200', 'page 200']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('counts as several requests of its address', async () => {
    const statuses = [];
    for (let word = 0; word < 13; word++) {
      const search = {
        url: `/docs?q=word${word}`,
        headers: { host: 'localhost' },
        remoteAddress: '192.0.2.1',
      };
      statuses.push((await app.inject(search)).statusCode);
    }
    expect(statuses).toEqual([...new Array(12).fill(200), 429]);
  });
});
