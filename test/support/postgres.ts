import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './listen.ts';

/** Where the packages of Debian install the programs of the server, by version. */
const VERSIONS = '/usr/lib/postgresql';
const USER = 'alir';
const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;

/** The folder of the programs of the newest version; undefined without one. */
function programs(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** PostgreSQL does not run as root: root starts it as this user. Undefined if there is no such user. */
function userOfPostgres(): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined;
}

/** The user that the server runs as; undefined for that of this process. */
function owner(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? userOfPostgres() : undefined;
}

/** Why PostgreSQL cannot be started here; undefined if it can. */
export function whyNoPostgres(): string | undefined {
  if (!programs()) return 'PostgreSQL is not installed';
  if (process.getuid?.() === 0 && !userOfPostgres())
    return 'root cannot start PostgreSQL without a user postgres';
  return undefined;
}

/** A server of its own, in a temporary folder, on a free port of 127.0.0.1. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
    this.#process = this.#run();
  }

  /** @throws Error if it cannot be started; see whyNoPostgres */
  static async start(): Promise<PostgresServer> {
    const bin = programs();
    if (!bin) throw new Error(whyNoPostgres());
    const user = owner();
    const folder = mkdtempSync(join(tmpdir(), 'alir-pg-'));
    if (user) chownSync(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    const options = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(bin, 'initdb'), ['-D', data, ...options], { ...user, cwd: folder, stdio: 'pipe' });
    const server = new PostgresServer(await freePort(), folder);
    await server.#waitUntilReady();
    return server;
  }

  /** The address of a database. The server asks for no password; tests of the log search for it. */
  url(database: string): string {
    return `postgres://${USER}:password-of-the-database@127.0.0.1:${this.port}/${database}`;
  }

  /** Stops it, and deletes its folder. Open connections are closed. */
  async stop(): Promise<void> {
    await this.halt('fast');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Stops it until `resume`. Open connections are closed; `immediate` leaves the tables to be recovered from the log at the next start. */
  async halt(mode: 'fast' | 'immediate'): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await exited;
  }

  async resume(): Promise<void> {
    this.#process = this.#run();
    await this.#waitUntilReady();
  }

  #run(): ChildProcess {
    const bin = programs();
    if (!bin) throw new Error(whyNoPostgres());
    const folder = this.#folder;
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${this.port}`,
      `unix_socket_directories=${folder}`,
      'fsync=off',
      'autovacuum=off',
      'max_connections=200',
      'shared_buffers=64MB',
    ].flatMap((setting) => ['-c', setting]);
    const log = openSync(join(folder, 'log'), 'a');
    const child = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...settings], {
      ...owner(),
      cwd: folder,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  }

  async #waitUntilReady(): Promise<void> {
    const start_ms = performance.now();
    for (;;) {
      const client = new pg.Client(this.url('postgres'));
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        const hasFailed = this.#process.exitCode !== null || performance.now() - start_ms > START_TIMEOUT_MS;
        if (hasFailed) {
          const log = readFileSync(join(this.#folder, 'log'), 'utf8');
          await this.stop();
          throw new Error(`PostgreSQL did not start: ${log}`, { cause: error });
        }
      }
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

/**
 * Creates an empty database on the server of `server_url`. Its language orders text differently from its bytes, unlike SQLite; so a missing
 * COLLATE "C" in the ledger is noticed.
 * @returns its address
 */
export function createDatabase(server_url: string): Promise<string> {
  return createFrom(server_url, "template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'");
}

/** Copies a database of createDatabase to which nothing is connected. @returns the address of the copy */
export function copyDatabase(server_url: string, database_url: string): Promise<string> {
  // Otherwise each page is written twice: also to the write-ahead log.
  return createFrom(server_url, `${nameOf(database_url)} STRATEGY FILE_COPY`);
}

async function createFrom(server_url: string, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(server_url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server_url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Closes the connections to a database of createDatabase or copyDatabase, and deletes it. */
export async function dropDatabase(server_url: string, database_url: string): Promise<void> {
  await runOn(server_url, `DROP DATABASE ${nameOf(database_url)} WITH (FORCE)`);
}

function nameOf(database_url: string): string {
  return new URL(database_url).pathname.slice(1);
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = await connected(url);
  await client.query(statement);
  await client.end();
}

/** A client whose integers are numbers, as in SQLite. */
export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.setTypeParser(pg.types.builtins.INT8, Number);
  await client.connect();
  return client;
}
