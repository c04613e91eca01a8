import type { FastifyReply, FastifyRequest } from 'fastify';
import { HTML_TYPE } from '../../../api/http/responses/html-page.ts';
import { statusOf } from '../../../core/error-codes.ts';
import type { AlirError } from '../../../core/errors.ts';
import { visitorOf } from '../../sessions/visitor.ts';
import { Facts } from '../components/facts.tsx';
import { ButtonLink } from '../components/links.tsx';
import { viewOf } from '../components/view.ts';
import { Page } from './layout.tsx';
import { PAGE_HEADERS, pageHtml } from './render.tsx';

type ErrorKind = 'not_found' | 'forbidden' | 'invalid' | 'limited' | 'unavailable' | 'internal';

/** An error as a page: what is wrong, what to do, its code and the id of the request. The caller sets the status. */
export function errorPage(request: FastifyRequest, reply: FastifyReply, error: AlirError): string {
  const view = viewOf(request, visitorOf(request));
  const { errors, layout, account } = view.texts;
  const fields = error.fields.map(({ field }) => field).join(', ');
  const status = statusOf(error.code) ?? 500;
  const kind = kindOf(status);
  // Messages are in English. In another language, the page has the text of the code, which also says what to do, and the names of the fields.
  const isEnglish = view.language === 'en';
  const reason = kind === 'not_found' ? undefined : isEnglish ? error.message : account.errors[error.code];
  const { retry_after_s } = error;
  const whatToDo =
    retry_after_s === null ? errors.advice[kind] : errors.retry_after(view.numbers.full(retry_after_s));
  const texts = isEnglish ? [whatToDo, reason] : [(retry_after_s === null && reason) || whatToDo];
  const [path, query] = request.url.split('?', 2);
  reply.headers({ ...PAGE_HEADERS, 'content-type': HTML_TYPE });
  return pageHtml(
    view,
    <Page title={errors.title[kind]}>
      <div class="error">
        <p class="status">{status}</p>
        <h1>{errors.title[kind]}</h1>
        {texts.map((text) => text && <p key={text}>{text}</p>)}
        <p class="links">
          {kind === 'invalid' && query && path && request.method === 'GET' && (
            <ButtonLink to={path}>{errors.without_query}</ButtonLink>
          )}
          <ButtonLink to="/">{errors.home}</ButtonLink>
          <ButtonLink to="/docs">{layout.nav.docs}</ButtonLink>
        </p>
        <Facts
          facts={[
            ...(fields === '' ? [] : [[errors.fields, <code key="fields">{fields}</code>] as const]),
            [errors.code, <code key="code">{error.code}</code>],
            [errors.request, <code key="request">{request.id}</code>],
          ]}
        />
      </div>
    </Page>,
  );
}

function kindOf(status: number): ErrorKind {
  if (status === 404) return 'not_found';
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 429) return 'limited';
  if (status === 503) return 'unavailable';
  return status < 500 ? 'invalid' : 'internal';
}
