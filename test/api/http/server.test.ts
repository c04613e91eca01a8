import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { healthRoutes } from '../../../src/api/http/monitoring/health.ts';
import { Metrics } from '../../../src/api/http/monitoring/metrics.ts';
import { type MetricsAccess, metricsRoute } from '../../../src/api/http/monitoring/metrics-route.ts';
import { Readiness } from '../../../src/api/http/monitoring/readiness.ts';
import { publicError } from '../../../src/api/http/responses/public-error.ts';
import { createServer } from '../../../src/api/http/server.ts';
import { AlirError } from '../../../src/core/errors.ts';
import { afterThisTest, SetClock } from '../../support/alir.ts';
import { fakeTimers } from '../../support/cleanups.ts';
import { RawClient } from '../../support/raw-client.ts';

const HOST = { host: 'localhost:8080' };

/** A server without routes, and the lines of its log. */
function serverWithLog(trust_proxy = '') {
  const lines: any[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)));
    return true;
  });
  const app = createServer({ log_level: 'info', cors_origins: '*', trust_proxy }, new SetClock());
  afterThisTest(() => app.close());
  return { app, lines };
}

/** A connection that only has an address. */
const socketOf = (remoteAddress: string) =>
  Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() }) as unknown as Socket & {
    destroy: ReturnType<typeof vi.fn>;
  };

