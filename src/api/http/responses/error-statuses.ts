import {
  MAX_BODY_KIB,
  MAX_HEADERS_KIB,
  MAX_RENEWAL_DAYS,
  REQUEST_TIMEOUT_S,
} from '../../../core/contract.ts';
import type { ErrorCode } from '../../../core/errors.ts';

interface PublicError {
  readonly status: number;
  /** The cause of the error. */
  readonly when: string;
}

/** Errors that callers can receive, with their HTTP status. Other codes are for operators; callers get a 500 instead. */
const PUBLIC_ERRORS: Readonly<Partial<Record<ErrorCode, PublicError>>> = {
  invalid_request: { status: 400, when: 'A field is missing, invalid or unknown; `errors` lists each one.' },
  invalid_json: { status: 400, when: 'The body is not JSON.' },
  invalid_url: { status: 400, when: 'The percent-encoding of the path is invalid.' },
  malformed_request: { status: 400, when: 'The request is not valid HTTP.' },
  bad_key_name: { status: 400, when: 'The name of the key is empty, too long, or has control characters.' },
  unauthorized: { status: 401, when: 'The key is missing, mistyped, unknown, revoked or expired.' },
  address_not_allowed: { status: 403, when: 'The key cannot be used from this IP address.' },
  key_units_exceeded: { status: 403, when: 'The key has used the units of its own limit.' },
  scope_missing: { status: 403, when: 'The key does not have the scope that the request needs.' },
  quota_exceeded: {
    status: 403,
    when: 'The account has used all its units. The quota resets at `X-Monthly-Reset`.',
  },
  quota_insufficient: {
    status: 403,
    when: 'The request costs more units than remain in the account; see `X-Monthly-Remaining`.',
  },
  host_not_allowed: {
    status: 403,
    when: 'MCP is not allowed under this host name, or for web pages of this origin.',
  },
  account_suspended: { status: 403, when: 'The operator suspended the account.' },
  payment_refused: { status: 403, when: 'The notification is not from the payment provider.' },
  not_found: { status: 404, when: 'The path does not exist.' },
  unknown_offer: { status: 404, when: 'The account has no offer with this id.' },
  unknown_order: { status: 404, when: 'The account has no order with this id.' },
  unknown_invoice: { status: 404, when: 'The account has no invoice with this number.' },
  unknown_key: { status: 404, when: 'The account has no key with this id.' },
  unknown_webhook: { status: 404, when: 'The account has no webhook with this id.' },
  unknown_saved_item: { status: 404, when: 'The account has no screen or watchlist with this id.' },
  unknown_alert: { status: 404, when: 'The account has no alert with this id.' },
  method_not_allowed: {
    status: 405,
    when: 'The path does not accept the method; `Allow` lists the accepted ones.',
  },
  not_acceptable: {
    status: 406,
    when: 'None of the formats in `Accept` is available, or the answer is too large for an Excel file.',
  },
  request_timeout: {
    status: 408,
    when: `The request did not arrive completely within ${REQUEST_TIMEOUT_S} seconds.`,
  },
  downgrade_refused: {
    status: 409,
    when: 'The new plan is lower than the current plan. A downgrade is possible only after the period ends.',
  },
  renewal_too_long: {
    status: 409,
    when: `With the renewal, the period would end more than ${MAX_RENEWAL_DAYS} days from now or, for an offer, more than twice the length of the offer from now.`,
  },
  forfeit_not_confirmed: {
    status: 409,
    when: 'The order costs nothing, and the request does not confirm the amount that the account would lose.',
  },
  too_many_orders: { status: 409, when: 'The account has too many unpaid orders.' },
  idempotency_conflict: {
    status: 409,
    when: 'The Idempotency-Key was already used for a different request.',
  },
  key_limit_reached: { status: 409, when: 'The account already has all the keys that its plan allows.' },
  key_in_use: { status: 409, when: 'The request is authenticated with the key that it revokes.' },
  webhook_limit_reached: { status: 409, when: 'The account already has the largest number of webhooks.' },
  webhook_not_ready: { status: 409, when: 'The webhook is disabled, or many deliveries wait for it.' },
  saved_limit_reached: {
    status: 409,
    when: 'The account already has all the screens and watchlists that its plan allows.',
  },
  alert_limit_reached: { status: 409, when: 'The account already has all the alerts that its plan allows.' },
  version_not_kept: {
    status: 410,
    when: 'The data is not kept as it was at `known_at`; the message says since when it is kept.',
  },
  body_too_large: { status: 413, when: `The body is larger than ${MAX_BODY_KIB} KiB.` },
  unsupported_media_type: { status: 415, when: 'The body is not application/json, or is compressed.' },
  answer_too_large: {
    status: 422,
    when: 'A total in the response is too large to be exact, or a link has more than 10,000 rows. Request a shorter date range; the same request would fail again.',
  },
  rate_limited: { status: 429, when: 'The account sent too many requests; retry after `Retry-After`.' },
  address_limited: {
    status: 429,
    when: 'The IP address sent too many requests without a valid key; retry after `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    when: `The URL and the headers together are larger than ${MAX_HEADERS_KIB} KiB.`,
  },
  // For logs and metrics only: the client has disconnected.
  client_gone: { status: 499, when: 'The client closed the connection.' },
  internal_error: { status: 500, when: 'An internal error occurred; the server log has the details.' },
  data_unavailable: {
    status: 503,
    when: 'The data that this request needs cannot be read; retry after `Retry-After`.',
  },
  overloaded: { status: 503, when: 'The server is overloaded; retry after `Retry-After`.' },
  ledger_unavailable: {
    status: 503,
    when: 'The database of accounts and usage does not respond; retry after `Retry-After`.',
  },
  query_timeout: { status: 503, when: 'The query took too long; retry after `Retry-After`.' },
  shutting_down: { status: 503, when: 'The server is shutting down.' },
  not_ready: {
    status: 503,
    when: 'A readiness check or a flush of the ledger failed; the operator may have to act.',
  },
  payment_unavailable: { status: 503, when: 'The payment provider does not respond.' },
};

