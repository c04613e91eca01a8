import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { statusOf } from '../../api/http/error-statuses.ts';
import { FOR_BROWSERS } from '../../api/http/page.ts';
import { AlirError } from '../../core/errors.ts';
import { accountOf, requireAccount, requireOwner, signedIn, type Visitor } from '../sessions/visitor.ts';
import { Page } from './layout.tsx';
import { Heading, Notice } from './notice.tsx';
import { sendPage } from './render.tsx';
import { PAGE_ROUTE } from './route.ts';
import { type View, viewOf } from './view.ts';

/** The pages of an account, in the order of the tabs. */
const TABS = ['usage', 'keys', 'billing', 'people', 'webhooks', 'mcp'] as const;
export type AccountTab = (typeof TABS)[number];

/** The tabs that a key without the scope `account` opens: the others show what the API refuses to such a key. */
const OF_EVERY_KEY: readonly AccountTab[] = ['usage', 'mcp'];

/** The pages whose path is also that of an operation of the API. */
const OPERATIONS: readonly string[] = ['/account/keys', '/account/webhooks', '/account/webhooks/:webhook_id'];

/** A request of a page or a form of an account. */
export interface AccountRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly view: View;
  readonly visitor: Visitor;
  readonly account_id: string;
  /** Whether the visitor may change the account. */
  readonly isOwner: boolean;
}

/** What is wrong with a form that was sent. */
export interface Problems {
  /** What happened; empty for a form that was not sent yet. */
  readonly notice: string;
  /** By the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
}

export const NO_PROBLEMS: Problems = { notice: '', fields: {} };

/** The fields of a form that was sent. */
export class FormFields {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(body: unknown) {
    this.#fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  }

  /** The text of a field; empty if it is missing or repeated. */
  text(name: string): string {
    const value = this.#fields[name];
    return typeof value === 'string' ? value.trim() : '';
  }

