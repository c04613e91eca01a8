import { type Command, Option } from 'commander';
import type { AccountPerson, Person } from '../commerce/people/people.ts';
import { INVITATION_DAYS } from '../commerce/people/people.ts';
import { LINK_HOURS } from '../commerce/people/sign-in.ts';
import { MEMBER_ROLES, type MemberRole } from '../core/commerce-terms.ts';
import { AlirError } from '../core/errors.ts';
import type { Stores } from '../server/stores.ts';
import { email as emailAddress } from './arguments.ts';
import { type Common, command, reasonOption } from './command.ts';
import type { Invocation } from './invocation.ts';
import { type Columns, listAs, type Output } from './output.ts';

interface Reason {
  readonly reason: string;
}

interface InviteOptions extends Common {
  readonly account?: string;
  readonly role?: MemberRole;
}

/**
 * The commands for the people who sign in.
 * @param account the group `alir account`
 * @param operator the group `alir operator`
 */
export function peopleCommands(cli: Invocation, account: Command, operator: Command): void {
  command(account, 'invite', 'invite a person by e-mail; without a mail server, print a link for the sign-in')
    .argument('<email>', 'e-mail address of the person', emailAddress)
    .option('--account <account>', 'account to join: its id or e-mail address; default: a new account')
    .addOption(
      new Option('--role <role>', 'role in the account; default: member, in a new account owner').choices(
        MEMBER_ROLES,
      ),
    )
    .action((email: string, options: InviteOptions) =>
      cli.onData(options, (stores, out) => invite(stores, out, email, options)),
    );

  const people = account.command('people').description('manage the people who sign in to an account');
  command(people, 'list', 'list the people of an account')
    .argument('<account>', 'id or e-mail address of the account')
    .action((wanted: string, options: Common) =>
      cli.onData(options, (stores, out) => listPeople(stores, out, wanted, options)),
    );
  command(people, 'role', 'change the role of a person in an account')
    .argument('<account>', 'id or e-mail address of the account')
    .argument('<person>', 'e-mail address of the person')
    .addOption(new Option('--role <role>', 'role').choices(MEMBER_ROLES).makeOptionMandatory())
    .addOption(reasonOption())
    .action((wanted: string, email: string, options: Common & Reason & { role: MemberRole }) =>
      cli.onData(options, async (stores, out) => {
        const { account_id } = await stores.accounts.find(wanted);
        const { person_id } = await memberWith(stores, account_id, email);
        const by = { actor: stores.operator, reason: options.reason };
        await stores.people.setRole(account_id, person_id, options.role, by);
        await listPeople(stores, out, account_id, options);
      }),
    );
  command(people, 'remove', 'remove a person from an account, from the next request on')
    .argument('<account>', 'id or e-mail address of the account')
    .argument('<person>', 'e-mail address of the person')
    .addOption(reasonOption())
    .action((wanted: string, email: string, options: Common & Reason) =>
      cli.onData(options, async (stores, out) => {
        const { account_id } = await stores.accounts.find(wanted);
        const { person_id } = await memberWith(stores, account_id, email);
        await stores.people.remove(account_id, person_id, { actor: stores.operator, reason: options.reason });
        await listPeople(stores, out, account_id, options);
      }),
    );

  const operators = operator.command('people').description('manage the people who sign in as operators');
  command(operators, 'list', 'list the people who are operators').action((options: Common) =>
    cli.onData(options, (stores, out) => listOperators(stores, out, options)),
  );
  command(operators, 'add', 'make a person an operator, from the next request on')
    .argument('<email>', 'e-mail address of the person', emailAddress)
    .addOption(reasonOption())
    .action((email: string, options: Common & Reason) =>
      cli.onDataOrNew(options, async (stores, out) => {
        await stores.people.addOperator(email, { actor: stores.operator, reason: options.reason });
        await listOperators(stores, out, options);
      }),
    );
  command(operators, 'link', 'print a link that signs an operator in, once')
    .argument('<email>', 'e-mail address of the operator', emailAddress)
    .action((email: string, options: Common) =>
      cli.onData(options, async ({ invitations, operator: actor }, out) => {
        const made = await invitations.operatorLink(email, { actor, reason: null });
        out.record(made, made.link);
        out.notice(
          `Whoever opens this link signs in as ${email}. It works once, within ${LINK_HOURS} hours.`,
        );
      }),
    );
  command(operators, 'remove', 'take the role of operator from a person, from the next request on')
    .argument('<email>', 'e-mail address of the person', emailAddress)
    .addOption(reasonOption())
    .action((email: string, options: Common & Reason) =>
      cli.onData(options, async (stores, out) => {
        await stores.people.removeOperator(email, { actor: stores.operator, reason: options.reason });
        await listOperators(stores, out, options);
      }),
    );
}

const PEOPLE_COLUMNS: Columns<AccountPerson> = {
  person_id: 'PERSON',
  email: 'E-MAIL',
  role: 'ROLE',
  created_at: 'SINCE',
};

const OPERATOR_COLUMNS: Columns<Person> = { person_id: 'PERSON', email: 'E-MAIL', created_at: 'SINCE' };

async function listPeople(
  { accounts, people }: Stores,
  out: Output,
  wanted: string,
  { json }: Common,
): Promise<void> {
  const { account_id } = await accounts.find(wanted);
  listAs(out, { json, format: 'table' }, PEOPLE_COLUMNS, await people.of(account_id));
}

async function listOperators({ people }: Stores, out: Output, { json }: Common): Promise<void> {
  listAs(out, { json, format: 'table' }, OPERATOR_COLUMNS, await people.operators());
}

/** @throws AlirError `unknown_person` */
async function memberWith({ people }: Stores, account_id: string, email: string): Promise<AccountPerson> {
  const member = (await people.of(account_id)).find(
    (each) => each.email.toLowerCase() === email.toLowerCase(),
  );
  if (member) return member;
  throw new AlirError(
    'unknown_person',
    `${email} does not belong to the account ${account_id}. To see its people, run: alir account people list ${account_id}`,
  );
}

async function invite(
  { invitations, operator: actor }: Stores,
  out: Output,
  email: string,
  options: InviteOptions,
): Promise<void> {
  const invitation = { email, account: options.account ?? null, role: options.role ?? null };
  const { link, failure, ...made } = await invitations.invite(invitation, { actor, reason: null });
  if (link === null) {
    out.record(made, `The mail server accepted the invitation to ${email}.`);
    return;
  }
  if (failure !== undefined) {
    out.notice(`The mail server did not accept the e-mail: ${(failure as Error).message}`);
  }
  out.record({ ...made, link }, link);
  out.notice(
    `Send this link to ${email} in a way that nobody else can read. It works once, within ${LINK_HOURS} hours; the invitation ends after ${INVITATION_DAYS} days. Alir sends it by e-mail if ALIR_SMTP_URL and ALIR_PUBLIC_URL are set.`,
  );
}
