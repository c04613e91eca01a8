import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ComponentChildren, createContext, isValidElement, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { queryOf } from '../../../api/http/requests/validation.ts';
import type { FOR_BROWSERS } from '../../../api/http/responses/html-page.ts';
import { statusOf } from '../../../core/error-codes.ts';
import { AlirError } from '../../../core/errors.ts';
import { type requireVisitor, signedIn, type Visitor, visitorOf } from '../../sessions/visitor.ts';
import { RefusedForm } from '../components/forms.tsx';
import { urlWith, type View, viewOf } from '../components/view.ts';
import { PAGE_ROUTE } from './page-config.ts';
import { sendPage } from './render.tsx';

/** The texts of a form, a query string or a path. An empty field and a repeated one have no value. */
export type Fields = Readonly<Record<string, string>>;

/** A notice at the top of a page: what a form did, or why it did nothing. */
export interface Outcome {
  readonly kind: 'ok' | 'bad' | 'info';
  readonly title?: string;
  readonly content?: ComponentChildren;
  /** Shows the form again as it was sent. */
  readonly keepsForm?: boolean;
}

interface Refusal {
  readonly outcome: Outcome;
  /** What is wrong with the value of a field, by its name. */
  readonly problems: Fields;
}

/** The request of a visitor who is signed in, for a page or a form. */
export interface PageContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly view: View;
  readonly visitor: Visitor;
  /** Who changes something, for the audit log. */
  readonly actor: string;
  readonly query: Fields;
  readonly params: Fields;
  /** What the form that was sent last did; null without one. */
  readonly outcome: Outcome | null;
  /** The form that was refused or previewed: the last part of its path. Empty if none was. */
  readonly refused: string;
  /** The fields of the refused form. */
  readonly sent: Fields;
  /** What is wrong with them. */
  readonly problems: Fields;
}

/** The request whose page contains a component. A route gives it to its page. */
export const RequestContext = createContext<PageContext | null>(null);

export function usePageContext(): PageContext {
  const context = useContext(RequestContext);
  if (context === null) throw new Error('this component is not on a page of an account or an operator');
  return context;
}

type ShowPage<Context> = (context: Context) => VNode | Promise<VNode>;

/** A page, or the reply after it sent something else. */
export type PageAnswer = VNode | FastifyReply | Promise<VNode | FastifyReply>;

/** The pages of one kind of visitor: of people with an account, or of operators. */
export interface PageArea<Context extends PageContext> {
  /** A hook: who may open the pages. */
  readonly guard: typeof requireVisitor;
  contextOf(context: PageContext): Context;
  /** The notice of `?done=NAME`; null for an unknown name. */
  doneNotice(view: View, name: string): Outcome | null;
  /** What the page of a form says after an error; null for an error that has a page of its own. */
  refusalOf(view: View, error: AlirError): Refusal | null;
}

/** Registers a page that anyone can open, and that depends on more than its address. @param show may set a status */
export function openRoute(
  pages: FastifyInstance,
  path: string,
  show: (context: Pick<PageContext, 'request' | 'reply' | 'view'>) => PageAnswer,
): void {
  pages.get(path, { config: PAGE_ROUTE }, async (request, reply) => {
    const context = { request, reply, view: viewOf(request, visitorOf(request)) };
    const page = await show(context);
    return isValidElement(page) ? sendPage(request, reply, context.view, page, reply.statusCode) : page;
  });
}

/** Registers a page, or a file. @param show may set a status */
export function pageRoute<Context extends PageContext>(
  pages: FastifyInstance,
  path: string,
  area: PageArea<Context>,
  show: (context: Context) => PageAnswer,
  constraints: Partial<typeof FOR_BROWSERS> = {},
): void {
  const options = { config: PAGE_ROUTE, preHandler: area.guard, constraints };
  pages.get(path, options, async (request, reply) => {
    const context = contextOf(area, request, reply);
    const page = await show(context);
    return isValidElement(page) ? send(context, page) : page;
  });
}

const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

