/** The longest that a browser sends has 200 characters; to read one of 14 kB takes as long as a whole answer. */
const MAX_LENGTH = 1000;

/** A header such as Accept, to be read; undefined for none, and for one that is longer than any client needs: it counts as not sent. */
export function boundedHeader(header: string | undefined): string | undefined {
  return header !== undefined && header.length <= MAX_LENGTH ? header : undefined;
}
