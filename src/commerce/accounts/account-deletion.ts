import { AlirError } from '../../core/errors.ts';
import { counted } from '../../core/words.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';
import type { Account, AccountServices } from './accounts.ts';
import { ALL_TIMES, type Change, recordAudit } from './audit-log.ts';
import { owedOf } from './money.ts';

interface Services extends AccountServices {
  /** The orders of an account that wait for its payment, and those that wait for a decision of the operator. */
  readonly unsettled: (account_id: string) => Promise<Readonly<Record<'open' | 'undecided', Row<'order'>[]>>>;
  /** Cancels its open orders, withdraws its offers, and removes what is personal in its orders. */
  readonly closeOrders: (account_id: string, change: Change) => Promise<void>;
}

/** Replaces a name or an address in a text of the audit log. */
const REMOVED = '[removed]';

type AuditEntry = Row<'audit_entries'>;

/** What a deletion does to an account. Money is whole rupiah. */
export interface DeletionEffects {
  readonly account_id: string;
  readonly email: string;
  readonly live_keys: number;
  readonly webhooks: number;
  /** Those who belong to the account. A person who belongs to another one, too, or is an operator, stays. */
  readonly people: number;
  /** Orders that wait for a payment. A deletion cancels them. */
  readonly open_orders: number;
  /** Orders whose payment waits for a decision of the operator. */
  readonly undecided_orders: number;
  readonly held_idr: number;
  readonly credit_idr: number;
  readonly owed_idr: number;
  /** They stay, with what they state about the buyer. */
  readonly invoices: number;
}

export class AccountDeletion {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** What `delete` would do. @throws AlirError `unknown_account`, `account_deleted` */
  async effects(account_id: string): Promise<DeletionEffects> {
    const { ledger, accounts, unsettled } = this.#services;
    const { email } = await accounts.changeable(account_id);
    const of = { account_id };
    const facts = await ledger.get('account_facts', of);
    const { open, undecided } = await unsettled(account_id);
    return {
      account_id,
      email,
      live_keys: facts?.live_keys ?? 0,
      webhooks: (await ledger.all('webhooks_of_account', of)).length,
      people: (await ledger.all('people_of_account', of)).length,
      open_orders: open.length,
      undecided_orders: undecided.length,
      held_idr: facts?.held_idr ?? 0,
      credit_idr: Math.max(0, facts?.credit_idr ?? 0),
      owed_idr: owedOf(facts?.credit_idr ?? 0),
      invoices: (await ledger.all('all_invoices_of_account', of)).length,
    };
  }

  /**
   * Deletes an account: it stays without personal data, without open offers and suspended, so that money and usage still add up. Records of money, invoices and
   * counters stay. The e-mail address becomes `deleted-ID@invalid`, and can be used for a new account.
   * @param forfeits whether open orders are cancelled, and held money and credit are forfeited
   * @throws AlirError `unknown_account`, `account_deleted`, `deletion_refused`
   */
  async delete(account_id: string, change: Change, forfeits: boolean): Promise<DeletionEffects> {
    const { ledger, accounts, closeOrders, clock } = this.#services;
    return await ledger.transaction(async () => {
      const account = await accounts.changeable(account_id);
      const effects = await this.effects(account_id);
      if (!forfeits) refuseForfeit(effects);
      const at = clock.now();
      await closeOrders(account_id, change);
      const { open_orders, undecided_orders, held_idr, credit_idr, owed_idr } = effects;
      await recordAudit(ledger, {
        ...change,
        action: 'account.deleted',
        at,
        account_id,
        details: {
          email: placeholderEmail(account_id),
          ...{ open_orders, undecided_orders, held_idr, credit_idr, owed_idr },
        },
      });
      await removePersonalData(ledger, account, at.toISOString());
      return effects;
    });
  }
}

function refuseForfeit(effects: DeletionEffects): void {
  const { open_orders, undecided_orders, held_idr, credit_idr, owed_idr } = effects;
  const open = [
    open_orders > 0 ? `${counted(open_orders, 'order')} to pay` : null,
    undecided_orders > 0 ? `${counted(undecided_orders, 'order')} to decide` : null,
    held_idr > 0 ? `IDR ${held_idr} held` : null,
    credit_idr > 0 ? `IDR ${credit_idr} of credit` : null,
    owed_idr > 0 ? `IDR ${owed_idr} that it owes` : null,
  ].filter((each) => each !== null);
  if (open.length === 0) return;
  throw new AlirError(
    'deletion_refused',
    `The account cannot be deleted yet: it has ${open.join(', ')}. Settle this first (alir order list --waiting, alir order refund), or delete it all the same with --forfeit.`,
  );
}

/** The address of a deleted account. */
function placeholderEmail(account_id: string): string {
  return `deleted-${account_id}@invalid`;
}

