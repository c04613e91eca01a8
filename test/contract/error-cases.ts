export const FLOW = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05';
const FLOWS = '/foreign-flow/batch';
export const JSON_TYPE = { 'content-type': 'application/json' };

interface Case {
  readonly what: string;
  readonly path: string;
  readonly init?: RequestInit;
  readonly status: number;
  readonly code: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The fields that a 400 names. */
  readonly fields?: readonly string[];
}

export const batch = (body: string, headers: Record<string, string> = JSON_TYPE): RequestInit => ({
  method: 'POST',
  body,
  headers,
});

const notFound = (what: string, path: string, init?: RequestInit): Case => ({
  what,
  path,
  status: 404,
  code: 'not_found',
  ...(init && { init }),
});

const notAllowed = (what: string, path: string, init: RequestInit, allow: string): Case => ({
  what,
  path,
  init,
  status: 405,
  code: 'method_not_allowed',
  headers: { allow },
});

const unsupported = (what: string, init: RequestInit): Case => ({
  what,
  path: FLOWS,
  init,
  status: 415,
  code: 'unsupported_media_type',
});

const invalidJson = (what: string, body: string): Case => ({
  what,
  path: FLOWS,
  init: batch(body),
  status: 400,
  code: 'invalid_json',
  fields: ['body'],
});

/** A request whose parameters are wrong. */
const invalid = (what: string, path: string, ...fields: string[]): Case => ({
  what,
  path,
  status: 400,
  code: 'invalid_request',
  fields,
});

/** A request whose body is wrong. */
const invalidBody = (what: string, body: unknown, ...fields: string[]): Case => ({
  what,
  path: FLOWS,
  init: batch(JSON.stringify(body)),
  status: 400,
  code: 'invalid_request',
  fields,
});

const DAY = { from: '2026-01-05', to: '2026-01-05' };
const RANGE = 'from=2026-01-05&to=2026-01-05';
const ofDates = (from: string, to: string) => `/foreign-flow?ticker=BBCA&from=${from}&to=${to}`;

/** Requests with an error, one for each rule. */
export const CASES: readonly Case[] = [
  notFound('an unknown path', '/nowhere'),
  notFound('a path with two further slashes', '/foreign-flow//'),
  notFound('POST to an unknown path', '/nowhere', batch('x=1', {})),
  notAllowed('POST where GET is right', '/foreign-flow', batch('{}'), 'GET'),
  notAllowed('GET where POST is right', FLOWS, {}, 'POST'),
  notAllowed('HEAD', FLOW, { method: 'HEAD' }, 'GET'),
  notAllowed('DELETE', FLOW, { method: 'DELETE' }, 'GET'),
  {
    what: 'bad percent-encoding in the path',
    path: '/%zz',
    status: 400,
    code: 'invalid_url',
    fields: ['url'],
  },
  unsupported('no content type', batch('{}', { 'content-type': '' })),
  unsupported('text', batch('{}', { 'content-type': 'text/plain' })),
  unsupported('a form', batch('tickers=BBCA', { 'content-type': 'application/x-www-form-urlencoded' })),
  unsupported('a body that is encoded', batch('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' })),
  {
    what: 'a body of 70 kB',
    path: FLOWS,
    init: batch(JSON.stringify({ tickers: ['A'.repeat(70_000)] })),
    status: 413,
    code: 'body_too_large',
  },
  {
    what: 'a URL of 20 kB',
    path: `/foreign-flow?ticker=${'A'.repeat(20_000)}`,
    status: 431,
    code: 'headers_too_large',
  },
  invalidJson('half a JSON text', '{"tickers":'),
  invalidJson('no JSON text at all', ''),
  invalidJson('__proto__ in the body', '{"__proto__":{"x":1}}'),
  { ...invalid('no body', FLOWS, 'body'), init: { method: 'POST' } },
  { ...invalid('a parameter beside a body', `${FLOWS}?limit=5`, 'limit'), init: batch('{}') },
  invalidBody('a JSON array', [], 'body'),
  invalidBody('null', null, 'body'),
  invalidBody('no ticker in a batch', { tickers: [], ...DAY }, 'tickers'),
  invalidBody('51 tickers, all the same', { tickers: Array(51).fill('BBCA'), ...DAY }, 'tickers'),
  invalidBody('a ticker for tickers', { tickers: 'BBCA', ...DAY }, 'tickers'),
  invalidBody('numbers for tickers', { tickers: ['BBCA', 5, null], ...DAY }, 'tickers[1]', 'tickers[2]'),
  invalidBody('a number for a date', { tickers: ['BBCA'], ...DAY, from: 20260105 }, 'from'),
  invalidBody('an unknown field', { tickers: ['BBCA'], ...DAY, constructor: 1 }, 'constructor'),
  invalid('no parameters', '/foreign-flow', 'ticker', 'from', 'to'),
  invalid('an unknown parameter', `${FLOW}&limit=5`, 'limit'),
  invalid('a parameter twice', `${FLOW}&ticker=BBRI`, 'ticker'),
  invalid('investor, where there is none', `${FLOW}&investor=f`, 'investor'),
  invalid('no investor, where it is required', `/stocks/broker-summary?ticker=BBCA&${RANGE}`, 'investor'),
  invalid('an unknown investor', `/stocks/broker-summary?ticker=BBCA&${RANGE}&investor=foreign`, 'investor'),
  invalid('an unknown market', `${FLOW}&market=TN`, 'market'),
  invalid('a from before 2025-01-01', ofDates('2024-12-31', '2025-01-02'), 'from'),
  invalid('a to before from', ofDates('2026-01-06', '2026-01-05'), 'to'),
  invalid('a range of 367 days', ofDates('2025-01-01', '2026-01-02'), 'to'),
  invalid('days that do not exist', ofDates('2025-02-29', '2025-04-31'), 'from', 'to'),
  invalid('dates written otherwise', ofDates('20260105', '5-1-2026'), 'from', 'to'),
  invalid('a date with a time', ofDates('2026-01-05T00:00:00Z', '2026-01-05'), 'from'),
];
