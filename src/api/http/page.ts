import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { boundedHeader } from '../../core/accept-header.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';

/** The data of an operation as an HTML page. */
export interface Page {
  /** The Content-Security-Policy of the page. */
  readonly policy: string;
  /** @param headers of the request, for its language */
  write(data: never, headers: IncomingHttpHeaders, input: never): string;
}

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
