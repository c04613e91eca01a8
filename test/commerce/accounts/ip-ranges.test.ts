import { describe, expect, test } from 'vitest';
import { IpRanges, ipRange } from '../../../src/commerce/accounts/keys/ip-ranges.ts';

describe('a range of addresses', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7/32'],
    ['198.51.100.7/24', '198.51.100.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['::ffff:198.51.100.7/120', '198.51.100.0/24'],
    ['::ffff:198.51.100.7/96', '0.0.0.0/0'],
    // It has more than the IPv4 addresses.
    ['::ffff:198.51.100.7/95', '::fffe:0:0/95'],
    ['198.51.100.7/33', undefined],
    ['2001:db8::/129', undefined],
    ['198.51.100.7/024', undefined],
    ['198.51.100', undefined],
    ['example.com', undefined],
    ['', undefined],
  ])('of %j is %s', (text, range) => {
    expect(ipRange(text)).toBe(range);
  });

  test.each([
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['::ffff:198.51.100.1', true],
    ['2001:db8:ffff::1', true],
    ['2001:db9::', false],
    ['unknown', false],
  ])('has %s: %s', (address, isInside) => {
    expect(new IpRanges(['198.51.100.0/24', '2001:db8::/32']).has(address)).toBe(isInside);
  });

  test('of all IPv6 addresses has no IPv4 address', () => {
    expect(new IpRanges(['::/0']).has('198.51.100.1')).toBe(false);
  });
});
