import { describe, expect, test } from 'vitest';
import { blocks, textOf } from './support/guide.ts';
import { FOLDERS } from './support/layout.ts';

const README = textOf('README.md');
const PACKAGE = JSON.parse(textOf('package.json'));

describe('the README', () => {
  test('starts with two commands, which are scripts of the package', () => {
    expect(blocks(README, 'sh').slice(0, 2)).toEqual(['npm ci && npm run demo\n', 'npm ci && npm test\n']);
    expect(PACKAGE.scripts).toMatchObject({
      demo: 'node dist/cli.js demo',
      start: 'node dist/cli.js serve',
      prepare: 'npm run --silent build',
      test: expect.any(String),
      'test:slow': expect.any(String),
      'test:faults': expect.any(String),
      bench: expect.any(String),
    });
  });

  test('describes every folder of src', () => {
    const mapped = [...README.matchAll(/^\| `src\/([\w/-]+)\/` /gm)].map(([, folder]) => folder);
    // The folder of the demo is named beside the command line.
    expect(mapped.toSorted()).toEqual(FOLDERS.filter((folder) => folder !== 'cli/demo').toSorted());
  });
});
