import type { ComponentChildren } from 'preact';
import { VERSION } from '../../../core/package-files.ts';
import { signInPath } from '../../sessions/local-path.ts';
import { Form } from '../components/forms.tsx';
import { ButtonLink } from '../components/links.tsx';
import { urlWith, useView } from '../components/view.ts';
import { assetUrl, importsOf } from './assets.ts';

interface Navigation {
  readonly name: string;
  readonly href: string;
  readonly shown: readonly ('visitors' | 'account' | 'others')[];
  readonly hasRange?: true;
}

/**
 * The pages of the top bar, for whom they are shown there. The menu of an account has the other pages. `visitors` are not signed in.
 * `others` are signed in without an account, such as an operator: most pages of data need an account.
 */
const NAVIGATION = [
  { name: 'watchlist', href: '/watchlist', shown: ['account'] },
  { name: 'explore', href: '/explore', shown: ['visitors'], hasRange: true },
  { name: 'market', href: '/market', shown: ['visitors', 'account'], hasRange: true },
  { name: 'screens', href: '/screens', shown: ['account'] },
  { name: 'compare', href: '/compare', shown: ['account'], hasRange: true },
  { name: 'brief', href: '/brief', shown: ['visitors'] },
  { name: 'news', href: '/market/news', shown: ['visitors'] },
  { name: 'pricing', href: '/pricing', shown: ['visitors', 'others'] },
  { name: 'docs', href: '/docs', shown: ['visitors', 'others'] },
  { name: 'status', href: '/status', shown: ['visitors', 'others'] },
] as const satisfies readonly Navigation[];

export type ActivePage = (typeof NAVIGATION)[number]['name'] | 'account' | 'operator';

/** The accounts for an operator, with their search. */
const ACCOUNTS = '/operator/accounts';

