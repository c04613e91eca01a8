import type { Command } from 'commander';
import { changeRole, listPeople, removePerson } from '../../api/endpoints/admin/admin-people.ts';
import type { AccountPerson, Person } from '../../commerce/accounts/people/people.ts';
import { LINK_HOURS } from '../../commerce/accounts/people/sign-in.ts';
import type { Stores } from '../../server/stores.ts';
import { email as emailAddress } from '../arguments.ts';
import { type Common, command, reasonOption } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { operationCommand } from '../operation-command.ts';
import { type Columns, listAs, type Output } from '../output.ts';

interface Reasoned extends Common {
  readonly reason: string;
}

/** The commands for the people who sign in to an account. @param account the group `alir account` */
export function accountPeopleCommands(cli: Invocation, account: Command): void {
  const group = account.command('people').description('manage the people who sign in to an account');
  for (const operation of [listPeople, changeRole, removePerson]) {
    operationCommand(cli, group, operation, (people, out, options) =>
      listAs(out, options, PEOPLE_COLUMNS, people),
    );
  }
}

/** The commands for the people who are operators. @param operator the group `alir operator` */
export function operatorPeopleCommands(cli: Invocation, operator: Command): void {
  const operators = operator.command('people').description('manage the people who sign in as operators');
  const printAll = async ({ people }: Stores, out: Output, options: Common) =>
    listAs(out, options, OPERATOR_COLUMNS, await people.operators());
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
