import type { ComponentChildren } from 'preact';
import { VERSION } from '../../../core/package-files.ts';
import { signInPath } from '../../sessions/local-path.ts';
import { Form } from '../components/forms.tsx';
import { ButtonLink } from '../components/links.tsx';
import { urlWith, useView, type View, ViewContext } from '../components/view.ts';
import { assetUrl, importsOf } from './assets.ts';

/** The pages of the top bar. Add a page when it exists. */
const NAVIGATION = [
  { name: 'explore', href: '/explore', hasRange: true },
  { name: 'market', href: '/market', hasRange: true },
  { name: 'brief', href: '/brief', hasRange: false },
  { name: 'news', href: '/market/news', hasRange: false },
  { name: 'pricing', href: '/pricing', hasRange: false },
  { name: 'docs', href: '/docs', hasRange: false },
  { name: 'status', href: '/status', hasRange: false },
] as const;

export type ActivePage = (typeof NAVIGATION)[number]['name'] | 'account' | 'operator';

interface PageProps {
  readonly view: View;
  readonly title: string;
  readonly active?: ActivePage;
  /** Names of the islands of the page: the scripts `islands/NAME.entry.tsx`. */
  readonly scripts?: readonly string[];
  /** The parameters of the range, for the links of the top bar to pages with a range. */
  readonly range?: Readonly<Record<string, string>> | undefined;
  /** The path of the Atom feed of the page. */
  readonly feed?: string;
  readonly children: ComponentChildren;
}

/** A whole HTML document: head, top bar, content and footer. */
export function Page({ view, title, active, scripts = [], range = {}, feed, children }: PageProps) {
  const files = ['page', ...scripts].map((name) => `${name}.js`);
  return (
    <ViewContext.Provider value={view}>
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
    </ViewContext.Provider>
  );
}

function TopBar({
  active,
  range,
}: {
  active: ActivePage | undefined;
  range: Readonly<Record<string, string>>;
}) {
  const view = useView();
  const { layout } = view.texts;
  const current = (name: ActivePage) => (name === active ? 'page' : undefined);
  return (
    <header class="top">
      <a class="brand" href="/">
        <Mark />
        Alir
      </a>
      <nav aria-label={layout.main_navigation}>
        {NAVIGATION.map(({ name, href, hasRange }) => (
          <a key={name} href={hasRange ? urlWith(href, range) : href} aria-current={current(name)}>
            {layout.nav[name]}
          </a>
        ))}
        {view.visitor && view.visitor.account_id !== null && (
          <a href="/account/usage" aria-current={current('account')}>
            {layout.account}
          </a>
        )}
        {view.visitor?.isOperator && (
          <a href="/operator" aria-current={current('operator')}>
            {layout.operator}
          </a>
        )}
      </nav>
      <div class="switches">
        <ThemeSwitch />
        <a
          href={urlWith(view.url, { lang: view.language === 'en' ? 'id' : 'en' })}
          lang={view.language === 'en' ? 'id' : 'en'}
        >
          {layout.switch_language}
        </a>
        <Session />
      </div>
    </header>
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
      <span class="wide-only" title={view.visitor.email}>
        {view.visitor.email}
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