/**
 * Removes the personal data of an account, revokes its keys and suspends it, in the transaction of the caller. The entry of the audit log
 * about the deletion must be recorded before, because its texts are redacted, too.
 */
async function removePersonalData(ledger: Ledger, account: Account, deleted_at: string): Promise<void> {
  const { account_id } = account;
  const of = { account_id };
  const email = placeholderEmail(account_id);
  const personal = await personalTexts(ledger, account);
  const people = await ledger.all('people_of_account', of);
  await ledger.run('delete_sessions_of_account', of);
  await ledger.run('delete_memberships', of);
  for (const { person_id, email: address } of people) {
    if ((await ledger.run('delete_person', { person_id })) > 0) personal.addresses.add(address.toLowerCase());
  }
  for (const address of personal.addresses) {
    await ledger.run('delete_invitations', { account_id, email: address });
    await ledger.run('delete_sign_in_codes', { email: address });
  }
  await redactAuditLog(ledger, { account_id, email, deleted_at }, personal);
  await ledger.run('delete_billing_details', of);
  await ledger.run('delete_feeds_of_account', of);
  await ledger.run('delete_notice_settings', of);
  await ledger.run('delete_notices_of_account', of);
  await ledger.run('delete_webhooks_of_account', of);
  await ledger.run('delete_saved_items_of_account', of);
  await ledger.run('delete_snapshots_of_account', of);
  await ledger.run('delete_events_of_account', of);
  await ledger.run('delete_idempotent_charges', of);
  await ledger.run('revoke_keys_of_account', { account_id, revoked_at: deleted_at, name: 'deleted' });
  await ledger.run('set_deleted', { account_id, email, deleted_at });
}

/** What the audit log may contain about the owner of an account. */
interface PersonalTexts {
  /** E-mail addresses in lower case, also earlier ones. */
  readonly addresses: Set<string>;
  /** Names, postal addresses and tax numbers, also those of earlier invoices. */
  readonly names: ReadonlySet<string>;
}

async function personalTexts(ledger: Ledger, { account_id, email }: Account): Promise<PersonalTexts> {
  const details = await ledger.get('billing_details', { account_id });
  const invoices = await ledger.all('all_invoices_of_account', { account_id });
  const buyers = invoices.map(({ document }) => (JSON.parse(document) as { buyer: Buyer }).buyer);
  const recorded = (await ledger.all('audit_entries', { account_id, ...ALL_TIMES })).map(
    (entry) => (JSON.parse(entry.details) as { email?: unknown }).email,
  );
  const addresses = [email, ...buyers.map((buyer) => buyer.email), ...recorded];
  const names = [details, ...buyers].flatMap((each) => [each?.name, each?.address, each?.tax_id]);
  return {
    addresses: new Set(addresses.filter(isText).map((address) => address.toLowerCase())),
    names: new Set(names.filter(isText)),
  };
}

interface Buyer {
  readonly email: string;
  readonly name: string | null;
  readonly address: string | null;
  readonly tax_id: string | null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Replaces personal texts in the reasons and the details of the account's entries, and its addresses in those of others. */
async function redactAuditLog(
  ledger: Ledger,
  { account_id, email, deleted_at }: { account_id: string; email: string; deleted_at: string },
  { addresses, names }: PersonalTexts,
): Promise<void> {
  const found = [...addresses].map(wholeText);
  const named = [...names].map(wholeText);
  const withoutAddresses = (text: string) => found.reduce((rest, each) => rest.replaceAll(each, email), text);
  const entries = new Map<number, AuditEntry>();
  for (const entry of await ledger.all('audit_entries', { account_id, ...ALL_TIMES }))
    entries.set(entry.audit_id, entry);
  for (const address of addresses) {
    for (const entry of await ledger.all('audit_entries_with_text', { text: address }))
      entries.set(entry.audit_id, entry);
  }
  for (const entry of entries.values()) {
    const isOwn = entry.account_id === account_id;
    const { audit_id } = entry;
    const plain = entry.reason === null ? null : withoutAddresses(entry.reason);
    const reason =
      plain !== null && isOwn ? named.reduce((rest, each) => rest.replaceAll(each, REMOVED), plain) : plain;
    const details = JSON.stringify(
      JSON.parse(entry.details, (_name, value: unknown) =>
        typeof value === 'string' ? withoutAddresses(value) : value,
      ),
    );
    if (reason === entry.reason && details === entry.details) continue;
    await ledger.run('redact_audit_entry', { audit_id, reason, details, redacted_at: deleted_at });
  }
}

/** Matches a text in any case, and not as a part of a longer word or address. */
function wholeText(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_%+.\-])${escaped}(?![\p{L}\p{N}])`, 'giu');
}
