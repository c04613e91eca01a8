import type { Command } from 'commander';
import { confirmCommand, dismissHeld } from '../../market/ingest/gate/held.ts';
import { type Common, command, reasonOption } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { listAs } from '../output.ts';

const COLUMNS = {
  trade_date: 'DAY',
  seen_at: 'HELD',
  source: 'SOURCE',
  reason: ['REASON', ''],
  command: 'PUBLISH WITH',
} as const;

/** The commands for the files that the gate holds. */
export function heldCommands(cli: Invocation, program: Command): void {
  const held = program.command('held').description('manage files that the gate holds');
  command(held, 'list', 'list held files, with the command that publishes each').action((options: Common) =>
    cli.onData(options, async ({ sources }, out) => {
      const files = (await sources.held()).map(({ totals, ...file }) => ({
        ...file,
        command: confirmCommand(file.kept_at ?? file.source, file.trade_date),
      }));
      if (files.length === 0 && !options.json) out.record({}, 'No held files.');
      else listAs(out, options, COLUMNS, files);
    }),
  );
  command(held, 'dismiss', 'remove held files from the list without publishing or deleting them')
    .argument('<file...>', 'source or file name from the list, or trading day')
    .addOption(reasonOption())
    .action((names: string[], options: Common & { readonly reason: string }) =>
      cli.onData(options, async ({ sources, administration, operator: actor }, out) => {
        for (const { source, trade_date } of await dismissHeld(sources, names)) {
          const change = { actor, reason: options.reason };
          await administration.note('file.dismissed', { file: source, trade_date }, change);
          out.record({ source, trade_date }, `Dismissed ${source}`);
        }
      }),
    );
}
