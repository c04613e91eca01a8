import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { tableFromIPC } from 'apache-arrow';
import { expect, test, vi } from 'vitest';
import { KeyUse } from '../../src/commerce/accounts/quota/key-use.ts';
import { VERSION } from '../../src/core/package-files.ts';
import { TestAlir } from './alir.ts';
import { runCli } from './cli.ts';
import { userName } from './cli-session.ts';
import { ARROW } from './format-readers.ts';
import { ON_POSTGRES } from './test-ledger.ts';

/** The working folder of the commands: daily files of a few trades. */
export const HERE = join(import.meta.dirname, '../contract/transcripts/days');
const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Longer bodies are shown by their beginning. */
const MAX_SHOWN = 20_000;
const CUT = ' ...';
const WIDTH = 150;

/** Headers that every response has. A response without one, or with another value, shows it. */
const STANDARD: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'cache-control': 'no-store',
  connection: 'keep-alive',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-request-id': '<request id>',
};
/** Further headers of successful requests with a key. */
const NEGOTIATED = { vary: 'Accept, Accept-Encoding' };
/** Headers that most pages have. */
const OF_PAGE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
};
const OF_TRANSPORT = ['date', 'keep-alive', 'content-length', 'transfer-encoding'];
const OF_LIMITS = [
  'x-request-cost',
  'x-monthly-remaining',
  'x-monthly-limit',
  'x-monthly-reset',
  'x-ratelimit-remaining',
  'x-ratelimit-limit',
  'x-ratelimit-reset',
];