describe('an error', () => {
  const LATER = { code: 'not_ready', retry_after_s: 60 };
  const UNREADABLE = 'body is not valid JSON, or contains a forbidden key (__proto__ or constructor)';
  test.each<[object, object]>([
    ...['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CORRUPT', 'ledger_replaced', 'ledger_damaged'].map(
      (code): [object, object] => [
        { code, message: '/secret' },
        {
          ...LATER,
          message: 'The service cannot record usage at the moment. Nothing was charged. Try again later.',
        },
      ],
    ),
    [
      { code: 'SQLITE_BUSY' },
      {
        code: 'internal_error',
        message: 'An internal error occurred. Try again later; if the error persists, report the request_id.',
      },
    ],
    [new AlirError('bad_configuration', 'secret'), { code: 'internal_error' }],
    [new AlirError('overloaded', 'Busy.'), { code: 'overloaded', message: 'Busy.' }],
    [
      { code: 'FST_ERR_CTP_BODY_TOO_LARGE' },
      {
        code: 'body_too_large',
        message:
          'The request body is too large: it can have at most 64 KiB. Send less in it, or several requests.',
      },
    ],
    [
      { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' },
      {
        code: 'unsupported_media_type',
        message: 'Send the body as JSON, with the header Content-Type: application/json.',
      },
    ],
    [
      { code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' },
      { code: 'malformed_request', message: 'body has a different length than the Content-Length header' },
    ],
    [
      { code: 'FST_ERR_CTP_EMPTY_JSON_BODY' },
      { code: 'invalid_json', message: 'body is empty: send a JSON object' },
    ],
    [{ code: 'FST_ERR_CTP_INVALID_JSON_BODY' }, { code: 'invalid_json', message: UNREADABLE }],
    [
      { code: 'FST_ERR_BAD_URL' },
      { code: 'invalid_url', message: 'url cannot be decoded: check its percent-encoding' },
    ],
    ...['FST_CSRF_MISSING_SECRET', 'FST_CSRF_INVALID_TOKEN'].map((code): [object, object] => [
      { code },
      { code: 'form_expired', message: 'This form has expired. Reload the page and submit it again.' },
    ]),
    [Object.assign(new SyntaxError('x'), { statusCode: 400 }), { code: 'invalid_json', message: UNREADABLE }],
    [
      { statusCode: 499 },
      { code: 'malformed_request', message: 'request cannot be read: check its method and its headers' },
    ],
    [{ statusCode: 399 }, { code: 'internal_error' }],
    [{ statusCode: 500 }, { code: 'internal_error' }],
  ])('%o is shown to callers as %j', (error, shown) => {
    expect(publicError(error)).toMatchObject(shown);
  });

  test('of the service is logged with its causes, and each failed request has a line', async () => {
    const { app, lines } = serverWithLog();
    const cause = Object.assign(new Error('no disk'), { code: 'EIO' });
    app.get('/fails/:name', { config: { units: 0, scope: null } }, async (request) => {
      request.key_id = 'key 1';
      if ((request.params as { name: string }).name === 'text') throw 'a text';
      throw new Error('no read', { cause });
    });
    for (const name of ['error', 'text']) {
      const headers = { ...HOST, 'x-request-id': name };
      const { statusCode, json } = await app.inject({ url: `/fails/${name}?secret`, headers });
      expect([statusCode, json().code, json().request_id]).toEqual([500, 'internal_error', name]);
    }
    expect(app.recentFailures.all().map(({ route, count }) => [route, count])).toEqual([['/fails/:name', 2]]);
    await app.close();
    const common = {
      level: 'error',
      time: expect.any(String),
      pid: process.pid,
      hostname: expect.any(String),
    };
    const line = (request_id: string) => ({
      ...common,
      msg: 'request',
      request_id,
      method: 'GET',
      route: '/fails/:name',
      status: 500,
      address: '127.0.0.1',
      ms: expect.any(Number),
      key_id: 'key 1',
    });
    const failed = (request_id: string, err: object) => ({
      ...common,
      msg: 'request failed',
      request_id,
      err,
    });
    const stack = expect.stringMatching(/^Error: no read\n[\s\S]+\ncaused by: Error: no disk\n/);
    expect(lines).toEqual([
      failed('error', { type: 'Error', message: 'no read: no disk', stack }),
      line('error'),
      failed('text', { type: 'string', message: 'a text', stack: '' }),
      line('text'),
    ]);
  });

  test('that several requests share is logged once', async () => {
    const { app, lines } = serverWithLog();
    const shared = new AlirError('not_ready', 'The ledger cannot be read.');
    app.get('/ready', { config: { units: 0, scope: null } }, () => Promise.reject(shared));
    for (let times = 0; times < 2; times++)
      expect((await app.inject({ url: '/ready', headers: HOST })).statusCode).toBe(503);
    expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'request', 'request']);
    expect(app.recentFailures.all().map(({ count }) => count)).toEqual([2]);
  });

  test('that a server refuses while it stops is no failure', async () => {
    const { app, lines } = serverWithLog();
    const stopping = new AlirError('shutting_down', 'The server is shutting down.', { retry_after_s: 5 });
    app.get('/', { config: { units: 0, scope: null } }, () => Promise.reject(stopping));
    const { statusCode, headers } = await app.inject({ url: '/', headers: HOST });
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect([lines.map(({ msg }) => msg), app.recentFailures.all()]).toEqual([['request'], []]);
  });

  test('of many refused requests has a line for five of them, and a line for the rest when the server stops', async () => {
    const { app, lines } = serverWithLog();
    for (let times = 0; times < 7; times++) await app.inject({ url: '/none', headers: HOST });
    await app.close();
    expect(lines.map(({ msg, count }) => count ?? msg)).toEqual([...Array(5).fill('request'), 2]);
  });

  test('names a repeated field, at most 64 characters of it', async () => {
    const { app } = serverWithLog();
    app.post('/', { config: { units: 0, scope: null } }, async () => 'read');
    const name = 'x'.repeat(65);
    const payload = `{"${name}":1,"${name}":2}`;
    const headers = { ...HOST, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/', headers, payload });
    expect(answer.json()).toMatchObject({ code: 'invalid_json', errors: [{ field: 'x'.repeat(64) }] });
  });

  test('of a request that did not arrive in time is a 408; a client that left gets nothing', async () => {
    const app = createServer({ log_level: 'silent', cors_origins: '*' });
    afterThisTest(() => app.close());
    const { requestTimeout, headersTimeout, timeout } = app.server;
    expect([requestTimeout, headersTimeout, timeout]).toEqual([15_000, 10_000, 60_000]);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const fail = async (code: string) => {
      const connected = once(app.server, 'connection');
      const client = await RawClient.open(url);
      const [socket] = await connected;
      app.server.emit('clientError', Object.assign(new Error(code), { code }), socket);
      await client.closed;
      return client.responses();
    };
    expect(await fail('ERR_HTTP_REQUEST_TIMEOUT')).toMatchObject([
      {
        status: 408,
        headers: { connection: 'close', 'cache-control': 'no-store' },
        body: {
          code: 'request_timeout',
          error: 'The request was not complete in time. Send the complete request within 15 seconds.',
        },
      },
    ]);
    expect(await fail('ECONNRESET')).toEqual([]);
  });
});

test('a path may end in a slash, and its other methods are refused by name', async () => {
  const { app } = serverWithLog();
  app.get('/things/:id', { config: { units: 0, scope: null } }, async () => 'read');
  for (const url of ['/things/1', '/things/1/']) {
    expect((await app.inject({ url, headers: HOST })).statusCode).toBe(200);
    const refused = await app.inject({ method: 'POST', url, headers: HOST });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
  }
  expect((await app.inject({ url: '/things', headers: HOST })).statusCode).toBe(404);
});

describe('connections', () => {
  test('of one address are at most 500, and a refused one is logged', async () => {
    const { app, lines } = serverWithLog('10.0.0.0/8');
    const count = app.server.listeners('connection').at(-1) as (socket: Socket) => void;
    const opened = (address: string, times: number) =>
      Array.from({ length: times }, () => {
        const socket = socketOf(address);
        count(socket);
        return socket;
      });
    const isRefused = ({ destroy }: { destroy: ReturnType<typeof vi.fn> }) => destroy.mock.calls.length > 0;
    const first = opened('2001:db8::1', 500);
    expect(first.some(isRefused)).toBe(false);
    expect(opened('2001:db8::2', 1).map(isRefused)).toEqual([true]);
    expect(opened('2001:db8:0:1::1', 1).map(isRefused)).toEqual([false]);
    for (const socket of first.slice(0, 3)) socket.emit('close');
    expect(opened('2001:db8::3', 3).map(isRefused)).toEqual([false, false, true]);
    for (const address of ['127.0.0.1', '10.1.2.3']) expect(opened(address, 501).some(isRefused)).toBe(false);
    app.server.emit('drop', { remoteAddress: '203.0.113.7' });
    expect(app.server.maxConnections).toBe(15_000);
    expect(lines.map(({ level, address, reason, msg }) => [level, address, reason, msg])).toEqual([
      ['info', '2001:db8::2', 'address', 'connection refused'],
      ['info', '2001:db8::3', 'address', 'connection refused'],
      ['info', '203.0.113.7', 'all', 'connection refused'],
    ]);
  });

  test('get a refusal after a second: one for each, and 128 for an address', () => {
    fakeTimers();
    const { anonymousLimits: limits } = createServer(
      { log_level: 'silent', cors_origins: '*' },
      new SetClock(),
    );
    const send = vi.fn();
    const sockets = Array.from({ length: 128 }, () => socketOf('203.0.113.7'));
    for (const socket of sockets) limits.hold(socket, '203.0.113.7', send);
    const [one, another] = [sockets[0], socketOf('203.0.113.7')] as const;
    for (const socket of [one, another]) limits.hold(socket as Socket, '203.0.113.7', send);
    expect([one?.destroy.mock.calls.length, another.destroy.mock.calls.length]).toEqual([1, 1]);
    one?.emit('close');
    const next = socketOf('203.0.113.7');
    limits.hold(next, '203.0.113.7', send);
    vi.advanceTimersByTime(999);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect([send.mock.calls.length, next.destroy.mock.calls.length]).toEqual([128, 0]);
    for (const socket of sockets) limits.hold(socket, '203.0.113.7', send);
    expect(sockets.at(-1)?.destroy).not.toHaveBeenCalled();
    for (let other = 0; other < 871; other++) {
      const address = `198.51.${Math.floor(other / 100)}.1`;
      limits.hold(socketOf(address), address, send);
    }
    const [last, excess] = [socketOf('192.0.2.1'), socketOf('192.0.2.1')];
    limits.hold(last, '192.0.2.1', send);
    limits.hold(excess, '192.0.2.1', send);
    expect([last.destroy.mock.calls.length, excess.destroy.mock.calls.length]).toEqual([0, 1]);
  });

  test('that send no HTTP are answered at once, and after a second above the limit of their address', () => {
    fakeTimers();
    const { anonymousLimits: limits } = createServer(
      { log_level: 'silent', cors_origins: '*' },
      new SetClock(),
    );
    const answer = vi.fn();
    for (let sent = 0; sent < 121; sent++) limits.countBytes(socketOf('203.0.113.7'), answer);
    expect(answer).toHaveBeenCalledTimes(120);
    vi.advanceTimersByTime(1000);
    expect(answer).toHaveBeenCalledTimes(121);
  });
});

describe('GET /metrics', () => {
  const SEPARATE =
    'The metrics are available only on a separate port. The operator sets it with ALIR_METRICS_PORT.';
  const BEHIND =
    'The metrics are not available behind a proxy (ALIR_TRUST_PROXY is set). To make them available, set ALIR_METRICS_TOKEN or ALIR_METRICS_PORT.';
  const LOCAL =
    'The metrics are available only from this machine. To read them from elsewhere, set ALIR_METRICS_TOKEN or ALIR_METRICS_PORT.';
  const TOKEN =
    'The metrics require their own token. Send it in the header Authorization: Bearer <ALIR_METRICS_TOKEN>.';
  const ORIGIN = { origin: 'http://localhost' };
  const FORWARDED = [
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'via',
  ];

  test.each<[MetricsAccess, IncomingHttpHeaders, string, number, string?]>([
    ['this machine', {}, '127.0.0.1', 200],
    ['this machine', { host: '[::1]:8080' }, '::1', 200],
    ['this machine', { host: '127.1.2.3' }, '127.0.0.1', 200],
    ['this machine', { host: 'api.example.com' }, '127.0.0.1', 404, LOCAL],
    ['this machine', ORIGIN, '127.0.0.1', 404, LOCAL],
    ['this machine', {}, '203.0.113.7', 404, LOCAL],
    ...FORWARDED.map((name): [MetricsAccess, IncomingHttpHeaders, string, number, string] => [
      'this machine',
      { [name]: 'x' },
      '127.0.0.1',
      404,
      LOCAL,
    ]),
    ['own port', { host: 'x' }, '203.0.113.7', 200],
    ['own port', ORIGIN, '127.0.0.1', 404, LOCAL],
    ['nobody', {}, '127.0.0.1', 404, SEPARATE],
    ['behind a proxy', {}, '127.0.0.1', 404, BEHIND],
    [{ token: 'x' }, { host: 'x', authorization: 'Bearer x' }, '203.0.113.7', 200],
    [{ token: 'x' }, { authorization: 'Bearer y' }, '127.0.0.1', 401, TOKEN],
    [{ token: 'x' }, {}, '127.0.0.1', 401, TOKEN],
  ])(
    'for %j with the headers %j from %s has the status %i',
    async (access, headers, remoteAddress, status, error) => {
      const app = createServer({ log_level: 'silent', cors_origins: '*' }, new SetClock());
      metricsRoute(app, new Metrics(app, {}), access);
      const answer = await app.inject({ url: '/metrics', headers: { ...HOST, ...headers }, remoteAddress });
      expect([answer.statusCode, status === 200 ? undefined : answer.json().error]).toEqual([status, error]);
      await app.close();
    },
  );
});

test('GET /health/ready has a 503 without details if the data cannot be read', async () => {
  const app = createServer({ log_level: 'silent', cors_origins: '*' }, new SetClock());
  healthRoutes(app, new Readiness([]), async () => {
    throw new Error('secret');
  });
  const { statusCode, headers, json } = await app.inject({ url: '/health/ready', headers: HOST });
  expect([statusCode, headers['retry-after'], json().code, json().error]).toEqual([
    503,
    '5',
    'not_ready',
    'The service is not ready: the ledger cannot be read. The server log has the details.',
  ]);
  await app.close();
});
