import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import { isSameSecret } from '../../core/secret.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';
import type { People, Person } from './people.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a code can be used. */
export const CODE_MINUTES = 10;
/** How long the code in the link of an invitation can be used. */
export const LINK_HOURS = 24;
const CODE_DIGITS = 8;
/** Nobody types the code of a link. */
const LINK_BYTES = 16;
/** Wrong entries of one code. */
const MAX_ATTEMPTS = 5;
/** Codes in one hour: for one e-mail address, from one block of IP addresses, and in all. */
const MAX_CODES = { email: 5, address: 20, all: 500 } as const;
/** Codes are deleted after this time. */
const KEPT_MS = 24 * HOUR_MS;
const OPERATOR = 'operator';

/** A one-time code for an e-mail address. */
export interface NewCode {
  readonly email: string;
  /** 8 digits; for a link 22 characters. */
  readonly code: string;
}

interface Services {
  readonly ledger: Ledger;
  readonly people: People;
  readonly clock: Clock;
}

/**
 * Sign-in by a one-time code, which is sent by e-mail. With 5 entries a code and 5 codes an hour, a guess succeeds with a probability of
 * 1 in 4 million an hour. Nothing that a client can observe depends on whether an e-mail address has an account.
 */
export class SignIn {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * @param requested_from the block of IP addresses of the client
   * @returns the code to mail; null for an address that may not sign in
   * @throws AlirError `sign_in_limited`
   */
  async requestCode(email: string, requested_from: string): Promise<NewCode | null> {
    const { ledger, people, clock } = this.#services;
    return await ledger.transaction(async () => {
      const now = clock.now();
      const since = after(now, -HOUR_MS);
      const made = await ledger.get('count_sign_in_codes', { email, requested_from, since });
      if (!made) throw new Error('The ledger did not count the codes');
      if (
        made.of_email >= MAX_CODES.email ||
        made.of_address >= MAX_CODES.address ||
        made.of_all >= MAX_CODES.all
      ) {
        throw new AlirError('sign_in_limited', 'Too many codes were requested. Try again in an hour.', {
          retry_after_s: HOUR_MS / 1000,
        });
      }
      const code = randomInt(10 ** CODE_DIGITS)
        .toString()
        .padStart(CODE_DIGITS, '0');
      await this.#store({ email, code }, requested_from, now, CODE_MINUTES * MINUTE_MS);
      return (await people.maySignIn(email)) ? { email, code } : null;
    });
  }

  /** A code for a link that invites a person. The limits of codes do not apply. */
  async linkCode(email: string): Promise<NewCode> {
    const { ledger, clock } = this.#services;
    const made = { email, code: randomBytes(LINK_BYTES).toString('base64url') };
    await ledger.transaction(() => this.#store(made, OPERATOR, clock.now(), LINK_HOURS * HOUR_MS));
    return made;
  }

  /** The links to an e-mail address that have not expired. */
  async countLinks(email: string): Promise<number> {
    return (await this.#links(email)).length;
  }

  /**
   * Signs a person in with the newest code of an e-mail address, or with a link. Each works once. Links are apart, and their attempts are not
   * counted: by requesting or guessing codes, or by other invitations, nobody can make the link of another person useless.
   * @throws AlirError `sign_in_refused`, whatever the cause
   */
  async signIn(email: string, code: string): Promise<Person> {
    const { ledger, people, clock } = this.#services;
    // The count of attempts must stay, so a wrong code does not roll the transaction back.
    const person = await ledger.transaction(async () => {
      const code_id = await (code.length > CODE_DIGITS
        ? this.#linkWith(email, code)
        : this.#codeWith(email, code));
      if (code_id === null) return null;
      await ledger.run('use_sign_in_code', { code_id, used_at: clock.now().toISOString() });
      return await people.admit(email);
    });
    if (person) return person;
    throw new AlirError(
      'sign_in_refused',
      `This code is not valid: it is mistyped, was used, or is older than ${CODE_MINUTES} minutes. Request a new code.`,
    );
  }

  /** The id of a code, after its entry was counted; null if it is not valid. */
  async #codeWith(email: string, code: string): Promise<string | null> {
    const { ledger, clock } = this.#services;
    const now = clock.now().toISOString();
    const sent = await ledger.get('newest_sign_in_code', { email });
    if (!sent || sent.expires_at <= now || sent.used_at !== null || sent.attempts >= MAX_ATTEMPTS)
      return null;
    await ledger.run('count_sign_in_attempt', { code_id: sent.code_id });
    return isCode(sent, code) ? sent.code_id : null;
  }

  async #linkWith(email: string, code: string): Promise<string | null> {
    const links = await this.#links(email);
    return links.find((link) => link.used_at === null && isCode(link, code))?.code_id ?? null;
  }

  async #links(email: string): Promise<Row<'sign_in_links'>[]> {
    const { ledger, clock } = this.#services;
    return await ledger.all('sign_in_links', { email, now: clock.now().toISOString() });
  }

  async #store({ email, code }: NewCode, requested_from: string, now: Date, valid_ms: number): Promise<void> {
    const { ledger } = this.#services;
    await ledger.run('forget_sign_in_codes', { until: after(now, -KEPT_MS) });
    const code_id = randomUUID();
    await ledger.run('create_sign_in_code', {
      code_id,
      email,
      requested_from,
      sha256: digest(code_id, code),
      created_at: now.toISOString(),
      expires_at: after(now, valid_ms),
    });
  }
}

function isCode(
  { code_id, sha256 }: Pick<Row<'sign_in_links'>, 'code_id' | 'sha256'>,
  code: string,
): boolean {
  return isSameSecret(digest(code_id, code).toString('hex'), sha256.toString('hex'));
}

function digest(code_id: string, code: string): Buffer {
  return hash('sha256', `${code_id} ${code}`, 'buffer');
}

function after(now: Date, duration_ms: number): string {
  return new Date(now.getTime() + duration_ms).toISOString();
}
