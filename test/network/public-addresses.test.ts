import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { internet } from '../../src/network/internet.ts';
import { withLocalHosts } from '../../src/network/local-hosts.ts';
import { publicAddresses } from '../../src/network/public-addresses.ts';
import { listen } from '../support/listen.ts';

test('a host has the addresses of both families, also if only one can be queried', async () => {
  const [four, six] = [
    vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['8.8.8.8'] as never),
    vi.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue(['2606:4700::1'] as never),
  ];
  expect(await internet.resolve('a.example')).toEqual(['8.8.8.8', '2606:4700::1']);
  expect([four.mock.calls, six.mock.calls]).toEqual([[['a.example']], [['a.example']]]);
  four.mockRejectedValue(new Error('no IPv4'));
  expect(await internet.resolve('a.example')).toEqual(['2606:4700::1']);
  six.mockRejectedValue(new Error('no IPv6'));
  await expect(internet.resolve('a.example')).rejects.toThrow('no IPv4');
  four.mockResolvedValue([]);
  await expect(publicAddresses(internet, 'a.example')).rejects.toMatchObject({
    reason: 'unreachable',
    message: 'a.example does not resolve to an address',
  });
  expect(await publicAddresses(internet, '[2606:4700::2]')).toEqual(['2606:4700::2']);
});

test('a checked address is dialled, whatever the name resolves to', async () => {
  const port = await listen(createServer((socket) => socket.end()));
  const options = { hostname: 'a.invalid', protocol: 'http:', port: `${port}` };
  const connected = await new Promise((resolve) =>
    internet.dial(options, ['127.0.0.1'], (error, socket) => {
      resolve([error, socket?.remoteAddress, socket?.remotePort]);
      socket?.destroy();
    }),
  );
  expect(connected).toEqual([null, '127.0.0.1', port]);
});

test('a local host is dialled at its port, and any other one in the network', async () => {
  const other = { resolve: vi.fn(async () => ['9.9.9.9']), dial: vi.fn() };
  const port = await listen(createServer((socket) => socket.end()));
  const network = withLocalHosts(other, new Map([['local.example', port]]));
  expect(await network.resolve('local.example')).toEqual(['8.8.8.8']);
  expect(await network.resolve('a.example')).toEqual(['9.9.9.9']);
  const options = (hostname: string) => ({ hostname, protocol: 'http:', port: '80' });
  const connected = await new Promise((resolve) =>
    network.dial(options('local.example'), ['8.8.8.8'], (error, socket) => {
      resolve([error, socket?.remotePort]);
      socket?.destroy();
    }),
  );
  expect(connected).toEqual([null, port]);
  const closed = withLocalHosts(other, new Map([['local.example', 0]]));
  const refused = await new Promise((resolve) =>
    closed.dial(options('local.example'), ['8.8.8.8'], (error, socket) => resolve([error?.name, socket])),
  );
  expect(refused).toEqual(['Error', null]);
  const done = () => {};
  network.dial(options('a.example'), ['9.9.9.9'], done);
  expect(other.dial.mock.calls).toEqual([[options('a.example'), ['9.9.9.9'], done]]);
});
