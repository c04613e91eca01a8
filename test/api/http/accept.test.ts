import { expect, test } from 'vitest';
import { formatFor } from '../../../src/api/http/responses/negotiation.ts';

test.for([
  [undefined, null],
  ['', null],
  ['*/*', null],
  ['application/*', null],
  ['text/html, */*;q=0.1', null],
  ['text/csv, application/json', 'text/csv'],
  ['application/json;charset=utf-8, application/vnd.apache.parquet', null],
  ['text/*', 'text/csv'],
  ['text/csv;header=present', 'text/csv'],
  ['application/json;q=0.5, application/x-ndjson', 'application/x-ndjson'],
  ['application/vnd.apache.arrow.stream;q=0.9, text/csv;q=0.8', 'application/vnd.apache.arrow.stream'],
  ['application/json;q=0, application/*', 'application/x-ndjson'],
] as const)('Accept: %s selects %s', ([header, type]) => {
  expect(formatFor(header)?.type ?? null).toBe(type);
});
