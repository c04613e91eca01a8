import { describe, expect, test } from 'vitest';
import {
  addressBlock,
  clientAddress,
  isLoopback,
  proxiesIn,
} from '../../../src/api/http/requests/address.ts';
import { readConfig } from '../../../src/server/config.ts';

describe('requests are counted by client address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1:2:3::4:5:6', '1:2:3:0::/64'],
    ['1::5:6:7:8:9:a', '1:0:5:6::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['', 'unknown'],
    // The client has left.
    [undefined, 'unknown'],
    ['unknown', 'unknown'],
    ['203.0.113.7:443', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['203.0.113.777:443', 'unknown'],
    ['203.0.113.7:', 'unknown'],
    ['[203.0.113', 'unknown'],
  ])('%s by %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['::2', false],
  ['127.evil.example', false],
  [undefined, false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ['', '198.51.100.1', '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['127.0.0.1, 203.0.113.7', '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  ['127.0.0.1, 203.0.113.7', ' , 203.0.113.7,', '203.0.113.7'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['2', '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  ['1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
])('with the proxies %j, the client of a request forwarded for %s is %s', (proxies, forwarded, client) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const peer = { remoteAddress: '127.0.0.1' };
  expect(clientAddress(peer, headers, proxiesIn(proxies))).toBe(client);
  expect(clientAddress(peer, null, proxiesIn(proxies))).toBe(proxies === '' ? '127.0.0.1' : '');
});

describe('ALIR_TRUST_PROXY', () => {
  test.each([
    ['::1', '::1', 0, true],
    ['::1', '::2', 0, false],
    ['', '127.0.0.1', 0, false],
    ['127.0.0.1', '127.0.0.1', 0, true],
    ['127.0.0.1', '::ffff:127.0.0.1', 0, true],
    ['127.0.0.1', '127.0.0.2', 0, false],
    ['10.0.0.0/8, 2001:db8::/32', '10.9.8.7', 0, true],
    ['10.0.0.0/8, 2001:db8::/32', '2001:db8:9::1', 1, true],
    ['10.0.0.0/8, 2001:db8::/32', '2001:db9::1', 0, false],
    ['10.0.0.0/8', 'no address', 0, false],
    ['10.0.0.0/8', '10.0.0.1:443', 1, true],
    ['2001:db8::/32', '[2001:db8::1]:443', 1, true],
    ['2', '203.0.113.7', 0, true],
    ['2', '203.0.113.7', 1, true],
    ['2', '203.0.113.7', 2, false],
  ])('of %j trusts %s at hop %i: %s', (text, address, hop, expected) => {
    const { trust_proxy } = readConfig({ ALIR_TRUST_PROXY: text });
    expect(proxiesIn(trust_proxy)(address, hop)).toBe(expected);
  });

  test.each([
    'true',
    'yes',
    '0',
    '10',
    '*',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '::/129',
    '1.2.3.4/8/8',
  ])('of %j is refused', (text) => {
    expect(() => readConfig({ ALIR_TRUST_PROXY: text })).toThrow('ALIR_TRUST_PROXY must be IP addresses');
  });
});
