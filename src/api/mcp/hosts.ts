import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { AlirError } from '../../core/errors.ts';

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
