/** The log functions that a line needs, such as those of the server's log. */
export type LineLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Formats a line like the server's log, for output before that log exists. */
export function logLine(level: keyof LineLog, msg: string, fields: object = {}): string {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`;
}

/** Logs warnings of Node as JSON; Node would print them as text. Their other fields can hold a request with its key. */
export function logWarnings(log: LineLog): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ warning: { name, message } }, 'Node.js warning'));
}

const EXPECTED = ['published', 'unchanged', 'verified', 'partial'];

/** Logs a line of stdout of `alir update --json`: the result of one file, or of one comparison. */
export function resultLog(log: LineLog, line: string): void {
  const result = parsed(line);
  if (result === undefined) log.warn({}, `update: ${line}`);
  else {
    const level = EXPECTED.includes(String(result.status)) ? 'info' : 'warn';
    log[level]({ update: result }, `update: ${result.file}: ${result.status}`);
  }
}

/** Logs a line of stderr of `alir update --json`. */
export function updateLog(log: LineLog, line: string): void {
  // An indented line repeats a detail of a result, which is logged already.
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
