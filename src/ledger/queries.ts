import { type Columns, INTEGER, nullable, oneOf, pick, type RowOf, TEXT } from './columns.ts';
import {
  ACCOUNT,
  ACCOUNT_CONTROL,
  ACCOUNT_USAGE,
  API_KEY,
  AUDIT_ENTRY,
  BILLING_DETAILS,
  BILLING_ORDER,
  BROKER_CHECK,
  DAY_FACTS,
  EVENT,
  IDEMPOTENT_CHARGE,
  INCIDENT,
  INVITATION,
  INVOICE,
  KEY_USAGE,
  MARKET_FILES,
  MEMBERSHIP,
  MONEY_MOVE,
  NOTICE,
  NOTICE_SETTINGS,
  OFFER,
  OFFICIAL_ARCHIVE,
  OFFICIAL_CHECK,
  OFFICIAL_FILE,
  OPERATOR_KEY,
  PAYMENT,
  PERSON,
  PUBLICATION,
  SERVER_SECRET,
  SERVING_DAMAGE,
  SERVING_FILE,
  SESSION,
  SIGN_IN_CODE,
  SOURCE_FILE,
  SUBSCRIPTION,
  SUBSCRIPTION_CHANGE,
  USAGE_HISTORY,
  WEBHOOK,
} from './tables.ts';

interface Query {
  readonly parameters: Columns;
  /** The columns of its rows; null for a write that returns none. */
  readonly columns: Columns | null;
}

const KEY_TERMS = pick(API_KEY, 'scopes', 'expires_at', 'allowed_ips');
const KEY_RECORD = {
  ...pick(API_KEY, 'key_id', 'account_id', 'name', 'kind', 'masked', 'created_at', 'revoked_at'),
  ...KEY_TERMS,
  /** To the minute for requests that cost nothing. */
  last_used_at: nullable(TEXT),
};
const { change_id: _, ...RECORDED_CHANGE } = SUBSCRIPTION_CHANGE;
const { check_id: __, ...NOTED_CHECK } = OFFICIAL_CHECK;
const { audit_id: ___, redacted_at: ________, ...NEW_AUDIT_ENTRY } = AUDIT_ENTRY;
const { move_id: ____, ...NEW_MONEY_MOVE } = MONEY_MOVE;
const { invoice_id: _____, ...NEW_INVOICE } = INVOICE;
const LIVE_KEY = {
  ...pick(API_KEY, 'key_id', 'account_id', 'name', 'masked'),
  ...KEY_TERMS,
  ...pick(
    SUBSCRIPTION,
    'plan',
    'period_start',
    'period_end',
    'requests_per_minute',
    'units',
    'keys',
    'term_days',
  ),
  ...ACCOUNT_CONTROL,
};
const UNITS = { units: INTEGER };
const DAY = { trade_date: TEXT };
const ACCOUNT_ID = { account_id: TEXT };
const ORDER_ID = { order_id: TEXT };
const { sha256: ______, ...SHOWN_OPERATOR_KEY } = OPERATOR_KEY;
/** Days in Jakarta, both included. */
const USAGE_RANGE = { account_id: TEXT, since: TEXT, until: TEXT };
const { secret: _______, ...SHOWN_WEBHOOK } = WEBHOOK;
/** Of a receiver: null where it is of the other kind, or is the operator. */
const WEBHOOK_OR_ACCOUNT = { url: nullable(TEXT), email: nullable(TEXT), language: NOTICE_SETTINGS.language };
/** What is older than a time, and how many rows of it at once. */
const FORGOTTEN = { until: TEXT, limit: INTEGER };
const NONE = {};

