import { expect, test } from 'vitest';
import { allowedHosts } from '../../../src/api/mcp/hosts.ts';

test.each([
  ['0.0.0.0', []],
  ['192.0.2.7', ['192.0.2.7']],
  ['2001:DB8::7', ['[2001:db8::7]']],
  // Whether these can be listened on is said when the server starts.
  ['300.1.1.1', []],
  ['fe80::1%eth0', []],
  ['no name', []],
])('a server that listens on %s accepts its address as Host, if a URL can contain it', (host, own) => {
  const ofThisMachine = allowedHosts('::', []);
  expect(allowedHosts(host, ['API.example.com'])).toEqual([...ofThisMachine, ...own, 'api.example.com']);
});
