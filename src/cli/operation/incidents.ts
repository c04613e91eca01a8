import type { Command } from 'commander';
import {
  addIncident,
  listIncidents,
  resolveIncident,
  updateIncident,
} from '../../api/endpoints/admin/admin-incidents.ts';
import type { Invocation } from '../invocation.ts';
import { operationCommand } from '../operation-command.ts';
import { listAs } from '../output.ts';

const COLUMNS = { incident_id: 'ID', started_at: 'STARTED', resolved_at: 'RESOLVED', title: 'TITLE' };

export function commands(cli: Invocation, group: Command): void {
  const changes = [
    [addIncident, 'Added'],
    [updateIncident, 'Updated'],
    [resolveIncident, 'Resolved'],
  ] as const;
  for (const [operation, done] of changes) {
    operationCommand(cli, group, operation, (incident, out) =>
      out.record(incident, `${done} incident ${incident.incident_id}: ${incident.title}`),
    );
  }
  operationCommand(cli, group, listIncidents, (incidents, out, options) =>
    listAs(out, options, COLUMNS, incidents),
  );
}
