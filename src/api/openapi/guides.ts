import { readdirSync, readFileSync } from 'node:fs';

/** A guide in docs/. */
export interface Guide {
  /** File name. */
  readonly name: string;
  readonly title: string;
  /** First paragraph, which states the purpose. */
  readonly about: string;
  readonly text: string;
}

const FOLDER = new URL('../../../docs/', import.meta.url);

/** Reads all guides, sorted by name. */
export function readGuides(): Guide[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const [heading = '', about = ''] = text.split('\n\n');
    return { name, title: heading.replace(/^# /, ''), about: about.replaceAll('\n', ' '), text };
  });
}
