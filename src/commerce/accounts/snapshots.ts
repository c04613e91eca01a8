import { randomBytes } from 'node:crypto';
import { AlirError, invalidField } from '../../core/errors.ts';
import { counted, typedText } from '../../core/words.ts';
import type { Row } from '../../ledger/queries.ts';
import type { AccountServices } from './accounts.ts';
import { recordAudit } from './audit-log.ts';
import { planAt } from './entitlement.ts';

/** Nobody can guess 128 random bits. */
const ID_BYTES = 16;
const ID = /^[\w-]{22}$/;
const MAX_NOTE_CHARACTERS = 280;
const NOTE = typedText(MAX_NOTE_CHARACTERS);
/** Of the compressed content: no picture of the explorer has as much. */
const MAX_CONTENT_BYTES = 1_000_000;

export type Snapshot = Row<'open_snapshot'>;

interface NewSnapshot extends Pick<Snapshot, 'title' | 'note'> {
  readonly content: Buffer;
  readonly preview: Buffer;
}

/** Pictures of accounts with their numbers at one time, each at an address of its own. */
export class Snapshots {
  readonly #services: AccountServices;

  constructor(services: AccountServices) {
    this.#services = services;
  }

  /** Newest first. */
  all(account_id: string): Promise<Snapshot[]> {
    return this.#services.ledger.all('snapshots_of_account', { account_id });
  }

  /** Undefined after it was revoked, and while its account is suspended. */
  async find(snapshot_id: string): Promise<Snapshot | undefined> {
    return ID.test(snapshot_id)
      ? await this.#services.ledger.get('open_snapshot', { snapshot_id })
      : undefined;
  }

  contentOf({ snapshot_id }: Snapshot): Promise<Row<'snapshot_content'> | undefined> {
    return this.#services.ledger.get('snapshot_content', { snapshot_id });
  }

  /** @throws AlirError `saved_limit_reached`; `invalid_request` for a note that is too long */
  async check(account_id: string, note: string | null): Promise<void> {
    const { accounts, clock } = this.#services;
    if (note !== null && !NOTE.test(note))
      throw invalidField('note', `must have at most ${MAX_NOTE_CHARACTERS} characters, in one line`);
    const limit = planAt(await accounts.changeable(account_id), clock.now()).saved_items;
    const { length } = await this.all(account_id);
    if (length < limit) return;
    const message = `The account has ${counted(length, 'snapshot')}, and its plan allows ${limit}. Revoke one, or upgrade the plan.`;
    throw new AlirError('saved_limit_reached', message);
  }

  /** @returns its identifier @throws AlirError as `check`; `answer_too_large` */
  async create(account_id: string, { content, ...snapshot }: NewSnapshot, actor: string): Promise<string> {
    const { ledger, clock } = this.#services;
    if (content.length > MAX_CONTENT_BYTES)
      throw new AlirError('answer_too_large', 'The picture has too many rows. Choose fewer days.');
    return await ledger.transaction(async () => {
      await this.check(account_id, snapshot.note);
      const snapshot_id = randomBytes(ID_BYTES).toString('base64url');
      const at = clock.now();
      const created_at = at.toISOString();
      await ledger.run('create_snapshot', { snapshot_id, account_id, created_at, content, ...snapshot });
      const details = { snapshot_id, title: snapshot.title };
      await recordAudit(ledger, {
        ...{ action: 'snapshot.created', at, actor, reason: null, account_id },
        details,
      });
      return snapshot_id;
    });
  }

  /** @throws AlirError `not_found`, also for a snapshot of another account */
  async revoke(account_id: string, snapshot_id: string, actor: string): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      if ((await ledger.run('delete_snapshot', { account_id, snapshot_id })) === 0)
        throw new AlirError('not_found', 'The account has no such snapshot.');
      await recordAudit(ledger, {
        ...{ action: 'snapshot.revoked', at: clock.now(), actor, reason: null, account_id },
        details: { snapshot_id },
      });
    });
  }
}
