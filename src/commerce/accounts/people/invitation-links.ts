import type { Language, MemberRole } from '../../../core/commerce-terms.ts';
import { DAY_MS } from '../../../core/dates.ts';
import type { AccountServices } from '../accounts.ts';
import { type Change, recordAudit } from '../audit-log.ts';
import { notOperator, type People } from './people.ts';
import type { NewCode, SignIn } from './sign-in.ts';
import { addressMail, invitationMail, type SignInMail, signInLink } from './sign-in-mails.ts';

/** E-mails that owners can cause in 24 hours: to one address, and from one account. */
const MAX_LINKS_A_DAY = { email: 5, account: 50 } as const;

interface Services extends AccountServices {
  readonly people: People;
  readonly sign_in: SignIn;
  /** Null without a mail server. */
  readonly mailer: { send(mail: SignInMail): Promise<void> } | null;
  /** Where people reach the server; empty if it is not known, and then no e-mail is sent. */
  readonly public_url: string;
  /** Where the operator reaches the server, for a link that is not sent. */
  readonly local_url: string;
  readonly language: Language;
}

/** Whom an operator invites. */
export interface Invitation {
  readonly email: string;
  /** Id or e-mail address of an account; null for a new account. */
  readonly account: string | null;
  /** Default: member, in a new account owner. */
  readonly role: MemberRole | null;
}

/** How the person got the link for the sign-in. */
export interface SentInvitation extends SentLink {
  readonly email: string;
  readonly account_id: string | null;
  /** For the operator to hand over; null if it was sent by e-mail. */
  readonly link: string | null;
}

/** Whether a link was sent by e-mail. */
interface SentLink {
  readonly sent: boolean;
  /** Why the mail server did not accept the e-mail. */
  readonly failure?: unknown;
}

/** Invitations by operators and by owners. Each link for a sign-in is in the audit log, because a link signs in everyone who has it as that person. */
export class Invitations {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Whether e-mails with links can be sent. */
  get sendsLinks(): boolean {
    const { mailer, public_url } = this.#services;
    return mailer !== null && public_url !== '';
  }

  /** @throws AlirError `unknown_account`, `account_deleted`, `signup_closed` */
  async invite({ email, account, role }: Invitation, change: Change): Promise<SentInvitation> {
    const { ledger, accounts, people, mailer, public_url, local_url, language } = this.#services;
    const account_id = account === null ? null : (await accounts.find(account)).account_id;
    const made = await ledger.transaction(async () => {
      // A person who can sign in needs only the link.
      if (account_id !== null || !(await people.maySignIn(email))) {
        const given = role ?? (account_id === null ? 'owner' : 'member');
        await people.invite(email, account_id, given, change);
      }
      return await this.#newLink(email, account_id, change);
    });
    const unsent = { email, account_id, sent: false, link: signInLink(public_url || local_url, made) };
    if (mailer === null || public_url === '') return unsent;
    try {
      await mailer.send(invitationMail(language, public_url, made));
      return { email, account_id, sent: true, link: null };
    } catch (failure) {
      return { ...unsent, failure };
    }
  }

  /**
   * Invites a person for an owner of the account, who never sees the link. Limits for each day keep an account from sending e-mails to many
   * people. If a limit is reached, or if there is no mail server, no e-mail is sent, and the owner tells the person to sign in.
   * @throws AlirError `unknown_account`, `account_deleted`, `too_many_invitations`
   */
  async inviteForOwner(
    email: string,
    account_id: string,
    role: MemberRole,
    change: Change,
  ): Promise<SentLink> {
    const { people, language } = this.#services;
    const before = () => people.invite(email, account_id, role, change);
    const mailOf = (origin: string, made: NewCode) => invitationMail(language, origin, made);
    return await this.#sendLink(email, account_id, change, mailOf, before);
  }

  /** Sends a link by which a person of an account proves a new e-mail address, in the language of that person. The limits of invitations apply. */
  sendAddressLink(email: string, account_id: string, language: Language, change: Change): Promise<SentLink> {
    const mailOf = (origin: string, made: NewCode) => addressMail(language, origin, made);
    return this.#sendLink(email, account_id, change, mailOf);
  }

  async #sendLink(
    email: string,
    account_id: string,
    change: Change,
    mailOf: (origin: string, made: NewCode) => SignInMail,
    before = async () => {},
  ): Promise<SentLink> {
    const { ledger, mailer, public_url } = this.#services;
    const made = await ledger.transaction(async () => {
      await before();
      const isSent = this.sendsLinks && (await this.#isBelowLimits(email, account_id));
      return isSent ? await this.#newLink(email, account_id, change) : null;
    });
    if (made === null) return { sent: false };
    try {
      await mailer?.send(mailOf(public_url, made));
      return { sent: true };
    } catch (failure) {
      return { sent: false, failure };
    }
  }

  /**
   * A link that signs an operator in, for the person at the machine: it needs no mail server, and no limit applies.
   * @throws AlirError `unknown_person`
   */
  async operatorLink(
    email: string,
    change: Change,
  ): Promise<{ readonly email: string; readonly link: string }> {
    const { ledger, people, public_url, local_url } = this.#services;
    if ((await people.withEmail(email))?.is_operator !== 1) throw notOperator(email);
    const made = await ledger.transaction(() => this.#newLink(email, null, change));
    return { email, link: signInLink(public_url || local_url, made) };
  }

  async #isBelowLimits(email: string, account_id: string): Promise<boolean> {
    const { ledger, sign_in, clock } = this.#services;
    if ((await sign_in.countLinks(email)) >= MAX_LINKS_A_DAY.email) return false;
    const since = new Date(clock.now().getTime() - DAY_MS).toISOString();
    const counted = await ledger.get('count_links_of_account', { account_id, since });
    return (counted?.links ?? 0) < MAX_LINKS_A_DAY.account;
  }

  /** In a transaction. */
  async #newLink(email: string, account_id: string | null, change: Change): Promise<NewCode> {
    const { ledger, people, sign_in, clock } = this.#services;
    const person_id = (await people.withEmail(email))?.person_id ?? null;
    await recordAudit(ledger, {
      ...change,
      action: 'person.link_created',
      at: clock.now(),
      account_id,
      details: { person_id },
    });
    return await sign_in.linkCode(email);
  }
}
