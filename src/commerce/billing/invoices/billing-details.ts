import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { type Change, recordAudit } from '../../accounts/audit-log.ts';
import type { Party } from './seller.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly meaning: string;
}

/** The values of each field. Control and format characters could hide or reorder what an invoice states. */
export const BILLING_FIELDS: Readonly<Record<keyof Party, Rule>> = {
  name: {
    pattern: /^(?=.*\S)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u,
    meaning: '1 to 100 characters, without line breaks or other control characters',
  },
  address: {
    pattern:
      /^(?=[\s\S]{1,200}$)(?=[\s\S]*\S)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+(?:\n[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+){0,5}$/u,
    meaning: '1 to 200 characters in at most 6 lines, without other control characters',
  },
  tax_id: {
    pattern: /^(?:\d{2}\.\d{3}\.\d{3}\.\d-\d{3}\.\d{3}|\d{15,16})$/,
    meaning: '15 or 16 digits (NPWP or NIK), such as 01.234.567.8-901.000',
  },
};

interface Services {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** What invoices state about the buyer besides the e-mail address. A change applies to later invoices. */
export class BillingDetails {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #clock: Clock;

  constructor({ ledger, accounts, clock }: Services) {
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
  const message = `must have ${meaning}`;
  throw new AlirError('invalid_request', `${field} ${message}`, { fields: [{ field, message }] });
}
