import type { FastifyRequest } from 'fastify';
import { AlirError } from '../../core/errors.ts';

/** Set by the scripts of the console. Another site cannot add it to a request with cookies. */
const SCRIPT_HEADER = 'x-alir-console';

/**
 * Whether a page of this server sent the request. Browsers add both headers, and no page can set them. Only the host of `Origin` is
 * compared: a proxy that ends TLS may not report the scheme.
 */
export function isSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Whether a page of this server sent a GET, which has no `Origin`. Browsers omit `Sec-Fetch-Site` over plain http; the scripts of the
 * console then say by a header of their own that they sent it.
 */
export function isOwnRead({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers[SCRIPT_HEADER] !== undefined : site === 'same-origin';
}

export function otherSite(): AlirError {
  return new AlirError(
    'cross_site_refused',
    'This request did not come from a page of this server. Open the page of this server and try again.',
  );
}
