import type { FastifyInstance } from 'fastify';
import { ownOrigin } from '../../../api/http/host.ts';
import type { Reference } from '../../../api/openapi/reference.ts';
import type { Language } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { once } from '../../../core/once.ts';
import { textsOf } from '../../texts/texts.ts';
import { useView } from '../components/view.ts';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import type { OpenPages } from '../framework/render.tsx';
import { DocsPage, EXAMPLE_ORIGIN, isGuide, Parts } from './docs-page.tsx';
import { DocumentMarkdown } from './guide.ts';
import { Markup } from './markup.tsx';
import { groupId, RequestPage } from './request-page.tsx';
import { RequestsTable } from './requests-table.tsx';

/** The OpenAPI document describes the overview, with the errors of the API. */
const API_ROUTE = { units: 0, anonymous: 'page' } as const;

export interface ReferenceServices {
  readonly pages: OpenPages;
  readonly reference: () => Reference;
}

/** `GET /docs/reference`: every request of the API. `GET /docs/reference/NAME`: one of them, with its fields, errors and examples. */
export function referencePages(app: FastifyInstance, { pages, reference }: ReferenceServices): void {
  const requests = once(() => reference().groups.flatMap((group) => group.requests));
  const markdownOf = (language: Language) => new DocumentMarkdown(textsOf(language).figure, isGuide);
  const markdown: Readonly<Record<Language, DocumentMarkdown>> = {
    en: markdownOf('en'),
    id: markdownOf('id'),
  };
  app.get('/docs/reference', { config: API_ROUTE }, async (request, reply) => {
    if (/^[^?]*\/(\?|$)/.test(request.url)) return reply.redirect('../reference');
    return pages.send(request, reply, {
      url: '/docs/reference',
      write: (view) => <ReferencePage reference={reference()} markdown={markdown[view.language]} />,
    });
  });
  app.get<{ Params: { name: string } }>(
    '/docs/reference/:name',
    { config: PAGE_ROUTE },
    async (request, reply) => {
      const documented = requests().find(({ name }) => name === request.params.name);
      if (!documented) {
        throw new AlirError('not_found', 'The API has no request with this name. /docs/reference lists all.');
      }
      const origin = ownOrigin(request) ?? EXAMPLE_ORIGIN;
      return pages.send(request, reply, {
        url: `/docs/reference/${documented.name}`,
        origin,
        write: (view) => (
          <RequestPage
            request={documented}
            group={requests().filter(({ group }) => group === documented.group)}
            markdown={markdown[view.language]}
            origin={origin}
          />
        ),
      });
    },
  );
}

function ReferencePage({ reference, markdown }: { reference: Reference; markdown: DocumentMarkdown }) {
  const view = useView();
  const { docs, layout, reference: texts } = view.texts;
  const groups = reference.groups.filter(({ requests }) => requests.length > 0);
  const aside = (
    <nav class="docs-parts" aria-label={docs.on_this_page}>
      <Parts parts={groups.map(({ name }) => ({ id: groupId(name), heading: name }))} lang="en" />
      <p>
        <a href="/openapi.json">{layout.openapi}</a>
      </p>
    </nav>
  );
  return (
    <DocsPage title={layout.api_reference} current="reference" aside={aside}>
      <h1>{layout.api_reference}</h1>
      {view.language !== 'en' && <p class="note">{texts.in_english}</p>}
      <Markup as="article" class="prose" html={markdown.blocks(reference.about)} />
      {groups.map(({ name, description, requests }) => (
        <section key={name} class="part" aria-labelledby={groupId(name)}>
          <h2 id={groupId(name)} lang="en">
            {name}
          </h2>
          <RequestsTable
            id={`${groupId(name)}-requests`}
            caption={<span lang="en">{description}</span>}
            requests={requests}
          />
        </section>
      ))}
    </DocsPage>
  );
}
