import type { Command } from 'commander';
import type { OperatorKey } from '../../commerce/accounts/keys/operator-keys.ts';
import { type Common, command, type Formatted, formatOption } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { type Columns, listAs } from '../output.ts';
import { operatorPeopleCommands } from './people.ts';

const COLUMNS: Columns<OperatorKey> = {
  operator_key_id: 'KEY ID',
  name: 'NAME',
  masked: 'KEY',
  created_at: 'CREATED',
  revoked_at: 'REVOKED',
};

/** The commands for the keys of operators, and for the people who are operators. */
export function commands(cli: Invocation, operator: Command): void {
  command(operator, 'create', 'create a key for an operator')
    .argument('<name>', 'user, for the audit log')
    .action((name: string, options: Common) =>
      cli.onDataOrNew(options, async ({ operators, operator: actor }, out) => {
        const created = await operators.create(name, actor);
        out.record(
          created,
          `key id        ${created.operator_key_id}\noperator key  ${created.operator_key}`,
        );
        out.notice('Store the key now: Alir stores only its hash and cannot show it again.');
      }),
    );
  command(operator, 'list', 'list the keys of operators')
    .addOption(formatOption())
    .action((options: Formatted) =>
      cli.onData(options, async ({ operators }, out) => listAs(out, options, COLUMNS, await operators.all())),
    );
  command(operator, 'revoke', 'revoke a key of an operator')
    .argument('<id>', 'id, from the list')
    .action((id: string, options: Common) =>
      cli.onData(options, async ({ operators, operator: actor }, out) =>
        listAs(out, options, COLUMNS, [await operators.revoke(id, actor)]),
      ),
    );
  operatorPeopleCommands(cli, operator);
}
