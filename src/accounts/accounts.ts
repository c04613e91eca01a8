import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isKey, keySha256, maskedKey, newKey } from './key-format.ts';
import { PLANS, type Plan, type PlanMonths, periodEnd } from './plans.ts';

export interface Account {
  readonly account_id: string;
  readonly email: string;
  readonly plan: Plan;
  readonly period_start: string;
  /** ISO-8601 in UTC; null for a plan without end. */
  readonly period_end: string | null;
  readonly created_at: string;
}

export interface KeyRecord {
  readonly key_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly kind: 'api' | 'mcp';
  /** First 4 and last 4 characters of the key. */
  readonly masked: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** Who is calling. */
export type Caller = Pick<KeyRecord, 'key_id' | 'account_id' | 'name' | 'kind' | 'masked'>;

/** A key as it is shown once, when it is made. */
export interface NewKey {
  readonly key_id: string;
  readonly api_key: string;
}

export class Accounts {
  readonly #ledger: Ledger;
  readonly #clock: Clock;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Makes an account with its first key and its MCP key. @throws AlirError `email_taken` */
  create(
    email: string,
    plan: Plan,
    months: PlanMonths,
  ): { account: Account; api_key: string; mcp_key: string } {
    const now = this.#clock.now();
    const account: Account = {
      account_id: randomUUID(),
      email,
      plan,
      period_start: now.toISOString(),
      period_end: periodEnd(plan, months, now)?.toISOString() ?? null,
      created_at: now.toISOString(),
    };
    return this.#ledger.transaction(() => {
      if (this.withEmail(email)) {
        throw new AlirError('email_taken', `There is an account with the e-mail address ${email} already.`);
      }
      this.#ledger.run('create_account', account);
      const first = this.#addKey(account.account_id, 'default', 'api', now);
      const mcp = this.#addKey(account.account_id, 'mcp', 'mcp', now);
      return { account, api_key: first.api_key, mcp_key: mcp.api_key };
    });
  }

  withEmail(email: string): Account | undefined {
    return this.#ledger.get('account_by_email', { email });
  }

  /** @throws AlirError `unknown_account`, and `key_limit_reached` when the plan allows no further key */
  createKey(account_id: string, name: string): NewKey {
    return this.#ledger.transaction(() => {
      const account = this.#ledger.get<Account>('account', { account_id });
      if (!account) throw unknownAccount(account_id);
      const limit = PLANS[account.plan].keys;
      const used = this.#ledger.get<{ keys: number }>('count_live_api_keys', { account_id })?.keys ?? 0;
      if (used >= limit) {
        throw new AlirError(
          'key_limit_reached',
          `The ${account.plan} plan allows ${limit} key(s), and all are in use. Revoke one first, or change the plan.`,
        );
      }
      return this.#addKey(account_id, name, 'api', this.#clock.now());
    });
  }

  /** The keys of one account, or of all, revoked ones too. @throws AlirError `unknown_account` */
  keys(account_id?: string): KeyRecord[] {
    if (account_id === undefined) return this.#ledger.all('keys');
    if (!this.#ledger.get('account', { account_id })) throw unknownAccount(account_id);
    return this.#ledger.all('keys_of_account', { account_id });
  }

  /** Revokes a key from the next request on. @throws AlirError `unknown_key` */
  revokeKey(key_id: string): KeyRecord {
    const key = this.#ledger.get<KeyRecord>('revoke_key', {
      key_id,
      revoked_at: this.#clock.now().toISOString(),
    });
    if (!key) {
      throw new AlirError(
        'unknown_key',
        `There is no key with the id ${key_id}. "alir key list" shows the ids.`,
      );
    }
    return key;
  }

  /** Whose key this is; undefined for one that is mistyped, unknown or revoked. */
  callerWithKey(key: string): Caller | undefined {
    if (!isKey(key)) return undefined;
    return this.#ledger.get('live_key_by_sha256', { sha256: keySha256(key) });
  }

  #addKey(account_id: string, name: string, kind: KeyRecord['kind'], now: Date): NewKey {
    const key_id = randomUUID();
    const api_key = newKey();
    this.#ledger.run('create_key', {
      key_id,
      account_id,
      name,
      kind,
      sha256: keySha256(api_key),
      masked: maskedKey(api_key),
      created_at: now.toISOString(),
    });
    return { key_id, api_key };
  }
}

function unknownAccount(account_id: string): AlirError {
  return new AlirError('unknown_account', `There is no account with the id ${account_id}.`);
}
