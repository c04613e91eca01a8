import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { AlirError } from '../../core/errors.ts';
import { hostInUrl } from '../../core/urls.ts';

/**
 * Returns the host names that a request may use: those of this machine, the listen address if it is a specific one, and the names from the
 * operator. A page of another site whose name resolves to this server sends a different host name.
 */
export function allowedHosts(host: string, named: readonly string[]): string[] {
  const own = hostInUrl(host);
  // A listen address that is not valid in a URL is skipped, for example one with a zone. The server finds out at startup whether it can
  // listen on it.
  const isInUrls = own !== null && URL.canParse(`http://${own}`);
  // In URL form: names in lower case, addresses in short form.
  const inUrls = [...(isInUrls ? [own] : []), ...named].map((name) => new URL(`http://${name}`).hostname);
  return [...new Set([...localhostAllowedHostnames(), ...inUrls])];
}

/** A host name with an optional port. Other parts, such as a user name, are not allowed. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** @throws AlirError `host_not_allowed` if the host, or the origin of the page, is not allowed */
export function checkHost(
  headers: { host?: string | undefined; origin?: string | undefined },
  allowed: string[],
): void {
  const isName = HOST.test(headers.host ?? '');
  if (!isName || !validateHostHeader(headers.host, allowed).ok)
    throw notAllowed(`the host ${shown(headers.host)}`);
  const origin = validateOriginHeader(headers.origin, allowed);
  if (!origin.ok) throw notAllowed(`web pages of ${shown(headers.origin)}`);
}

function notAllowed(what: string): AlirError {
  return new AlirError(
    'host_not_allowed',
    `MCP is not available for ${what}. The operator can allow the name with ALIR_ALLOWED_HOSTS.`,
  );
}

const shown = (name: string | undefined): string => JSON.stringify((name ?? '').slice(0, 64));
