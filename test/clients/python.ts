import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { PYTHON, PYTHONPATH } from '../support/guide.ts';

export const PACKAGE = resolve(import.meta.dirname, '../../clients/python');

interface Place {
  readonly variables?: Record<string, string>;
  readonly input?: string;
  readonly cwd?: string;
}

/** Runs a program that must succeed. @returns what it prints */
export async function printedBy(command: string, args: string[], place: Place = {}): Promise<string> {
  const { variables = {}, input = '', cwd = PACKAGE } = place;
  const child = spawn(command, args, { cwd, env: { ...process.env, ...variables }, stdio: 'pipe' });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (data) => (printed += data));
  child.stderr.on('data', (data) => (errors += data));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  expect(code === 0 ? '' : `${errors}${printed}`).toBe('');
  return printed;
}

/** Runs a Python program with the client of this folder. @returns what it prints */
export function python(
  args: string[],
  variables: Record<string, string> = {},
  input = '',
  command = PYTHON,
  cwd = PACKAGE,
): Promise<string> {
  const own = { PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1', ...variables };
  return printedBy(command, args, { variables: own, input, cwd });
}
