import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PUBLIC_CODES } from '../../src/api/http/responses/error-statuses.ts';
import { test as withAlir } from '../support/fixtures.ts';
import { HttpTranscript } from '../support/http-transcript.ts';

const FOLDER = join(import.meta.dirname, 'transcripts');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

/** Errors that need a failure of the service, a race or an unreadable request; other tests have them. */
const ELSEWHERE = [
  'malformed_request',
  'payment_refused',
  'payment_unavailable',
  'request_timeout',
  'headers_too_large',
  'webhook_not_ready',
  'client_gone',
  'key_units_exceeded',
  'internal_error',
  'data_unavailable',
  'overloaded',
  'ledger_unavailable',
  'query_timeout',
  'shutting_down',
  'not_ready',
];

test.for(FILES)('%s', async (name) => {
  await new HttpTranscript(join(FOLDER, name)).compare();
});

withAlir('the transcripts have a good answer of each endpoint, and each error', async ({ alir }) => {
  const texts = FILES.map((name) => readFileSync(join(FOLDER, name), 'utf8'));
  const shown = texts.join('\n').replaceAll(/<(\w+) \d+>/g, '$1');
  const answered = [...shown.matchAll(/^> (?:\d+ x )?([A-Z]+ [^?\s]+).*\n(?:> .*\n)*(?=20\d)/gm)];
  const routes = (await alir.routes()).filter(
    // test/server/copies.test.ts has those of the lake, test/contract/udf.test.ts those of charts.
    ({ path, isPage }) => !isPage && !/^\/(explorer|lake|udf)\//.test(path),
  );
  const endpoints = routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
  const missing = endpoints.filter((endpoint) => {
    const pattern = new RegExp(`^${endpoint.replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}$`);
    return !endpoint.startsWith('HEAD ') && !answered.some(([, request = '']) => pattern.test(request));
  });
  expect(missing).toEqual([]);
  const codes = new Set([...shown.matchAll(/^\{"code":"(\w+)"/gm)].map(([, code]) => code));
  expect(PUBLIC_CODES.filter((code) => !codes.has(code) && !ELSEWHERE.includes(code))).toEqual([]);
});
