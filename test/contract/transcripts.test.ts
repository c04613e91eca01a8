import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PUBLIC_CODES } from '../../src/core/error-codes.ts';
import { test } from '../support/fixtures.ts';
import { compareTranscripts } from '../support/http-transcript.ts';

const FOLDER = join(import.meta.dirname, 'transcripts');

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

compareTranscripts(FOLDER);

test('the transcripts have a good answer of each endpoint, and each error', async ({ alir }) => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((path) => path.endsWith('.txt'))
    .map((path) => readFileSync(join(FOLDER, path), 'utf8'));
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
