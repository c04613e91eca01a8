import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { KeyScope, Plan, PlanMonths } from '../../core/commerce-terms.ts';
import { HOUR_MS } from '../../core/dates.ts';
import { AlirError, invalidField } from '../../core/errors.ts';
import { counted, typedText } from '../../core/words.ts';
import { recordEvent } from '../../ledger/events.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';
import { recordAudit } from './audit-log.ts';
import { entitlementAt } from './entitlement.ts';
import { IpRanges } from './keys/ip-ranges.ts';
import { isKey, keySha256, LINK_PREFIX, maskedKey, newKey } from './keys/key-format.ts';
import { DATA_ONLY, endOfKey, FULL_ACCESS, type KeyTerms, storedTerms, withTerms } from './keys/key-terms.ts';
import { recordPaidOutside } from './money.ts';
import { PLANS, type PlanTerms } from './plans.ts';
import { boughtOf, createSubscription, newPeriod, type SubscriptionChange } from './subscriptions.ts';

const KEY_NAME = typedText(64);
/** Maximum cached callers. */
const MAX_CALLERS = 10_000;

/** It stands in the configuration files of agents, so it manages neither keys nor orders. */
const MCP_KEY = { name: 'mcp', kind: 'mcp', ...DATA_ONLY } as const;

const CONSOLE_KEY = { name: 'console', kind: 'console', ...DATA_ONLY } as const;

export type Account = Row<'account'>;

export type KeyRecord = Omit<Row<'keys'>, keyof KeyTerms> & KeyTerms;

/** Who is calling, and under which plan. Whether its key has expired, and whether it allows the address, is checked for each request. */
export type Caller = Omit<
  Row<'live_key_by_sha256'>,
  Exclude<keyof KeyTerms, 'max_units' | 'link'> | 'revoked_at'
> & {
  readonly scopes: readonly KeyScope[];
  /** The key is invalid from this time on, because it expires or was replaced; null for a key without an end. */
  readonly expires_at: Date | null;
  /** Null for any address. */
  readonly allowed_ips: IpRanges | null;
};

/** A new key. It is shown once. */
export interface NewKey extends KeyTerms {
  readonly key_id: string;
  readonly api_key: string;
}

/** What a new key has besides its secret. */
type KeyDetails = Pick<KeyRecord, 'account_id' | 'name' | 'kind'> & KeyTerms;

interface NewAccount {
  readonly email: string;
  readonly plan: Plan;
  readonly months: PlanMonths;
  readonly own_terms: PlanTerms | null;
  readonly period_price_idr: number;
}

/** A key that is replaced, and until when it remains valid. */
type Replaced = Pick<Row<'revoke_key'>, 'key_id'> & { readonly revoked_at: string };

/** Who changes a key, and when. */
interface KeyChange {
  readonly actor: string;
  readonly now: Date;
}

