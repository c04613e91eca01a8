import { readdirSync, readFileSync } from 'node:fs';

/** A guide, as it lies in docs/. */
export interface Guide {
  /** Name of its file. */
  readonly name: string;
  readonly title: string;
  /** Its first paragraph: what it is for. */
  readonly about: string;
  readonly text: string;
}

const FOLDER = new URL('../../../docs/', import.meta.url);

/** Every guide, in the order of their names. */
export function readGuides(): Guide[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const [heading = '', about = ''] = text.split('\n\n');
    return { name, title: heading.replace(/^# /, ''), about: about.replaceAll('\n', ' '), text };
  });
}
