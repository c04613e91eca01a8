/** The longest Accept header of a browser has 200 characters. Parsing one of 14 kB takes as long as a whole response. */
const MAX_LENGTH = 1000;

/** A header such as Accept, for parsing. A header longer than any client needs counts as not sent. Undefined if not sent. */
export function boundedHeader(header: string | undefined): string | undefined {
  return header !== undefined && header.length <= MAX_LENGTH ? header : undefined;
}