/** A random value, after the name of its field, line, header, cookie or parameter. */
const RANDOM = new RegExp(
  `(?:"(?<field>\\w+)":"|^(?<label>\\w[\\w ]*?) {2,}|(?<header>[\\w-]+): |(?<parameter>\\w+)=)?(?<value>${[
    /\b[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/,
    /\balir_\w+_\w{38}\b/,
    /whsec_[\w+/]{43}=/,
    /W\/"[\w-]{22}"/,
    /(?<=incident_id":")[\da-f]{8}/,
    /(?<=code=)[\w-]{22}/,
    /(?<=alir_\w+=)[^;,]{20,}/,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'gm',
);

interface Step {
  readonly kind: '#' | '@' | '$' | '>';
  /** Without the mark. The lines of a request are its method and path, its headers, and its body. */
  readonly lines: string[];
}

/**
 * Replays a file of `test/contract/transcripts/` on a server of its own, and compares all answers with the file.
 *
 *     ALIR_TAX_RATE=12
 *
 *     # A comment.
 *     $ account create --email budi@example.com --plan starter
 *     API key  <api_key 1>
 *
 *     @ +1h
 *     > POST /account/keys <api_key 1>
 *     > Idempotency-Key: one
 *     > {"name":"second"}
 *     200 cost 0, 25000 of 25000 units until 2026-03-04T12:00:00.000Z, 119 of 120 requests for 60 s
 *     {"key_id":"<key 1>","api_key":"<api_key 2>",...}
 *
 * - The first lines are settings of the server and of the commands.
 * - `@` sets the clocks to a time, or advances them. Each command and request is a second later
 *   than the last one by the wall clock alone.
 * - `$` is a command in the process of the test. Its errors begin with `! `. The current folder is `days/`.
 * - `>` is a request: the method, the path and a key, then its headers and its body. `> 9 x GET ...` shows the last of 9 answers;
 *   `<n>` in a header is the number of the request.
 * - The answer has its status with the headers of the limits, the other headers that differ from those of most answers, and the body.
 *   Of the envelope, the data are shown, or the code, the error and the fields of an error whose text is that of the fields.
 * - The comments at the end are the audit log.
 * - Random values are numbered by their first appearance, under the name of their field. A step can contain them. `<x 100>` is 100 times x.
 */
export class HttpTranscript {
  readonly #path: string;
  readonly #text: string;
  readonly #settings: Record<string, string>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  protected readonly values = new Map<string, string>();

  constructor(path: string) {
    this.#path = path;
    this.#text = readFileSync(path, 'utf8');
    const settings = [...this.#text.matchAll(/^(ALIR_\w+)=(.*)$/gm)];
    this.#settings = Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]));
  }

  async compare(): Promise<void> {
    // Nothing is written by a timer: notices, sweeps, and the use of a key by a free request.
    vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}, 0));
    vi.spyOn(KeyUse.prototype, 'note').mockImplementation(() => {});
    const alir = await TestAlir.open({ environment: this.#settings });
    const settings = Object.entries(this.#settings).map(([name, value]) => `${name}=${value}\n`);
    const parts = settings.length > 0 ? [settings.join('')] : [];
    let comments = '';
    for (const step of stepsIn(this.#text)) {
      const shown = `${step.lines.map((line) => `${step.kind} ${line}`.trimEnd()).join('\n')}\n`;
      if (step.kind === '#' || step.kind === '@') {
        if (step.kind === '@') await this.#setClock(alir, step.lines[0] ?? '');
        comments += shown;
        continue;
      }
      const lines = step.lines.map((line) => this.#real(line));
      const output = step.kind === '$' ? await this.#run(alir, lines[0] ?? '') : await this.ask(alir, lines);
      parts.push(`${comments}${shown}${output}`);
      comments = '';
    }
    this.#agent.destroy();
    const replayed = [...parts, ...(await this.#auditLog(alir))].join('\n');
    if (ON_POSTGRES) expect(withoutSeconds(replayed)).toBe(withoutSeconds(this.#text));
    else await expect(replayed).toMatchFileSnapshot(this.#path);
  }

  /** Comments: who changed what, and why. Nothing if nobody changed anything. */
  async #auditLog({ stores }: TestAlir): Promise<string[]> {
    const range = { since: '', until: '9', account_id: null };
    // The first account is that of the test.
    const [, ...entries] = await stores.ledger.all('audit_entries', range);
    const lines = entries.map(({ action, account_id, actor, reason, details }) => {
      const about = account_id === null ? '' : ` "account_id":"${account_id}"`;
      return `# ${action}${about} by ${actor}${reason === null ? '' : `, ${reason}`}: ${details}`;
    });
    if (lines.length === 0) return [];
    return [this.masked(['# Audit log:', ...lines, ''].join('\n')).replaceAll(stores.folders.root, 'DATA')];
  }

  async #setClock({ clock, test_ledger }: TestAlir, to: string): Promise<void> {
    const [, count = '', unit = ''] = /^\+(\d+)([smhd])$/.exec(to) ?? [];
    const time = unit ? clock.time.getTime() + Number(count) * (UNITS_MS[unit] ?? 0) : Date.parse(to);
    const passed_ms = Math.max(0, time - clock.time.getTime());
    clock.time = new Date(time);
    clock.elapsed_ms += passed_ms;
    // PostgreSQL measures the windows of rate limits by its own clock.
    if (ON_POSTGRES && passed_ms >= 60_000) await test_ledger.write('DELETE FROM request_rate');
  }

  async #run({ stores, test_ledger, clock }: TestAlir, command: string): Promise<string> {
    const { data_dir } = stores.config;
    const args = command.match(/'[^']*'|\S+/g) ?? [];
    const env = { ...(test_ledger.environment as Record<string, string>), ...this.#settings };
    const { code, stdout, stderr } = await runCli(
      args.map((arg) => arg.replace(/^'(.*)'$/, '$1')),
      { data_dir, cwd: HERE, env, now: clock.now() },
    );
    clock.pass(1000);
    await test_ledger.informed();
    const output = `${stdout.replaceAll('\r', '')}${stderr.replaceAll(/^(?=.)/gm, '! ')}${code === 0 ? '' : `exit ${code}\n`}`;
    return this.masked(output)
      .replaceAll(data_dir, 'DATA')
      .replaceAll(/\b[\d.]+ (s|MB)\b/g, 'N $1')
      .replaceAll(/(?<=\S) {2,}/g, '  ');
  }

  /** The response to a request. */
  protected async ask(alir: TestAlir, [first = '', ...lines]: string[]): Promise<string> {
    const [, times = 1, method = '', path, key] =
      /^(?:(\d+) x )?([A-Z]+) (\S+)(?: (\S+))?$/.exec(first) ?? [];
    if (path === undefined) throw new Error(`Not a request: ${first}`);
    const start = lines.findIndex((line) => !/^[\w-]+: ?/.test(line));
    const [named, body] =
      start < 0 ? [lines, undefined] : [lines.slice(0, start), lines.slice(start).join('\n')];
    const headers: Record<string, string> = {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body && /^[[{]/.test(body) && { 'content-type': 'application/json' }),
      ...(body && /^\w+=/.test(body) && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...Object.fromEntries(
        named.map((line) => [line.slice(0, line.indexOf(':')), line.replace(/^[^:]+: ?/, '')]),
      ),
    };
    const { hostname, port } = new URL(await alir.url());
    let answer = '';
    for (let sent = 0; sent < Number(times); sent++) {
      const numbered = Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('<n>', `${sent}`),
      ]);
      const options = { agent: this.#agent, method, path, headers: Object.fromEntries(numbered) };
      const message = request({ host: hostname, port, ...options });
      const [response] = await once(message.end(body), 'response');
      const bytes = await buffer(response);
      const isArrow = response.headers['content-type'] === ARROW;
      const answered = isArrow ? columnsOf(bytes) : String(bytes);
      answer = this.#shown(response.statusCode, response.headers, answered);
      alir.clock.pass(1000);
    }
    return answer;
  }

  #shown(status: number, headers: IncomingHttpHeaders, body: string): string {
    const request_id = String(headers['x-request-id']);
    if (/^[\da-f-]{36}$/.test(request_id)) headers['x-request-id'] = '<request id>';
    const [cost, units, all, reset, requests, limit, seconds] = OF_LIMITS.map((name) => headers[name]);
    const first =
      seconds === undefined
        ? `${status}`
        : `${status} cost ${cost}, ${units} of ${all} units until ${reset}, ${requests} of ${limit} requests for ${seconds} s`;
    const isPage = headers['content-type'] === OF_PAGE['content-type'];
    const isCharged = seconds !== undefined && status === 200;
    const standard: Readonly<Record<string, string>> = {
      ...STANDARD,
      ...(isCharged && NEGOTIATED),
      ...(isPage && OF_PAGE),
    };
    const hidden = [...OF_TRANSPORT, ...(seconds === undefined ? [] : OF_LIMITS)];
    const others = Object.entries(headers)
      .filter(([name, value]) => !hidden.includes(name) && standard[name] !== value)
      .map(([name, value]) => `${name}: ${value}`);
    const missing = Object.keys(standard).filter((name) => headers[name] === undefined);
    const heads = [...others.sort(), ...missing.map((name) => `no ${name}`)].join('; ');
    const masked = this.masked(beginningOf(body.replaceAll(request_id, '<request id>')));
    const [, token] = /name="_csrf" value="([^"]+)"/.exec(body) ?? [];
    const shown = [
      first,
      this.masked(heads),
      shownBody(masked, String(headers['content-type'])),
      token && this.nameOf(token, '_csrf'),
    ];
    return `${shown.filter(Boolean).join('\n').trimEnd()}\n`;
  }

  #real(line: string): string {
    return line.replaceAll(/<\w+ \d+>/g, (name) => {
      const value = /^<x /.test(name)
        ? 'x'.repeat(Number.parseInt(name.slice(3), 10))
        : this.values.get(name);
      if (value === undefined) throw new Error(`${line}: no answer before it has ${name}`);
      return value;
    });
  }

  protected masked(shown: string): string {
    let masked = shown.replaceAll(RANDOM, (found, ...args) => {
      const { value = '', ...names } = args.at(-1) as Record<string, string | undefined>;
      return found.replace(value, this.nameOf(value, Object.values(names).find(Boolean) ?? 'id'));
    });
    // Text can contain a short id, or the reference of an order, without a name before it.
    for (const [name, value] of this.values) {
      const isShort = value.length === 8 || name.startsWith('<order ');
      if (isShort) masked = masked.replaceAll(value.slice(0, 8), name);
    }
    return masked
      .replaceAll(/\balir\.\.\.\w{4}\b/g, 'alir...')
      .replaceAll(`"version":"${VERSION}"`, '"version":"<version>"')
      .replaceAll(/Expires=\w+, \d\d \w+ 20[^;]+/g, 'Expires=<time>')
      .replaceAll(new RegExp(`(?<=\\boperator )${userName()}\\b`, 'g'), 'USER');
  }

  protected nameOf(value: string, field: string): string {
    for (const [name, known] of this.values) if (known === value) return name;
    const kind = field.toLowerCase().replaceAll(' ', '_').replace(/_id$/, '');
    let count = 1;
    while (this.values.has(`<${kind} ${count}>`)) count += 1;
    this.values.set(`<${kind} ${count}>`, value);
    return `<${kind} ${count}>`;
  }
}

