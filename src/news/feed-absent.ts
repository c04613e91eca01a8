/** Why a feed is not in an answer. */
export type AbsenceReason =
  /** No address, no connection, or one that broke off. */
  | 'unreachable'
  /** An address or a redirect that is not allowed. */
  | 'refused'
  /** Nothing whole by the deadline. */
  | 'late'
  /** It takes too long or too much memory to read. */
  | 'unreadable'
  | 'bad_status'
  | 'too_large'
  /** HTML, or what cannot be made a feed. */
  | 'not_a_feed'
  /** A feed without articles. */
  | 'empty';

/** A feed that is left out of an answer. Its message is for the operator's log. */
export class FeedAbsent extends Error {
  override readonly name = 'FeedAbsent';
  readonly reason: AbsenceReason;

  constructor(reason: AbsenceReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
