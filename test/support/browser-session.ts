import type { Mail } from '../../src/network/mailer.ts';
import type { TestAlir } from './alir.ts';
import { until } from './until.ts';

/** A browser without scripts: keeps cookies, follows no redirect by itself, and sends what browsers send with forms. */
export class BrowserSession {
  readonly cookies = new Map<string, string>();
  readonly #alir: TestAlir;

  constructor(alir: TestAlir) {
    this.#alir = alir;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { headers: { accept: 'text/html', ...headers } });
  }

  /** Sends a form of a page of the server. */
  async post(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>> = {},
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<Response> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
    );
    return this.#send(path, { method: 'POST', body, headers: { accept: 'text/html', ...headers } });
  }

  /** The hidden token in the forms of a page. */
  async token(path = '/sign-in?error=none'): Promise<string> {
    return /name="_csrf" value="([^"]+)"/.exec(await (await this.get(path)).text())?.[1] ?? '';
  }

  async signInWithKey(key: string): Promise<Response> {
    return await this.post('/sign-in/key', { key });
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie !== '' && { cookie }) };
    const url = `${await this.#alir.url()}${path}`;
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** Lets a server that has not started send its e-mails into a list. */
export function mailsOf(alir: TestAlir): Mail[] {
  const mails: Mail[] = [];
  Object.assign(alir.stores, { mailer: { send: async (mail: Mail) => void mails.push(mail) } });
  return mails;
}

/** Requests a code and signs in with it. */
export async function signInByMail(browser: BrowserSession, mails: Mail[], email: string): Promise<Response> {
  const before = mails.length;
  await browser.post('/sign-in/code', { email });
  // Notices are sent meanwhile.
  const codeIn = ({ to, subject }: Mail) => (to === email ? /\b\d{8}\b/.exec(subject)?.[0] : undefined);
  const sent = () => mails.slice(before).flatMap((mail) => codeIn(mail) ?? []);
  await until('the e-mail is sent', () => sent().length > 0);
  return await browser.post('/sign-in', { email, code: sent()[0] ?? '' });
}
