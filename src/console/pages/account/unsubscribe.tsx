import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { queryOf } from '../../../api/http/requests/validation.ts';
import {
  isBrief,
  UNSUBSCRIBE,
  type Unsubscription,
} from '../../../commerce/accounts/notices/unsubscription.ts';
import { AlirError } from '../../../core/errors.ts';
import { visitorOf } from '../../sessions/visitor.ts';
import { Form, Submit } from '../components/forms.tsx';
import { viewOf } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import { sendPage } from '../framework/render.tsx';

/**
 * The page of the link in e-mails about alerts, and in briefs. A program that checks e-mails opens links, so only its button, or the POST of a mail program
 * (RFC 8058), stops the e-mails. The token of the link takes the place of a session.
 */
export function unsubscribePage(
  scope: FastifyInstance,
  { unsubscription }: { readonly unsubscription: Unsubscription },
): void {
  const page = async (request: FastifyRequest, reply: FastifyReply, isDone: boolean) => {
    const { token } = queryOf(request) as { readonly token?: unknown };
    const stopped = await unsubscription.stoppedBy(token);
    if (stopped === null) throw new AlirError('not_found', 'This link is incomplete, or not of this server.');
    if (isDone) await unsubscription.stop(stopped);
    const view = viewOf(request, visitorOf(request));
    const { unsubscribe: texts } = view.texts;
    reply.header('cache-control', 'no-store');
    return sendPage(
      request,
      reply,
      view,
      <Page title={texts.title}>
        <div class="head">
          <h1>{texts.title}</h1>
        </div>
        <section class="card confirmation">
          <p>{isDone ? texts.done : texts[isBrief(stopped) ? 'brief' : 'alerts']}</p>
          {!isDone && (
            <Form action={`${UNSUBSCRIBE}?${new URLSearchParams({ token: String(token) })}`}>
              <Submit kind="primary">{texts.stop}</Submit>
            </Form>
          )}
          <p>
            <a href="/account/webhooks#notices">{texts.settings}</a>
          </p>
        </section>
      </Page>,
    );
  };
  void scope.register(async (routes) => {
    // The body says nothing that the token does not say.
    routes.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, async () => ({}));
    routes.get(UNSUBSCRIBE, { config: PAGE_ROUTE }, (request, reply) => page(request, reply, false));
    routes.post(UNSUBSCRIBE, { config: { ...PAGE_ROUTE, forms: 'token' } }, (request, reply) =>
      page(request, reply, true),
    );
  });
}
