import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ServedDocument } from '../../api/http/document.ts';
import { HTML_TYPE } from '../../api/http/page.ts';
import { vary } from '../../api/http/response.ts';
import { keepChoices, type View } from './view.ts';

/** Scripts, styles and requests only from and to the own server; no inline script or style, no frames. */
export const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const PAGE_HEADERS = {
  'content-security-policy': CONSOLE_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/**
 * Sends a page. Public pages have an ETag; pages of a visitor, and those that the route marks with `no-store`, are not stored.
 * @param page `<Page>` with its content
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  view: View,
  page: VNode,
  status = 200,
): Promise<FastifyReply> {
  const html = pageHtml(page);
  for (const name of ['Accept-Language', 'Cookie']) vary(reply, name);
  if (status !== 200) {
    return reply.code(status).headers(PAGE_HEADERS).header('content-type', HTML_TYPE).send(html);
  }
  const isStored = view.visitor === null && reply.getHeader('cache-control') !== 'no-store';
  const stored = isStored ? {} : { 'cache-control': 'no-store' };
  return new ServedDocument(HTML_TYPE, html, { ...PAGE_HEADERS, ...stored }).send(request, reply);
}

export function pageHtml(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`;
}

/** Registers routes of pages. `?lang=` and `?theme=` of every page set a cookie. */
export function pageRoutes(app: FastifyInstance, register: (pages: FastifyInstance) => void): void {
  void app.register(async (pages) => {
    pages.addHook('preHandler', choicesHook);
    register(pages);
  });
}

async function choicesHook(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  return keepChoices(request, reply) ? reply : undefined;
}
