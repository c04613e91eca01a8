import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type InProcess, runCli } from './cli.ts';

/** What a terminal shows: commands and their output. */
const SESSIONS = join(import.meta.dirname, '../cli/sessions');
const MINUTE_MS = 60_000;
/** A UUID, an id of 8 hexadecimal digits, a key, or the code of a link. */
const RANDOM =
  /\b[\da-f]{8}(?:-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12})?\b|\balir_\w+_\w{38}\b|(?<=code=)[\w-]{22}/g;

/**
 * Replays a file of the sessions: the commands, after `$ `, whose output a test compares with the file.
 *
 *     $ key create --account a@example.com --name 'for the office'
 *     key id  ID4
 *     key  KEY5
 *     ! Store the keys now: ...
 *
 * - A line of stderr begins with `! `, and the last line of a command that fails is `exit 1`.
 * - The first command is at `now`, and each other one a minute later.
 * - Random ids and keys are numbered by their first appearance. A command can contain them.
 * - The data folder is `DATA`, the current folder `HERE`, the user `USER`, the name of a lake file `SHA256`, and a duration or size `N`. Several spaces are two.
 */
export class Session {
  readonly #where: InProcess & { readonly data_dir: string; readonly cwd: string };
  #now_ms: number;
  readonly #values: string[] = [];

  constructor(where: InProcess & { readonly data_dir: string; readonly cwd: string; readonly now: Date }) {
    this.#where = where;
    this.#now_ms = where.now.getTime();
  }

  /** The id or the key with a number. */
  value(number: number): string {
    return this.#values[number - 1] ?? '';
  }

  /** Runs the commands of a file, and compares their output with it. @param env settings of these commands */
  async shows(name: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
    const path = join(SESSIONS, `${name}.txt`);
    await expect(await this.#replay(await readFile(path, 'utf8'), env)).toMatchFileSnapshot(path);
  }

  async #replay(text: string, env: Readonly<Record<string, string>>): Promise<string> {
    const commands = text.split('\n').filter((line) => line.startsWith('$ '));
    const shown: string[] = [];
    for (const command of commands) {
      const args = this.#real(command.slice(2)).match(/'[^']*'|\S+/g) ?? [];
      const { code, stdout, stderr } = await runCli(
        args.map((arg) => arg.replace(/^'(.*)'$/, '$1')),
        { ...this.#where, env: { ...this.#where.env, ...env }, now: new Date(this.#now_ms) },
      );
      this.#now_ms += MINUTE_MS;
      const output = `${stdout.replaceAll('\r', '')}${stderr.replaceAll(/^(?=.)/gm, '! ')}${code === 0 ? '' : `exit ${code}\n`}`;
      shown.push(command, this.#masked(output.trimEnd()));
    }
    return `${shown.filter(Boolean).join('\n')}\n`;
  }

  #real(text: string): string {
    return text
      .replaceAll(/\b(?:ID|KEY)(\d+)\b/g, (_, number) => this.value(Number(number)))
      .replaceAll('HERE', this.#where.cwd)
      .replaceAll('DATA', this.#where.data_dir);
  }

  #masked(text: string): string {
    return text
      .replaceAll(RANDOM, (value) => {
        if (!this.#values.includes(value)) this.#values.push(value);
        return `${value.startsWith('alir') ? 'KEY' : 'ID'}${this.#values.indexOf(value) + 1}`;
      })
      .replaceAll(/\b[\da-f]{64}(?=\.parquet)/g, 'SHA256')
      .replaceAll(this.#where.data_dir, 'DATA')
      .replaceAll(this.#where.cwd, 'HERE')
      .replaceAll(new RegExp(`(?<=\\b(?:operator|by) )${userName()}\\b`, 'g'), 'USER')
      .replaceAll(/\b[\d.]+ (s|MB)\b|(?<="seconds":)[\d.]+/g, (_, unit = '') => `N ${unit}`.trimEnd())
      .replaceAll(/ +$/gm, '')
      .replaceAll(/(?<=\S) {2,}/g, '  ')
      .replaceAll(/alir\.\.\.\w{4}\b/g, 'alir...');
  }
}

/** The user of the process, as the audit log names it. A container may run as a user ID without a name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
