import { hash } from 'node:crypto';
import type { SessionStore } from '@fastify/session';
import type { Session } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/dates.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/** A session ends this long after the sign-in. */
export const SESSION_DAYS = 30;
/** A session ends if it is not used for this time. */
const IDLE_DAYS = 7;
/** The last use of a session is recorded to this time. */
const TOUCH_MS = 5 * 60_000;

declare module 'fastify' {
  /** A session that is not signed in has none of these fields, and is not stored. */
  interface Session {
    person_id?: string | null;
    key_id?: string | null;
    account_id?: string | null;
    /** ISO-8601 in UTC. */
    signed_in_at?: string;
    last_seen_at?: string;
    /** What @fastify/csrf-protection makes its tokens from. */
    _csrf?: string;
  }
}

/** The sessions in the ledger. An id is stored as its SHA-256: nobody can sign in with what the ledger contains. */
export class LedgerSessions implements SessionStore {
  readonly #ledger: Ledger;
  readonly #clock: Clock;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  get(id: string, done: (error: unknown, session?: Session | null) => void): void {
    this.#read(id).then((session) => done(null, session), done);
  }

  set(id: string, session: Session, done: (error?: unknown) => void): void {
    this.#write(id, session).then(() => done(), done);
  }

  destroy(id: string, done: (error?: unknown) => void): void {
    this.end(id).then(() => done(), done);
  }

  /** @returns false if the session had ended before */
  async end(id: string): Promise<boolean> {
    return (await this.#ledger.run('end_session', { sha256: sessionSha256(id) })) > 0;
  }

  /** Ends all sessions of the person, or of the key, of a session. */
  async endAll({ person_id = null, key_id = null }: Session): Promise<void> {
    await this.#ledger.run('end_sessions', { person_id, key_id });
  }

  /** Records that a session is in use, without a change of the version of the ledger. */
  async touch(id: string, { last_seen_at = '' }: Session): Promise<void> {
    const now = this.#clock.now();
    if (now.getTime() - Date.parse(last_seen_at) < TOUCH_MS) return;
    const seen = { sha256: sessionSha256(id), last_seen_at: now.toISOString() };
    await this.#ledger.countAll('touch_session', [seen]);
  }

  async #read(id: string): Promise<Session | null> {
    const found = await this.#ledger.get('session', {
      sha256: sessionSha256(id),
      created_after: this.#ago(SESSION_DAYS),
      seen_after: this.#ago(IDLE_DAYS),
    });
    if (!found) return null;
    const { csrf_secret, created_at, ...rest } = found;
    // The plugin adds the settings of the cookie.
    return { ...rest, signed_in_at: created_at, _csrf: csrf_secret } as Session;
  }

  /** A session is written once, after its id was generated: a session that ended is never written again. */
  async #write(id: string, session: Session): Promise<void> {
    const { person_id = null, key_id = null, account_id = null, signed_in_at, _csrf } = session;
    if ((person_id === null && key_id === null) || signed_in_at === undefined || _csrf === undefined) return;
    await this.#ledger.transaction(async () => {
      const ended = { created_before: this.#ago(SESSION_DAYS), seen_before: this.#ago(IDLE_DAYS) };
      await this.#ledger.run('forget_sessions', ended);
      await this.#ledger.run('create_session', {
        sha256: sessionSha256(id),
        person_id,
        key_id,
        account_id,
        csrf_secret: _csrf,
        created_at: signed_in_at,
        last_seen_at: this.#clock.now().toISOString(),
      });
    });
  }

  #ago(days: number): string {
    return new Date(this.#clock.now().getTime() - days * DAY_MS).toISOString();
  }
}

function sessionSha256(id: string): Buffer {
  return hash('sha256', id, 'buffer');
}
