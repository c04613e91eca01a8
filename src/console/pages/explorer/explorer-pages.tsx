import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { localeOf } from '../../charts/views/explorer-app.tsx';
import { requireOwner, visitorOf } from '../../sessions/visitor.ts';
import { type View, viewOf } from '../components/view.ts';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import { Explorer, queryOf } from './explorer.tsx';
import { type Context, type ExplorerRequest, type ExplorerServices, noData } from './explorer-answers.tsx';

/** Registers the pages of the explorer. Register them in a scope with sessions. @returns the pictures of the sample */
export function explorerPages(
  pages: FastifyInstance,
  services: ExplorerServices,
): (view: View) => Promise<VNode | null> {
  const explorer = new Explorer(services);
  const route = (
    method: 'GET' | 'POST',
    url: string,
    answer: (request: ExplorerRequest) => Promise<FastifyReply>,
  ) => {
    const preHandler = method === 'GET' ? explorer.guard : requireOwner;
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const view = viewOf(request, visitorOf(request));
      const { name = '', code = '' } = request.params as { readonly name?: string; readonly code?: string };
      const locale = localeOf(view.language);
      return answer({ request, reply, view, locale, query: queryOf(request), name, code });
    };
    pages.route({ method, url, config: PAGE_ROUTE, preHandler, handler });
  };
  const withData =
    (answer: (context: Context) => Promise<FastifyReply>) => async (request: ExplorerRequest) => {
      const context = await explorer.contextOf(request);
      return context ? answer(context) : noData(request);
    };
  /** A page with pictures, and the form that shares one of them: not at the page's own path, which methods of the API can share. */
  const withPictures = (path: string, answer: (context: Context) => Promise<FastifyReply>) => {
    route('GET', path, withData(answer));
    route('POST', `${path}/share`, withData(answer));
  };
  route('GET', '/explore', withData(explorer.search));
  route('GET', '/explore/names', explorer.names);
  withPictures('/explore/:name', explorer.ticker);
  withPictures('/explore/:name/broker/:code', explorer.position);
  withPictures('/brokers/:name', explorer.broker);
  withPictures('/market', explorer.market);
  route('GET', '/market/news', explorer.news);
  return explorer.preview;
}
