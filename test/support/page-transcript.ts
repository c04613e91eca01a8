import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import type { Mail } from '../../src/network/mailer.ts';
import type { TestAlir } from './alir.ts';
import { BrowserSession, mailsOf, signInByMail } from './browser-session.ts';
import { userName } from './cli-session.ts';
import { decoded } from './html.ts';
import { HERE, HttpTranscript } from './http-transcript.ts';
import { outlineOf } from './page-outline.ts';
import { until } from './until.ts';

const UUID = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/;
/** An id in a path, a key, the secret of a webhook, or the code of an invitation. */
const NAMED: readonly [kind: string, pattern: RegExp][] = [
  ['', new RegExp(`/(?<kind>\\w+?)s?/(?<value>${UUID.source})`, 'g')],
  ['incident', /\/incidents\/(?<value>[\da-f]{8})\b/g],
  ['new_key', /(?<value>\balir_live_\w{38}\b)/g],
  ['secret', /(?<value>whsec_[\w+/]{43}=)/g],
  ['code', /[&;]code=(?<value>\d{8})\b/g],
];
const REASON =
  / \{reason type=text (?:value=\S+ )?required maxlength=500\} For the audit log: who did what, when and why\./g;

interface Form {
  readonly fields: [name: string, value: string][];
  readonly names: Set<string>;
}

/**
 * Replays a file of `test/console/pages/transcripts/`: a transcript whose requests are those of browsers, and whose answers are outlines
 * of pages.
 *
 *     > SIGN-IN ani@example.com
 *     303 /account/usage
 *
 *     > GET /account/keys ani
 *     > show #keys
 *     200 Keys
 *       -- 12 #keys Keys in force.
 *
 *     > SUBMIT /account/keys/create ani
 *     > name=notebook
 *     400 Keys
 *       !bad Nothing was changed.
 *
 * - A browser is named by the beginning of the address with which it signed in. Other names are visitors. `SIGN-IN ani <api_key 1>` uses
 *   a key. A request with a key instead of a name is one of a program.
 * - `SUBMIT` sends the form of the last page of the browser that has this address, with its values and those of the step. A field that
 *   the form does not have is an error. `POST` sends only the values of the step.
 * - `DELIVER corrected/DT260108.csv` ingests a daily file from the inbox, as an update does.
 * - Redirects are followed. The response to a form has its notices and its fields with a problem.
 * - `show TEXT` shows only the lines with a text; the line of a heading begins its whole part. `show title` shows the heading of the page. `until TEXT` repeats the request until its page
 *   has a text. `lang id` asks for Indonesian.
 */
export class PageTranscript extends HttpTranscript {
  readonly #browsers = new Map<string, { browser: BrowserSession; csrf: string; html: string }>();
  #mails: Mail[] | undefined;

  protected override async ask(alir: TestAlir, lines: string[]): Promise<string> {
    const { config } = alir.stores;
    if (config.smtp_url !== '') this.#mails ??= mailsOf(alir);
    // Pages are limited by address.
    alir.clock.elapsed_ms += 60_000;
    if (/^(?!SIGN-IN).* alir_\w+$/.test(lines[0] ?? '')) return super.ask(alir, lines);
    const shown = await this.#visit(alir, lines);
    alir.clock.pass(1000);
    return shown;
  }