  /** All values of a field, such as the checkboxes of one name. */
  list(name: string): string[] {
    const values = [this.#fields[name]].flat();
    return values.filter((value) => typeof value === 'string');
  }
}

/** Registers a page of an account. */
export function accountPage(
  scope: FastifyInstance,
  path: string,
  tab: AccountTab,
  show: (context: AccountRequest) => Promise<FastifyReply>,
): void {
  const constraints = OPERATIONS.includes(path) ? FOR_BROWSERS : {};
  scope.get(path, { config: PAGE_ROUTE, preHandler: requireAccount, constraints }, async (request, reply) => {
    const context = contextOf(request, reply);
    const { visitor, view } = context;
    if (visitor.person === null && visitor.role !== 'owner' && !OF_EVERY_KEY.includes(tab)) {
      const { account } = view.texts;
      return sendAccountPage(
        context,
        { tab, title: account.tabs[tab] },
        <Notice>{account.key_only}</Notice>,
        403,
      );
    }
    return await show(context);
  });
}

/** Registers a form that changes an account. @param hook who may send it. Default: only an owner */
export function accountForm(
  scope: FastifyInstance,
  path: string,
  act: (context: AccountRequest, form: FormFields) => Promise<FastifyReply>,
  hook: typeof requireOwner = requireOwner,
): void {
  scope.post(path, { config: PAGE_ROUTE, preHandler: hook }, async (request, reply) =>
    act(contextOf(request, reply), new FormFields(request.body)),
  );
}

function contextOf(request: FastifyRequest, reply: FastifyReply): AccountRequest {
  const visitor = signedIn(request);
  return {
    request,
    reply,
    visitor,
    view: viewOf(request, visitor),
    account_id: accountOf(request),
    isOwner: visitor.role === 'owner',
  };
}

/** Goes back to a page with a notice. @param done a name of `texts.account.done` */
export function redirected({ reply }: AccountRequest, path: string, done: string): FastifyReply {
  return reply.redirect(`${path}${path.includes('?') ? '&' : '?'}done=${done}`, 303);
}

/**
 * Does what a form asks for. A refusal that the sender can correct shows the page of the form again, with what is wrong.
 * @param retry shows the page of the form with a status
 */
export async function orCorrected(
  { view }: AccountRequest,
  act: () => Promise<FastifyReply>,
  retry: (problems: Problems, status: number) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    const status = statusOf(error.code) ?? 500;
    // What does not exist, or belongs to another account, has an error page.
    if (status === 404 || (status >= 500 && error.code !== 'payment_unavailable')) throw error;
    return await retry(problemsOf(error, view), status);
  }
}

function problemsOf({ code, fields, message }: AlirError, { texts }: View): Problems {
  const { account } = texts;
  const known: Readonly<Record<string, unknown>> = account.problems;
  const named = fields.map(({ field, message: problem }) => {
    const name = field.replace(/[[.].*$/, '');
    const text = known[name];
    return [name, typeof text === 'string' ? text : problem] as const;
  });
  if (code === 'bad_key_name') named.push(['name', account.problems.name]);
  return { notice: account.errors[code] ?? message, fields: Object.fromEntries(named) };
}

/** An error of one field, with its text in the language of the visitor. */
export function fieldProblem(field: string, message: string): AlirError {
  return new AlirError('invalid_request', `${field}: ${message}`, { fields: [{ field, message }] });
}

interface AccountPageProps {
  readonly tab: AccountTab;
  readonly title: ComponentChildren;
  readonly remark?: ComponentChildren;
  /** The title of the window, for a page whose title is not a text. */
  readonly window?: string;
  readonly problems?: Problems;
  readonly scripts?: readonly string[];
  /** The path of the page for links to it, if the page answers a form. */
  readonly url?: string;
  /** Links at the end of the line of the title. */
  readonly links?: ComponentChildren;
}

/** Sends a page of the account, with the tabs of all its pages. */
export function sendAccountPage(
  context: AccountRequest,
  { tab, title, remark, window, problems = NO_PROBLEMS, scripts = [], url, links }: AccountPageProps,
  content: ComponentChildren,
  status = 200,
): Promise<FastifyReply> {
  const { request, reply, visitor } = context;
  const view = url !== undefined && context.view.isFormAnswer ? { ...context.view, url } : context.view;
  const { account } = view.texts;
  const present = visitor.accounts.find(({ account_id }) => account_id === context.account_id);
  const page: VNode = (
    <Page view={view} title={window ?? account.tabs[tab]} active="account" scripts={scripts}>
      <div class="account-bar">
        <nav class="tabs" aria-label={account.navigation}>
          {TABS.map((each) => (
            <a key={each} href={`/account/${each}`} aria-current={each === tab ? 'page' : undefined}>
              {account.tabs[each]}
            </a>
          ))}
        </nav>
        {present && <span class="whose">{account.of_account(present.email)}</span>}
      </div>
      <Heading title={title} remark={remark}>
        {links}
      </Heading>
      <DoneNotice view={view} />
      {problems.notice !== '' && (
        <Notice kind="bad" title={account.failed}>
          {problems.notice}
        </Notice>
      )}
      {content}
    </Page>
  );
  // A page with an answer to a form, such as a new key, is not stored either.
  reply.header('cache-control', 'no-store');
  return sendPage(request, reply, view, page, status);
}

/** What a form did, after the redirect. */
function DoneNotice({ view }: { readonly view: View }) {
  const done = new URLSearchParams(view.url.split('?', 2)[1]).get('done') ?? '';
  const text = Object.entries(view.texts.account.done).find(([name]) => name === done)?.[1];
  return text === undefined ? null : <Notice kind="ok">{text}</Notice>;
}

/** For a visitor who sees a page without its forms: why. */
export function OwnersOnly({ view, isOwner }: Pick<AccountRequest, 'view' | 'isOwner'>) {
  return isOwner ? null : <p class="note">{view.texts.account.owners_only}</p>;
}

/** A card with a title. */
export function Card({
  title,
  about,
  span,
  id,
  children,
  footer,
}: {
  readonly title: ComponentChildren;
  readonly about?: ComponentChildren;
  readonly span?: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12;
  readonly id?: string;
  readonly children: ComponentChildren;
  readonly footer?: ComponentChildren;
}) {
  return (
    <section class={`card c${span ?? 12}`} id={id}>
      <header>
        <h2>{title}</h2>
        {about !== undefined && <p>{about}</p>}
      </header>
      {children}
      {footer !== undefined && <footer>{footer}</footer>}
    </section>
  );
}

/** The card of a question. */
export function Confirmation({ children }: { readonly children: ComponentChildren }) {
  return <section class="card confirmation">{children}</section>;
}
