import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AlirError } from '../../core/errors.ts';
import { originAsked, ServedDocument } from '../http/document.ts';
import { JSON_TYPE } from '../http/envelope.ts';
import type { ApiDescription, DocsFile } from './api-description.ts';
import { readExamples } from './examples.ts';
import { readGuides } from './guides.ts';
import { homeDocument } from './home.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';

const PAGE = new URL('../../../docs/page/', import.meta.url);
const require = createRequire(import.meta.url);

const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** The files of the page are large, and change only with the version. */
const KEPT = 'public, max-age=3600';

/**
 * Registers the documentation: the OpenAPI document, the files of a page to read and try it, guides, and texts for language models.
 * @returns the overview for programs
 */
export function docsRoutes(
  app: FastifyInstance,
  api: Omit<ApiDescription, 'examples' | 'files'>,
): ServedDocument {
  const guides = readGuides();
  const pageOnly = pageFiles();
  const files = [...guides.map(({ name, text }) => ({ name, type: MARKDOWN, content: text })), ...pageOnly];
  const document = openApiDocument({ ...api, files, examples: readExamples() });
  const config = { units: 0, anonymous: 'page' } as const;
  const serve = (path: string, type: string, content: string) => {
    const served = new ServedDocument(type, content);
    app.get(path, { config }, (request, reply) => served.send(request, reply));
  };
  const withServer = documentsByServer(document);
  app.get('/openapi.json', { config }, (request, reply) => withServer(request).send(request, reply));
  serve('/llms.txt', TEXT, llmsText(document, guides));
  serve('/llms-full.txt', TEXT, llmsFullText(document, guides));
  const kept = new Set(pageOnly.map(({ name }) => name));
  const served = new Map(
    files.map(({ name, type, content }) => [
      name,
      new ServedDocument(type, content, kept.has(name) ? { 'cache-control': KEPT } : {}),
    ]),
  );
  app.get<{ Params: { file: string } }>('/docs/:file', { config }, async (request, reply) => {
    const file = served.get(request.params.file);
    if (!file)
      throw new AlirError(
        'not_found',
        'The documentation has no file with this name. /docs lists all paths.',
      );
    return file.send(request, reply);
  });
  return homeDocument(document.info);
}

/** Maximum number of cached documents, one per server URL. Further documents are built for each request. */
const MAX_SERVERS = 16;

/**
 * Returns the OpenAPI document with the server URL of the request. A program that imports the file, such as Postman, cannot resolve a
 * relative URL.
 */
function documentsByServer(document: OpenApiDocument): (request: FastifyRequest) => ServedDocument {
  const byUrl = new Map<string, ServedDocument>();
  return (request) => {
    const url = originAsked(request) ?? '/';
    const known = byUrl.get(url);
    if (known) return known;
    const servers = document.servers.map((server) => ({ ...server, url }));
    const served = new ServedDocument(JSON_TYPE, JSON.stringify({ ...document, servers }));
    if (byUrl.size < MAX_SERVERS) byUrl.set(url, served);
    return served;
  };
}

function pageFiles(): DocsFile[] {
  return [
    { name: 'start.js', type: SCRIPT, content: ofPage('start.js') },
    { name: 'style.css', type: STYLE, content: ofPage('style.css') },
    {
      name: 'swagger-ui-bundle.js',
      type: SCRIPT,
      content: readFileSync(require.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js')),
    },
    {
      name: 'swagger-ui.css',
      type: STYLE,
      content: readFileSync(require.resolve('@fastify/swagger-ui/static/swagger-ui.css')),
    },
  ];
}

function ofPage(name: string): Buffer {
  return readFileSync(new URL(name, PAGE));
}
