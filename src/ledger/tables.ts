import {
  EVENT_KINDS,
  INVOICE_KINDS,
  KEY_KINDS,
  LANGUAGES,
  MEMBER_ROLES,
  MONEY_PLACES,
  NOTICE_STATES,
  ORDER_STATES,
  PAYMENT_METHODS,
  PLAN_MONTHS,
  PLAN_NAMES,
  QUOTE_KINDS,
  SUBSCRIPTION_CHANGES,
} from '../core/commerce-terms.ts';
import { BLOB, INTEGER, nullable, oneOf, TEXT } from './columns.ts';

// The columns of the tables that `sql/ledger/migrations` creates. Days are `YYYY-MM-DD`, times ISO-8601 in UTC, money whole rupiah.

/** One revision of a day. */
export const PUBLICATION = {
  trade_date: TEXT,
  revision: INTEGER,
  state: oneOf(['intended', 'published', 'replaced', 'abandoned']),
  source_name: TEXT,
  source_sha256: TEXT,
  duplicates: INTEGER,
  trades_rows: INTEGER,
  trades_sha256: TEXT,
  /** Of the trades in any order. */
  trades_digest: TEXT,
  broker_day_rows: INTEGER,
  broker_day_sha256: TEXT,
  ticker_day_sha256: TEXT,
  intended_at: TEXT,
  published_at: nullable(TEXT),
  replaced_at: nullable(TEXT),
  /** The command and the user that ingested it. */
  ingested_by: TEXT,
  /** Of all trades, in IDR. */
  value: INTEGER,
};

export const DAY_FACTS = {
  trade_date: TEXT,
  trades_sha256: TEXT,
  version: INTEGER,
  /** JSON. */
  facts: TEXT,
};

/** A comparison of a published day with the exchange's Stock Summary. */
export const OFFICIAL_CHECK = {
  /** The result of a revision is that of its largest identifier. */
  check_id: INTEGER,
  trade_date: TEXT,
  revision: INTEGER,
  official_sha256: TEXT,
  /** The path of the file. */
  source: TEXT,
  checked_at: TEXT,
  /** Compared tickers. */
  tickers: INTEGER,
  differing_tickers: INTEGER,
  /** 0 for a day that matches. */
  differences: INTEGER,
  /** Names of patterns, separated by commas. */
  patterns: TEXT,
  /** See ComparedPart: names separated by commas. */
  compared: TEXT,
};

export const OFFICIAL_FILE = {
  /** The path of the file. */
  source: TEXT,
  /** Identifies the content without reading it: the same stamp means the same content. */
  stamp: TEXT,
  trade_date: TEXT,
  revision: INTEGER,
  official_sha256: TEXT,
};

/** A file of the exchange with several days, or of one stock, that was read. */
export const OFFICIAL_ARCHIVE = {
  source: TEXT,
  stamp: TEXT,
  /** The number of the newest publication then. */
  publications: INTEGER,
};

/** A comparison of a published day with a table by broker. */
export const BROKER_CHECK = {
  trade_date: TEXT,
  ticker: TEXT,
  market: TEXT,
  investor: TEXT,
  table_sha256: TEXT,
  revision: INTEGER,
  /** The path of the file. */
  source: TEXT,
  checked_at: TEXT,
  brokers: INTEGER,
  differences: INTEGER,
  /** Whether the table equals the day as it is, after buyer and seller are exchanged, in neither case, or in both. */
  sides: oneOf(['equal', 'exchanged', 'different', 'undecided']),
};

/** The charged units of an account in a quota window. */
export const ACCOUNT_USAGE = {
  account_id: TEXT,
  quota_window: TEXT,
  units: INTEGER,
};

export const KEY_USAGE = {
  key_id: TEXT,
  quota_window: TEXT,
  units: INTEGER,
  last_used_at: TEXT,
};

export const IDEMPOTENT_CHARGE = {
  account_id: TEXT,
  idempotency_key: TEXT,
  /** Of the path and the input of the request. */
  request_sha256: TEXT,
  charged_at: TEXT,
};

/** The charged units and requests of a key and an endpoint on a day in Jakarta. */
export const USAGE_HISTORY = {
  key_id: TEXT,
  usage_date: TEXT,
  /** The name of the operation, such as `get_broker_summary`. */
  endpoint: TEXT,
  units: INTEGER,
  requests: INTEGER,
};

