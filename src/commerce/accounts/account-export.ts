import type { Ledger } from '../../ledger/ledger.ts';
import type { Account } from './accounts.ts';
import { ALL_TIMES } from './audit-log.ts';

/**
 * Everything that the ledger has about an account, for a request of a customer for the stored data. It contains no secrets: of keys and
 * webhooks, only what identifies them. Rows have the names of their tables' columns. Money is whole rupiah; times are ISO-8601 in UTC.
 */
export type AccountExport = Awaited<ReturnType<typeof exportAccount>>;

/** Reads one point in time. */
export async function exportAccount(ledger: Ledger, account: Account) {
  const of = { account_id: account.account_id };
  return await ledger.transaction(async () => ({
    account,
    people: await ledger.all('people_of_account', of),
    invitations: await ledger.all('invitations_of_account', of),
    sessions: await ledger.all('sessions_of_account', of),
    billing_details: (await ledger.get('billing_details', of)) ?? null,
    keys: await ledger.all('keys_of_account', of),
    subscription_changes: await ledger.all('subscription_changes', of),
    offers: await ledger.all('offers_of_account', of),
    orders: await ledger.all('all_orders_of_account', of),
    payments: await ledger.all('payments_of_account', of),
    // With refunds and credit.
    money_moves: await ledger.all('money_moves_of_account', of),
    // With credit notes.
    invoices: (await ledger.all('all_invoices_of_account', of)).map(({ document, tax_invoice_number }) => ({
      ...(JSON.parse(document) as object),
      tax_invoice_number,
    })),
    usage: {
      days: await ledger.all('usage_of_account', of),
      windows: await ledger.all('windows_of_account', of),
      key_windows: await ledger.all('windows_of_keys', of),
      idempotent_charges: await ledger.all('idempotent_charges_of_account', of),
    },
    feeds: await ledger.all('feeds_of_account', of),
    brief_subscriptions: (await ledger.all('brief_subscriptions', of)).map(
      ({ name: _, content: __, ...row }) => row,
    ),
    notice_settings: (await ledger.get('notice_settings', of)) ?? null,
    webhooks: await ledger.all('webhooks_of_account', of),
    saved_items: (await ledger.all('saved_items_of_account', of)).map((row) => ({
      ...row,
      content: JSON.parse(row.content),
    })),
    snapshots: await ledger.all('snapshots_of_account', of),
    alerts: (await ledger.all('alerts_of_account', of)).map(({ name: _, content: __, ...row }) => ({
      ...row,
      rule: row.rule === null ? null : JSON.parse(row.rule),
      members: row.members === null ? null : JSON.parse(row.members),
      last_change: row.last_change === null ? null : JSON.parse(row.last_change),
    })),
    events: (await ledger.all('events_of_account', of)).map((row) => ({
      ...row,
      data: JSON.parse(row.data),
    })),
    notices: await ledger.all('notices_of_account', of),
    audit_log: (await ledger.all('audit_entries', { ...of, ...ALL_TIMES })).map((row) => ({
      ...row,
      details: JSON.parse(row.details),
    })),
  }));
}
