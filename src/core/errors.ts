/** Error codes for programs. `src/api/http/responses/error-statuses.ts` maps the codes that API callers can receive to an HTTP status. */
export type ErrorCode =
  // errors in a caller's request
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_url'
  | 'malformed_request'
  | 'unauthorized'
  | 'scope_missing'
  | 'address_not_allowed'
  | 'host_not_allowed'
  | 'address_limited'
  | 'rate_limited'
  | 'downgrade_refused'
  | 'renewal_too_long'
  | 'too_many_orders'
  | 'unknown_offer'
  | 'unknown_order'
  | 'unknown_invoice'
  | 'order_not_payable'
  | 'order_not_refundable'
  | 'bad_payment'
  | 'forfeit_not_confirmed'
  | 'offer_not_open'
  | 'month_not_open'
  | 'idempotency_conflict'
  | 'already_done'
  | 'key_in_use'
  | 'payment_refused'
  | 'payment_unavailable'
  | 'quota_exceeded'
  | 'quota_insufficient'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'client_gone'
  | 'answer_too_large'
  | 'key_units_exceeded'
  | 'version_not_kept'
  // errors of the service
  | 'data_unavailable'
  | 'overloaded'
  | 'ledger_unavailable'
  | 'query_timeout'
  | 'shutting_down'
  | 'not_ready'
  | 'internal_error'
  // errors in an operator's command or setup
  | 'bad_configuration'
  | 'unusable_folder'
  | 'sqlite_missing'
  | 'unknown_account'
  | 'email_taken'
  | 'signup_closed'
  | 'sign_in_limited'
  | 'sign_in_refused'
  | 'form_expired'
  | 'cross_site_refused'
  | 'sign_in_required'
  | 'owner_required'
  | 'account_required'
  | 'last_owner'
  | 'too_many_invitations'
  | 'unknown_person'
  | 'unknown_incident'
  | 'account_suspended'
  | 'suspension_unchanged'
  | 'account_deleted'
  | 'deletion_refused'
  | 'no_paid_period'
  | 'terms_needed'
  | 'terms_fixed'
  | 'bad_key_name'
  | 'unknown_key'
  | 'key_limit_reached'
  | 'unknown_webhook'
  | 'webhook_limit_reached'
  | 'webhook_not_ready'
  | 'unknown_saved_item'
  | 'saved_limit_reached'
  | 'unknown_alert'
  | 'alert_limit_reached'
  | 'bad_query'
  | 'query_limit'
  | 'query_stopped'
  | 'no_days'
  | 'bad_official_file'
  | 'unknown_file'
  | 'revision_not_kept'
  | 'output_exists'
  | 'lake_damaged'
  | 'copy_failed'
  | 'no_data'
  | 'ledger_missing'
  | 'ledger_damaged'
  | 'ledger_foreign'
  | 'ledger_newer'
  | 'ledger_read_only'
  | 'ledger_replaced'
  | 'bad_backup'
  | 'disk_full'
  | 'writer_busy'
  | 'server_running'
  | 'ledger_not_empty'
  | 'ledger_copy_differs'
  | 'interrupted'
  | 'port_in_use';

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
