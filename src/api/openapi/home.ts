import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { boundedHeader } from '../../core/accept-header.ts';
import { ServedDocument } from '../http/document.ts';
import { JSON_TYPE } from '../http/envelope.ts';
import { vary } from '../http/response.ts';

const HTML = 'text/html';

/** The page has no script and loads styles from its own server. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Links for programs, by purpose. */
const LINKS = {
  documentation: '/docs',
  openapi: '/openapi.json',
  llms: '/llms.txt',
  mcp: '/mcp',
  plans: '/billing/plans',
  usage: '/usage',
  ready: '/health/ready',
} as const;

export interface Home {
  readonly title: string;
  readonly version: string;
  /** The page, in HTML. */
  readonly page: string;
}

/** `GET /`: overview and links, as a page for browsers and as JSON for programs. */
export function homeRoute(app: FastifyInstance, { title, version, page }: Home): void {
  const about = 'Broker summary, foreign flow and market news of the Indonesia Stock Exchange (IDX)';
  const authentication = 'Send your API key as: Authorization: Bearer <API key>';
  const data = { name: title, version, about, authentication, links: LINKS };
  const json = new ServedDocument(JSON_TYPE, JSON.stringify({ success: true, data, error: null }));
  const html = new ServedDocument(`${HTML}; charset=utf-8`, page.replace('{version}', version), {
    'content-security-policy': PAGE_POLICY,
  });
  app.get('/', { config: { units: 0, anonymous: 'page' } }, (request, reply) => {
    vary(reply, 'Accept');
    const wanted = new Negotiator({ headers: { accept: boundedHeader(request.headers.accept) } }).mediaType([
      'application/json',
      HTML,
    ]);
    return (wanted === HTML ? html : json).send(request, reply);
  });
}
