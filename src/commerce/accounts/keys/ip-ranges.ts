import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export const MAX_IP_RANGES = 20;

const RANGE = /^([\d.]+|[\da-fA-F:.]+)(?:\/(0|[1-9]\d{0,2}))?$/;
/** The prefix of the IPv4-mapped addresses, `::ffff:0:0/96`. */
const MAPPED_BITS = 96;

/**
 * The usual form of an address or a CIDR block: `198.51.100.7` gives `198.51.100.7/32`, `2001:DB8::1/32` gives `2001:db8::/32`. A block of
 * IPv4-mapped IPv6 addresses becomes IPv4. Undefined for any other text.
 */
export function ipRange(text: string): string | undefined {
  const [, address = '', prefix] = RANGE.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const max = version === 4 ? 32 : 128;
  const bits = Number(prefix ?? max);
  if (bits > max) return undefined;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) {
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  }
  if (parsed.isIPv4MappedAddress() && bits >= MAPPED_BITS) {
    return ipRange(`${parsed.toIPv4Address()}/${bits - MAPPED_BITS}`);
  }
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`;
}

/** The addresses from which a key can be used. */
export class IpRanges {
  // Of one list for both, an IPv6 block such as ::/0 would also contain every IPv4 address.
  readonly #blocks = { ipv4: new BlockList(), ipv6: new BlockList() };

  /** @param ranges in the form of ipRange */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = '', bits] = range.split('/');
      const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
      this.#blocks[family].addSubnet(address, Number(bits), family);
    }
  }

  /** @param address without zone or port. False for a text that is not an address */
  has(address: string): boolean {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    const family = parsed.kind();
    return this.#blocks[family].check(parsed.toString(), family);
  }
}
