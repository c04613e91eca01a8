import type { FastifyInstance } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { queryOf } from '../../../api/http/requests/validation.ts';
import type { Signup } from '../../../core/commerce-terms.ts';
import { localPath, signInPath } from '../../sessions/local-path.ts';
import { pendingEmail } from '../../sessions/pending-email.ts';
import { Field, Form, Submit } from '../components/forms.tsx';
import { Notice } from '../components/notice.tsx';
import { OwnKeyChoice } from '../components/own-key.tsx';
import { useView, type View } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';
import { openRoute } from '../framework/page-routes.tsx';

interface Parameters {
  readonly next?: unknown;
  readonly error?: unknown;
  readonly email?: unknown;
  readonly code?: unknown;
}

/** The pages of the sign-in: an e-mail address or a key, then a code; and the page of a link. Their forms work without scripts. */
export function signInPages(
  scope: FastifyInstance,
  {
    sendsMail,
    signup,
    preview,
  }: {
    readonly sendsMail: boolean;
    readonly signup: Signup;
    /** The first pictures of the sample; null without one. */
    readonly preview: (view: View) => Promise<VNode | null>;
  },
): void {
  openRoute(scope, '/sign-in', async ({ request, reply, view }) => {
    const { next, error } = queryOf(request) as Parameters;
    if (view.visitor && error === undefined) return reply.redirect(localPath(next) ?? '/', 303);
    const texts = view.texts.sign_in;
    // A page that needs an account led here.
    const pictures = localPath(next) === null ? null : await preview(view);
    return (
      <SignInPage error={error} pictures={pictures}>
        <section class="card">
          <header>
            <h2>{texts.by_email}</h2>
          </header>
          {sendsMail ? (
            <Form action="/sign-in/code">
              <Next next={next} />
              <Field
                name="email"
                type="email"
                label={texts.email}
                hint={texts.signup[signup]}
                autocomplete="email"
                required
              />
              <Submit kind="primary">{texts.send_code}</Submit>
            </Form>
          ) : (
            <Notice>{texts.no_mail}</Notice>
          )}
        </section>
        <section class="card">
          <header>
            <h2>{texts.by_key}</h2>
          </header>
          <Form action="/sign-in/key">
            <Next next={next} />
            <Field
              name="key"
              type="password"
              label={texts.key}
              hint={texts.key_hint}
              autocomplete="off"
              required
            />
            <OwnKeyChoice isRefused={error !== undefined} />
            <Submit>{texts.sign_in}</Submit>
          </Form>
        </section>
      </SignInPage>
    );
  });

  openRoute(scope, '/sign-in/code', async ({ request, reply, view }) => {
    const { next, error } = queryOf(request) as Parameters;
    const texts = view.texts.sign_in;
    const pending = pendingEmail(request);
    if (pending === null) return reply.redirect(signInPath(next), 303);
    reply.header('cache-control', 'no-store');
    return (
      <SignInPage error={error}>
        <section class="card">
          <p>{texts.code_sent(pending.email)}</p>
          <p>{texts.code_missing}</p>
          <Form action="/sign-in">
            <Next next={next} />
            <input type="hidden" name="email" value={pending.email} />
            <Field
              name="code"
              label={texts.code}
              inputMode="numeric"
              autocomplete="one-time-code"
              maxLength={32}
              required
            />
            <Submit kind="primary">{texts.sign_in}</Submit>
          </Form>
          <p>
            <a href={signInPath(next)}>{texts.another}</a>
          </p>
        </section>
      </SignInPage>
    );
  });

  // A program that checks e-mails opens their links, so only the button signs in.
  openRoute(scope, '/sign-in/link', async ({ request, reply, view }) => {
    const { email, code, next } = queryOf(request) as Parameters;
    if (typeof email !== 'string' || typeof code !== 'string') return reply.redirect(signInPath(next), 303);
    reply.header('cache-control', 'no-store');
    const texts = view.texts.sign_in;
    return (
      <SignInPage error={undefined}>
        <section class="card">
          <p>{texts.link_for(email)}</p>
          <Form action="/sign-in">
            <Next next={next} />
            <input type="hidden" name="email" value={email} />
            <input type="hidden" name="code" value={code} />
            <Submit kind="primary">{texts.sign_in}</Submit>
          </Form>
        </section>
      </SignInPage>
    );
  });
}

function SignInPage({
  error,
  pictures = null,
  children,
}: {
  error: unknown;
  pictures?: VNode | null;
  children: ComponentChildren;
}) {
  const { title, errors } = useView().texts.sign_in;
  const known = Object.entries(errors).find(([code]) => code === error)?.[1];
  return (
    <Page title={title} scripts={pictures ? ['explorer'] : []}>
      <div class="head">
        <h1>{title}</h1>
      </div>
      {known !== undefined && <Notice kind="bad">{known}</Notice>}
      <div class="columns">{children}</div>
      {pictures}
    </Page>
  );
}

function Next({ next }: { next: unknown }) {
  const local = localPath(next);
  return local === null ? null : <input type="hidden" name="next" value={local} />;
}
