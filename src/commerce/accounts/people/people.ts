import { randomUUID } from 'node:crypto';
import type { MemberRole, Signup } from '../../../core/commerce-terms.ts';
import { DAY_MS } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import type { Row } from '../../../ledger/queries.ts';
import { type AccountServices, emailTaken } from '../accounts.ts';
import { type AuditAction, type Change, recordAudit } from '../audit-log.ts';

export const INVITATION_DAYS = 14;
/** Invitations of one account that wait to be accepted. */
const MAX_OPEN_INVITATIONS = 50;

export type Person = Row<'person_by_email'>;
export type KnownPerson = Row<'people'>;
export type Recipient = 'person' | 'new' | 'nobody';
export type Membership = Row<'memberships_of_person'>;
export type AccountPerson = Row<'people_of_account'>;

interface Services extends AccountServices {
  readonly signup: Signup;
}

/** The people who sign in, and the accounts that they belong to. */
export class People {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  withEmail(email: string): Promise<Person | undefined> {
    return this.#services.ledger.get('person_by_email', { email });
  }

  /**
   * Who gets a code for an address: a person who is known, owns an account or is invited; a new person who may create an account; or nobody.
   * The queries are the same for every address, so that the duration reveals nothing.
   */
  async recipient(email: string): Promise<Recipient> {
    const { ledger, accounts, clock, signup } = this.#services;
    const person = await this.withEmail(email);
    const owned = await accounts.withEmail(email);
    const open = await ledger.all('open_invitations', { email, now: clock.now().toISOString() });
    const isInvited = open.some(({ account_id }) => account_id !== null || signup === 'invite');
    if (person || owned || isInvited) return 'person';
    return signup === 'open' ? 'new' : 'nobody';
  }

  /** Whether a person with this address can sign in. */
  async maySignIn(email: string): Promise<boolean> {
    return (await this.recipient(email)) !== 'nobody';
  }

