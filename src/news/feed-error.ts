/** Why a feed is left out of an answer. */
export type FeedErrorReason =
  /** DNS found no address, or the connection failed or was cut. */
  | 'unreachable'
  /** The address or a redirect is not allowed. */
  | 'refused'
  /** The feed did not arrive by the deadline. */
  | 'late'
  /** Parsing takes too much time or memory. */
  | 'unreadable'
  | 'bad_status'
  | 'too_large'
  /** The document is HTML or cannot be parsed as a feed. */
  | 'not_a_feed'
  /** The feed has no articles. */
  | 'empty';

/** A feed cannot be used. The message is for the operator's log. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  readonly reason: FeedErrorReason;

  constructor(reason: FeedErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
