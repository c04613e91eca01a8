import { readdirSync } from 'node:fs';
import { AlirError } from '../../core/errors.ts';
import { packageFile, sql } from '../../core/package-files.ts';

const FOLDER = packageFile('sql/analyst/examples/');

export interface Example {
  /** Counted from 1, in name order. */
  readonly number: number;
  readonly name: string;
  /** The question that the query answers, in one line. */
  readonly question: string;
  readonly sql: string;
}

/** The example queries that come with Alir; each runs unchanged. */
export function examples(): Example[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file, place) => {
    const name = file.slice(0, -'.sql'.length);
    const text = sql(`analyst/examples/${name}`);
    const [question = ''] = text.split('\n');
    return { number: place + 1, name, question: question.replace(/^-- /, ''), sql: text };
  });
}

/** Finds an example by its number or name. @throws AlirError `bad_query` */
export function example(wanted: string): Example {
  const found = examples().find(({ number, name }) => wanted === String(number) || wanted === name);
  if (found) return found;
  throw new AlirError('bad_query', `There is no example ${wanted}. To list the examples, type .examples`);
}
