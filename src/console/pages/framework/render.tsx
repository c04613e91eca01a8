import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ServedDocument } from '../../../api/http/responses/document.ts';
import { HTML_TYPE } from '../../../api/http/responses/html-page.ts';
import { KeptDocuments } from '../../../api/http/responses/kept-documents.ts';
import { vary } from '../../../api/http/responses/response.ts';
import { visitorOf } from '../../sessions/visitor.ts';
import { keepChoices, type View, ViewContext, viewOf } from '../components/view.ts';

/** Scripts, styles and requests only from and to the own server; no inline script or style, no frames. */
export const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const PAGE_HEADERS = {
  'content-security-policy': CONSOLE_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** To render a page takes as long as to send several. */
const RENDER_COST = 4;

/** A page that anyone can open. */
interface OpenPage {
  /** Its path with the parameters that it uses. Others are not in its links. */
  readonly url: string;
  /** Changes with the data that the page shows. Empty for a page that stays the same until the next start. */
  readonly version?: string;
  /** The origin of the server that the page shows; without one, it shows none. */
  readonly origin?: string | undefined;
  /** May depend on nothing else of the request. */
  readonly write: (view: View) => VNode | Promise<VNode>;
}

/** Sends open pages. For visitors who are not signed in, a page is rendered once for each version, language, theme and origin. */
export class OpenPages {
  readonly #documents = new KeptDocuments();

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { url, version = '', origin = '', write }: OpenPage,
  ): Promise<FastifyReply> {
    const view = { ...viewOf(request, visitorOf(request)), url };
    const { callersFirst, anonymousLimits } = request.server;
    const render = () => {
      anonymousLimits.countWork(request, RENDER_COST);
      return callersFirst.run(async () => documentOf(view, await write(view)));
    };
    const key = [url, view.language, view.theme, origin].join(' ');
    const document = await (view.visitor === null ? this.#documents.get(key, version, render) : render());
    varyByView(reply);
    return document.send(request, reply);
  }
}

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
  varyByView(reply);
  if (status !== 200) {
    return reply
      .code(status)
      .headers(PAGE_HEADERS)
      .header('content-type', HTML_TYPE)
      .send(pageHtml(view, page));
  }
  return documentOf(view, page, reply.getHeader('cache-control') !== 'no-store').send(request, reply);
}

function documentOf(view: View, page: VNode, isStored = true): ServedDocument {
  const stored = isStored && view.visitor === null ? {} : { 'cache-control': 'no-store' };
  return new ServedDocument(HTML_TYPE, pageHtml(view, page), { ...PAGE_HEADERS, ...stored });
}

function varyByView(reply: FastifyReply): void {
  for (const name of ['Accept-Language', 'Cookie']) vary(reply, name);
}

export function pageHtml(view: View, page: VNode): string {
  return `<!doctype html>${renderToString(<ViewContext.Provider value={view}>{page}</ViewContext.Provider>)}`;
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