/** What the services of accounts and billing work with. */
export interface AccountServices {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

export class Accounts {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  /** By the key as sent: hashing it for each request would cost more than the rest of authentication. */
  readonly #callers = new Map<string, Caller>();
  #callersVersion = -1;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /**
   * Creates an account with its first key, which has every scope, and its MCP key.
   * @param own_terms the limits for a plan without standard limits, such as enterprise; null for other plans
   * @param period_price_idr the price paid for the period
   * @param actor who creates it, for the audit log
   * @throws AlirError `email_taken`, and `terms_needed` or `terms_fixed` when own_terms does not fit the plan
   */
  async create(
    email: string,
    plan: Plan,
    months: PlanMonths,
    own_terms: PlanTerms | null = null,
    period_price_idr = 0,
    actor = 'operator',
  ): Promise<{ account: Account; api_key: string; mcp_key: string }> {
    checkTerms(plan, months, own_terms, period_price_idr);
    return await this.#ledger.transaction(async () => {
      const account = await this.#insert({ email, plan, months, own_terms, period_price_idr });
      const { account_id } = account;
      const now = this.#clock.now();
      const first = await this.#addKey({ account_id, name: 'default', kind: 'api', ...FULL_ACCESS }, now);
      const mcp = await this.#addKey({ account_id, ...MCP_KEY }, now);
      await this.#recordCreated(account, [first.key_id, mcp.key_id], actor);
      return { account, api_key: first.api_key, mcp_key: mcp.api_key };
    });
  }

  /**
   * Creates the account of a person who signs in for the first time: on the Free plan, and without keys, because nobody would see them. In a
   * transaction.
   * @throws AlirError `email_taken`
   */
  async createBySignIn(email: string): Promise<Account> {
    const free = { plan: 'free', months: 1, own_terms: null, period_price_idr: 0 } as const;
    const account = await this.#insert({ email, ...free });
    await this.#recordCreated(account, [], 'account');
    return account;
  }

  /** @throws AlirError `email_taken` */
  async #insert({ email, plan, months, own_terms, period_price_idr }: NewAccount): Promise<Account> {
    if (await this.withEmail(email)) throw emailTaken(email);
    const now = this.#clock.now();
    const account: Account = {
      account_id: randomUUID(),
      email,
      ...newPeriod(plan, months, own_terms, period_price_idr, now),
      created_at: now.toISOString(),
      suspended_at: null,
      granted_window: null,
      granted_units: 0,
      deleted_at: null,
    };
    await createSubscription(this.#ledger, account);
    return account;
  }

  async #recordCreated(account: Account, key_ids: readonly string[], actor: string): Promise<void> {
    const { account_id, email, plan, months, period_price_idr } = account;
    const now = this.#clock.now();
    const audit_id = await recordAudit(this.#ledger, {
      action: 'account.created',
      at: now,
      actor,
      reason: null,
      account_id,
      details: { plan, months, paid_idr: period_price_idr, email, subscription: boughtOf(account), key_ids },
    });
    const moved_at = now.toISOString();
    await recordPaidOutside(this.#ledger, { audit_id, account_id, moved_at }, period_price_idr);
  }

  /** Gives the quota window the units that were granted for it, also if units were granted for another window since. */
  async restoreGrants(account_id: string): Promise<void> {
    const { window } = entitlementAt(await this.withId(account_id), this.#clock.now());
    const grants = (await this.#ledger.all('unit_grants', { account_id })).map(({ details }) => {
      return JSON.parse(details) as { readonly window: string; readonly units: number };
    });
    const units = grants.reduce((sum, grant) => sum + (grant.window === window ? grant.units : 0), 0);
    if (units > 0) await this.#ledger.run('grant_units', { account_id, window, units });
  }

  /** @throws AlirError `unknown_account` */
  async withId(account_id: string): Promise<Account> {
    const account = await this.#ledger.get('account', { account_id });
    if (!account) throw unknownAccount(account_id);
    return account;
  }

  /** @throws AlirError `unknown_account`, and `account_deleted` for one that stays only for the accounting */
  async changeable(account_id: string): Promise<Account> {
    const account = await this.withId(account_id);
    if (account.deleted_at === null) return account;
    throw new AlirError(
      'account_deleted',
      `The account ${account_id} was deleted at ${account.deleted_at}, so it cannot be changed.`,
    );
  }

  /** @param account an id, or an e-mail address @throws AlirError `unknown_account` */
  async find(account: string): Promise<Account> {
    const found = account.includes('@') ? await this.withEmail(account) : await this.withId(account);
    if (!found) throw unknownAccount(account);
    return found;
  }

  /** The id of an account for a list of its rows; null for those of all accounts. @throws AlirError `unknown_account` */
  async idOf(account: string | undefined): Promise<string | null> {
    return account === undefined ? null : (await this.find(account)).account_id;
  }

  all(): Promise<Account[]> {
    return this.#ledger.all('accounts');
  }

  /** The history of an account's subscription, oldest first. */
  changes(account_id: string): Promise<SubscriptionChange[]> {
    return this.#ledger.all('subscription_changes', { account_id });
  }

  withEmail(email: string): Promise<Account | undefined> {
    return this.#ledger.get('account_by_email', { email });
  }

  /**
   * Creates an API key, or a link if the terms have one. By default, a key can only read data.
   * @param actor who creates it, for the audit log
   * @throws AlirError `unknown_account`, `bad_key_name`, `invalid_request` for an expiry that is not in the future, and
   *   `key_limit_reached` when the plan allows no further key
   */
  async createKey(
    account_id: string,
    name: string,
    given: Partial<KeyTerms> = {},
    actor = 'operator',
  ): Promise<NewKey> {
    checkKeyName(name);
    const terms = { ...DATA_ONLY, ...given };
    return await this.#ledger.transaction(async () => {
      const now = this.#clock.now();
      if (terms.expires_at !== null && terms.expires_at <= now.toISOString()) throw notInFuture(now);
      const { plan, keys } = entitlementAt(await this.changeable(account_id), now);
      const [kind, noun, limit] = terms.link
        ? (['link', 'link', PLANS[plan].saved_items] as const)
        : (['api', 'key', keys] as const);
      const used = await this.liveKeys(account_id, kind, now);
      if (used >= limit) {
        throw new AlirError(
          'key_limit_reached',
          `The ${plan} plan allows ${counted(limit, noun)}, and the account already has ${used}. Revoke a ${noun} or upgrade the plan, then try again.`,
        );
      }
      return await this.#addNotedKey({ account_id, name, kind, ...terms }, { actor, now });
    });
  }

  /**
   * Replaces a key by a new one of the same kind, with the same name and terms.
   * @param overlap_hours how long the old key remains valid; 0 to revoke it from the next request on
   * @throws AlirError `unknown_key` for a key that is unknown, revoked, expired or already replaced
   */
  rotateKey(key_id: string, actor = 'operator', overlap_hours = 0): Promise<NewKey> {
    return this.#ledger.transaction(() => this.#rotate(key_id, actor, overlap_hours));
  }

  /** @throws AlirError `bad_key_name`; `unknown_key` for a key that is unknown or revoked, or not an API key */
  async renameKey(key_id: string, name: string, actor = 'operator'): Promise<void> {
    checkKeyName(name);
    await this.#ledger.transaction(async () => {
      const key = await this.#ledger.get('rename_key', { key_id, name });
      if (!key)
        throw new AlirError('unknown_key', `The key ${key_id} cannot be renamed: it is unknown or revoked.`);
      await this.#recordKey('key.renamed', key.account_id, { actor, now: this.#clock.now() }, { key_id });
    });
  }

  /**
   * Limits the units that a key may use in a quota window of its account, or ends the limit with null.
   * @throws AlirError `unknown_key` for a key that is unknown or revoked, or the one of the console; `invalid_request` for a link without a limit
   */
  async limitKey(key_id: string, max_units: number | null, actor = 'operator'): Promise<void> {
    await this.#ledger.transaction(async () => {
      const key = await this.#ledger.get('limit_key', { key_id, max_units });
      if (!key)
        throw new AlirError('unknown_key', `The key ${key_id} cannot be limited: it is unknown or revoked.`);
      if (key.link !== null && max_units === null)
        throw invalidField('max_units', 'cannot be empty for a link: anyone who has the link can use it');
      const by = { actor, now: this.#clock.now() };
      await this.#recordKey('key.limited', key.account_id, by, { key_id, max_units });
    });
  }

  /** Replaces the MCP key of an account, or creates one if the account has none. @throws AlirError `unknown_account` */
  rotateMcpKey(account_id: string, actor = 'operator', overlap_hours = 0): Promise<NewKey> {
    return this.#ledger.transaction(async () => {
      await this.changeable(account_id);
      const keys = await this.keys(account_id);
      const old = keys.find(({ kind, revoked_at }) => kind === 'mcp' && revoked_at === null);
      if (old) return await this.#rotate(old.key_id, actor, overlap_hours);
      return await this.#addNotedKey({ account_id, ...MCP_KEY }, { actor, now: this.#clock.now() });
    });
  }

  /** The number of keys, or of links, that count toward the limit of the plan. */
  async liveKeys(account_id: string, kind: 'api' | 'link', now: Date): Promise<number> {
    const live = { account_id, kind, now: now.toISOString() };
    return (await this.#ledger.get('count_live_keys', live))?.keys ?? 0;
  }

  /** The keys of one account or of all accounts, with revoked and expired keys. @throws AlirError `unknown_account` */
  async keys(account_id?: string): Promise<KeyRecord[]> {
    if (account_id === undefined) return (await this.#ledger.all('keys')).map(withTerms);
    const { account_id: known } = await this.withId(account_id);
    return (await this.#ledger.all('keys_of_account', { account_id: known })).map(withTerms);
  }

  /** Revokes a key from the next request on. @throws AlirError `unknown_key` */
  async revokeKey(key_id: string, actor = 'operator'): Promise<KeyRecord> {
    return await this.#ledger.transaction(async () => {
      const now = this.#clock.now();
      const key = await this.#ledger.get('revoke_key', { key_id, revoked_at: now.toISOString() });
      if (!key) {
        throw new AlirError(
          'unknown_key',
          `There is no key with the id ${key_id}. To see the ids, run: alir key list`,
        );
      }
      const { account_id, kind } = key;
      // A key that was already revoked keeps its time.
      if (key.revoked_at === now.toISOString()) {
        await this.#recordKey('key.revoked', account_id, { actor, now }, { key_id, kind });
      }
      return withTerms(key);
    });
  }

  /** The caller with a key, if the ledger has not changed since it was read. */
  knownCaller(key: string): Caller | undefined {
    const version = this.#ledger.version();
    if (version !== this.#callersVersion || this.#callers.size >= MAX_CALLERS) {
      this.#callers.clear();
      this.#callersVersion = version;
    }
    return this.#callers.get(key);
  }

  /** The caller with a key, which may have expired; undefined for a mistyped, unknown or revoked key. */
  async callerWithKey(key: string): Promise<Caller | undefined> {
    const known = this.knownCaller(key);
    if (known) return known;
    if (!isKey(key)) return undefined;
    const version = this.#callersVersion;
    const caller = await this.#liveCaller(key);
    if (!caller) return undefined;
    // The key may have been revoked after it was read.
    if (version === this.#callersVersion) this.#callers.set(key, caller);
    return caller;
  }

  /** The caller of a link, by the token in its address; undefined for any other text. Not cached, so that no header can carry the token. */
  async callerWithLink(token: string): Promise<Caller | undefined> {
    return isKey(token, LINK_PREFIX) ? await this.#liveCaller(token) : undefined;
  }

  async #liveCaller(key: string): Promise<Caller | undefined> {
    const now = this.#clock.now().toISOString();
    const found = await this.#ledger.get('live_key_by_sha256', { sha256: keySha256(key), now });
    return found && callerOf(found);
  }

  /** The caller with the key of an id, which may have expired; undefined for an unknown or revoked key. */
  async callerWithKeyId(key_id: string): Promise<Caller | undefined> {
    const found = await this.#ledger.get('live_key', { key_id, now: this.#clock.now().toISOString() });
    return found && callerOf(found);
  }

  /**
   * The caller to which the requests of people who are signed in to an account are charged. The key is created with the first request, and
   * after its revocation. It is not shown to anyone, and is not counted in the key limit.
   * @throws AlirError `unknown_account`, `account_deleted`
   */
  async consoleCaller(account_id: string): Promise<Caller> {
    const key =
      (await this.#ledger.get('live_console_key', { account_id })) ??
      (await this.#ledger.transaction(async () => {
        // Another request may have created it.
        const made = await this.#ledger.get('live_console_key', { account_id });
        if (made) return made;
        await this.changeable(account_id);
        const now = this.#clock.now();
        const added = await this.#addKey({ account_id, ...CONSOLE_KEY }, now);
        const { key_id, scopes } = added;
        const details = {
          key_id,
          kind: CONSOLE_KEY.kind,
          scopes,
          expires_at: null,
          allowed_ips: null,
          max_units: null,
        };
        await this.#recordKey('key.created', account_id, { actor: 'server', now }, details);
        return { key_id };
      }));
    const caller = await this.callerWithKeyId(key.key_id);
    if (caller) return caller;
    throw new AlirError('ledger_unavailable', 'The key of the console was revoked. Try again.', {
      retry_after_s: 1,
    });
  }

  async #rotate(key_id: string, actor: string, overlap_hours: number): Promise<NewKey> {
    const now = this.#clock.now();
    const revoked_at = new Date(now.getTime() + overlap_hours * HOUR_MS).toISOString();
    const old = await this.#ledger.get('revoke_live_key', { key_id, revoked_at, now: now.toISOString() });
    if (!old) {
      throw new AlirError(
        'unknown_key',
        `The key ${key_id} cannot be rotated: it is unknown, revoked, expired or already replaced. Create a new key.`,
      );
    }
    return await this.#addNotedKey(withTerms(old), { actor, now }, { key_id, revoked_at });
  }

  /** Adds a key to an existing account, which is notified of it. @param replaced the key that it replaces */
  async #addNotedKey(details: KeyDetails, by: KeyChange, replaced?: Replaced): Promise<NewKey> {
    const { account_id, name, kind } = details;
    const { now } = by;
    const key = await this.#addKey(details, now);
    const { key_id, scopes, expires_at, api_key } = key;
    const action = replaced === undefined ? 'key.created' : 'key.rotated';
    const terms = { kind, scopes, expires_at };
    await this.#recordKey(action, account_id, by, {
      key_id,
      ...(replaced && { replaces: replaced.key_id, replaced_until: replaced.revoked_at }),
      ...terms,
    });
    const data = { key_id, name, kind, scopes: scopes.join(), masked: maskedKey(api_key) };
    await recordEvent(this.#ledger, { kind: 'key.created', occurrence: key_id, account_id, at: now, data });
    return key;
  }

  /** The audit log does not contain the names and the addresses of keys, which can be personal data. */
  async #recordKey(
    action: 'key.created' | 'key.renamed' | 'key.limited' | 'key.rotated' | 'key.revoked',
    account_id: string,
    { actor, now: at }: KeyChange,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const entry = { action, at, actor, reason: null, account_id, details };
    await recordAudit(this.#ledger, entry);
  }

  async #addKey({ account_id, name, kind, ...terms }: KeyDetails, now: Date): Promise<NewKey> {
    const key_id = randomUUID();
    const api_key = kind === 'link' ? newKey(LINK_PREFIX) : newKey();
    const stored = storedTerms(terms);
    await this.#ledger.run('create_key', {
      key_id,
      account_id,
      name,
      kind,
      ...stored,
      sha256: keySha256(api_key),
      masked: maskedKey(api_key),
      created_at: now.toISOString(),
    });
    return { key_id, api_key, ...withTerms(stored) };
  }
}

