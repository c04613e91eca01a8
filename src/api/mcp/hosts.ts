import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { AlirError } from '../../core/errors.ts';
import { hostInUrl } from '../../core/urls.ts';

/**
 * The host names that a request may be sent to: those of this machine, the address that is listened on where it is a certain one, and
 * those that the operator names. A page of another site, whose name was made to lead here, has another one.
 */
export function allowedHosts(host: string, named: readonly string[]): string[] {
  const own = hostInUrl(host);
  // No URL has such a host, such as an address with a zone; whether it can be listened on is found out when the server starts.
  const isInUrls = own !== null && URL.canParse(`http://${own}`);
  // As URLs have them: in small letters, and addresses in their short form.
  const inUrls = [...(isInUrls ? [own] : []), ...named].map((name) => new URL(`http://${name}`).hostname);
  return [...new Set([...localhostAllowedHostnames(), ...inUrls])];
}

/** What else a Host header may hold, such as the name of a user, is no part of a name. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** @throws AlirError `host_not_allowed` for a request that names another host, or comes from a page of one */
export function checkHost(
  headers: { host?: string | undefined; origin?: string | undefined },
  allowed: string[],
): void {
  const isName = HOST.test(headers.host ?? '');
  if (!isName || !validateHostHeader(headers.host, allowed).ok)
    throw notAllowed(`the host ${shown(headers.host)}`);
  const origin = validateOriginHeader(headers.origin, allowed);
  if (!origin.ok) throw notAllowed(`pages of ${shown(headers.origin)}`);
}

function notAllowed(what: string): AlirError {
  return new AlirError(
    'host_not_allowed',
    `MCP is not available to ${what}. The operator can add the name to ALIR_ALLOWED_HOSTS.`,
  );
}

const shown = (name: string | undefined): string => JSON.stringify((name ?? '').slice(0, 64));
