import type { Clock } from '../../../core/clock.ts';
import { invalidField } from '../../../core/errors.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { AccountServices, Accounts } from '../../accounts/accounts.ts';
import { type Change, recordAudit } from '../../accounts/audit-log.ts';
import { BILLING_FIELDS, type Party } from './seller.ts';

/** What invoices state about the buyer besides the e-mail address. A change applies to later invoices. */
export class BillingDetails {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #clock: Clock;

  constructor({ ledger, accounts, clock }: AccountServices) {
    [this.#ledger, this.#accounts, this.#clock] = [ledger, accounts, clock];
  }

  async of(account_id: string): Promise<Party> {
    const details = await this.#ledger.get('billing_details', { account_id });
    const { name = null, address = null, tax_id = null } = details ?? {};
    return { name, address, tax_id };
  }

  /**
   * Replaces the given fields; null removes one. The audit log names the fields and not their values, which are personal data.
   * @throws AlirError `unknown_account`, and `invalid_request` for a value that does not follow BILLING_FIELDS
   */
  async change(account_id: string, fields: Partial<Party>, change: Change): Promise<Party> {
    for (const name of Object.keys(fields) as (keyof Party)[]) checkField(name, fields[name] ?? null);
    return await this.#ledger.transaction(async () => {
      await this.#accounts.changeable(account_id);
      const now = this.#clock.now();
      const details = { ...(await this.of(account_id)), ...fields };
      await this.#ledger.run('note_billing_details', {
        account_id,
        ...details,
        changed_at: now.toISOString(),
      });
      await recordAudit(this.#ledger, {
        ...change,
        action: 'account.billing_details',
        at: now,
        account_id,
        details: { fields: Object.keys(fields) },
      });
      return details;
    });
  }
}

function checkField(field: keyof Party, value: string | null): void {
  const { pattern, meaning } = BILLING_FIELDS[field];
  if (value === null || pattern.test(value)) return;
  throw invalidField(field, `must have ${meaning}`);
}