export const SERVING_FILE = {
  /** `YYYY-MM`. */
  month: TEXT,
  file_name: TEXT,
  sha256: TEXT,
  /** Counts the files of the month: two files of the same name have different builds. */
  build: INTEGER,
  built_at: TEXT,
  /** The publications of the month that the file contains, corrections included. */
  publications: INTEGER,
};

/** The market files of a month. */
export const MARKET_FILES = {
  /** `YYYY-MM`. */
  month: TEXT,
  /** What the names of the files begin with. */
  name: TEXT,
  broker_rows_sha256: TEXT,
  broker_sums_sha256: TEXT,
  ticker_rows_sha256: TEXT,
  /** Counts the builds of the month, as in SERVING_FILE. */
  build: INTEGER,
  /** The trading days in the files, separated by commas. */
  days: TEXT,
  /** As in SERVING_FILE. */
  publications: INTEGER,
};

/** A file that a server found damaged: the name of a serving file or a market file, or the path of a file of the lake in the data folder. */
export const SERVING_DAMAGE = {
  file_name: TEXT,
  problem: TEXT,
  found_at: TEXT,
  /** Why the last rebuild failed. */
  failure: nullable(TEXT),
  rebuilt_at: nullable(TEXT),
};

/** The last known state of a source file. */
export const SOURCE_FILE = {
  /** The path or URL of the file. */
  source: TEXT,
  trade_date: nullable(TEXT),
  /** Identifies the content without reading it: the same stamp means the same content. */
  stamp: TEXT,
  /** `held`: it waits for the operator's consent. `absent`: the source did not have it. */
  outcome: oneOf(['published', 'unchanged', 'rejected', 'held', 'absent']),
  /** Of a rejected file the first reason, of a held file all of them. */
  reason: nullable(TEXT),
  /** The same as JSON: `FileCause[]`; empty for a file that is neither rejected nor held. */
  causes: TEXT,
  /** The path of a held file. */
  kept_at: nullable(TEXT),
  /** SHA-256 of the content of a held file, unpacked; null for a file that was not read. */
  content_sha256: nullable(TEXT),
  /** Of a held file, as JSON: `HeldTotals`. */
  totals: nullable(TEXT),
  seen_at: TEXT,
};

/** The limits of one account in place of its plan's: either all null or none. */
const OWN_LIMITS = {
  requests_per_minute: nullable(INTEGER),
  units: nullable(INTEGER),
  keys: nullable(INTEGER),
};

/** What an account has bought. */
export const SUBSCRIPTION = {
  plan: oneOf(PLAN_NAMES),
  /** For how many months the plan was bought; null for Free and for an offer. */
  months: nullable(oneOf(PLAN_MONTHS)),
  /** Identifies the recurring agreement of the period. */
  series: nullable(TEXT),
  period_start: TEXT,
  /** Null for a plan without end. */
  period_end: nullable(TEXT),
  /** What was paid for the whole period, with renewals and credit. */
  period_price_idr: INTEGER,
  ...OWN_LIMITS,
  /** Length in days of each paid part of the period; null if the parts are whole cycles or there is only one. */
  term_days: nullable(INTEGER),
};

/** What an operator set for an account. */
export const ACCOUNT_CONTROL = {
  suspended_at: nullable(TEXT),
  /** The quota window that `granted_units` belong to. */
  granted_window: nullable(TEXT),
  granted_units: INTEGER,
};

export const ACCOUNT = {
  account_id: TEXT,
  email: TEXT,
  ...SUBSCRIPTION,
  created_at: TEXT,
  ...ACCOUNT_CONTROL,
  /** When its personal data was removed; null for an account that was not deleted. */
  deleted_at: nullable(TEXT),
};

/** An entry in the history of a subscription; never changed. */
export const SUBSCRIPTION_CHANGE = {
  change_id: INTEGER,
  account_id: TEXT,
  kind: oneOf(SUBSCRIPTION_CHANGES),
  order_id: nullable(TEXT),
  changed_at: TEXT,
  old_plan: nullable(oneOf(PLAN_NAMES)),
  old_period_start: nullable(TEXT),
  old_period_end: nullable(TEXT),
  ...SUBSCRIPTION,
  price_idr: INTEGER,
  credit_idr: INTEGER,
  charge_idr: INTEGER,
};

