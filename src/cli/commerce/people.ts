import { type Command, Option } from 'commander';
import type { Change } from '../../commerce/accounts/audit-log.ts';
import type { AccountPerson, People, Person } from '../../commerce/accounts/people/people.ts';
import { LINK_HOURS } from '../../commerce/accounts/people/sign-in.ts';
import { MEMBER_ROLES, type MemberRole } from '../../core/commerce-terms.ts';
import { AlirError } from '../../core/errors.ts';
import type { Stores } from '../../server/stores.ts';
import { email as emailAddress } from '../arguments.ts';
import { type Common, command, reasonOption } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { type Columns, listAs, type Output } from '../output.ts';

interface Reasoned extends Common {
  readonly reason: string;
}

/** The commands for the people who sign in to an account. @param account the group `alir account` */
export function accountPeopleCommands(cli: Invocation, account: Command): void {
  const people = account.command('people').description('manage the people who sign in to an account');
  const add = (name: string, description: string) =>
    command(people, name, description).argument('<account>', 'id or e-mail address of the account');
  add('list', 'list the people of an account').action((wanted: string, options: Common) =>
    cli.onData(options, async ({ accounts, people }, out) => {
      const { account_id } = await accounts.find(wanted);
      print(out, options, PEOPLE_COLUMNS, await people.of(account_id));
    }),
  );
  add('role', 'change the role of a person in an account')
    .argument('<person>', 'e-mail address of the person')
    .addOption(new Option('--role <role>', 'role').choices(MEMBER_ROLES).makeOptionMandatory())
    .addOption(reasonOption())
    .action((wanted: string, email: string, options: Reasoned & { role: MemberRole }) =>
      changeMember(cli, options, [wanted, email], (people, ids, change) =>
        people.setRole(...ids, options.role, change),
      ),
    );
  add('remove', 'remove a person from an account')
    .argument('<person>', 'e-mail address of the person')
    .addOption(reasonOption())
    .action((wanted: string, email: string, options: Reasoned) =>
      changeMember(cli, options, [wanted, email], (people, ids, change) => people.remove(...ids, change)),
    );
}

/** The commands for the people who are operators. @param operator the group `alir operator` */
export function operatorPeopleCommands(cli: Invocation, operator: Command): void {
  const operators = operator.command('people').description('manage the people who sign in as operators');
  const printAll = async ({ people }: Stores, out: Output, options: Common) =>
    print(out, options, OPERATOR_COLUMNS, await people.operators());
  command(operators, 'list', 'list the people who are operators').action((options: Common) =>
    cli.onData(options, (stores, out) => printAll(stores, out, options)),
  );
  command(operators, 'add', 'make a person an operator')
    .argument('<email>', 'e-mail address of the person', emailAddress)
    .addOption(reasonOption())
    .action((email: string, options: Reasoned) =>
      cli.onDataOrNew(options, async (stores, out) => {
        await stores.people.addOperator(email, { actor: stores.operator, reason: options.reason });
        await printAll(stores, out, options);
      }),
    );
  command(operators, 'link', 'print a link that signs an operator in, once')
    .argument('<email>', 'e-mail address of the person', emailAddress)
    .action((email: string, options: Common) =>
      cli.onData(options, async ({ invitations, operator: actor }, out) => {
        const made = await invitations.operatorLink(email, { actor, reason: null });
        out.record(made, made.link);
        out.notice(
          `Whoever opens this link signs in as ${email}. It works once, within ${LINK_HOURS} hours.`,
        );
      }),
    );
  command(operators, 'remove', 'take the role of operator from a person')
    .argument('<email>', 'e-mail address of the person', emailAddress)
    .addOption(reasonOption())
    .action((email: string, options: Reasoned) =>
      cli.onData(options, async (stores, out) => {
        await stores.people.removeOperator(email, { actor: stores.operator, reason: options.reason });
        await printAll(stores, out, options);
      }),
    );
}

const OPERATOR_COLUMNS: Columns<Person> = { person_id: 'PERSON', email: 'E-MAIL', created_at: 'SINCE' };
const PEOPLE_COLUMNS: Columns<AccountPerson> = {
  person_id: 'PERSON',
  email: 'E-MAIL',
  role: 'ROLE',
  created_at: 'SINCE',
};

function print<Row extends object>(
  out: Output,
  { json }: Common,
  columns: Columns<Row>,
  rows: readonly Row[],
): void {
  listAs(out, { json, format: 'table' }, columns, rows);
}

/** Changes a person of an account, then lists its people. @throws AlirError `unknown_account`, `unknown_person` */
function changeMember(
  cli: Invocation,
  options: Reasoned,
  [wanted, email]: readonly [account: string, email: string],
  work: (people: People, ids: [account_id: string, person_id: string], change: Change) => Promise<unknown>,
): Promise<void> {
  return cli.onData(options, async ({ accounts, people, operator: actor }, out) => {
    const { account_id } = await accounts.find(wanted);
    const members = await people.of(account_id);
    const member = members.find((each) => each.email.toLowerCase() === email.toLowerCase());
    if (!member) {
      throw new AlirError(
        'unknown_person',
        `${email} does not belong to the account ${account_id}. To see its people, run: alir account people list ${account_id}`,
      );
    }
    await work(people, [account_id, member.person_id], { actor, reason: options.reason });
    print(out, options, PEOPLE_COLUMNS, await people.of(account_id));
  });
}
