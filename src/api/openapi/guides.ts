import { readdirSync } from 'node:fs';
import { packageFile, packageText } from '../../core/package-files.ts';

/** A guide in docs/. */
export interface Guide {
  /** File name. */
  readonly name: string;
  readonly title: string;
  /** First paragraph, which states the purpose. */
  readonly about: string;
  readonly text: string;
}

/** Reads all guides, sorted by name. */
export function readGuides(): Guide[] {
  const names = readdirSync(packageFile('docs/')).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => {
    const text = packageText(`docs/${name}`);
    const [heading = '', about = ''] = text.split('\n\n');
    return { name, title: heading.replace(/^# /, ''), about: about.replaceAll('\n', ' '), text };
  });
}
