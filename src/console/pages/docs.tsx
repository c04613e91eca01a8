import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { originAsked } from '../../api/http/document.ts';
import type { Operation } from '../../api/http/endpoint.ts';
import { readGuides } from '../../api/openapi/guides.ts';
import type { Language } from '../../core/commerce-terms.ts';
import { COSTS } from '../../core/units.ts';
import { textsOf } from '../texts/texts.ts';
import { type RenderedGuide, renderGuide } from './guide.ts';
import { Page } from './layout.tsx';
import { Empty } from './notice.tsx';
import { OwnKeyNote } from './own-key.tsx';
import { sendPage } from './render.tsx';
import { PAGE_ROUTE } from './route.ts';
import { type Hit, searchGuides } from './search.ts';
import type { View, ViewOf } from './view.ts';

/** The guides by reader. A guide that is not listed here has no page. */
const GROUPS = [
  { name: 'callers', guides: ['caller', 'limits', 'numbers', 'glossary'] },
  { name: 'analysts', guides: ['analysts', 'beyond-one-box'] },
  { name: 'operators', guides: ['operator', 'data-protection', 'benchmarks'] },
  { name: 'rules', guides: ['contract', 'decisions', 'rules'] },
] as const;
type GuideName = (typeof GROUPS)[number]['guides'][number];

const NAMES: readonly GuideName[] = GROUPS.flatMap(({ guides }) => [...guides]);

/** The address of the service in the guides. A page shows the address that the reader uses. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:8080';

const MAX_QUERY_CHARACTERS = 100;

export interface DocsServices {
  readonly showTo: ViewOf;
  /** The operations of the API. */
  readonly operations: readonly Operation[];
}

/** `GET /docs`, with `?q=` to search, and `GET /docs/GUIDE` for each guide. The file of a guide stays at `/docs/GUIDE.md`. */
export function docsPages(app: FastifyInstance, { showTo, operations }: DocsServices): void {
  const guides = new RenderedGuides();
  app.get('/docs', { config: PAGE_ROUTE }, async (request, reply) => {
    if (/^[^?]*\/(\?|$)/.test(request.url)) return reply.redirect('../docs');
    const view = await showTo(request);
    const query = queryOf(request);
    const { docs } = view.texts;
    const hits = query === '' ? [] : searchGuides(await guides.all(view.language), query);
    return sendPage(
      request,
      reply,
      view,
      <DocsPage view={view} title={docs.title} query={query}>
        {query === '' ? (
          <Overview view={view} operations={operations} />
        ) : (
          <Results view={view} query={query} hits={hits} />
        )}
      </DocsPage>,
    );
  });
  for (const name of NAMES) {
    app.get(`/docs/${name}`, { config: PAGE_ROUTE }, async (request, reply) => {
      const view = await showTo(request);
      const guide = guides.withName(name, view.language);
      return sendPage(
        request,
        reply,
        view,
        <GuidePage view={view} name={name} guide={withOrigin(guide, request)} />,
      );
    });
  }
}

/** The guides as pages. Each is rendered when it is first needed: to render all of them takes longer than the start of the server. */
class RenderedGuides {
  readonly #files = readGuides().filter(({ name }) => isGuide(name));
  readonly #rendered = new Map<string, RenderedGuide>();

  withName(name: GuideName, language: Language): RenderedGuide {
    const key = `${language} ${name}`;
    const known = this.#rendered.get(key);
    if (known) return known;
    const file = this.#files.find((each) => each.name === `${name}.md`);
    if (!file) throw new Error(`docs/${name}.md is missing`);
    const guide = renderGuide(file, textsOf(language).figure, isGuide);
    this.#rendered.set(key, guide);
    return guide;
  }

  async all(language: Language): Promise<RenderedGuide[]> {
    const guides: RenderedGuide[] = [];
    for (const name of NAMES) {
      guides.push(this.withName(name, language));
      // Other requests are answered between two guides.
      await setImmediate();
    }
    return guides;
  }
}

function isGuide(file: string): boolean {
  return NAMES.some((name) => `${name}.md` === file);
}

function queryOf({ url }: FastifyRequest): string {
  const query = new URLSearchParams(url.split('?', 2)[1]).get('q') ?? '';
  return query.trim().slice(0, MAX_QUERY_CHARACTERS);
}

function withOrigin(guide: RenderedGuide, request: FastifyRequest): RenderedGuide {
  const origin = originAsked(request);
  return origin === undefined ? guide : { ...guide, html: guide.html.replaceAll(EXAMPLE_ORIGIN, origin) };
}