  async #visit(alir: TestAlir, [first = '', ...more]: string[]): Promise<string> {
    const [method = '', path = '', who = 'visitor'] = first.split(' ');
    if (method === 'DELIVER') {
      await mkdir(alir.stores.folders.inbox, { recursive: true });
      const file = join(alir.stores.folders.inbox, basename(path));
      await copyFile(join(HERE, path), file);
      await ingestFiles(alir.stores.ingest, [{ path: file, command: 'update' }]);
      return '';
    }
    if (method === 'SIGN-IN') return this.#signIn(alir, path, who);
    const values = (word: string) =>
      more.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
    const given = more
      .filter((line) => /^\w+=/.test(line))
      .map((line): [string, string] => [
        line.split('=')[0] ?? '',
        line
          .slice(line.indexOf('=') + 1)
          .replaceAll('\\n', '\n')
          .replaceAll('\\0', '\0'),
      ]);
    const headers = { 'accept-language': values('lang')[0] ?? 'en' };
    const [awaited] = values('until');
    const seen = this.#seen(alir, who);
    const parts = values('show');
    if (method === 'GET') {
      let shown = await this.#followed(alir, who, await seen.browser.get(path, headers), headers);
      if (awaited !== undefined)
        await until(`the page has ${awaited}`, async () => {
          alir.clock.elapsed_ms += 60_000;
          shown = await this.#followed(alir, who, await seen.browser.get(path, headers), headers);
          return shown.content.includes(awaited);
        });
      return textOf(shown.statuses, parts.length > 0 ? partsOf(shown.content, parts) : shown.content);
    }
    const form = method === 'SUBMIT' ? formIn(seen.html, path) : undefined;
    for (const [name] of given)
      if (form && !form.names.has(name)) throw new Error(`${first}: the form has no field ${name}`);
    const kept = (form?.fields ?? []).filter(([name]) => !given.some(([other]) => other === name));
    const fields: Record<string, string[]> = { ...(seen.csrf && { _csrf: [seen.csrf] }) };
    for (const [name, value] of [...kept, ...given]) {
      if (form && name === '_csrf') continue;
      fields[name] = [...(fields[name] ?? []), value];
    }
    const response = await seen.browser.post(path, fields, { 'sec-fetch-site': 'same-origin', ...headers });
    const { statuses, content } = await this.#followed(alir, who, response, headers);
    const notices = content.split('\n').flatMap((line) => {
      if (/^!/.test(line)) return [line];
      return line.split(' / ').filter((field) => field.includes(' aria-invalid'));
    });
    const isShort = response.status !== 200 && notices.length > 0;
    const [title = ''] = content.split('\n');
    if (parts.length > 0) return textOf(statuses, [...notices, partsOf(content, parts)].join('\n'));
    return textOf(statuses, isShort ? notices.join('\n') : response.status === 303 ? title : content);
  }

  #seen(alir: TestAlir, who: string) {
    const seen = this.#browsers.get(who) ?? { browser: new BrowserSession(alir), csrf: '', html: '' };
    this.#browsers.set(who, seen);
    return seen;
  }

  async #signIn(alir: TestAlir, address: string, key: string): Promise<string> {
    const browser = new BrowserSession(alir);
    const response = address.includes('@')
      ? await signInByMail(browser, this.#mails ?? [], address)
      : await browser.signInWithKey(key);
    const csrf = await browser.token();
    this.#browsers.set(address.split('@')[0] ?? '', { browser, csrf, html: '' });
    return `${response.status} ${response.headers.get('location')}\n`;
  }

  /** The status of a response and of those that its redirects lead to, and the content of the last one. */
  async #followed(
    alir: TestAlir,
    who: string,
    first: Response,
    headers: Record<string, string>,
  ): Promise<{ statuses: string[]; content: string }> {
    const seen = this.#seen(alir, who);
    const statuses: string[] = [];
    let response = first;
    for (let location: string | null; ; response = await seen.browser.get(location, headers)) {
      location = response.headers.get('location');
      if (location === null) break;
      statuses.push(this.#pageMasked(alir, `${response.status} ${decodeURIComponent(location)}`));
      alir.clock.elapsed_ms += 60_000;
    }
    const type = response.headers.get('content-type') ?? '';
    const text = await response.text();
    if (!type.startsWith('text/html')) {
      const file = response.headers.get('content-disposition');
      statuses.push(this.masked([response.status, type, file].filter(Boolean).join('; ')));
      return { statuses, content: this.#pageMasked(alir, text).trimEnd() };
    }
    seen.html = text;
    seen.csrf = /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? seen.csrf;
    const title = /<title>([^<]*?)(?: · Alir)?<\/title>/.exec(text)?.[1] ?? '';
    statuses.push(this.#pageMasked(alir, `${response.status} ${title}`));
    const shown = text.replaceAll(/<input type="hidden" name="form_id"[^>]*>/g, '');
    const masked = this.#pageMasked(alir, shown).replaceAll(/<(?=\w+ \d+>)/g, '&lt;');
    const content = outlineOf(masked).replaceAll(REASON, '');
    const code = /^(?:Fields: .* \/ )?Code: (\w+) \/ Request:/m.exec(content)?.[1];
    // After the status, the title and the advice.
    const detail = /^# .*\n.*\n(?!\[)(.*)$/m.exec(content)?.[1];
    const isError = code !== undefined && who !== 'visitor';
    return { statuses, content: isError ? [code, detail].filter(Boolean).join(' ') : content };
  }

  #pageMasked(alir: TestAlir, html: string): string {
    for (const [kind, pattern] of NAMED)
      for (const { groups } of html.matchAll(pattern))
        this.nameOf(groups?.value ?? '', (groups?.kind ?? kind).replace('people', 'person'));
    let masked = this.masked(html);
    for (const [name, value] of this.values)
      if (UUID.test(value)) masked = masked.replaceAll(value.slice(0, 8), name);
    return masked
      .replaceAll(alir.stores.folders.root, 'DATA')
      .replaceAll(/\b127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(new RegExp(`(?<=\\bby )${userName()}\\b`, 'g'), 'USER');
  }
}

function textOf(statuses: readonly string[], content: string): string {
  return `${[
    ...statuses,
    ...content
      .replaceAll('\r', '')
      .split('\n')
      .map((line) => `  ${line}`),
  ].join('\n')}\n`;
}

function partsOf(content: string, texts: readonly string[]): string {
  const lines = content.split('\n');
  const shown = texts.flatMap((text) => {
    if (text === 'title') return lines.filter((line) => line.startsWith('# '));
    const found = lines.flatMap((line, first) => {
      if (!line.includes(text)) return [];
      if (!/^(?:--|##+) /.test(line)) return [line];
      const mark = line.slice(0, line.indexOf(' ') + 1);
      const length = lines
        .slice(first + 1)
        .findIndex((each) => each.startsWith(mark) || each.startsWith('-- '));
      return lines.slice(first, length === -1 ? undefined : first + 1 + length);
    });
    return found.length > 0 ? found : [`(nothing with ${text})`];
  });
  return [...new Set(shown)].join('\n');
}

/** The values that a browser sends with the form of a page that has an address. */
function formIn(html: string, action: string): Form {
  const form = [...html.matchAll(/<form\b[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(
    ([, address = '']) => decoded(address) === action,
  );
  if (form === undefined) throw new Error(`The last page has no form ${action}`);
  const fields: [string, string][] = [];
  const names = new Set<string>();
  const controls = /<input\b([^>]*)>|<(button|select|textarea)\b([^>]*)>([\s\S]*?)<\/\2>/g;
  for (const [, input, tag, others = '', content = ''] of (form[2] ?? '').matchAll(controls)) {
    const attributes = input ?? others;
    const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    const name = of('name');
    if (name === undefined) continue;
    names.add(name);
    const chosen = /<option[^>]*value="([^"]*)"[^>]* selected|<option[^>]* selected[^>]*value="([^"]*)"/.exec(
      content,
    );
    const [value] = [
      tag === 'textarea' ? content : undefined,
      tag === 'select'
        ? (chosen?.[1] ?? chosen?.[2] ?? /<option[^>]*value="([^"]*)"/.exec(content)?.[1])
        : undefined,
      of('value') ?? (/checkbox/.test(attributes) ? 'on' : ''),
    ].filter((each) => each !== undefined);
    const isSent =
      tag !== 'button' && (!/type="(?:checkbox|radio)"/.test(attributes) || /\bchecked\b/.test(attributes));
    if (isSent) fields.push([name, decoded(value ?? '')]);
  }
  return { fields, names };
}
