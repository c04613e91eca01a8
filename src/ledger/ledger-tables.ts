/** The tables of a ledger (for the usage history, a view) with their keys, in an order in which a table comes after those that its rows name. */
const LEDGER_TABLES = {
  publication: ['trade_date', 'revision'],
  measure_file: ['measure_file_id'],
  serving_file: ['month'],
  market_files: ['month'],
  day_facts: ['trade_date'],
  official_check: ['check_id'],
  official_file: ['source'],
  official_archive: ['source'],
  broker_check: ['trade_date', 'ticker', 'market', 'investor', 'table_sha256'],
  source_file: ['source'],
  dismissed_file: ['source'],
  serving_damage: ['damage_id'],
  account: ['account_id'],
  api_key: ['key_id'],
  account_usage: ['account_id', 'quota_window'],
  key_usage: ['key_id', 'quota_window'],
  usage_history: ['key_id', 'usage_date', 'endpoint'],
  idempotent_charge: ['account_id', 'idempotency_key'],
  offer: ['offer_id'],
  billing_order: ['order_id'],
  payment: ['payment_id'],
  subscription_change: ['change_id'],
  operator_key: ['operator_key_id'],
  person: ['person_id'],
  membership: ['account_id', 'person_id'],
  invitation: ['invitation_id'],
  sign_in_code: ['code_id'],
  session: ['sha256'],
  server_secret: ['name'],
  incident: ['incident_id'],
  audit_log: ['audit_id'],
  money_move: ['move_id'],
  closed_month: ['month'],
  provider_payout: ['payout_id'],
  billing_details: ['account_id'],
  invoice: ['invoice_id'],
  event: ['event_id'],
  feed: ['account_id', 'watchlist'],
  notice_settings: ['account_id'],
  webhook: ['webhook_id'],
  saved_item: ['saved_id'],
  alert: ['alert_id'],
  brief_subscription: ['subscription_id'],
  notice: ['notice_id'],
  snapshot: ['snapshot_id'],
} as const;

export type LedgerTable = keyof typeof LEDGER_TABLES;

export const LEDGER_TABLE_NAMES = Object.keys(LEDGER_TABLES) as LedgerTable[];

export type TableRow = Readonly<Record<string, unknown>>;

/** Every row of every table, in the order of the keys. */
export type LedgerRows = Readonly<Record<LedgerTable, readonly TableRow[]>>;

/** A ledger that no server uses, for a copy of all its rows. */
export interface LedgerTables {
  /** Where it is, for messages. */
  readonly path: string;
  /** The rows of one point in time. */
  read(): Promise<LedgerRows>;
  /** Inserts rows, in one transaction that is rolled back if `check` fails on the rows that were written. */
  fill(rows: LedgerRows, check: (written: LedgerRows) => void): Promise<void>;
  close(): Promise<void>;
}

/** The query for all rows of a table, in the order of its key. */
export function selectAll(table: LedgerTable): string {
  return `SELECT * FROM ${table} ORDER BY ${LEDGER_TABLES[table].join()}`;
}
