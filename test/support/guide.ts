import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { runCli } from './cli.ts';

const execute = promisify(execFile);
const ROOT = new URL('../../', import.meta.url);

/** The text of a file of the project. */
export function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/** The blocks of code of a language in a text. */
export function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) =>
    String(match[1]),
  );
}

/** The rows of the table whose first column has this heading, each as its cells. */
export function tableRows(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  const rows = lines.slice(start + 2, length === -1 ? undefined : start + length);
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The server, the folder and the variables that commands are run with. */
export interface Place {
  readonly url: string;
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs the commands of a text in order, and compares what they print with what it promises; `...` stands for what differs each time. */
export async function runExamples(text: string, place: Place): Promise<number> {
  const examples = blocks(text, 'console');
  for (const block of examples) {
    const [command = '', ...promised] = block.trimEnd().split('\n');
    const printed = await run(command.replace(/^\$ /, ''), place);
    expect(printed, command).toMatch(pattern(promised.join('\n')));
  }
  return examples.length;
}

/** Runs the TypeScript of a text as one who copies it, and compares what it prints with the block behind it. */
export async function runTypeScript(text: string, place: Place): Promise<void> {
  const [code = ''] = blocks(text, 'ts');
  const source = join(place.cwd, 'example.mts');
  await writeFile(source, code);
  const types = ['--types', 'node', '--typeRoots', fileURLToPath(new URL('node_modules/@types', ROOT))];
  const flags = ['--strict', '--target', 'es2023', '--module', 'nodenext', ...types];
  await execute(fileURLToPath(new URL('node_modules/.bin/tsc', ROOT)), [...flags, source], {
    cwd: place.cwd,
  });
  await expectPrinted(text, 'ts', process.execPath, join(place.cwd, 'example.mjs'), place);
}

/** The same for Python, where there is one that has requests. */
export async function runPython(text: string, place: Place): Promise<void> {
  const [code = ''] = blocks(text, 'python');
  const script = join(place.cwd, 'example.py');
  await writeFile(script, code);
  const probe = await execute('python3', ['-c', 'import requests']).catch(() => null);
  if (probe === null)
    console.warn('The Python of the guide was not run: there is no python3 with requests here');
  else await expectPrinted(text, 'python', 'python3', script, place);
}

async function expectPrinted(text: string, language: string, command: string, script: string, place: Place) {
  const { stdout } = await execute(command, [script], {
    env: { ...process.env, ALIR_URL: place.url, ...place.variables },
  });
  const behind = text.slice(text.indexOf(`\`\`\`${language}\n`));
  expect(stdout).toBe(blocks(behind, 'text')[0]);
}

/** Runs `curl` by fetch and `alir` by the compiled command line, since a machine may have neither curl nor a shell. */
async function run(command: string, { url, cwd, variables }: Place): Promise<string> {
  const [first = '', ...rest] = words(command, variables);
  if (first === 'curl') return curl(rest, url);
  const assignment = /^(ALIR_DATA_DIR)=(.*)$/.exec(first);
  const args = assignment ? rest.slice(1) : rest;
  expect(assignment ? rest[0] : first).toBe('alir');
  const { stdout } = await runCli(args, {
    cwd,
    ...(assignment ? { data_dir: `${cwd}/${assignment[2]}` } : {}),
  });
  return stdout.trimEnd();
}

/** The words of a command, as a shell would cut it; no more of a shell than the texts use. */
function words(command: string, variables: Readonly<Record<string, string>>): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) =>
      single ?? (double ?? bare ?? '').replaceAll(/\$(\w+)/g, (_, name) => variables[name] ?? ''),
  );
}

async function curl(args: readonly string[], own: string): Promise<string> {
  const headers: Record<string, string> = {};
  const init: RequestInit = { headers };
  let url = '';
  for (let place = 0; place < args.length; place++) {
    const word = args[place] ?? '';
    if (word === '-s') continue;
    if (word === '-H') {
      const [name = '', value = ''] = (args[++place] ?? '').split(': ');
      headers[name] = value;
    } else if (word === '-d') {
      init.method = 'POST';
      init.body = args[++place] ?? '';
    } else url = word;
  }
  expect(url).toContain('http://127.0.0.1:8080/');
  return (await (await fetch(url.replace('http://127.0.0.1:8080', own), init)).text()).trimEnd();
}

function pattern(promised: string): RegExp {
  const parts = promised.split('...').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^\n]+')}$`);
}
