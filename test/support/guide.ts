import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { runCli } from './cli.ts';

const execute = promisify(execFile);
const ROOT = new URL('../../', import.meta.url);

/** The text of a project file, by its path from the root. */
export function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

export function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) =>
    String(match[1]),
  );
}

/** The rows of the table whose first column has this heading, as lists of cells. */
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

/** The server, working folder and variables for commands. */
export interface Place {
  readonly url: string;
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs the commands of a text in order and compares their output with the text. `...` matches output that differs in each run. */
export async function runExamples(text: string, place: Place): Promise<number> {
  const examples = blocks(text, 'console');
  for (const block of examples) {
    const [command = '', ...promised] = block.trimEnd().split('\n');
    const printed = await run(command.replace(/^\$ /, ''), place);
    expect(printed, command).toMatch(pattern(promised.join('\n')));
  }
  return examples.length;
}

/** A program in a text, with its documented output. */
export interface Program {
  readonly code: string;
  readonly printed: string;
}

/** The programs of a language in a text. The block after a program is its output. */
export function programs(text: string, language: string): Program[] {
  const fences = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map((match) => match.slice(1).map(String));
  return fences.flatMap(([kind, code = ''], place) => {
    if (kind !== language) return [];
    const [follows, printed = ''] = fences[place + 1] ?? [];
    expect(follows, `the block behind ${code}`).toBe('text');
    return [{ code, printed }];
  });
}

/** Compiles and runs TypeScript programs as a reader would. Compares their output with the documented output. */
export async function runTypeScript(all: readonly Program[], place: Place): Promise<void> {
  const sources = all.map((_, number) => join(place.cwd, `example${number}.mts`));
  for (const [number, { code }] of all.entries()) await writeFile(sources[number] ?? '', code);
  const types = ['--types', 'node', '--typeRoots', fileURLToPath(new URL('node_modules/@types', ROOT))];
  const flags = ['--strict', '--target', 'es2023', '--module', 'nodenext', ...types];
  await execute(fileURLToPath(new URL('node_modules/.bin/tsc', ROOT)), [...flags, ...sources], {
    cwd: place.cwd,
  });
  for (const [number, { printed }] of all.entries())
    expect(await printedBy(process.execPath, join(place.cwd, `example${number}.mjs`), place)).toBe(printed);
}

export const PYTHON = process.env.ALIR_TEST_PYTHON ?? 'python3';
/** Where Python programs find the client. */
export const PYTHONPATH = fileURLToPath(new URL('clients/python/src', ROOT));
const HAS_MODULES =
  'import importlib.util, sys; sys.exit(any(importlib.util.find_spec(name) is None for name in sys.argv[1:]))';

/** The modules that Python code imports. */
export function modulesOf({ code }: Program): string[] {
  return [...code.matchAll(/^(?:import|from) (\w+)/gm)].map((match) => String(match[1]));
}

/** Whether this machine has a Python with these modules. */
export function hasPython(...modules: string[]): boolean {
  const env = { ...process.env, PYTHONPATH };
  return spawnSync(PYTHON, ['-c', HAS_MODULES, ...modules], { env }).status === 0;
}

/** Whether this machine has a Python with the modules of a program. */
export function canRunPython(program: Program): boolean {
  const modules = modulesOf(program);
  // The client of this repository is always there, but not what it needs.
  return hasPython(...modules, ...(modules.includes('alir') ? ['httpx'] : []));
}

/** Runs a Python program and compares its output with the documented output. */
export async function runPython({ code, printed }: Program, place: Place): Promise<void> {
  const script = join(place.cwd, 'example.py');
  await writeFile(script, code);
  expect(await printedBy(PYTHON, script, place)).toBe(printed);
}

async function printedBy(command: string, script: string, { cwd, url, variables }: Place): Promise<string> {
  const env = { ...process.env, ALIR_URL: url, PYTHONPATH, ...variables };
  return (await execute(command, [script], { cwd, env })).stdout;
}

/** Runs `curl` with fetch, and `alir` with the compiled command line: the machine may have neither curl nor a shell. */
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

/** Splits a command into words as a shell does. Supports only the shell syntax in the texts. */
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
    } else if (word === '-X') {
      init.method = args[++place] ?? '';
    } else if (word === '-d') {
      init.method = 'POST';
      init.body = args[++place] ?? '';
    } else url = word;
  }
  expect(url).toContain('http://127.0.0.1:8080/');
  const text = await (await fetch(url.replace('http://127.0.0.1:8080', own), init)).text();
  return text.replaceAll('\r\n', '\n').trimEnd();
}

function pattern(promised: string): RegExp {
  const parts = promised.split('...').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^\n]+')}$`);
}
