import { MAX_BODY_KIB, MAX_HEADERS_KIB, MAX_RENEWAL_DAYS, REQUEST_TIMEOUT_S } from './contract.ts';

/** The errors that callers can receive, with their causes, by HTTP status. */
const PUBLIC_ERRORS = {
  400: {
    invalid_request: 'A field is missing, invalid or unknown; `errors` lists each one.',
    invalid_json: 'The body is not JSON.',
    invalid_url: 'The percent-encoding of the path is invalid.',
    malformed_request: 'The request is not valid HTTP.',
    bad_key_name: 'The name of the key is empty, too long, or has control characters.',
  },
  401: { unauthorized: 'The key is missing, mistyped, unknown, revoked or expired.' },
  403: {
    address_not_allowed: 'The key cannot be used from this IP address.',
    key_units_exceeded: 'The key has used the units of its own limit.',
    scope_missing: 'The key does not have the scope that the request needs.',
    quota_exceeded: 'The account has used all its units. The quota resets at `X-Monthly-Reset`.',
    quota_insufficient: 'The request costs more units than remain in the account; see `X-Monthly-Remaining`.',
    host_not_allowed: 'MCP is not allowed under this host name, or for web pages of this origin.',
    account_suspended: 'The operator suspended the account.',
    payment_refused: 'The notification is not from the payment provider.',
  },
  404: {
    not_found: 'The path does not exist.',
    unknown_offer: 'The account has no offer with this id.',
    unknown_order: 'The account has no order with this id.',
    unknown_invoice: 'The account has no invoice with this number.',
    unknown_key: 'The account has no key with this id.',
    unknown_webhook: 'The account has no webhook with this id.',
    unknown_saved_item: 'The account has no screen or watchlist with this id.',
    unknown_alert: 'The account has no alert with this id.',
  },
  405: { method_not_allowed: 'The path does not accept the method; `Allow` lists the accepted ones.' },
  406: {
    not_acceptable:
      'None of the formats in `Accept` is available, or the answer is too large for an Excel file.',
  },
  408: { request_timeout: `The request did not arrive completely within ${REQUEST_TIMEOUT_S} seconds.` },
  409: {
    downgrade_refused:
      'The new plan is lower than the current plan. A downgrade is possible only after the period ends.',
    renewal_too_long: `With the renewal, the period would end more than ${MAX_RENEWAL_DAYS} days from now or, for an offer, more than twice the length of the offer from now.`,
    forfeit_not_confirmed:
      'The order costs nothing, and the request does not confirm the amount that the account would lose.',
    too_many_orders: 'The account has too many unpaid orders.',
    idempotency_conflict: 'The Idempotency-Key was already used for a different request.',
    key_limit_reached: 'The account already has all the keys that its plan allows.',
    key_in_use: 'The request is authenticated with the key that it revokes.',
    webhook_limit_reached: 'The account already has the largest number of webhooks.',
    webhook_not_ready: 'The webhook is disabled, or many deliveries wait for it.',
    saved_limit_reached: 'The account already has all the screens and watchlists that its plan allows.',
    alert_limit_reached: 'The account already has all the alerts that its plan allows.',
  },
  410: {
    version_not_kept: 'The data is not kept as it was at `known_at`; the message says since when it is kept.',
  },
  413: { body_too_large: `The body is larger than ${MAX_BODY_KIB} KiB.` },
  415: { unsupported_media_type: 'The body is not application/json, or is compressed.' },
  422: {
    answer_too_large:
      'A total in the response is too large to be exact, or a link has more than 10,000 rows. Request a shorter date range; the same request would fail again.',
  },
  429: {
    rate_limited: 'The account sent too many requests; retry after `Retry-After`.',
    address_limited: 'The IP address sent too many requests without a valid key; retry after `Retry-After`.',
  },
  431: { headers_too_large: `The URL and the headers together have ${MAX_HEADERS_KIB} KiB or more.` },
  499: {
    // For logs and metrics only: the client has disconnected.
    client_gone: 'The client closed the connection.',
  },
  500: { internal_error: 'An internal error occurred; the server log has the details.' },
  503: {
    data_unavailable: 'The data that this request needs cannot be read; retry after `Retry-After`.',
    overloaded: 'The server is overloaded; retry after `Retry-After`.',
    ledger_unavailable: 'The database of accounts and usage does not respond; retry after `Retry-After`.',
    query_timeout: 'The query took too long; retry after `Retry-After`.',
    shutting_down: 'The server is shutting down.',
    not_ready: 'A readiness check or a flush of the ledger failed; the operator may have to act.',
    payment_unavailable: 'The payment provider does not respond.',
  },
} as const;

/** Errors that only requests under /admin and the console can cause. */
const CONSOLE_ERRORS = {
  400: ['bad_payment', 'terms_needed', 'terms_fixed'],
  401: ['sign_in_required'],
  403: ['sign_in_refused', 'form_expired', 'cross_site_refused', 'owner_required', 'account_required'],
  404: ['unknown_account', 'unknown_person', 'unknown_incident', 'unknown_file'],
  409: [
    'already_done',
    'email_taken',
    'no_paid_period',
    'suspension_unchanged',
    'signup_closed',
    'account_deleted',
    'deletion_refused',
    'offer_not_open',
    'month_not_open',
    'order_not_payable',
    'order_not_refundable',
    'revision_not_kept',
    'last_owner',
    'too_many_invitations',
    'writer_busy',
  ],
  429: ['sign_in_limited'],
} as const;

/** Errors in an operator's command or setup. If one reaches a caller, the status is 500. */
type OtherError =
  | 'bad_configuration'
  | 'unusable_folder'
  | 'sqlite_missing'
  | 'bad_query'
  | 'query_limit'
  | 'query_stopped'
  | 'no_days'
  | 'bad_official_file'
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
  | 'server_running'
  | 'ledger_not_empty'
  | 'ledger_copy_differs'
  | 'interrupted'
  | 'port_in_use';

type Public = typeof PUBLIC_ERRORS;
type PublicCode = { [Status in keyof Public]: keyof Public[Status] }[keyof Public];
type Console = typeof CONSOLE_ERRORS;

/** Codes for programs. */
export type ErrorCode = PublicCode | Console[keyof Console][number] | OtherError;

const STATUSES = new Map<ErrorCode, number>();
const CAUSES = new Map<ErrorCode, string>();
for (const [status, causes] of Object.entries(PUBLIC_ERRORS))
  for (const [code, cause] of Object.entries(causes)) {
    STATUSES.set(code as PublicCode, Number(status));
    CAUSES.set(code as PublicCode, cause);
  }
for (const [status, codes] of Object.entries(CONSOLE_ERRORS))
  for (const code of codes) STATUSES.set(code, Number(status));

/** The codes that callers can receive. Other ones are for operators and the console. */
export const PUBLIC_CODES = [...CAUSES.keys()] as [ErrorCode, ...ErrorCode[]];

/** Undefined for an error that has no HTTP status: callers get a 500 instead. */
export function statusOf(code: ErrorCode): number | undefined {
  return STATUSES.get(code);
}

/** What causes an error. @throws Error for a code that is not public */
export function causeOf(code: ErrorCode): string {
  const cause = CAUSES.get(code);
  if (cause === undefined) throw new Error(`The error code ${code} is not public`);
  return cause;
}