/** Every file of `sql/ledger`, by its name. `queries.test.ts` compares each with the statement that SQLite prepares. */
export const QUERIES = {
  // Days
  published_day: { parameters: DAY, columns: PUBLICATION },
  published_days: { parameters: NONE, columns: DAY },
  published_days_of_year: { parameters: { year: TEXT }, columns: PUBLICATION },
  published_years: { parameters: NONE, columns: { year: INTEGER } },
  served_days: {
    parameters: NONE,
    columns: {
      ...pick(PUBLICATION, 'trade_date', 'revision', 'published_at', 'trades_rows', 'value'),
      /** Of the newest comparison with the exchange: 1 if the day matches, 0 if it differs, null without one. */
      verified: nullable(INTEGER),
      /** What it compared, as in OFFICIAL_CHECK; null without one. */
      compared: nullable(TEXT),
    },
  },
  newest_day: { parameters: NONE, columns: { trade_date: nullable(TEXT) } },
  last_publication: {
    parameters: NONE,
    columns: pick(PUBLICATION, 'trade_date', 'revision', 'published_at'),
  },
  day_facts: {
    parameters: pick(DAY_FACTS, 'trade_date', 'trades_sha256', 'version'),
    columns: pick(DAY_FACTS, 'facts'),
  },
  note_day_facts: { parameters: DAY_FACTS, columns: null },
  forget_day_facts: { parameters: DAY, columns: null },
  corrected_days: {
    parameters: NONE,
    columns: pick(
      PUBLICATION,
      'trade_date',
      'revision',
      'state',
      'source_name',
      'source_sha256',
      'trades_rows',
      'ingested_by',
      'published_at',
      'replaced_at',
    ),
  },
  neighbouring_days: { parameters: DAY, columns: { trades_rows: INTEGER } },
  days_around: { parameters: DAY, columns: PUBLICATION },
  next_revision: { parameters: DAY, columns: { revision: INTEGER } },
  replaced_revision_with_trades: {
    parameters: pick(PUBLICATION, 'trade_date', 'source_sha256', 'trades_digest'),
    columns: { revision: nullable(INTEGER) },
  },
  intended_publications: { parameters: NONE, columns: PUBLICATION },
  intend_publication: {
    parameters: pick(
      PUBLICATION,
      'trade_date',
      'revision',
      'source_name',
      'source_sha256',
      'duplicates',
      'trades_rows',
      'trades_sha256',
      'trades_digest',
      'broker_day_rows',
      'broker_day_sha256',
      'ticker_day_sha256',
      'value',
      'intended_at',
      'ingested_by',
    ),
    columns: null,
  },
  note_ticker_day: {
    parameters: { trade_date: TEXT, revision: INTEGER, ticker_day_sha256: TEXT },
    columns: null,
  },
  replace_published_day: { parameters: { trade_date: TEXT, replaced_at: TEXT }, columns: null },
  settle_intended_day: {
    parameters: {
      ...pick(PUBLICATION, 'trade_date', 'revision', 'published_at'),
      state: oneOf(['published', 'abandoned']),
    },
    columns: null,
  },

  // Comparisons with the exchange
  official_checks: { parameters: NONE, columns: OFFICIAL_CHECK },
  official_checks_of_revision: {
    parameters: pick(OFFICIAL_CHECK, 'trade_date', 'revision'),
    columns: pick(OFFICIAL_CHECK, 'source', 'official_sha256'),
  },
  official_archive: { parameters: { source: TEXT }, columns: OFFICIAL_ARCHIVE },
  note_official_archive: { parameters: OFFICIAL_ARCHIVE, columns: null },
  broker_checks: { parameters: NONE, columns: BROKER_CHECK },
  note_broker_check: { parameters: BROKER_CHECK, columns: null },
  official_file: {
    parameters: { source: TEXT },
    columns: { ...OFFICIAL_FILE, ...pick(OFFICIAL_CHECK, 'check_id') },
  },
  newest_official_check: { parameters: NONE, columns: pick(OFFICIAL_CHECK, 'check_id') },
  note_official_check: { parameters: NOTED_CHECK, columns: null },
  note_official_file: { parameters: OFFICIAL_FILE, columns: null },

  // Serving files
  count_publications: { parameters: NONE, columns: { publications: INTEGER } },
  serving_files: { parameters: NONE, columns: { ...SERVING_FILE, days: TEXT } },
  months_without_serving_file: { parameters: NONE, columns: { month: TEXT } },
  switch_serving_file: {
    parameters: pick(SERVING_FILE, 'month', 'file_name', 'sha256', 'built_at'),
    columns: null,
  },
  months_without_market_files: { parameters: NONE, columns: { month: TEXT } },
  market_files: { parameters: NONE, columns: MARKET_FILES },
  switch_market_files: {
    parameters: {
      ...pick(
        MARKET_FILES,
        'month',
        'name',
        'days',
        'broker_rows_sha256',
        'broker_sums_sha256',
        'ticker_rows_sha256',
      ),
      built_at: TEXT,
    },
    columns: null,
  },
  serving_damages: { parameters: NONE, columns: SERVING_DAMAGE },
  note_serving_damage: {
    parameters: pick(SERVING_DAMAGE, 'file_name', 'problem', 'found_at'),
    columns: null,
  },
  note_failed_rebuild: { parameters: { file_name: TEXT, failure: TEXT }, columns: null },
  resolve_lake_damages: { parameters: { trade_date: TEXT, repaired_at: TEXT }, columns: null },
  resolve_serving_damage: { parameters: { file_name: TEXT, rebuilt_at: TEXT }, columns: null },

  // Source files
  source_file: { parameters: { source: TEXT }, columns: SOURCE_FILE },
  note_source_file: { parameters: SOURCE_FILE, columns: null },
  rejected_files: {
    parameters: NONE,
    columns: pick(SOURCE_FILE, 'source', 'trade_date', 'reason', 'causes', 'seen_at'),
  },
  dismiss_file: { parameters: { source: TEXT, dismissed_at: TEXT }, columns: null },
  held_files: {
    parameters: NONE,
    columns: pick(SOURCE_FILE, 'source', 'trade_date', 'reason', 'causes', 'kept_at', 'totals', 'seen_at'),
  },

  // Accounts and their subscriptions
  account: { parameters: ACCOUNT_ID, columns: ACCOUNT },
  account_by_email: { parameters: { email: TEXT }, columns: ACCOUNT },
  accounts: { parameters: NONE, columns: ACCOUNT },
  account_facts: {
    parameters: { account_id: nullable(TEXT) },
    columns: {
      account_id: TEXT,
      live_keys: INTEGER,
      last_request_at: nullable(TEXT),
      applied_idr: INTEGER,
      credit_idr: INTEGER,
      held_idr: INTEGER,
    },
  },
  change_email: { parameters: pick(ACCOUNT, 'account_id', 'email'), columns: null },
  set_suspension: { parameters: pick(ACCOUNT, 'account_id', 'suspended_at'), columns: null },
  grant_units: { parameters: { account_id: TEXT, window: TEXT, units: INTEGER }, columns: null },
  create_account: {
    parameters: { ...pick(ACCOUNT, 'account_id', 'email', 'created_at'), ...SUBSCRIPTION },
    columns: null,
  },
  change_subscription: { parameters: { account_id: TEXT, ...SUBSCRIPTION }, columns: null },
  subscription_changes: { parameters: ACCOUNT_ID, columns: SUBSCRIPTION_CHANGE },
  record_subscription_change: { parameters: RECORDED_CHANGE, columns: null },
  change_of_order: { parameters: ORDER_ID, columns: SUBSCRIPTION_CHANGE },

  // All that belongs to an account, and its deletion
  all_orders_of_account: { parameters: ACCOUNT_ID, columns: BILLING_ORDER },
  payments_of_account: { parameters: ACCOUNT_ID, columns: PAYMENT },
  money_moves_of_account: { parameters: ACCOUNT_ID, columns: MONEY_MOVE },
  all_invoices_of_account: { parameters: ACCOUNT_ID, columns: INVOICE },
  offers_of_account: { parameters: ACCOUNT_ID, columns: OFFER },
  usage_of_account: { parameters: ACCOUNT_ID, columns: USAGE_HISTORY },
  windows_of_account: { parameters: ACCOUNT_ID, columns: pick(ACCOUNT_USAGE, 'quota_window', 'units') },
  windows_of_keys: { parameters: ACCOUNT_ID, columns: KEY_USAGE },
  idempotent_charges_of_account: { parameters: ACCOUNT_ID, columns: IDEMPOTENT_CHARGE },
  events_of_account: { parameters: ACCOUNT_ID, columns: EVENT },
  notices_of_account: { parameters: ACCOUNT_ID, columns: NOTICE },
  invitations_of_account: { parameters: ACCOUNT_ID, columns: INVITATION },
  sessions_of_account: {
    parameters: ACCOUNT_ID,
    columns: pick(SESSION, 'person_id', 'key_id', 'created_at', 'last_seen_at'),
  },
  set_deleted: { parameters: { account_id: TEXT, email: TEXT, deleted_at: TEXT }, columns: null },
  revoke_keys_of_account: {
    parameters: { ...pick(API_KEY, 'account_id', 'name'), revoked_at: TEXT },
    columns: null,
  },
  redact_orders: { parameters: ACCOUNT_ID, columns: null },
  redact_audit_entry: {
    parameters: { ...pick(AUDIT_ENTRY, 'audit_id', 'reason', 'details'), redacted_at: TEXT },
    columns: null,
  },
  audit_entries_with_text: { parameters: { text: TEXT }, columns: AUDIT_ENTRY },
  delete_billing_details: { parameters: ACCOUNT_ID, columns: null },
  delete_notice_settings: { parameters: ACCOUNT_ID, columns: null },
  delete_notices_of_account: { parameters: ACCOUNT_ID, columns: null },
  delete_webhooks_of_account: { parameters: ACCOUNT_ID, columns: null },
  delete_events_of_account: { parameters: ACCOUNT_ID, columns: null },
  delete_idempotent_charges: { parameters: ACCOUNT_ID, columns: null },
  delete_memberships: { parameters: ACCOUNT_ID, columns: null },
  delete_sessions_of_account: { parameters: ACCOUNT_ID, columns: null },
  delete_person: { parameters: pick(PERSON, 'person_id'), columns: null },
  delete_invitations: { parameters: { account_id: TEXT, email: TEXT }, columns: null },
  delete_sign_in_codes: { parameters: { email: TEXT }, columns: null },

  // Keys
  keys: { parameters: NONE, columns: KEY_RECORD },
  keys_of_account: { parameters: ACCOUNT_ID, columns: KEY_RECORD },
  rename_key: { parameters: pick(API_KEY, 'key_id', 'name'), columns: ACCOUNT_ID },
  count_live_api_keys: { parameters: { account_id: TEXT, now: TEXT }, columns: { keys: INTEGER } },
  create_key: {
    parameters: {
      ...pick(API_KEY, 'key_id', 'account_id', 'name', 'kind', 'sha256', 'masked', 'created_at'),
      ...KEY_TERMS,
    },
    columns: null,
  },
  revoke_key: { parameters: { key_id: TEXT, revoked_at: TEXT }, columns: KEY_RECORD },
  revoke_live_key: {
    parameters: { key_id: TEXT, now: TEXT },
    columns: { ...pick(API_KEY, 'account_id', 'name', 'kind'), ...KEY_TERMS },
  },
  live_key_by_sha256: { parameters: pick(API_KEY, 'sha256'), columns: LIVE_KEY },
  live_key: { parameters: pick(API_KEY, 'key_id'), columns: LIVE_KEY },
  live_console_key: { parameters: ACCOUNT_ID, columns: pick(API_KEY, 'key_id') },

  // Units
  account_units: { parameters: { account_id: TEXT, window: TEXT }, columns: UNITS },
  key_units: { parameters: { key_id: TEXT, window: TEXT }, columns: UNITS },
  start_account_window: { parameters: { account_id: TEXT, window: TEXT }, columns: null },
  charge_account: {
    parameters: { account_id: TEXT, window: TEXT, units: INTEGER, limit: INTEGER },
    columns: UNITS,
  },
  charge_key: {
    parameters: { key_id: TEXT, window: TEXT, units: INTEGER, charged_at: TEXT },
    columns: null,
  },
  usage_by_day: { parameters: USAGE_RANGE, columns: pick(USAGE_HISTORY, 'usage_date', 'units', 'requests') },
  usage_by_key: {
    parameters: USAGE_RANGE,
    columns: {
      ...pick(API_KEY, 'key_id', 'name', 'kind', 'revoked_at'),
      ...pick(USAGE_HISTORY, 'units', 'requests'),
    },
  },
  usage_by_endpoint: {
    parameters: USAGE_RANGE,
    columns: pick(USAGE_HISTORY, 'endpoint', 'units', 'requests'),
  },
  usage_series: { parameters: pick(USAGE_HISTORY, 'key_id', 'endpoint'), columns: { series: INTEGER } },
  count_usage: {
    parameters: { ...pick(USAGE_HISTORY, 'usage_date', 'units', 'requests'), series: INTEGER },
    columns: null,
  },
  idempotent_charge: {
    parameters: { ...pick(IDEMPOTENT_CHARGE, 'account_id', 'idempotency_key'), after: TEXT },
    columns: pick(IDEMPOTENT_CHARGE, 'request_sha256'),
  },
  note_idempotent_charge: { parameters: IDEMPOTENT_CHARGE, columns: null },
  forget_idempotent_charges: { parameters: { until: TEXT }, columns: null },
  note_key_use: { parameters: { key_id: TEXT, window: TEXT, used_at: TEXT }, columns: null },

  // Offers
  offer: { parameters: { offer_id: TEXT }, columns: OFFER },
  offers: { parameters: NONE, columns: OFFER },
  open_offers: { parameters: { account_id: TEXT, now: TEXT }, columns: OFFER },
  create_offer: {
    parameters: pick(
      OFFER,
      'offer_id',
      'account_id',
      'series',
      'units',
      'requests_per_minute',
      'keys',
      'price_idr',
      'days',
      'created_at',
      'expires_at',
    ),
    columns: null,
  },
  take_offer: { parameters: { offer_id: TEXT, order_id: TEXT }, columns: null },
  reopen_offer: { parameters: ORDER_ID, columns: null },
  withdraw_offer: { parameters: { offer_id: TEXT, withdrawn_at: TEXT }, columns: null },
  withdraw_offers_of_series: { parameters: { series: TEXT, withdrawn_at: TEXT }, columns: null },

  // Orders and their payments
  order: { parameters: ORDER_ID, columns: BILLING_ORDER },
  order_with_idempotency_key: {
    parameters: pick(BILLING_ORDER, 'account_id', 'idempotency_key'),
    columns: BILLING_ORDER,
  },
  orders: { parameters: NONE, columns: BILLING_ORDER },
  orders_of_account: { parameters: ACCOUNT_ID, columns: BILLING_ORDER },
  open_orders: { parameters: { account_id: TEXT, now: TEXT }, columns: { orders: INTEGER } },
  waiting_orders: { parameters: { now: TEXT }, columns: BILLING_ORDER },
  orders_to_decide: {
    parameters: NONE,
    columns: pick(BILLING_ORDER, 'order_id', 'account_id', 'state', 'reason', 'attention', 'paid_at'),
  },
  orders_to_apply: { parameters: NONE, columns: ORDER_ID },
  create_order: {
    parameters: pick(
      BILLING_ORDER,
      'order_id',
      'account_id',
      'kind',
      'plan',
      'months',
      'offer_id',
      'price_idr',
      'credit_idr',
      'charge_idr',
      'balance_idr',
      'credited_period',
      'provider',
      'idempotency_key',
      'created_at',
      'expires_at',
    ),
    columns: null,
  },
  note_checkout: {
    parameters: { order_id: TEXT, payment_url: TEXT, payment_reference: TEXT },
    columns: null,
  },
  payments_of_order: {
    parameters: ORDER_ID,
    columns: pick(PAYMENT, 'provider', 'payment_reference', 'paid_idr', 'paid_at'),
  },
  note_payment: { parameters: PAYMENT, columns: null },
  record_payment: {
    parameters: pick(PAYMENT, 'order_id', 'payment_reference', 'paid_idr', 'paid_at'),
    columns: null,
  },
  settle_order: {
    parameters: {
      order_id: TEXT,
      state: oneOf(['applied', 'paid_not_applied']),
      reason: nullable(TEXT),
      settled_at: TEXT,
    },
    columns: null,
  },
  retry_order: { parameters: ORDER_ID, columns: null },
  cancel_order: { parameters: { order_id: TEXT, settled_at: TEXT }, columns: null },
  end_order: {
    parameters: {
      order_id: TEXT,
      state: oneOf(['cancelled', 'refunded']),
      plan_effect: BILLING_ORDER.plan_effect,
      settled_at: TEXT,
    },
    columns: null,
  },
  note_attention: { parameters: { order_id: TEXT, attention: nullable(TEXT) }, columns: null },
  correct_payment_time: { parameters: { order_id: TEXT, paid_at: TEXT }, columns: null },
  state_payment_value: {
    parameters: { order_id: TEXT, payment_reference: TEXT, paid_idr: INTEGER },
    columns: null,
  },

  // People
  person_by_email: { parameters: { email: TEXT }, columns: PERSON },
  operators: { parameters: NONE, columns: PERSON },
  set_operator: { parameters: { person_id: TEXT, is_operator: INTEGER }, columns: null },
  create_person: { parameters: PERSON, columns: null },
  memberships_of_person: { parameters: { person_id: TEXT }, columns: MEMBERSHIP },
  people_of_account: {
    parameters: ACCOUNT_ID,
    columns: { ...pick(PERSON, 'person_id', 'email'), ...pick(MEMBERSHIP, 'role', 'created_at') },
  },
  set_membership: { parameters: MEMBERSHIP, columns: null },
  remove_membership: { parameters: { account_id: TEXT, person_id: TEXT }, columns: null },
  create_invitation: {
    parameters: pick(INVITATION, 'invitation_id', 'email', 'account_id', 'role', 'created_at', 'expires_at'),
    columns: null,
  },
  open_invitations: { parameters: { email: TEXT, now: TEXT }, columns: INVITATION },
  withdraw_invitation: { parameters: pick(INVITATION, 'invitation_id', 'account_id'), columns: null },
  open_invitations_of_account: {
    parameters: { account_id: TEXT, now: TEXT },
    columns: pick(INVITATION, 'invitation_id', 'email', 'role', 'created_at', 'expires_at'),
  },
  accept_invitation: { parameters: { invitation_id: TEXT, accepted_at: TEXT }, columns: null },
  create_sign_in_code: {
    parameters: pick(
      SIGN_IN_CODE,
      'code_id',
      'email',
      'requested_from',
      'recipient',
      'sha256',
      'link_sha256',
      'created_at',
      'expires_at',
    ),
    columns: null,
  },
  sent_sign_in_codes: {
    parameters: { email: TEXT, since: TEXT },
    columns: pick(
      SIGN_IN_CODE,
      'code_id',
      'requested_from',
      'sha256',
      'link_sha256',
      'browser_attempts',
      'network_attempts',
      'attempts',
      'expires_at',
    ),
  },
  sign_in_links: {
    parameters: { email: TEXT, now: TEXT },
    columns: pick(SIGN_IN_CODE, 'code_id', 'sha256', 'used_at'),
  },
  count_links_of_account: { parameters: { account_id: TEXT, since: TEXT }, columns: { links: INTEGER } },
  count_sign_in_codes: {
    parameters: { email: TEXT, address: TEXT, network: TEXT, since: TEXT, newest: INTEGER },
    columns: {
      of_email: INTEGER,
      of_email_from_network: INTEGER,
      of_known_browsers: INTEGER,
      of_address: INTEGER,
      of_network: INTEGER,
      of_new: INTEGER,
    },
  },
  count_sign_in_attempt: {
    parameters: { email: TEXT, code_id: TEXT, entered_from: TEXT, since: TEXT },
    columns: null,
  },
  trim_sign_in_codes: { parameters: { kept: INTEGER }, columns: null },
  use_sign_in_code: { parameters: { code_id: TEXT, used_at: TEXT }, columns: null },
  forget_sign_in_codes: { parameters: { until: TEXT }, columns: null },

  // Sessions
  session: {
    parameters: { sha256: SESSION.sha256, created_after: TEXT, seen_after: TEXT },
    columns: pick(SESSION, 'person_id', 'key_id', 'account_id', 'csrf_secret', 'created_at', 'last_seen_at'),
  },
  create_session: { parameters: SESSION, columns: null },
  touch_session: { parameters: pick(SESSION, 'sha256', 'last_seen_at'), columns: null },
  end_session: { parameters: pick(SESSION, 'sha256'), columns: null },
  end_sessions: { parameters: pick(SESSION, 'person_id', 'key_id'), columns: null },
  forget_sessions: { parameters: { created_before: TEXT, seen_before: TEXT }, columns: null },
  session_accounts: {
    parameters: { person_id: TEXT },
    columns: { ...pick(ACCOUNT, 'account_id', 'email'), ...pick(MEMBERSHIP, 'role') },
  },
  person: { parameters: { person_id: TEXT }, columns: PERSON },
  server_secret: { parameters: { name: TEXT }, columns: pick(SERVER_SECRET, 'secret') },
  create_server_secret: { parameters: SERVER_SECRET, columns: null },
  // Incidents
  create_incident: {
    parameters: pick(INCIDENT, 'incident_id', 'title', 'details', 'started_at'),
    columns: null,
  },
  update_incident: { parameters: pick(INCIDENT, 'incident_id', 'title', 'details'), columns: INCIDENT },
  incidents: { parameters: { since: TEXT }, columns: INCIDENT },
  resolve_incident: { parameters: { incident_id: TEXT, resolved_at: TEXT }, columns: INCIDENT },

  // Operators
  create_operator_key: {
    parameters: pick(OPERATOR_KEY, 'operator_key_id', 'name', 'sha256', 'masked', 'created_at'),
    columns: null,
  },
  operator_keys: { parameters: NONE, columns: SHOWN_OPERATOR_KEY },
  operator_by_sha256: { parameters: pick(OPERATOR_KEY, 'sha256'), columns: pick(OPERATOR_KEY, 'name') },
  revoke_operator_key: {
    parameters: { operator_key_id: TEXT, revoked_at: TEXT },
    columns: SHOWN_OPERATOR_KEY,
  },

  // Money and the audit log
  record_audit: { parameters: NEW_AUDIT_ENTRY, columns: { audit_id: INTEGER } },
  audit_entries: {
    parameters: { account_id: nullable(TEXT), since: TEXT, until: TEXT },
    columns: AUDIT_ENTRY,
  },
  record_money_move: { parameters: NEW_MONEY_MOVE, columns: null },
  moves_of_order: {
    parameters: ORDER_ID,
    columns: pick(MONEY_MOVE, 'payment_reference', 'source', 'target', 'amount_idr'),
  },
  credit_of_account: { parameters: ACCOUNT_ID, columns: { credit_idr: INTEGER } },
  money_moves: {
    parameters: { since: TEXT, until: TEXT },
    columns: {
      ...pick(
        MONEY_MOVE,
        'move_id',
        'moved_at',
        'account_id',
        'order_id',
        'payment_reference',
        'source',
        'target',
        'amount_idr',
      ),
      ...pick(AUDIT_ENTRY, 'recorded_at', 'actor', 'action', 'reason', 'details'),
      email: TEXT,
      /** Of the order; empty without one. */
      plan: TEXT,
      provider: TEXT,
    },
  },

  // Invoices
  billing_details: { parameters: ACCOUNT_ID, columns: pick(BILLING_DETAILS, 'name', 'address', 'tax_id') },
  note_billing_details: { parameters: BILLING_DETAILS, columns: null },
  next_invoice: { parameters: pick(INVOICE, 'kind', 'year'), columns: pick(INVOICE, 'sequence') },
  record_invoice: { parameters: NEW_INVOICE, columns: null },
  invoice: { parameters: pick(INVOICE, 'number'), columns: INVOICE },
  invoices_of_order: { parameters: ORDER_ID, columns: INVOICE },
  invoice_of_order: { parameters: ORDER_ID, columns: INVOICE },
  credited_of_invoice: { parameters: pick(INVOICE, 'number'), columns: pick(INVOICE, 'total_idr') },
  invoices: { parameters: { from: TEXT, to: TEXT }, columns: INVOICE },
  invoices_of_account: { parameters: ACCOUNT_ID, columns: INVOICE },
  // Events and notices
  create_event: { parameters: EVENT, columns: null },
  event_with_key: { parameters: pick(EVENT, 'event_key'), columns: pick(EVENT, 'event_id') },
  events_to_distribute: { parameters: { limit: INTEGER }, columns: EVENT },
  note_distributed: { parameters: { event_id: TEXT, distributed_at: TEXT }, columns: null },
  notice_settings: { parameters: ACCOUNT_ID, columns: NOTICE_SETTINGS },
  set_notice_settings: { parameters: NOTICE_SETTINGS, columns: null },
  accounts_with_email_event: { parameters: pick(EVENT, 'kind'), columns: ACCOUNT_ID },
  webhooks_for_event: {
    parameters: pick(EVENT, 'kind', 'account_id', 'occurred_at'),
    columns: pick(WEBHOOK, 'webhook_id', 'account_id'),
  },
  create_notice: {
    parameters: pick(
      NOTICE,
      'notice_id',
      'event_id',
      'account_id',
      'webhook_id',
      'state',
      'created_at',
      'next_attempt_at',
      'settled_at',
      'last_error',
    ),
    columns: null,
  },
  notices_due: {
    parameters: { now: TEXT, limit: INTEGER },
    columns: {
      ...pick(NOTICE, 'notice_id', 'event_id', 'account_id', 'webhook_id', 'attempts'),
      ...pick(EVENT, 'kind', 'occurred_at', 'data'),
      ...WEBHOOK_OR_ACCOUNT,
      secret: nullable(TEXT),
      failing_since: nullable(TEXT),
    },
  },
  note_attempt: {
    parameters: {
      ...pick(NOTICE, 'notice_id', 'state', 'next_attempt_at', 'settled_at', 'last_status', 'last_error'),
      attempted_at: TEXT,
    },
    columns: null,
  },
  note_webhook_state: {
    parameters: pick(WEBHOOK, 'webhook_id', 'failing_since', 'disabled_at'),
    columns: null,
  },
  fail_notices_of_webhook: {
    parameters: { webhook_id: TEXT, settled_at: TEXT, last_error: TEXT },
    columns: null,
  },
  count_pending_notices: {
    parameters: { account_id: TEXT, webhook_id: nullable(TEXT) },
    columns: { notices: INTEGER },
  },
  webhooks_of_account: { parameters: ACCOUNT_ID, columns: SHOWN_WEBHOOK },
  create_webhook: {
    parameters: pick(WEBHOOK, 'webhook_id', 'account_id', 'url', 'events', 'secret', 'created_at'),
    columns: null,
  },
  set_webhook_secret: { parameters: pick(WEBHOOK, 'webhook_id', 'secret'), columns: null },
  delete_notices_of_webhook: { parameters: pick(WEBHOOK, 'webhook_id'), columns: null },
  delete_webhook: { parameters: pick(WEBHOOK, 'webhook_id'), columns: null },
  deliveries_of_webhook: {
    parameters: { webhook_id: TEXT, limit: INTEGER },
    columns: {
      ...pick(EVENT, 'kind'),
      ...pick(
        NOTICE,
        'notice_id',
        'event_id',
        'state',
        'created_at',
        'attempts',
        'next_attempt_at',
        'last_attempt_at',
        'settled_at',
        'last_status',
        'last_error',
      ),
    },
  },
  notices: {
    parameters: { account_id: nullable(TEXT), limit: INTEGER },
    columns: {
      ...pick(EVENT, 'kind', 'occurred_at', 'data'),
      ...pick(
        NOTICE,
        'notice_id',
        'event_id',
        'account_id',
        'webhook_id',
        'state',
        'attempts',
        'next_attempt_at',
        'settled_at',
        'last_error',
      ),
      ...WEBHOOK_OR_ACCOUNT,
    },
  },
  forget_notices: { parameters: FORGOTTEN, columns: null },
  forget_events: { parameters: FORGOTTEN, columns: null },
  forget_invitations: { parameters: FORGOTTEN, columns: null },
  forget_usage: { parameters: FORGOTTEN, columns: null },
  accounts_after: { parameters: { account_id: TEXT, limit: INTEGER }, columns: ACCOUNT },
  units_of_windows: {
    parameters: { windows: TEXT },
    columns: { account_id: TEXT, units: INTEGER },
  },

  // The ledger itself
  ledger_engine: {
    parameters: NONE,
    /** The schema is the number of migrations; `clock` the time of a database server, null without one. */
    columns: { engine: TEXT, version: TEXT, schema: INTEGER, clock: nullable(TEXT) },
  },
  newest_time: { parameters: NONE, columns: { newest_at: nullable(TEXT) } },
  schema_objects: { parameters: NONE, columns: { name: TEXT } },
  note_health_check: { parameters: { checked_at: TEXT }, columns: null },
  copy_ledger: { parameters: { path: TEXT }, columns: null },
} as const satisfies Record<string, Query>;

export type QueryName = keyof typeof QUERIES;

/** The queries that return rows; of a write, the rows that it wrote. */
export type QueryWithRows = {
  [Name in QueryName]: (typeof QUERIES)[Name]['columns'] extends null ? never : Name;
}[QueryName];

/** A row of a query; undefined for a write that returns none. */
export type Row<Name extends QueryName> = (typeof QUERIES)[Name]['columns'] extends infer C extends Columns
  ? RowOf<C>
  : undefined;

export type Parameters<Name extends QueryName> = RowOf<(typeof QUERIES)[Name]['parameters']>;

/** What follows the name of a query in a call: nothing for a query without parameters. */
export type Arguments<Name extends QueryName> = keyof Parameters<Name> extends never
  ? []
  : [parameters: Parameters<Name>];
