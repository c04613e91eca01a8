import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { AlirError } from '../core/errors.ts';
import { JSON_TYPE } from '../http/envelope.ts';
import type { DocsFile, Documented } from './documented.ts';
import { readExamples } from './examples.ts';
import { readGuides } from './guides.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { openApiDocument } from './openapi.ts';

const PAGE = new URL('../../docs/page/', import.meta.url);
const require = createRequire(import.meta.url);

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** The scripts of the page are large, and change with the version only. */
const KEPT = 'public, max-age=3600';

/** The page runs its own scripts, asks its own server, and no other. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What is told of the service: the OpenAPI document, a page to read and try it in, guides, and texts for language models. */
export function docsRoutes(app: FastifyInstance, documented: Omit<Documented, 'examples' | 'files'>): void {
  const guides = readGuides();
  const files = [
    ...guides.map(({ name, text }) => ({ name, type: MARKDOWN, content: text })),
    ...pageFiles(),
  ];
  const document = openApiDocument({ ...documented, files, examples: readExamples() });
  const config = { units: 0 };
  const serve = (path: string, type: string, content: string | Buffer) => {
    app.get(path, { config }, (_request, reply) => reply.header('content-type', type).send(content));
  };
  serve('/openapi.json', JSON_TYPE, JSON.stringify(document));
  serve('/llms.txt', TEXT, llmsText(document, guides));
  serve('/llms-full.txt', TEXT, llmsFullText(document, guides));
  const page = ofPage('index.html');
  app.get('/docs', { config }, (_request, reply) =>
    reply.headers({ 'content-type': HTML, 'content-security-policy': PAGE_POLICY }).send(page),
  );
  app.get<{ Params: { file: string } }>('/docs/:file', { config }, async ({ params }, reply) => {
    if (params.file === '') return reply.redirect('../docs');
    const file = files.find(({ name }) => name === params.file);
    if (!file) throw new AlirError('not_found', 'There is no such file of the documentation.');
    return reply.headers({ 'content-type': file.type, 'cache-control': KEPT }).send(file.content);
  });
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