export const API_KEY = {
  key_id: TEXT,
  account_id: TEXT,
  name: TEXT,
  kind: oneOf(KEY_KINDS),
  /** Of KEY_SCOPES, separated by a comma. */
  scopes: TEXT,
  /** The time from which it is invalid; null for a key that does not expire. */
  expires_at: nullable(TEXT),
  /** CIDR blocks, separated by commas; null for any address. */
  allowed_ips: nullable(TEXT),
  sha256: BLOB,
  /** First 4 and last 4 characters of the key. */
  masked: TEXT,
  created_at: TEXT,
  revoked_at: nullable(TEXT),
};

export const OFFER = {
  offer_id: TEXT,
  account_id: TEXT,
  /** Null for an offer that is made once. */
  series: nullable(TEXT),
  units: INTEGER,
  requests_per_minute: INTEGER,
  keys: INTEGER,
  price_idr: INTEGER,
  days: INTEGER,
  created_at: TEXT,
  /** The order that took it. */
  taken_by: nullable(TEXT),
  withdrawn_at: nullable(TEXT),
  /** From this time on it cannot be ordered. */
  expires_at: nullable(TEXT),
};

export const BILLING_ORDER = {
  order_id: TEXT,
  account_id: TEXT,
  kind: oneOf(QUOTE_KINDS),
  plan: oneOf(PLAN_NAMES),
  months: nullable(oneOf(PLAN_MONTHS)),
  offer_id: nullable(TEXT),
  price_idr: INTEGER,
  credit_idr: INTEGER,
  charge_idr: INTEGER,
  /** The part of the charge that the account's credit pays. */
  balance_idr: INTEGER,
  /** The period that the credit is for, as start/end/price. */
  credited_period: TEXT,
  state: oneOf(ORDER_STATES),
  /** Why a paid order was not applied. */
  reason: nullable(TEXT),
  provider: oneOf(PAYMENT_METHODS),
  payment_url: nullable(TEXT),
  /** The provider's identifier of the payment. */
  payment_reference: nullable(TEXT),
  idempotency_key: nullable(TEXT),
  created_at: TEXT,
  expires_at: TEXT,
  paid_at: nullable(TEXT),
  /** Null for a payment in another currency. */
  paid_idr: nullable(INTEGER),
  cancelled_at: nullable(TEXT),
  settled_at: nullable(TEXT),
  /** What the operator has to decide about an applied order. */
  attention: nullable(TEXT),
  /** What happened to the plan when the payment was returned. */
  plan_effect: nullable(oneOf(['kept', 'undone'])),
};

export const PAYMENT = {
  order_id: TEXT,
  provider: oneOf(PAYMENT_METHODS),
  payment_reference: TEXT,
  /** Null for a payment in another currency. */
  paid_idr: nullable(INTEGER),
  paid_at: TEXT,
  recorded_at: TEXT,
};

/** Someone who signs in. */
export const PERSON = {
  person_id: TEXT,
  email: TEXT,
  /** 1 for an operator of the server. */
  is_operator: INTEGER,
  created_at: TEXT,
};

export const MEMBERSHIP = {
  account_id: TEXT,
  person_id: TEXT,
  role: oneOf(MEMBER_ROLES),
  created_at: TEXT,
};

/** Who may sign in for the first time. */
export const INVITATION = {
  invitation_id: TEXT,
  email: TEXT,
  /** Null: the first sign-in creates an account. */
  account_id: nullable(TEXT),
  role: oneOf(MEMBER_ROLES),
  created_at: TEXT,
  expires_at: TEXT,
  accepted_at: nullable(TEXT),
};

/** A one-time code. */
export const SIGN_IN_CODE = {
  code_id: TEXT,
  email: TEXT,
  /** The block of IP addresses that requested it, `known browser` or `operator`. */
  requested_from: TEXT,
  recipient: oneOf(['person', 'new', 'nobody']),
  sha256: BLOB,
  link_sha256: nullable(BLOB),
  browser_attempts: INTEGER,
  network_attempts: INTEGER,
  attempts: INTEGER,
  created_at: TEXT,
  expires_at: TEXT,
  used_at: nullable(TEXT),
};

/** A session of a person, or of a visitor with a key. */
export const SESSION = {
  sha256: BLOB,
  person_id: nullable(TEXT),
  key_id: nullable(TEXT),
  /** The account that the visitor looks at. */
  account_id: nullable(TEXT),
  csrf_secret: TEXT,
  created_at: TEXT,
  /** To a few minutes. */
  last_seen_at: TEXT,
};

/** A secret that all servers of the ledger share. */
export const SERVER_SECRET = { name: TEXT, secret: TEXT };

