import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AlirError } from '../../core/errors.ts';
import { once } from '../../core/once.ts';
import { packageText } from '../../core/package-files.ts';
import { ownOrigin } from '../http/host.ts';
import { ServedDocument } from '../http/responses/document.ts';
import { JSON_TYPE } from '../http/responses/envelope.ts';
import { type ApiDescription, readExamples } from './api-description.ts';
import { readGuides } from './guides.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { referenceOf } from './reference.ts';

const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

/** Links for programs, by purpose. */
const LINKS = {
  documentation: '/docs',
  openapi: '/openapi.json',
  llms: '/llms.txt',
  mcp: '/mcp',
  skill: '/skill.md',
  plans: '/billing/plans',
  usage: '/usage',
  ready: '/health/ready',
} as const;

/**
 * Registers the documentation for programs: the OpenAPI document, the files of the guides, and texts for language models. All of it is made at
 * the first request for it: to make it takes longer than the start of the server. @returns the overview and the reference, for the pages
 */
export function docsRoutes(
  app: FastifyInstance,
  { sample_ticker, ...api }: Omit<ApiDescription, 'examples' | 'files'> & { readonly sample_ticker: string },
) {
  const guides = once(readGuides);
  const document = once(() =>
    openApiDocument({ ...api, files: guides().map(({ name }) => name), examples: readExamples() }),
  );
  const config = { units: 0, anonymous: 'page' } as const;
  const serve = (path: string, write: () => string, type = TEXT) => {
    const served = once(() => new ServedDocument(type, write()));
    app.get(path, { config }, (request, reply) => served().send(request, reply));
  };
  const withServer = documentsByServer(document);
  app.get('/openapi.json', { config }, (request, reply) => withServer(request).send(request, reply));
  serve('/llms.txt', () => llmsText(document(), guides(), api.tools, sample_ticker));
  serve('/llms-full.txt', () => llmsFullText(document(), guides(), api.tools));
  // OpenBB Workspace reads it at this address.
  serve('/widgets.json', () => packageText('docs/openbb/widgets.json'), JSON_TYPE);
  serve('/skill.md', () => packageText('docs/skill/alir/SKILL.md'), MARKDOWN);
  const files = once(
    () => new Map(guides().map(({ name, text }) => [name, new ServedDocument(MARKDOWN, text)])),
  );
  app.get<{ Params: { file: string } }>('/docs/:file', { config }, async (request, reply) => {
    const file = files().get(request.params.file);
    if (!file)
      throw new AlirError(
        'not_found',
        'The documentation has no file with this name. /docs lists all paths.',
      );
    return file.send(request, reply);
  });
  return { home: homeDocument(api.version), reference: once(() => referenceOf(document())) };
}

/** What `GET /` answers to programs: an overview with links. Browsers get a page. */
function homeDocument(version: string): ServedDocument {
  const about = 'Broker summary, foreign flow and market news of the Indonesia Stock Exchange (IDX)';
  const authentication = 'Send your API key as: Authorization: Bearer <API key>';
  const data = { name: 'Alir', version, about, authentication, links: LINKS };
  return new ServedDocument(JSON_TYPE, JSON.stringify({ success: true, data, error: null }));
}

/**
 * Returns the OpenAPI document with the server URL of the request. A program that imports the file, such as Postman, cannot resolve a
 * relative URL. A server has few URLs: see ownOrigin.
 */
function documentsByServer(documentOf: () => OpenApiDocument): (request: FastifyRequest) => ServedDocument {
  const byUrl = new Map<string, ServedDocument>();
  return (request) => {
    const url = ownOrigin(request) ?? '/';
    const known = byUrl.get(url);
    if (known) return known;
    const document = documentOf();
    const servers = document.servers.map((server) => ({ ...server, url }));
    const served = new ServedDocument(JSON_TYPE, JSON.stringify({ ...document, servers }));
    byUrl.set(url, served);
    return served;
  };
}
