import type { FastifyReply, FastifyRequest } from 'fastify';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { preferredLanguage } from '../../../api/http/responses/html-page.ts';
import { LANGUAGES, type Language } from '../../../core/commerce-terms.ts';
import { localeOf, type Texts } from '../../texts/texts.ts';
import type { DateFormat } from '../../texts/written-dates.ts';
import type { NumberFormat } from '../../texts/written-numbers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    watchlist_units?: number;
  }
}

/** `auto` follows the system of the visitor. */
type Theme = 'auto' | 'light' | 'dark';

/** Who looks at a page, after sign-in. */
export interface Visitor {
  /** Null for a visitor without an account, such as an operator. */
  readonly account_id: string | null;
  readonly email: string;
  readonly isOperator: boolean;
  /** Value of the hidden field of every form that changes something. */
  readonly csrf_token: string;
}

/** How a page is shown to one visitor. */
export interface View {
  readonly language: Language;
  readonly theme: Theme;
  readonly texts: Texts;
  readonly numbers: NumberFormat;
  readonly dates: DateFormat;
  /** Path and query string of the page, for links to the same page. */
  readonly url: string;
  /** Whether the page answers a form. */
  readonly isFormAnswer: boolean;
  /** Null before sign-in. */
  readonly visitor: Visitor | null;
  /** What a view of an own watchlist costs. */
  readonly watchlist_units: number;
}

/** The view of the page that contains a component. */
export const ViewContext = createContext<View | null>(null);

export function useView(): View {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('this component is not on a page');
  return view;
}

const LANGUAGE_COOKIE = /(?:^|;\s*)alir_lang=(en|id)(?:;|$)/;
const THEME_COOKIE = /(?:^|;\s*)alir_theme=(light|dark)(?:;|$)/;
const COOKIE_END = 'Path=/; Max-Age=31536000; SameSite=Lax';

/** The language and the theme come from cookies; without one, from `Accept-Language` and the system of the visitor. */
export function viewOf(request: FastifyRequest, visitor: Visitor | null = null): View {
  const { cookie = '' } = request.headers;
  const chosen = LANGUAGE_COOKIE.exec(cookie)?.[1] as Language | undefined;
  const language = chosen ?? preferredLanguage(request.headers, LANGUAGES);
  const theme = (THEME_COOKIE.exec(cookie)?.[1] as Theme | undefined) ?? 'auto';
  return {
    language,
    theme,
    ...localeOf(language),
    url: localUrl(request.url),
    isFormAnswer: request.method === 'POST',
    visitor,
    watchlist_units: request.server.watchlist_units ?? 0,
  };
}

/** The URL of the same page with other parameters. Null removes a parameter. */
export function urlWith(url: string, changes: Readonly<Record<string, string | null>>): string {
  const [path = '/', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  const rest = parameters.toString();
  return rest === '' ? path : `${path}?${rest}`;
}

/**
 * Stores the language or the theme of `?lang=` and `?theme=` in a cookie and redirects to the page without the parameter.
 * @returns false if the URL has none of them
 */
export function keepChoices(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== 'GET' || !request.url.includes('?')) return false;
  const parameters = new URLSearchParams(request.url.split('?', 2)[1]);
  const [lang, theme] = [parameters.get('lang'), parameters.get('theme')];
  const cookies = [
    ...(lang === 'en' || lang === 'id' ? [`alir_lang=${lang}; ${COOKIE_END}`] : []),
    ...(theme === 'light' || theme === 'dark' ? [`alir_theme=${theme}; ${COOKIE_END}`] : []),
  ];
  if (cookies.length === 0) return false;
  reply
    .header('set-cookie', cookies)
    .redirect(urlWith(localUrl(request.url), { lang: null, theme: null }), 303);
  return true;
}

/** A URL with two leading slashes, or with the origin that a request to a proxy has, would lead to another host. */
function localUrl(url: string): string {
  return url.replace(/^(?:\w+:\/\/[^/]*)?[/\\]*/, '/');
}
