/** What can go wrong, as a word that programs branch on. `src/http/status.ts` maps those a caller can meet to a status. */
export type ErrorCode =
  // what a caller sent
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_url'
  | 'malformed_request'
  | 'unauthorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  // what the service met
  | 'answer_too_large'
  | 'data_unavailable'
  | 'internal_error'
  // what an operator did
  | 'bad_configuration'
  | 'unusable_folder'
  | 'unknown_account'
  | 'email_taken'
  | 'unknown_key'
  | 'key_limit_reached'
  | 'lake_damaged'
  | 'writer_busy'
  | 'port_in_use';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** An error whose message may be shown to whoever caused it: it says what is wrong and what to do. */
export class AlirError extends Error {
  override readonly name = 'AlirError';
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: readonly FieldProblem[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? [];
  }
}
