import { requestOf } from '../core/request-fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Article } from './article.ts';
import type { News } from './news.ts';

const input = requestOf({});

/** GET /news: articles by source, newest first. What one caller was told, others are told for the next 30 seconds. */
export function newsEndpoint(news: News): Endpoint<Record<string, never>, unknown> {
  return {
    method: 'GET',
    path: '/news',
    input,
    units: () => 1,
    depends_on: 'time',
    answer: (): Promise<Record<string, Article[]>> => news.latest(),
  };
}
