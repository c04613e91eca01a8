import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownOrigin } from '../../../api/http/host.ts';
import { readGuides } from '../../../api/openapi/guides.ts';
import type { Reference } from '../../../api/openapi/reference.ts';
import type { Language } from '../../../core/commerce-terms.ts';
import { once } from '../../../core/once.ts';
import { textsOf } from '../../texts/texts.ts';
import { Empty } from '../components/notice.tsx';
import { OwnKeyNote } from '../components/own-key.tsx';
import { useView } from '../components/view.ts';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import { openRoute } from '../framework/page-routes.tsx';
import type { OpenPages } from '../framework/render.tsx';
import { DocsPage, EXAMPLE_ORIGIN, type GuideName, isGuide, NAMES, Parts } from './docs-page.tsx';
import { DocumentMarkdown, type Html, type RenderedGuide, renderGuide } from './guide.ts';
import { Markup } from './markup.tsx';
import { RequestsTable } from './requests-table.tsx';
import { type Hit, type Searched, searchGuides } from './search.ts';

const MAX_QUERY_CHARACTERS = 100;

/** A search takes as long as to send this many more pages. */
const SEARCH_COST = 9;

/** The group of the requests that answer no data. The list of the overview leaves it out. */
const SERVICE = 'Service';

export interface DocsServices {
  readonly pages: OpenPages;
  readonly reference: () => Reference;
}

/** `GET /docs`, with `?q=` to search, and `GET /docs/GUIDE` for each guide. The file of a guide stays at `/docs/GUIDE.md`. */
export function docsPages(app: FastifyInstance, { pages, reference }: DocsServices): void {
  const guides = new RenderedGuides();
  const requests = once(() => searchedRequests(reference()));
  openRoute(app, '/docs', async ({ request, reply, view }) => {
    if (/^[^?]*\/(\?|$)/.test(request.url)) return reply.redirect('../docs');
    const query = queryOf(request);
    if (query === '') {
      return pages.send(request, reply, {
        url: '/docs',
        write: (view) => (
          <DocsPage title={view.texts.docs.title}>
            <Overview reference={reference()} />
          </DocsPage>
        ),
      });
    }
    const { callersFirst, anonymousLimits } = request.server;
    anonymousLimits.countWork(request, SEARCH_COST);
    const hits = await callersFirst.run(async () =>
      searchGuides([...requests(), ...(await guides.all(view.language))], query),
    );
    return (
      <DocsPage title={view.texts.docs.title} query={query}>
        <Results query={query} hits={hits} />
      </DocsPage>
    );
  });
  for (const name of NAMES) {
    app.get(`/docs/${name}`, { config: PAGE_ROUTE }, async (request, reply) => {
      const origin = ownOrigin(request) ?? EXAMPLE_ORIGIN;
      return pages.send(request, reply, {
        url: `/docs/${name}`,
        origin,
        write: (view) => {
          const guide = guides.withName(name, view.language);
          const html = guide.html.replaceAll(EXAMPLE_ORIGIN, origin) as Html;
          return <GuidePage name={name} guide={{ ...guide, html }} />;
        },
      });
    });
  }
}

/** The guides as pages. Each is rendered when it is first needed: to render all of them takes longer than the start of the server. */
class RenderedGuides {
  readonly #files = once(() => readGuides().filter(({ name }) => isGuide(name)));
  readonly #rendered = new Map<string, RenderedGuide>();

  withName(name: GuideName, language: Language): RenderedGuide {
    const key = `${language} ${name}`;
    const known = this.#rendered.get(key);
    if (known) return known;
    const file = this.#files().find((each) => each.name === `${name}.md`);
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

/** The requests of the reference, each as a page with one section. */
function searchedRequests({ groups }: Reference): Searched[] {
  const { figure, layout } = textsOf('en');
  const markdown = new DocumentMarkdown(figure, isGuide);
  return groups.flatMap(({ requests }) =>
    requests.map(({ name, title, method, path, description }) => ({
      name: `reference/${name}`,
      title: layout.api_reference,
      sections: [
        {
          id: '',
          heading: title,
          depth: 1,
          text: `${method} ${path} · ${name} · ${markdown.plainText(description)}`,
        },
      ],
    })),
  );
}

function queryOf({ url }: FastifyRequest): string {
  const query = new URLSearchParams(url.split('?', 2)[1]).get('q') ?? '';
  return query.trim().slice(0, MAX_QUERY_CHARACTERS);
}

/** What each guide is for, and every request of the API. */
function Overview({ reference }: { reference: Reference }) {
  const view = useView();
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
      <RequestsTable
        id="all-requests"
        caption={view.texts.reference.free_errors}
        requests={reference.groups.flatMap(({ name, requests }) => (name === SERVICE ? [] : requests))}
      />
    </>
  );
}

function Results({ query, hits }: { query: string; hits: readonly Hit[] }) {
  const view = useView();
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

function GuidePage({ name, guide }: { name: GuideName; guide: RenderedGuide }) {
  const view = useView();
  const { docs } = view.texts;
  const aside = (
    <nav class="docs-parts" aria-label={docs.on_this_page}>
      <Parts parts={guide.sections.filter(({ depth }) => depth === 2)} lang="en" />
      <p>
        <a href={`/docs/${name}.md`}>{docs.as_markdown}</a>
      </p>
    </nav>
  );
  return (
    <DocsPage title={docs.guides[name].title} current={name} aside={aside}>
      {view.language !== 'en' && <p class="note">{docs.in_english}</p>}
      <OwnKeyNote />
      <Markup as="article" class="prose" html={guide.html} />
    </DocsPage>
  );
}
