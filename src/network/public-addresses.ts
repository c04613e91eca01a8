import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { buildConnector } from 'undici';

/** Opens a socket to one of the checked addresses. @returns the socket at once; calls `done` when it is connected or has failed */
type Dial = (
  options: buildConnector.Options,
  addresses: readonly string[],
  done: buildConnector.Callback,
) => Socket;

/** The access to the internet of the feed client and the webhook client. Tests pass their own, which sends no packet to the internet. */
export interface Network {
  resolve(host: string): Promise<readonly string[]>;
  readonly dial: Dial;
}

/** Why a host cannot be connected to. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
  readonly reason: 'refused' | 'unreachable';

  constructor(reason: AddressError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Services of a cloud provider at addresses that the IANA registries list as public.
 * 168.63.129.16: Azure's platform service, which hands certificates and extension settings to virtual machines.
 */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** IPv6 addresses allocated to the public internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the public internet. False for private, loopback, link-local, shared and reserved addresses, for cloud
 * platform services, for IPv6 addresses that embed or tunnel to an IPv4 address (NAT64, 6to4, Teredo, ISATAP), and for text that is
 * not an address. An IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(GLOBAL_UNICAST) && !isIsatap(parsed)
    : !PLATFORM_ADDRESSES.has(parsed.toString());
}

/**
 * All addresses of a host, to connect to without another look-up: a name may come to resolve to a private address.
 * @throws AddressError `refused` if one of them is not public, `unreachable` if there are none
 */
export async function publicAddresses(network: Network, hostname: string): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(literal) ? [literal] : await network.resolve(hostname);
  const refused = addresses.find((address) => !isPublicAddress(address));
  if (refused !== undefined) {
    throw new AddressError('refused', `${hostname} resolves to ${refused}, which is not a public address`);
  }
  if (addresses.length === 0)
    throw new AddressError('unreachable', `${hostname} does not resolve to an address`);
  return addresses;
}

/** ISATAP carries an IPv4 address in an interface identifier of the form 0:5efe:a.b.c.d or 200:5efe:a.b.c.d (RFC 5214, section 6.1). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
}