  /**
   * The person with an address, after the address was proven. At the first time, the person becomes the owner of the account with this
   * address, accepts the invitations, and gets a new account where that is allowed.
   * @returns null for an address that may not sign in
   */
  async admit(email: string): Promise<Person | null> {
    if (!(await this.maySignIn(email))) return null;
    const { ledger, accounts, clock, signup } = this.#services;
    const now = clock.now();
    const person = (await this.withEmail(email)) ?? (await this.#create(email, now));
    const owned = await accounts.withEmail(email);
    let hasNew = false;
    for (const invitation of await ledger.all('open_invitations', { email, now: now.toISOString() })) {
      const { invitation_id, account_id, role } = invitation;
      await ledger.run('accept_invitation', { invitation_id, accepted_at: now.toISOString() });
      if (account_id === null) hasNew = true;
      else if (!(await this.#isMember(account_id, person))) await this.#join(account_id, person, role, now);
    }
    if (owned) {
      if (!(await this.#isMember(owned.account_id, person)))
        await this.#join(owned.account_id, person, 'owner', now);
    } else if (signup === 'open' || (hasNew && signup === 'invite')) {
      if ((await this.memberships(person.person_id)).length === 0) {
        const account = await accounts.createBySignIn(email);
        await this.#join(account.account_id, person, 'owner', now);
      }
    }
    return person;
  }

  memberships(person_id: string): Promise<Membership[]> {
    return this.#services.ledger.all('memberships_of_person', { person_id });
  }

  /** The invitations to an account that can be accepted, oldest first. */
  invitations(account_id: string): Promise<Row<'open_invitations_of_account'>[]> {
    const { ledger, clock } = this.#services;
    return ledger.all('open_invitations_of_account', { account_id, now: clock.now().toISOString() });
  }

  of(account_id: string): Promise<AccountPerson[]> {
    return this.#services.ledger.all('people_of_account', { account_id });
  }

  /**
   * Invites an address to an account, or to a new account. The invitation is accepted by signing in.
   * @throws AlirError `unknown_account`; `signup_closed` for a new account while sign-up is closed; `too_many_invitations`
   */
  async invite(email: string, account_id: string | null, role: MemberRole, change: Change): Promise<void> {
    const { ledger, accounts, clock, signup } = this.#services;
    if (account_id === null && signup === 'closed') {
      throw new AlirError(
        'signup_closed',
        'Nobody can create an account by signing in, because ALIR_SIGNUP is closed. Name an account with --account, or set ALIR_SIGNUP=invite.',
      );
    }
    await ledger.transaction(async () => {
      if (account_id !== null) await accounts.changeable(account_id);
      if (account_id !== null && (await this.invitations(account_id)).length >= MAX_OPEN_INVITATIONS) {
        throw new AlirError(
          'too_many_invitations',
          `The account already has ${MAX_OPEN_INVITATIONS} open invitations, which is the maximum. Withdraw one, then try again.`,
        );
      }
      const now = clock.now();
      const invitation_id = randomUUID();
      await ledger.run('create_invitation', {
        invitation_id,
        email,
        account_id,
        role,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
      });
      await this.#audit('person.invited', account_id, change, now, { invitation_id, role });
    });
  }

  /** Withdraws an invitation that nobody accepted. @throws AlirError `unknown_person` */
  async uninvite(account_id: string, invitation_id: string, change: Change): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      if ((await ledger.run('withdraw_invitation', { invitation_id, account_id })) === 0) {
        throw new AlirError('unknown_person', 'The account has no open invitation with this id.');
      }
      await this.#audit('person.uninvited', account_id, change, clock.now(), { invitation_id });
    });
  }

  /** @throws AlirError `unknown_person`, `last_owner` */
  async setRole(account_id: string, person_id: string, role: MemberRole, change: Change): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      const { created_at } = await this.#member(account_id, person_id, role === 'member');
      await ledger.run('set_membership', { account_id, person_id, role, created_at });
      await this.#audit('person.role_changed', account_id, change, clock.now(), { person_id, role });
    });
  }

  /** @throws AlirError `unknown_person`, `last_owner` */
  async remove(account_id: string, person_id: string, change: Change): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      await this.#member(account_id, person_id, true);
      await ledger.run('remove_membership', { account_id, person_id });
      await this.#audit('person.removed', account_id, change, clock.now(), { person_id });
    });
  }

  /**
   * Changes the address with which a person signs in, after the new one was proven, and that of the account that the person owns under the
   * old one.
   * @throws AlirError `email_taken` for the address of another person or account
   */
  async changeEmail(
    { person_id, email: old }: Pick<Person, 'person_id' | 'email'>,
    email: string,
    change: Change,
  ): Promise<void> {
    const { ledger, accounts, clock } = this.#services;
    await ledger.transaction(async () => {
      const known = await this.withEmail(email);
      const own = await accounts.withEmail(old);
      const other = await accounts.withEmail(email);
      const isTaken = known !== undefined && known.person_id !== person_id;
      if (isTaken || (other && other.account_id !== own?.account_id)) throw emailTaken(email);
      const now = clock.now();
      await ledger.run('change_email_of_person', { person_id, email });
      await this.#audit('person.email_changed', null, change, now, { person_id });
      const memberships = own ? await this.memberships(person_id) : [];
      const owned = memberships.find(
        ({ account_id, role }) => account_id === own?.account_id && role === 'owner',
      );
      if (!owned) return;
      const { account_id } = owned;
      await ledger.run('change_email', { account_id, email });
      await this.#audit('account.email_changed', account_id, change, now, { email });
    });
  }

  /** Everyone who has signed in. */
  all(): Promise<KnownPerson[]> {
    return this.#services.ledger.all('people');
  }

  operators(): Promise<Person[]> {
    return this.#services.ledger.all('operators');
  }

  /** Makes the person with an address an operator. The person is created if the address is not known. */
  async addOperator(email: string, change: Change): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      const now = clock.now();
      const { person_id } = (await this.withEmail(email)) ?? (await this.#create(email, now));
      const changed = await ledger.run('set_operator', { person_id, is_operator: 1 });
      if (changed > 0) await this.#audit('operator.added', null, change, now, { person_id });
    });
  }

  /** @throws AlirError `unknown_person` */
  async removeOperator(email: string, change: Change): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      const person_id = (await this.withEmail(email))?.person_id ?? '';
      const changed = await ledger.run('set_operator', { person_id, is_operator: 0 });
      if (changed === 0) throw notOperator(email);
      await this.#audit('operator.removed', null, change, clock.now(), { person_id });
    });
  }

  /** @param leaves whether the person stops being an owner */
  async #member(account_id: string, person_id: string, leaves: boolean): Promise<AccountPerson> {
    const people = await this.of(account_id);
    const member = people.find((each) => each.person_id === person_id);
    if (!member) {
      throw new AlirError('unknown_person', 'This person does not belong to the account.');
    }
    const owners = people.filter(({ role }) => role === 'owner');
    if (leaves && member.role === 'owner' && owners.length === 1) {
      throw new AlirError('last_owner', 'An account needs an owner. First make another person an owner.');
    }
    return member;
  }

  async #create(email: string, now: Date): Promise<Person> {
    const person = { person_id: randomUUID(), email, is_operator: 0, created_at: now.toISOString() };
    await this.#services.ledger.run('create_person', person);
    return person;
  }

  async #isMember(account_id: string, { person_id }: Person): Promise<boolean> {
    return (await this.of(account_id)).some((each) => each.person_id === person_id);
  }

  async #join(account_id: string, { person_id }: Person, role: MemberRole, now: Date): Promise<void> {
    const created_at = now.toISOString();
    await this.#services.ledger.run('set_membership', { account_id, person_id, role, created_at });
    const by = { actor: `person ${person_id}`, reason: null };
    await this.#audit('person.joined', account_id, by, now, { person_id, role });
  }

  /** The audit log names people by their id, because its entries cannot be deleted. */
  async #audit(
    action: AuditAction,
    account_id: string | null,
    change: Change,
    at: Date,
    details: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { ledger } = this.#services;
    await recordAudit(ledger, { ...change, action, at, account_id, details });
  }
}

export function notOperator(email: string): AlirError {
  return new AlirError(
    'unknown_person',
    `${email} is not an operator. To see the operators, run: alir operator people list`,
  );
}
