import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Row } from '../../../ledger/queries.ts';
import { recordAudit } from '../audit-log.ts';
import { isKey, keySha256, maskedKey, newKey, OPERATOR_PREFIX } from './key-format.ts';

export type OperatorKey = Row<'operator_keys'>;

/** The keys with which operators send requests under /admin. They belong to no account. */
export class OperatorKeys {
  readonly #ledger: Ledger;
  readonly #clock: Clock;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** @param name who uses it, for the audit log @returns the key, which is shown once */
  async create(name: string, actor = 'operator'): Promise<{ operator_key_id: string; operator_key: string }> {
    const operator_key_id = randomUUID();
    const operator_key = newKey(OPERATOR_PREFIX);
    await this.#ledger.transaction(async () => {
      await this.#ledger.run('create_operator_key', {
        operator_key_id,
        name,
        sha256: keySha256(operator_key),
        masked: maskedKey(operator_key),
        created_at: this.#clock.now().toISOString(),
      });
      await this.#record('operator.key_created', { operator_key_id, name }, actor);
    });
    return { operator_key_id, operator_key };
  }

  all(): Promise<OperatorKey[]> {
    return this.#ledger.all('operator_keys');
  }

  /** @throws AlirError `unknown_key` */
  async revoke(operator_key_id: string, actor = 'operator'): Promise<OperatorKey> {
    return await this.#ledger.transaction(async () => {
      const revoked_at = this.#clock.now().toISOString();
      const key = await this.#ledger.get('revoke_operator_key', { operator_key_id, revoked_at });
      if (!key) {
        throw new AlirError(
          'unknown_key',
          `There is no operator key with the id ${operator_key_id}. To see the ids, run: alir operator list`,
        );
      }
      // A key that was already revoked keeps its time.
      if (key.revoked_at === revoked_at) await this.#record('operator.key_revoked', key, actor);
      return key;
    });
  }

  async #record(
    action: 'operator.key_created' | 'operator.key_revoked',
    { operator_key_id, name }: Pick<OperatorKey, 'operator_key_id' | 'name'>,
    actor: string,
  ): Promise<void> {
    const entry = { actor, reason: null, action, at: this.#clock.now(), account_id: null };
    await recordAudit(this.#ledger, { ...entry, details: { operator_key_id, name } });
  }

  /** The operator with a key, as the audit log names it; undefined for a mistyped, unknown or revoked key. */
  async operatorWith(key: string): Promise<string | undefined> {
    if (!isKey(key, OPERATOR_PREFIX)) return undefined;
    const found = await this.#ledger.get('operator_by_sha256', { sha256: keySha256(key) });
    return found && `operator ${found.name}`;
  }
}