/** A test of each transcript in a folder. */
export function compareTranscripts(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  test.for(names)('%s', (name) => new HttpTranscript(join(folder, name)).compare());
}

function stepsIn(content: string): Step[] {
  const steps: Step[] = [];
  let isRequest = false;
  for (const line of content.split('\n')) {
    const [, kind, rest = ''] = /^([#@$>])(?: (.*)|$)/.exec(line) ?? [];
    const last = steps.at(-1);
    if (kind === '>' && isRequest && last) last.lines.push(rest);
    else if (kind !== undefined) steps.push({ kind: kind as Step['kind'], lines: [rest] });
    isRequest = kind === '>';
  }
  return steps;
}

function beginningOf(body: string): string {
  return body.length > MAX_SHOWN ? `${body.slice(0, WIDTH).split('\n')[0]}${CUT}` : body;
}

function shownBody(body: string, type: string): string {
  if (body === '') return '';
  // Lines of a guide could look like steps.
  if (/^text\/(html|plain|markdown)/.test(type)) return body.includes('<style>') ? textOf(body) : '(text)';
  if (!type.startsWith('application/json') || body.endsWith(CUT)) return body.replaceAll('\r', '');
  // JSON.parse would reorder fields such as "0".
  if (JSON.stringify(JSON.parse(body)) !== body) return body;
  const { success, data, error, detail, code, request_id, errors, ...more } = JSON.parse(body);
  if (success === true && error === null && body.endsWith(',"error":null}')) return pretty(data);
  if (success !== false || data !== null || request_id !== '<request id>') return pretty(JSON.parse(body));
  const listed = errors
    ?.map((each: { field: string; message: string }) => `${each.field} ${each.message}`)
    .join('; ');
  return JSON.stringify({
    code,
    error,
    ...(detail !== error && { detail }),
    ...(errors && {
      errors: listed === error ? errors.map((each: { field: string }) => each.field) : errors,
    }),
    ...more,
  });
}

/** The columns of an Arrow stream with their types, and the number of its rows. */
function columnsOf(bytes: Buffer): string {
  const { schema, numRows } = tableFromIPC(bytes);
  return `${schema.fields.map(String).join(', ')}; ${numRows} rows`;
}

/** The text of a page that is a document of its own, such as an invoice. */
function textOf(page: string): string {
  const text = page.replace(/<style>[^<]+<\/style>/, '').replaceAll(/<[^>]+>/g, '\n');
  return `  ${text.replaceAll(/\s*\n\s*/g, '\n  ').trim()}`;
}

/** JSON in lines of a limited width. Each item of an array that does not fit has lines of its own. */
function pretty(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((each) => inner + pretty(each, inner)).join(',\n')}\n${indent}]`;
  const lines = [indent];
  for (const [name, each] of Object.entries(value)) {
    const item = `${JSON.stringify(name)}:${pretty(each, inner)}`;
    const last = lines.at(-1) ?? '';
    if (last.length + item.length <= WIDTH && !/\n/.test(item + last))
      lines[lines.length - 1] = `${last}${item},`;
    else lines.push(`${inner}${item},`);
  }
  return `{${lines.join('\n').slice(indent.length, -1)}}`;
}

/** The seconds of a window, which PostgreSQL measures by its own clock. */
function withoutSeconds(shown: string): string {
  return shown.replaceAll(/(?<=requests for |retry-after: |Send the next request in )\d+/g, 'N');
}
