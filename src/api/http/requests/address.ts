import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6, type Socket } from 'node:net';

/** Decides for fastify whether an address belongs to a proxy. Hop 0 is the peer of the connection. */
export type IsProxy = (address: string, hop: number) => boolean;

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * Returns the block under which an address is counted: the address itself for IPv4, its /64 for IPv6, because one customer holds a whole
 * /64. Text that is not an address gives `unknown`.
 * @param address undefined for a client that has left: fastify then knows no address, although its type says so
 */
export function addressBlock(address: string | undefined): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.split('::');
  const groups = groupsOf(head);
  if (tail !== undefined) {
    const behind = groupsOf(tail.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0'));
    while (groups.length + behind.length < 8) groups.push('0');
    groups.push(...behind);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * Removes the zone, and the port that some proxies append in X-Forwarded-For (`203.0.113.7:443`, `[2001:db8::1]:443`). An IPv4-mapped IPv6
 * address becomes IPv4.
 */
export function plainAddress(address = ''): string {
  const [, inBrackets, withPort] =
    /^(?:\[(.*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address.trim()) ?? [];
  const plain = (inBrackets ?? withPort ?? address.trim()).replace(/%.*$/, '');
  const mapped = plain.replace(MAPPED, '');
  return isIPv4(mapped) ? mapped : plain;
}

/**
 * The address of a client, as fastify finds it for requests that it can read: the peer of the connection, or behind proxies the last
 * address in X-Forwarded-For that is not a proxy.
 * @param headers null if they could not be read; the address behind a proxy is then unknown, and the text empty
 */
export function clientAddress(
  { remoteAddress = '' }: Pick<Socket, 'remoteAddress'>,
  headers: IncomingHttpHeaders | null,
  isProxy: IsProxy,
): string {
  if (headers === null) return isProxy(remoteAddress, 0) ? '' : remoteAddress;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const before = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  const hops = [remoteAddress, ...before.toReversed()];
  return hops.find((address, hop) => !isProxy(address, hop)) ?? hops.at(-1) ?? '';
}

export function isLoopback(address: string | undefined): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

/** True for an empty text, a number of hops (1 to 9), or a list of addresses and CIDR blocks, separated by commas or spaces. */
export function namesProxies(text: string): boolean {
  if (text === '' || /^[1-9]$/.test(text)) return true;
  return entriesOf(text).every(([address = '', bits, ...rest]) => {
    const family = isIP(address);
    const max = family === 4 ? 32 : 128;
    return (
      family !== 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max))
    );
  });
}

/** @param text a text that namesProxies accepts */
export function proxiesIn(text: string): IsProxy {
  if (text === '') return () => false;
  // If trustProxy is a number, fastify ignores the headers of every proxy.
  if (/^[1-9]$/.test(text)) return (_address, hop) => hop < Number(text);
  const blocks = new BlockList();
  for (const [address = '', bits] of entriesOf(text)) {
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    blocks.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && blocks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

function entriesOf(text: string): string[][] {
  return text.split(/[\s,]+/).map((entry) => entry.split('/'));
}
