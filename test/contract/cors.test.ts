import { expect, test } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { test as withAlir } from '../support/fixtures.ts';
import { exchange } from '../support/raw-client.ts';

withAlir('a page may read the response to a request that cannot be read', async ({ alir }) => {
  for (const bytes of ['GARBAGE\r\n\r\n', `GET /usage?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`]) {
    const answer = await exchange(await alir.url(), bytes);
    expect(answer.toLowerCase()).toContain('access-control-allow-origin: *\r\n');
  }
});

test.each([
  'example.com',
  'https://a.example/',
  'https://a.example/x',
  'ftp://a.example',
  '*, https://a.example',
])('ALIR_CORS_ORIGINS refuses %s', (text) => {
  expect(() => readConfig({ ALIR_CORS_ORIGINS: text })).toThrow(
    /ALIR_CORS_ORIGINS must be \*, none, or origins/,
  );
});
