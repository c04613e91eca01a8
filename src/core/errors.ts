import type { ErrorCode } from './error-codes.ts';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** An error whose message is public: it says what is wrong and how to fix it. */
export class AlirError extends Error {
  override readonly name = 'AlirError';
  readonly code: ErrorCode;
  /** The text that the contract requires; otherwise the message. */
  readonly detail: string;
  readonly fields: readonly FieldProblem[];
  /** Seconds after which a retry may succeed; null if a retry cannot help. */
  readonly retry_after_s: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      detail?: string;
      fields?: readonly FieldProblem[];
      retry_after_s?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.detail = options.detail ?? message;
    this.fields = options.fields ?? [];
    this.retry_after_s = options.retry_after_s ?? null;
  }
}

/** An `invalid_request` about one field. @param message what follows the name of the field */
export function invalidField(field: string, message: string): AlirError {
  return new AlirError('invalid_request', `${field} ${message}`, { fields: [{ field, message }] });
}
