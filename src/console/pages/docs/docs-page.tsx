import type { ComponentChildren } from 'preact';
import { useView } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';

/** The guides by reader. A guide that is not listed here has no page. */
const GROUPS = [
  { name: 'callers', guides: ['caller', 'limits', 'numbers', 'glossary'] },
  { name: 'analysts', guides: ['analysts', 'beyond-one-box'] },
  { name: 'operators', guides: ['run', 'ingest', 'sell', 'commands', 'data-protection', 'benchmarks'] },
  { name: 'rules', guides: ['contract', 'rules'] },
] as const;
export type GuideName = (typeof GROUPS)[number]['guides'][number];

/** All guides that have a page. */
export const NAMES: readonly GuideName[] = GROUPS.flatMap(({ guides }) => [...guides]);

/** The address of the service in the examples. A page shows the address that the reader uses. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:8080';

/** Whether a file of docs/ has a page. */
export function isGuide(file: string): boolean {
  return NAMES.some((name) => `${name}.md` === file);
}

interface DocsPageProps {
  readonly title: string;
  readonly query?: string;
  /** The page of the list that is open. */
  readonly current?: GuideName | 'reference';
  readonly children: ComponentChildren;
  /** Links to the parts of the page. */
  readonly aside?: ComponentChildren;
}

/** A page of the documentation: the list of guides with a search, the content, and the parts of the page. */
export function DocsPage({ title, query = '', current, children, aside }: DocsPageProps) {
  const { docs } = useView().texts;
  return (
    <Page title={title} active="docs">
      <div class="docs">
        <div class="docs-nav">
          <SearchField query={query} />
          <details>
            <summary>{docs.guides_title}</summary>
            <Guides current={current} />
          </details>
          <div class="wide">
            <Guides current={current} />
          </div>
        </div>
        <div class="docs-main">{children}</div>
        {aside}
      </div>
    </Page>
  );
}

interface PartsProps {
  readonly parts: readonly { readonly id: string; readonly heading: string }[];
  readonly lang?: string;
}

export function Parts({ parts, lang }: PartsProps) {
  const { on_this_page } = useView().texts.docs;
  return (
    <>
      <p>{on_this_page}</p>
      <ul lang={lang}>
        {parts.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function SearchField({ query }: { query: string }) {
  const { docs, layout } = useView().texts;
  return (
    <search>
      <form class="search" method="get" action="/docs">
        <input type="search" name="q" value={query} aria-label={docs.search} placeholder={docs.search} />
        <button type="submit" class="btn">
          {layout.search_button}
        </button>
      </form>
    </search>
  );
}

function Guides({ current }: { current: DocsPageProps['current'] }) {
  const { docs, layout } = useView().texts;
  return (
    <nav aria-label={docs.guides_title}>
      {GROUPS.map(({ name, guides }) => (
        <div key={name}>
          <p>{docs.groups[name]}</p>
          <ul>
            {guides.map((guide) => (
              <li key={guide}>
                <a href={`/docs/${guide}`} aria-current={guide === current ? 'page' : undefined}>
                  {docs.guides[guide].title}
                </a>
              </li>
            ))}
            {name === 'callers' && (
              <li>
                <a href="/docs/reference" aria-current={current === 'reference' ? 'page' : undefined}>
                  {layout.api_reference}
                </a>
              </li>
            )}
          </ul>
        </div>
      ))}
    </nav>
  );
}
