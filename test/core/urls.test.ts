import { expect, test } from 'vitest';
import { hostInUrl, looksLikeUrl, withoutQuery, withoutSecrets } from '../../src/core/urls.ts';

test.each([
  ['https://user:secret@files.example/a?key=secret#secret', 'https://(secret)@files.example/a?(secret)'],
  ['https://files.example/a', 'https://files.example/a'],
  ['https:/user:secret@', 'https:/(secret)'],
  ['ftp//secret', '(secret)'],
])('%s is shown as %s', (url, shown) => {
  expect(withoutSecrets(url)).toBe(shown);
});

test('a URL is stored without its query', () => {
  expect(withoutQuery('https://user:secret@files.example:81/a/b?key=secret#x')).toBe(
    'https://files.example:81/a/b',
  );
});

test.each([
  ['https://files.example', true],
  [' https:/files.example', true],
  ['HTTP:files', true],
  ['https//user:password@host', true],
  ['s3:/bucket', true],
  ['ftp//host/file:x', false],
  ['/srv/files', false],
  ['C:\\files', false],
  ['files:2026', false],
])('%s looks like a URL: %s', (text, expected) => {
  expect(looksLikeUrl(text)).toBe(expected);
});

test.each([
  ['0.0.0.0', null],
  ['::', null],
  ['[::]', null],
  ['::1', '[::1]'],
  ['[::1]', '[::1]'],
  ['10.0.0.1', '10.0.0.1'],
])('the address %s is %s in a URL', (host, shown) => {
  expect(hostInUrl(host)).toBe(shown);
});
