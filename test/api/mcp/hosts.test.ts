import { expect, test } from 'vitest';
import { allowedHosts } from '../../../src/api/http/host.ts';
import { checkHost } from '../../../src/api/mcp/hosts.ts';

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

test.each([
  ['localhost:8080', undefined, undefined],
  ['api.example.com', 'http://localhost:3000', undefined],
  ['[::1]:1', undefined, undefined],
  ['a.example', undefined, 'the host "a.example"'],
  ['user@localhost', undefined, 'the host "user@localhost"'],
  [undefined, undefined, 'the host ""'],
  [`${'a'.repeat(65)}`, undefined, `the host "${'a'.repeat(64)}"`],
  ['localhost', 'https://a.example', 'web pages of "https://a.example"'],
])('a request with the host %s and the origin %s is refused for %s', (host, origin, what) => {
  const message = `MCP is not available for ${what}. The operator can allow the name with ALIR_ALLOWED_HOSTS.`;
  const check = () => checkHost({ host, origin }, allowedHosts('::', ['api.example.com']));
  if (what === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'host_not_allowed', message }));
});
