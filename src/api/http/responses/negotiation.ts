import Negotiator from 'negotiator';
import { boundedHeader } from '../../../core/accept-header.ts';
import { AlirError } from '../../../core/errors.ts';
import { FORMATS, type Format } from '../../../formats/formats.ts';

const JSON_TYPE = 'application/json';
/** The media types beside JSON. */
export const OTHER_TYPES = FORMATS.map(({ type }) => type);
const OFFERED = [JSON_TYPE, ...OTHER_TYPES];

/** The Accept headers of nearly all clients; each of them selects JSON. */
const PLAIN: ReadonlySet<string | undefined> = new Set([undefined, '', '*/*', JSON_TYPE]);

/**
 * Selects the offered format that an Accept header prefers: of equal ones the first that it names, and JSON if it
 * names a range of types, such as `application/*`. A header that is too long to read selects JSON.
 * @returns null for JSON
 * @throws AlirError `not_acceptable`
 */
export function formatFor(header: string | undefined): Format | null {
  const accept = boundedHeader(header);
  if (PLAIN.has(accept)) return null;
  // Other parameters of a type, such as its charset, are ignored.
  const types = accept?.replaceAll(/;\s*(?!q\s*=)[^;,]*/gi, '');
  const type = new Negotiator({ headers: { accept: types } }).mediaType(OFFERED);
  if (type === undefined) {
    throw new AlirError(
      'not_acceptable',
      `None of the types in Accept is available. Available types: ${OFFERED.join(', ')}.`,
    );
  }
  return FORMATS.find((format) => format.type === type) ?? null;
}
