/**
 * What a command prints. With --json: one JSON object a line on stdout, for programs. Without: text for people.
 */
export interface Output {
  /** The outcome, or one of several. */
  record(fields: object, text: string): void;
  /** A remark; on stderr, so that stdout holds outcomes only. */
  remark(text: string): void;
}

export function output(json: boolean): Output {
  return {
    record: (fields, text) => process.stdout.write(`${json ? JSON.stringify(fields) : text}\n`),
    remark: (text) => process.stderr.write(`${text}\n`),
  };
}

/** Several outcomes: with --json one a line, else as a table. */
export function list<Row extends object>(
  output: Output,
  { json }: { readonly json: boolean },
  headings: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => string[],
): void {
  if (json) for (const row of rows) output.record(row, '');
  else output.record({}, table(headings, rows.map(cells)));
}

/** Rows under their headings, in columns as wide as their widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
