import type { Command } from 'commander';
import { EARLIEST_DATE } from '../../core/contract.ts';
import { instant } from '../arguments.ts';
import { type Common, command } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { list } from '../output.ts';

const HEADINGS = ['ID', 'STARTED', 'RESOLVED', 'TITLE'];

interface NewIncidentOptions extends Common {
  readonly details: string;
  readonly started?: string;
}

/** The commands for the incidents of the status page. */
export function incidentCommands(cli: Invocation, incident: Command): void {
  command(incident, 'add', 'add an incident to the public page /status')
    .argument('<title>', 'what does not work')
    .option('--details <text>', 'what is affected, and what you do', '')
    .option('--started <time>', 'when it began, such as 2026-01-30T19:00:00+07:00; default: now', instant)
    .action((title: string, options: NewIncidentOptions) =>
      cli.onData(options, async ({ incidents, operator: actor }, out) => {
        const { details, started } = options;
        const began = started === undefined ? undefined : new Date(started);
        const added = await incidents.add({ title, details }, { actor, reason: null }, began);
        out.record(added, `Added incident ${added.incident_id}: ${added.title}`);
      }),
    );
  command(incident, 'update', 'replace the title and the details of an incident')
    .argument('<id>', 'id, from the list')
    .argument('<title>', 'what does not work')
    .option('--details <text>', 'what is affected, and what you do', '')
    .action((id: string, title: string, options: Common & { readonly details: string }) =>
      cli.onData(options, async ({ incidents, operator: actor }, out) => {
        const text = { title, details: options.details };
        const updated = await incidents.update(id, text, { actor, reason: null });
        out.record(updated, `Updated incident ${updated.incident_id}: ${updated.title}`);
      }),
    );
  command(incident, 'resolve', 'mark an incident as resolved')
    .argument('<id>', 'id, from the list')
    .action((id: string, options: Common) =>
      cli.onData(options, async ({ incidents, operator: actor }, out) => {
        const resolved = await incidents.resolve(id, { actor, reason: null });
        out.record(resolved, `Resolved incident ${resolved.incident_id}: ${resolved.title}`);
      }),
    );
  command(incident, 'list', 'list all incidents, open ones first').action((options: Common) =>
    cli.onData(options, async ({ incidents }, out) => {
      const all = await incidents.since(new Date(EARLIEST_DATE));
      list(out, options, HEADINGS, all, ({ incident_id, started_at, resolved_at, title }) => [
        incident_id,
        started_at,
        resolved_at ?? '-',
        title,
      ]);
    }),
  );
}
