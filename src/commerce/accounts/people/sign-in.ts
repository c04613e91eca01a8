import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { isSameSecret } from '../../../core/secret.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Row } from '../../../ledger/queries.ts';
import type { People, Person, Recipient } from './people.ts';

export const CODE_MINUTES = 10;
/** How long the link in the e-mail with a code can be used: as long as the e-mail counts towards the limit of e-mails. */
const MAIL_MS = HOUR_MS;
/** How long the code in the link of an invitation can be used. */
export const LINK_HOURS = 24;
const CODE_DIGITS = 8;
/** Nobody types the code of a link. */
const LINK_BYTES = 16;
/**
 * Entries of one code: in the browser that requested it, from the network that requested it, and from elsewhere. They are counted apart, so
 * that entries by strangers leave those of the person who requested the code.
 */
const MAX_ATTEMPTS = { browser: 3, network: 2, elsewhere: 1 } as const;
/** E-mails in one hour: to one address, of these from one network; apart from these by browsers of earlier sign-ins; to new people in all. */
const MAX_MAILS = { email: 10, network: 5, known_browsers: 5, new: 500 } as const;
/** Requests for codes in one hour: from one block of IP addresses, and from the /24 or the /48 around it. */
const MAX_REQUESTS = { address: 20, network: 100 } as const;
/**
 * The newest requests for codes, which count for the limits of networks. Older codes are deleted if they were sent to nobody. The others must
 * not count either: how many requests a network has left would show whether its earlier ones reached a person.
 */
const COUNTED_REQUESTS = 1000;
/** Codes are deleted after this time. */
const KEPT_MS = 24 * HOUR_MS;
const OPERATOR = 'operator';
const KNOWN_BROWSER = 'known browser';
/** The first three numbers of an IPv4 address, or of an IPv6 address. */
const NETWORK = /^(\d+\.\d+\.\d+\.|[\da-f]+:[\da-f]+:[\da-f]+:)/;

/** A one-time code for an e-mail address. */
export interface NewCode {
  readonly email: string;
  /** 8 digits; for a link 22 characters. */
  readonly code: string;
}

/** A code with the link of the same e-mail. One of the two can be used. */
export interface SentCode extends NewCode {
  /** 22 characters. */
  readonly link_code: string;
  readonly to: 'person' | 'new';
}

interface RequestedCode {
  /** Identifies the request, for the browser that sent it. */
  readonly code_id: string;
  /** The code to mail; null if no e-mail is sent. */
  readonly sent: SentCode | null;
}

interface StoredCode extends NewCode {
  readonly link_code: string | null;
  readonly recipient: Recipient;
  readonly requested_from: string;
}

interface Services {
  readonly ledger: Ledger;
  readonly people: People;
  readonly clock: Clock;
}

/**
 * Sign-in by a one-time code, which is sent by e-mail. Nothing that a client can observe depends on whether an e-mail address has an account.
 *
 * Nobody can keep another person from signing in. Requests are counted for the network that sends them. The number of e-mails to a person is
 * limited, but an e-mail is missing only if 5 others were sent within an hour, and the link of each is valid for an hour and cannot be guessed.
 * With 15 codes an hour and 6 entries of each, guessing succeeds with a probability of at most 1 in 1.1 million an hour, from any number of
 * networks.
 */