/** Incidents that the status page shows. */
export const INCIDENT = {
  incident_id: TEXT,
  title: TEXT,
  details: TEXT,
  started_at: TEXT,
  resolved_at: nullable(TEXT),
};

/** A key of an operator. */
export const OPERATOR_KEY = {
  operator_key_id: TEXT,
  name: TEXT,
  sha256: BLOB,
  masked: TEXT,
  created_at: TEXT,
  revoked_at: nullable(TEXT),
};

/** A change of money, plan, units or access; never changed, except that personal data is removed from its texts. */
export const AUDIT_ENTRY = {
  audit_id: INTEGER,
  recorded_at: TEXT,
  /** Who made the change, such as `operator ani`, `key 3f2a...` or `midtrans`. */
  actor: TEXT,
  action: TEXT,
  account_id: nullable(TEXT),
  order_id: nullable(TEXT),
  reason: nullable(TEXT),
  /** A JSON object. */
  details: TEXT,
  /** When personal data was removed from the texts; null for an entry that is as it was written. */
  redacted_at: nullable(TEXT),
};

/** A movement of money; never changed. */
export const MONEY_MOVE = {
  move_id: INTEGER,
  audit_id: INTEGER,
  account_id: TEXT,
  order_id: nullable(TEXT),
  /** The payment that the money came with; null for credit of the account. */
  payment_reference: nullable(TEXT),
  source: oneOf(MONEY_PLACES),
  target: oneOf(MONEY_PLACES),
  amount_idr: INTEGER,
  moved_at: TEXT,
};

/** What the invoices of an account state about it. */
export const BILLING_DETAILS = {
  account_id: TEXT,
  name: nullable(TEXT),
  address: nullable(TEXT),
  tax_id: nullable(TEXT),
  changed_at: TEXT,
};

/** An invoice or a credit note; never changed. */
export const INVOICE = {
  invoice_id: INTEGER,
  /** Such as INV-2026-000001. */
  number: TEXT,
  kind: oneOf(INVOICE_KINDS),
  /** Of the issue, in Jakarta. */
  year: INTEGER,
  /** Counts from 1 in each year, without gaps. */
  sequence: INTEGER,
  account_id: TEXT,
  order_id: TEXT,
  /** The invoice that a credit note reduces. */
  invoice_number: nullable(TEXT),
  audit_id: INTEGER,
  issued_at: TEXT,
  total_idr: INTEGER,
  /** The part of the total that is tax. */
  tax_idr: INTEGER,
  /** A JSON object with all that the document states. */
  document: TEXT,
};

export const EVENT = {
  event_id: TEXT,
  /** Identifies the occurrence: an occurrence that is found twice is recorded once. */
  event_key: TEXT,
  kind: oneOf(EVENT_KINDS),
  /** Null: the event concerns every account. */
  account_id: nullable(TEXT),
  occurred_at: TEXT,
  /** A JSON object. */
  data: TEXT,
  /** When a notice was made for each receiver. */
  distributed_at: nullable(TEXT),
};

/** What an account chose; null for the default. */
export const NOTICE_SETTINGS = {
  account_id: TEXT,
  language: nullable(oneOf(LANGUAGES)),
  /** Of EVENT_KINDS, separated by commas. */
  email_events: nullable(TEXT),
};

export const WEBHOOK = {
  webhook_id: TEXT,
  account_id: TEXT,
  url: TEXT,
  /** Of EVENT_KINDS, separated by commas. */
  events: TEXT,
  secret: TEXT,
  created_at: TEXT,
  /** The first failure since the last delivery. */
  failing_since: nullable(TEXT),
  disabled_at: nullable(TEXT),
};

/** An event for one receiver. */
export const NOTICE = {
  notice_id: TEXT,
  event_id: TEXT,
  /** Null: the operator. */
  account_id: nullable(TEXT),
  /** Null: by e-mail. */
  webhook_id: nullable(TEXT),
  /** `failed`: given up. `not_sent`: there is no mail server, or a limit was reached. */
  state: oneOf(NOTICE_STATES),
  created_at: TEXT,
  attempts: INTEGER,
  next_attempt_at: nullable(TEXT),
  last_attempt_at: nullable(TEXT),
  settled_at: nullable(TEXT),
  /** The HTTP status of the last answer of a webhook. */
  last_status: nullable(INTEGER),
  last_error: nullable(TEXT),
};
