import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { DeletionEffects } from '../commerce/billing/account-deletion.ts';
import { type Common, command, reasonOption } from './command.ts';
import type { Invocation } from './invocation.ts';
import { writeNew } from './new-file.ts';
import type { Output } from './output.ts';

interface DeletionOptions extends Common {
  readonly reason: string;
  readonly forfeit: boolean;
  readonly yes: boolean;
}

/**
 * The commands for what a customer can ask about the stored data.
 * @param account the group `alir account`
 */
export function dataProtectionCommands(cli: Invocation, account: Command): void {
  command(account, 'export', 'write everything that is stored about an account as one JSON document')
    .argument('<account>', 'id or e-mail address of the account')
    .option('--out <file>', 'new file to write; default: standard output')
    .action((wanted: string, options: Common & { out?: string }) =>
      cli.onData(options, async ({ accounts, administration, operator: actor }, out) => {
        const { account_id } = await accounts.find(wanted);
        const exported = await administration.export(account_id, { actor, reason: null });
        const text = JSON.stringify(exported, null, 2);
        if (options.out === undefined) {
          out.record(exported, text);
          return;
        }
        await writeNew(options.out, `${text}\n`);
        const path = resolve(options.out);
        out.record({ account_id, out: path }, `Wrote the account ${account_id} to ${path}.`);
      }),
    );
  command(account, 'delete', 'remove the personal data of an account; money and invoices stay')
    .argument('<account>', 'id or e-mail address of the account')
    .addOption(reasonOption())
    .option('--forfeit', 'delete it although it has open orders, held money or credit', false)
    .option('--yes', 'delete it; without this option, show what would be deleted and exit with 1', false)
    .action((wanted: string, options: DeletionOptions) =>
      cli.onData(options, async ({ accounts, billing, operator: actor }, out) => {
        const { account_id } = await accounts.find(wanted);
        if (!options.yes) {
          printEffects(out, await billing.deletion.effects(account_id), false);
          out.notice('Nothing was deleted. A deletion cannot be undone; to delete the account, add --yes.');
          return false;
        }
        const change = { actor, reason: options.reason };
        printEffects(out, await billing.deletion.delete(account_id, change, options.forfeit), true);
        return true;
      }),
    );
}

function printEffects(out: Output, effects: DeletionEffects, isDeleted: boolean): void {
  const lines = [
    `account           ${effects.account_id}`,
    `e-mail            ${effects.email}`,
    `revoked keys      ${effects.live_keys}`,
    `deleted webhooks  ${effects.webhooks}`,
    `removed people    ${effects.people}`,
    `cancelled orders  ${effects.open_orders}`,
    `orders to decide  ${effects.undecided_orders}`,
    `held              IDR ${effects.held_idr}`,
    `credit            IDR ${effects.credit_idr}`,
    `kept invoices     ${effects.invoices}`,
  ];
  out.record({ deleted: isDeleted, ...effects }, lines.join('\n'));
}
