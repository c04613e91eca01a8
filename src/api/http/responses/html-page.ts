import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { boundedHeader } from '../../../core/accept-header.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';

/** The data of an operation as an HTML page. */
export interface Page {
  /** The Content-Security-Policy of the page. */
  readonly policy: string;
  /** @param headers of the request, for its language */
  write(data: never, headers: IncomingHttpHeaders, input: never): string;
}

/** The constraint of a page whose path is also that of an operation: browsers get the page, programs the operation. */
export const FOR_BROWSERS = { reader: 'browser' };

/** Matches FOR_BROWSERS. Without the constraint, a route is for all requests. */
export const READER_CONSTRAINT = {
  name: 'reader',
  storage<Handler>() {
    const handlers = new Map<string, Handler>();
    return {
      get: (reader: string) => handlers.get(reader) ?? null,
      set: (reader: string, handler: Handler) => void handlers.set(reader, handler),
    };
  },
  /** A request with a key is one of a program. */
  deriveConstraint({ headers }: { readonly headers: IncomingHttpHeaders }): string {
    const isBrowser = headers.accept?.includes('text/html') && headers.authorization === undefined;
    return isBrowser && prefersPage(headers) ? FOR_BROWSERS.reader : 'program';
  },
};

/** Whether `Accept` prefers an HTML page to JSON. */
export function prefersPage({ accept }: IncomingHttpHeaders): boolean {
  const preferred = new Negotiator({ headers: { accept: boundedHeader(accept) } });
  return preferred.mediaType(['application/json', 'text/html']) === 'text/html';
}

/** The language that `Accept-Language` prefers; the first one of the list if it prefers none. */
export function preferredLanguage<Language extends string>(
  headers: IncomingHttpHeaders,
  languages: readonly [Language, ...Language[]],
): Language {
  const header = boundedHeader(headers['accept-language']);
  const preferred = new Negotiator({ headers: { 'accept-language': header } }).language([...languages]);
  return languages.find((language) => language === preferred) ?? languages[0];
}