/** Sends a file that the browser saves. */
export function sendFile(
  { reply }: PageContext,
  type: keyof typeof FILE_TYPES,
  { name, content }: { readonly name: string; readonly content: string },
): FastifyReply {
  return reply
    .headers({
      'content-type': FILE_TYPES[type],
      'content-disposition': `attachment; filename="${name}.${type}"`,
    })
    .send(content);
}

/** Another page, with the notice of `done`. */
interface Redirect {
  readonly to: string;
  readonly done?: string;
}

/**
 * What follows a form: the name of a notice on its page, nothing, another page, a notice that the page shows once, or a page that is
 * shown once, such as that of a new key.
 */
type FormResult<Done extends string> = Done | null | Redirect | Outcome | VNode;

export interface FormPage<Context extends PageContext> {
  /** Its path, such as `/operator/orders/:order_id`. */
  readonly back: string;
  /** It is shown again with the reason if the form is refused. */
  readonly show: ShowPage<Context>;
  /** The hook that checks who may send the form. By default it is the hook of the page. */
  readonly guard?: typeof requireVisitor;
}

export type RunForm<Context extends PageContext, Done extends string> = (
  fields: Fields,
  context: Context,
) => Promise<FormResult<Done>>;

export function formRoute<Context extends PageContext, Done extends string>(
  pages: FastifyInstance,
  path: string,
  area: PageArea<Context>,
  { back, show, guard = area.guard }: FormPage<Context>,
  run: RunForm<Context, Done>,
): void {
  pages.post(path, { config: PAGE_ROUTE, preHandler: guard }, async (request, reply) => {
    const url = withParams(back, textsIn(request.params));
    const context = contextOf(area, request, reply, url);
    const fields = textsIn(request.body);
    const refused = path.split('/').at(-1) ?? '';
    const withOutcome = (outcome: Outcome) => {
      return { ...context, outcome, ...(outcome.keepsForm && { refused, sent: fields }) };
    };
    try {
      const result = await run(fields, context);
      if (result === null || typeof result === 'string') {
        return reply.redirect(urlWith(url, { done: result }), 303);
      }
      if ('to' in result) return reply.redirect(urlWith(result.to, { done: result.done ?? null }), 303);
      if (isValidElement(result)) return send(context, result);
      const shown = withOutcome(result as Outcome);
      return send(shown, await show(shown));
    } catch (error) {
      const refusal = error instanceof AlirError ? area.refusalOf(context.view, error) : null;
      if (!(error instanceof AlirError) || refusal === null) throw error;
      const shown = { ...withOutcome(refusal.outcome), problems: refusal.problems };
      const page = await show(shown);
      reply.code(statusOf(error.code) ?? 500);
      return send(shown, page);
    }
  });
}

/** A path with its parameters, such as `/operator/orders/1f0c` for `/operator/orders/:order_id`. */
function withParams(path: string, params: Fields): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function send(context: PageContext, page: VNode): Promise<FastifyReply> {
  const { request, reply, view } = context;
  const content = (
    <RequestContext.Provider value={context}>
      <RefusedForm.Provider value={context}>{page}</RefusedForm.Provider>
    </RequestContext.Provider>
  );
  return sendPage(request, reply, view, content, reply.statusCode);
}

/** @param back the URL of the page with the form, if a form was sent */
function contextOf<Context extends PageContext>(
  area: PageArea<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
  back?: string,
): Context {
  const visitor = signedIn(request);
  const view = viewOf(request, visitor);
  const query = back === undefined ? textsIn(queryOf(request)) : {};
  return area.contextOf({
    request,
    reply,
    view: { ...view, url: urlWith(back ?? view.url, { done: null }) },
    visitor,
    actor: visitor.actor,
    query,
    params: textsIn(request.params),
    outcome: query.done === undefined ? null : area.doneNotice(view, query.done),
    refused: '',
    sent: {},
    problems: {},
  });
}

/** The fields of a form, a query string or a path that have a text. */
export function textsIn(sent: unknown): Fields {
  const fields = Object.entries((sent ?? {}) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    fields.flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** All values of a field that was sent, such as the checked boxes of one name. */
export function valuesOf({ request }: PageContext, name: string): string[] {
  const sent = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  return [sent[name]].flat().filter((value) => typeof value === 'string');
}
