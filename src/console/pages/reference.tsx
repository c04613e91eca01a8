import type { FastifyInstance } from 'fastify';
import { Page } from './layout.tsx';
import { Heading } from './notice.tsx';
import { sendPage } from './render.tsx';
import type { ViewOf } from './view.ts';

/** The OpenAPI document describes this page, with the errors of the API. */
const API_ROUTE = { units: 0, anonymous: 'page' } as const;

/** The files of the reference, which the documentation serves. */
const FILES = '/docs';

/** `GET /docs/reference`: every request of the API with its fields, examples and a form to send it. Swagger UI draws it from the OpenAPI document. */
export function referencePage(app: FastifyInstance, { showTo }: { readonly showTo: ViewOf }): void {
  app.get('/docs/reference', { config: API_ROUTE }, async (request, reply) => {
    if (/^[^?]*\/(\?|$)/.test(request.url)) return reply.redirect('../reference');
    const view = await showTo(request);
    const { docs, layout } = view.texts;
    return sendPage(
      request,
      reply,
      view,
      <Page view={view} title={layout.api_reference} active="docs">
        <link rel="stylesheet" href={`${FILES}/swagger-ui.css`} />
        <link rel="stylesheet" href={`${FILES}/style.css`} />
        <Heading title={layout.api_reference}>
          <a class="btn" href="/docs">
            {docs.all_guides}
          </a>
        </Heading>
        {view.language !== 'en' && <p class="note">{docs.all_in_english}</p>}
        <noscript>
          <p>
            {docs.needs_script} <a href="/docs#requests">{docs.requests}</a>,{' '}
            <a href="/openapi.json">{layout.openapi}</a>
          </p>
        </noscript>
        <h2 class="visually-hidden">{docs.requests}</h2>
        <div id="swagger-ui" lang="en" />
        <script src={`${FILES}/swagger-ui-bundle.js`} />
        <script type="module" src={`${FILES}/start.js`} />
      </Page>,
    );
  });
}