export class SignIn {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * @param requested_from the block of IP addresses of the client
   * @param is_known whether the person has signed in with this browser before
   * @throws AlirError `sign_in_limited`
   */
  async requestCode(email: string, requested_from: string, is_known = false): Promise<RequestedCode> {
    const { ledger, people, clock } = this.#services;
    return await ledger.transaction(async () => {
      const now = clock.now();
      // Before the new code is stored: the duration does not depend on its recipient.
      await ledger.run('trim_sign_in_codes', { kept: COUNTED_REQUESTS });
      const counted = await ledger.get('count_sign_in_codes', {
        email,
        address: requested_from,
        network: NETWORK.exec(requested_from)?.[0] ?? requested_from,
        since: after(now, -MAIL_MS),
        // Codes from before the clock was set back do not count until it reaches them.
        until: after(now, MAIL_MS),
        newest: COUNTED_REQUESTS,
      });
      if (!counted) throw new Error('The ledger did not count the codes');
      const { of_address, of_network } = counted;
      if (!is_known && (of_address >= MAX_REQUESTS.address || of_network >= MAX_REQUESTS.network)) {
        throw new AlirError('sign_in_limited', 'Too many codes were requested. Try again in an hour.', {
          retry_after_s: HOUR_MS / 1000,
        });
      }
      const to = await people.recipient(email);
      const isBelow = is_known
        ? counted.of_known_browsers < MAX_MAILS.known_browsers
        : counted.of_email < MAX_MAILS.email && counted.of_email_from_network < MAX_MAILS.network;
      const isSent = isBelow && (to !== 'new' || counted.of_new < MAX_MAILS.new);
      const recipient = isSent ? to : 'nobody';
      const made = { email, code: newCode(), link_code: newLinkCode() };
      const code_id = await this.#store(
        { ...made, recipient, requested_from: is_known ? KNOWN_BROWSER : requested_from },
        now,
        CODE_MINUTES * MINUTE_MS,
      );
      return { code_id, sent: recipient === 'nobody' ? null : { ...made, to: recipient } };
    });
  }

  /** A code for a link that invites a person. The limits of codes do not apply. */
  async linkCode(email: string): Promise<NewCode> {
    const { ledger, clock } = this.#services;
    const made = { email, code: newLinkCode() };
    const link = { ...made, link_code: null, recipient: 'person', requested_from: OPERATOR } as const;
    await ledger.transaction(() => this.#store(link, clock.now(), LINK_HOURS * HOUR_MS));
    return made;
  }

  /** The links to an e-mail address that have not expired. */
  async countLinks(email: string): Promise<number> {
    return (await this.#links(email)).length;
  }

  /**
   * Signs a person in with a code, or with the code of a link. Each works once. Entries of links are not counted, because nobody can guess
   * them: by requesting or guessing codes, or by other invitations, nobody can make the link of another person useless.
   * @param entered_from the block of IP addresses of the client
   * @param code_id the code that the browser requested; empty if it is not known
   * @throws AlirError `sign_in_refused`, whatever the cause
   */
  async signIn(email: string, code: string, entered_from = '', code_id = ''): Promise<Person> {
    const { ledger, people } = this.#services;
    // The count of attempts must stay, so a wrong code does not roll the transaction back.
    const person = await ledger.transaction(async () => {
      const entered = await (code.length > CODE_DIGITS
        ? this.#linkWith(email, code)
        : this.#codeWith(email, code, entered_from, code_id));
      return (await this.#use(entered)) ? await people.admit(email) : null;
    });
    if (person) return person;
    throw refused();
  }

  /** Proves that a person reads the e-mails to an address, by the code of a link, which works once. @throws AlirError `sign_in_refused` */
  async proveEmail(email: string, code: string): Promise<void> {
    const { ledger } = this.#services;
    if (await ledger.transaction(async () => this.#use(await this.#linkWith(email, code)))) return;
    throw refused();
  }

  async #use(entered: { readonly code_id: string } | undefined): Promise<boolean> {
    const { ledger, clock } = this.#services;
    if (entered === undefined) return false;
    await ledger.run('use_sign_in_code', { code_id: entered.code_id, used_at: clock.now().toISOString() });
    return true;
  }

  /** Counts a wrong entry, also for an address without an account. */
  async #codeWith(
    email: string,
    code: string,
    entered_from: string,
    code_id: string,
  ): Promise<{ readonly code_id: string } | undefined> {
    const { ledger, clock } = this.#services;
    const now = clock.now();
    const since = after(now, -MAIL_MS);
    const isOpen = (sent: Row<'sent_sign_in_codes'>) => {
      if (sent.code_id === code_id) return sent.browser_attempts < MAX_ATTEMPTS.browser;
      if (sent.requested_from === entered_from) return sent.network_attempts < MAX_ATTEMPTS.network;
      return sent.attempts < MAX_ATTEMPTS.elsewhere;
    };
    const codes = await ledger.all('sent_sign_in_codes', { email, since });
    const entered = codes.find(
      (sent) => sent.expires_at > now.toISOString() && isOpen(sent) && isCode(sent, sent.sha256, code),
    );
    if (!entered) await ledger.run('count_sign_in_attempt', { email, code_id, entered_from, since });
    return entered;
  }

  async #linkWith(email: string, code: string): Promise<{ readonly code_id: string } | undefined> {
    const { ledger, clock } = this.#services;
    const links = await this.#links(email);
    const mails = await ledger.all('sent_sign_in_codes', { email, since: after(clock.now(), -MAIL_MS) });
    return (
      links.find((link) => link.used_at === null && isCode(link, link.sha256, code)) ??
      mails.find((sent) => sent.link_sha256 !== null && isCode(sent, sent.link_sha256, code))
    );
  }

  async #links(email: string): Promise<Row<'sign_in_links'>[]> {
    const { ledger, clock } = this.#services;
    return await ledger.all('sign_in_links', { email, now: clock.now().toISOString() });
  }

  /** @returns the id of the code */
  async #store(
    { email, code, link_code, recipient, requested_from }: StoredCode,
    now: Date,
    valid_ms: number,
  ): Promise<string> {
    const { ledger } = this.#services;
    await ledger.run('forget_sign_in_codes', { until: after(now, -KEPT_MS) });
    const code_id = randomUUID();
    await ledger.run('create_sign_in_code', {
      code_id,
      email,
      requested_from,
      recipient,
      sha256: digest(code_id, code),
      link_sha256: link_code === null ? null : digest(code_id, link_code),
      created_at: now.toISOString(),
      expires_at: after(now, valid_ms),
    });
    return code_id;
  }
}

function refused(): AlirError {
  return new AlirError(
    'sign_in_refused',
    `This code is not valid: it is mistyped, was used, or is older than ${CODE_MINUTES} minutes. Request a new code.`,
  );
}

function newCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

function newLinkCode(): string {
  return randomBytes(LINK_BYTES).toString('base64url');
}

function isCode({ code_id }: { readonly code_id: string }, sha256: Buffer, code: string): boolean {
  return isSameSecret(digest(code_id, code).toString('hex'), sha256.toString('hex'));
}

function digest(code_id: string, code: string): Buffer {
  return hash('sha256', `${code_id} ${code}`, 'buffer');
}

function after(now: Date, duration_ms: number): string {
  return new Date(now.getTime() + duration_ms).toISOString();
}