/** Errors that only requests under /admin can cause. */
const OPERATOR_ERRORS: Readonly<Partial<Record<ErrorCode, number>>> = {
  unknown_account: 404,
  already_done: 409,
  bad_payment: 400,
  terms_needed: 400,
  terms_fixed: 400,
  email_taken: 409,
  no_paid_period: 409,
  suspension_unchanged: 409,
  signup_closed: 409,
  account_deleted: 409,
  deletion_refused: 409,
  offer_not_open: 409,
  month_not_open: 409,
  order_not_payable: 409,
  order_not_refundable: 409,
  revision_not_kept: 409,
};

/** Errors that only the pages and forms of the console can cause. */
const CONSOLE_ERRORS: Readonly<Partial<Record<ErrorCode, number>>> = {
  sign_in_required: 401,
  sign_in_refused: 403,
  form_expired: 403,
  cross_site_refused: 403,
  owner_required: 403,
  account_required: 403,
  unknown_person: 404,
  last_owner: 409,
  too_many_invitations: 409,
  sign_in_limited: 429,
  unknown_incident: 404,
  unknown_file: 404,
  writer_busy: 409,
};

/** Codes of the public errors. */
export const PUBLIC_CODES = Object.keys(PUBLIC_ERRORS) as [ErrorCode, ...ErrorCode[]];

export function statusOf(code: ErrorCode): number | undefined {
  return PUBLIC_ERRORS[code]?.status ?? OPERATOR_ERRORS[code] ?? CONSOLE_ERRORS[code];
}

/** @throws Error for a code that is not public */
export function publicErrorOf(code: ErrorCode): PublicError {
  const found = PUBLIC_ERRORS[code];
  if (!found) throw new Error(`The error code ${code} is not public`);
  return found;
}
