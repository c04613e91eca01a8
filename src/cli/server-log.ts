/** What a line is logged with; the server's log, for one. */
export type LineLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** A line in the form of the server's log, for what is printed before there is one. */
export function logLine(level: keyof LineLog, msg: string, fields: object = {}): string {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`;
}

const EXPECTED = ['published', 'unchanged'];

/** Logs a line that `alir update --json` printed on stdout: what became of a file. */
export function resultLog(log: LineLog, line: string): void {
  const result = parsed(line);
  if (result === undefined) log.warn({}, `update: ${line}`);
  else {
    const level = EXPECTED.includes(String(result.status)) ? 'info' : 'warn';
    log[level]({ update: result }, `update: ${result.file}: ${result.status}`);
  }
}

/** Logs a line that `alir update --json` printed on stderr. */
export function updateLog(log: LineLog, line: string): void {
  // Such a line is a detail of a result, which has it too.
  if (line.startsWith('  ') || line === '') return;
  const [, error] = /^alir: (.*)/.exec(line) ?? [];
  if (error !== undefined) log.error({}, `update: ${error}`);
  else log.warn({}, `update: ${line.replace(/^warning: /, '')}`);
}

function parsed(line: string): { readonly status?: unknown; readonly file?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