function callerOf(row: Row<'live_key_by_sha256'>): Caller {
  const { expires_at: _, revoked_at: __, allowed_ips, ...read } = withTerms(row);
  const end = endOfKey(row);
  return {
    ...read,
    expires_at: end === null ? null : new Date(end),
    allowed_ips: allowed_ips && new IpRanges(allowed_ips),
  };
}

function checkKeyName(name: string): void {
  if (KEY_NAME.test(name)) return;
  throw new AlirError(
    'bad_key_name',
    'The name of a key must have 1 to 64 characters, without line breaks or other control characters.',
  );
}

export function emailTaken(email: string): AlirError {
  return new AlirError(
    'email_taken',
    `An account with the e-mail address ${email} already exists. To see it, run: alir account show ${email}`,
  );
}

/** @throws AlirError `terms_needed`, `terms_fixed` */
export function checkTerms(
  plan: Plan,
  months: PlanMonths,
  own_terms: PlanTerms | null,
  paid_idr: number,
): void {
  if (plan === 'free' && paid_idr !== 0) {
    throw new AlirError('terms_fixed', 'The free plan costs nothing. Omit --paid.');
  }
  if (plan === 'free' && months !== 1) {
    throw new AlirError('terms_fixed', 'The free plan does not end. Omit --months.');
  }
  const needsOwn = PLANS[plan].terms === null;
  if (needsOwn && own_terms === null) {
    throw new AlirError(
      'terms_needed',
      `The ${plan} plan has no standard limits. Set them with --units, --requests-per-minute and --keys.`,
    );
  }
  if (!needsOwn && own_terms !== null) {
    throw new AlirError(
      'terms_fixed',
      `The limits of the ${plan} plan are fixed. To set other limits, use --plan custom.`,
    );
  }
}

/** The error of a time at which something would have ended before it begins. */
export function notInFuture(now: Date): AlirError {
  return invalidField('expires_at', `must be in the future: it is ${now.toISOString()} now`);
}

function unknownAccount(account: string): AlirError {
  return new AlirError(
    'unknown_account',
    `There is no account ${account}. To see the ids and e-mail addresses, run: alir account list`,
  );
}
