import { quotedForShell } from '../market/ingest/gate/held.ts';
import { printable } from '../operations/official/table-values.ts';

/** The command that lists the differences of a day. */
export function officialCommand(file: string): string {
  return `alir verify --official ${printable(quotedForShell(file))}`;
}
