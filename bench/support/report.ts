import { appendFileSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './demo-data.ts';

type Figure = string | number | undefined;

/** Prints a table for people, and adds it to `.bench/results.ndjson` for programs. */
export function report(title: string, rows: readonly Readonly<Record<string, Figure>>[]): void {
  console.log(`\n${title}`);
  console.table(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, figure]) => [name, rounded(figure)])),
    ),
  );
  mkdirSync(resolve(ROOT, '.bench'), { recursive: true });
  appendFileSync(
    resolve(ROOT, '.bench/results.ndjson'),
    `${JSON.stringify({ at: new Date(), title, rows })}\n`,
  );
}

function rounded(figure: Figure): Figure {
  return typeof figure === 'number' ? Number(figure.toPrecision(3)) : figure;
}