interface PageProps {
  readonly title: string;
  readonly active?: ActivePage;
  /** Names of the islands of the page: the scripts `islands/NAME.entry.tsx`. */
  readonly scripts?: readonly string[];
  /** The parameters of the range, for the links of the top bar to pages with a range. */
  readonly range?: Readonly<Record<string, string>> | undefined;
  /** The path of the Atom feed of the page. */
  readonly feed?: string;
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A whole HTML document: head, top bar, content and footer. */
export function Page({ title, active, scripts = [], range = {}, feed, head, children }: PageProps) {
  const view = useView();
  const files = ['page', ...scripts].map((name) => `${name}.js`);
  return (
    <html
      lang={view.language}
      data-theme={view.theme === 'auto' ? undefined : view.theme}
      data-url={view.isFormAnswer ? view.url : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title === 'Alir' ? `Alir · ${view.texts.layout.tagline}` : `${title} · Alir`}</title>
        <link rel="icon" type="image/svg+xml" href={assetUrl('icon.svg')} />
        {head}
        {feed !== undefined && <link rel="alternate" type="application/atom+xml" href={feed} />}
        <link rel="stylesheet" href={assetUrl('style.css')} />
        {[...new Set(files.flatMap(importsOf))].map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {files.map((file) => (
          <script key={file} type="module" src={assetUrl(file)} />
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          {view.texts.layout.skip}
        </a>
        <TopBar active={active} range={range} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
}

function TopBar({
  active,
  range,
}: {
  active: ActivePage | undefined;
  range: Readonly<Record<string, string>>;
}) {
  const { visitor, texts, watchlist_units } = useView();
  const { layout } = texts;
  const hasAccount = visitor !== null && visitor.account_id !== null;
  const link = ({ name, href, ...page }: (typeof NAVIGATION)[number]) => (
    <a
      key={name}
      href={'hasRange' in page ? urlWith(href, range) : href}
      aria-current={name === active ? 'page' : undefined}
    >
      {layout.nav[name]}
    </a>
  );
  const who = visitor === null ? 'visitors' : hasAccount ? 'account' : 'others';
  const isInBar = ({ shown }: Navigation) => shown.includes(who);
  return (
    <header class="top">
      <a class="brand" href="/">
        <Mark />
        Alir
      </a>
      <nav aria-label={layout.main_navigation}>
        {NAVIGATION.filter(isInBar).map(link)}
        {visitor?.isOperator && (
          <a href="/operator" aria-current={active === 'operator' ? 'page' : undefined}>
            {layout.operator}
          </a>
        )}
      </nav>
      {(hasAccount || visitor?.isOperator) && <Search range={range} />}
      {hasAccount ? (
        <details class="menu">
          <summary>{layout.account}</summary>
          <div>
            <AccountLinks isCurrent={active === 'account'} />
            {NAVIGATION.filter((page) => !isInBar(page)).map(link)}
            <Switches />
            <p>{layout.units(watchlist_units)}</p>
            <Session />
          </div>
        </details>
      ) : (
        <div class="switches">
          <Switches />
          <Session />
        </div>
      )}
    </header>
  );
}

/** The search field, over which the palette opens. Without an account, an operator searches accounts. */
function Search({ range }: { range: Readonly<Record<string, string>> }) {
  const { visitor, texts } = useView();
  const { layout } = texts;
  const hasAccount = visitor?.account_id !== null;
  const palette = hasAccount ? layout.palette : { ...layout.palette, ...layout.operator_palette };
  const label = hasAccount ? layout.search : palette.title;
  const searches = [
    [layout.find_orders, '/operator/orders'],
    [layout.find_accounts, ACCOUNTS],
  ];
  return (
    <search class="search">
      <form
        method="get"
        action={hasAccount ? '/explore' : ACCOUNTS}
        data-palette={JSON.stringify(palette)}
        data-searches={visitor?.isOperator ? JSON.stringify(searches) : undefined}
      >
        <input
          type="search"
          name={hasAccount ? 'q' : 'search'}
          required
          autocomplete="off"
          aria-label={label}
          placeholder={label}
          aria-keyshortcuts="Control+K /"
        />
        <kbd>Ctrl K</kbd>
        {Object.entries(range).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
    </search>
  );
}

function AccountLinks({ isCurrent }: { isCurrent: boolean }) {
  const { tabs } = useView().texts.account;
  return Object.entries(tabs).map(([name, text]) => (
    <a key={name} href={`/account/${name}`} aria-current={isCurrent && name === 'usage' ? 'true' : undefined}>
      {text}
    </a>
  ));
}

function Switches() {
  const view = useView();
  const other = view.language === 'en' ? 'id' : 'en';
  return (
    <>
      <ThemeSwitch />
      <a href={urlWith(view.url, { lang: other })} lang={other}>
        {view.texts.layout.switch_language}
      </a>
    </>
  );
}

/** The sign-in, which leads back to the page; after it, who is signed in, and the sign-out. */
function Session() {
  const view = useView();
  const { layout } = view.texts;
  if (view.visitor === null) {
    const next = view.url.startsWith('/sign-in') ? '' : view.url;
    return <ButtonLink to={signInPath(next)}>{layout.sign_in}</ButtonLink>;
  }
  return (
    <Form action="/sign-out" class="session">
      <span title={view.visitor.email}>
        {view.visitor.account_id === null ? (
          view.visitor.email
        ) : (
          <a href="/account/data">{view.visitor.email}</a>
        )}
      </span>
      <button type="submit">{layout.sign_out}</button>
    </Form>
  );
}

/** Two links; the stylesheet shows the one that changes the theme. */
function ThemeSwitch() {
  const view = useView();
  return (
    <>
      {(['dark', 'light'] as const).map((theme) => (
        <a key={theme} class={`to-${theme}`} data-theme-to={theme} href={urlWith(view.url, { theme })}>
          {view.texts.layout[theme]}
        </a>
      ))}
    </>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 26 16" width="26" height="16" aria-hidden="true">
      <path d="M1 11c4 0 4-7 8-7s4 7 8 7 4-7 8-7" />
      <path class="echo" d="M1 15c4 0 4-7 8-7s4 7 8 7 4-7 8-7" />
    </svg>
  );
}

function Footer() {
  const { layout } = useView().texts;
  return (
    <footer class="bottom">
      <span>
        {layout.version(VERSION)} · {layout.tagline}. {layout.no_advice}
      </span>
      <span class="links">
        <a href="/docs/reference">{layout.api_reference}</a>
        <a href="/openapi.json">{layout.openapi}</a>
        <a href="/llms.txt">{layout.for_models}</a>
      </span>
    </footer>
  );
}