interface DocsPageProps {
  readonly view: View;
  readonly title: string;
  readonly query?: string;
  readonly current?: GuideName;
  readonly children: ComponentChildren;
  /** Links to the parts of the page. */
  readonly aside?: ComponentChildren;
}

function DocsPage({ view, title, query = '', current, children, aside }: DocsPageProps) {
  return (
    <Page view={view} title={title} active="docs">
      <div class="docs">
        <div class="docs-nav">
          <SearchField view={view} query={query} />
          <details>
            <summary>{view.texts.docs.guides_title}</summary>
            <Guides view={view} current={current} />
          </details>
          <div class="wide">
            <Guides view={view} current={current} />
          </div>
        </div>
        <div class="docs-main">{children}</div>
        {aside}
      </div>
    </Page>
  );
}

function SearchField({ view, query }: { readonly view: View; readonly query: string }) {
  const { docs, layout } = view.texts;
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

function Guides({ view, current }: { readonly view: View; readonly current: GuideName | undefined }) {
  const { docs, layout } = view.texts;
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
                <a href="/docs/reference">{layout.api_reference}</a>
              </li>
            )}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** What each guide is for, and every request of the API. */
function Overview({ view, operations }: { readonly view: View; readonly operations: readonly Operation[] }) {
  const { docs } = view.texts;
  return (
    <>
      <h1>{docs.title}</h1>
      <p class="lead">{docs.lead}</p>
      {view.language !== 'en' && <p class="note">{docs.all_in_english}</p>}
      <ul class="guides">
        {NAMES.map((name) => (
          <li key={name}>
            <a href={`/docs/${name}`}>{docs.guides[name].title}</a>
            <span>{docs.guides[name].about}</span>
          </li>
        ))}
      </ul>
      <h2 id="requests">{docs.requests}</h2>
      <p class="note">
        {docs.requests_about} <a href="/docs/reference">{view.texts.layout.api_reference}</a>
      </p>
      <Requests view={view} operations={operations} />
    </>
  );
}

function Requests({ view, operations }: { readonly view: View; readonly operations: readonly Operation[] }) {
  const { docs } = view.texts;
  return (
    <section class="scroll" tabIndex={0} aria-labelledby="requests">
      <table class="requests stack">
        <thead>
          <tr>
            <th scope="col">{docs.request}</th>
            <th scope="col">{docs.answer}</th>
            <th scope="col">{docs.cost}</th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ name, group, method, path, title, units }) => (
            <tr key={name}>
              <th scope="row">
                <code>
                  {method} {path.replaceAll(/:(\w+)/g, '{$1}')}
                </code>
              </th>
              <td lang="en" data-title={docs.answer}>
                <a href={`/docs/reference#/${encodeURIComponent(group)}/${name}`}>{title}</a>
              </td>
              <td data-title={docs.cost}>{units === 0 ? docs.free : docs.costs[basisOf(name)]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function basisOf(name: string) {
  const costs: Readonly<Record<string, (typeof COSTS)[keyof typeof COSTS]>> = COSTS;
  return costs[name]?.basis ?? 'request';
}

function Results({
  view,
  query,
  hits,
}: {
  readonly view: View;
  readonly query: string;
  readonly hits: readonly Hit[];
}) {
  const { docs } = view.texts;
  return (
    <>
      <h1>{docs.results(query)}</h1>
      {view.language !== 'en' && <p class="note">{docs.all_in_english}</p>}
      {hits.length === 0 && <Empty title={docs.nothing_found}>{docs.nothing_found_advice}</Empty>}
      <ol class="hits" lang="en">
        {hits.map(({ guide, section, excerpt }) => (
          <li key={`${guide.name}#${section.id}`}>
            <a href={`/docs/${guide.name}${section.id === '' ? '' : `#${section.id}`}`}>{section.heading}</a>
            <span class="mute">{guide.title}</span>
            <p>{excerpt.map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part))}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

function GuidePage({
  view,
  name,
  guide,
}: {
  readonly view: View;
  readonly name: GuideName;
  readonly guide: RenderedGuide;
}) {
  const { docs } = view.texts;
  const parts = guide.sections.filter(({ depth }) => depth === 2);
  const aside = (
    <nav class="docs-parts" aria-label={docs.on_this_page}>
      <p>{docs.on_this_page}</p>
      <ul lang="en">
        {parts.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={`/docs/${name}.md`}>{docs.as_markdown}</a>
      </p>
    </nav>
  );
  return (
    <DocsPage view={view} title={docs.guides[name].title} current={name} aside={aside}>
      {view.language !== 'en' && <p class="note">{docs.in_english}</p>}
      <OwnKeyNote view={view} />
      <article class="prose" lang="en" dangerouslySetInnerHTML={{ __html: guide.html }} />
    </DocsPage>
  );
}
