import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '../../../api/endpoints/admin/admin.ts';
import { statusOf } from '../../../core/error-codes.ts';
import { requireOperator } from '../../sessions/visitor.ts';
import type { OperatorTexts } from '../../texts/operator.ts';
import {
  type FormPage,
  formRoute,
  type PageAnswer,
  type PageArea,
  type PageContext,
  pageRoute,
  type RunForm,
  sendFile,
  usePageContext,
} from '../framework/page-routes.tsx';
import { TabbedPage, type TabbedPageContent } from '../framework/tabbed-page.tsx';

export interface OperatorContext extends PageContext {
  readonly texts: OperatorTexts;
}

export type Done = keyof OperatorTexts['done'];

export function useOperator(): OperatorContext {
  return usePageContext() as OperatorContext;
}

const OPERATOR_PAGES: PageArea<OperatorContext> = {
  guard: requireOperator,

  contextOf: (context) => ({ ...context, texts: context.view.texts.operator }),

  doneNotice({ texts, language }, name) {
    const { done } = texts.operator;
    if (Object.hasOwn(done, name)) return { kind: 'ok', title: done[name as Done] };
    const title = OPERATIONS.find(({ command }) => command === name)?.texts?.[language].done;
    return title === undefined ? null : { kind: 'ok', title };
  },

  refusalOf({ language, texts }, { code, message }) {
    if ((statusOf(code) ?? 500) >= 500) return null;
    // A double click sends a form twice.
    if (code === 'already_done' || code === 'idempotency_conflict')
      return { outcome: { kind: 'info', title: texts.operator.sent_twice }, problems: {} };
    // Only the English message has the details.
    const content = (
      <>
        {language !== 'en' && texts.account.errors[code]} <span lang="en">{message}</span>
      </>
    );
    const outcome = { kind: 'bad', title: texts.operator.not_done, content, keepsForm: true } as const;
    return { outcome, problems: {} };
  },
};

/** Registers a page for operators. @returns the page for its forms */
export function operatorPage<Show extends (context: OperatorContext) => PageAnswer>(
  pages: FastifyInstance,
  path: string,
  show: Show,
): { readonly back: string; readonly show: Show } {
  pageRoute(pages, path, OPERATOR_PAGES, show);
  return { back: path, show };
}

/** Registers a file for operators, such as a table as CSV. */
export function operatorFile(
  pages: FastifyInstance,
  path: string,
  type: 'csv' | 'json',
  file: (context: OperatorContext) => Promise<{ readonly name: string; readonly content: string }>,
): void {
  pageRoute(pages, path, OPERATOR_PAGES, async (context) => sendFile(context, type, await file(context)));
}

export function operatorForm(
  pages: FastifyInstance,
  path: string,
  page: OperatorFormPage,
  run: RunForm<OperatorContext, string>,
): void {
  formRoute(pages, path, OPERATOR_PAGES, page, run);
}

export type OperatorFormPage = FormPage<OperatorContext>;

const SECTIONS = [
  ['today', '/operator'],
  ['days', '/operator/days'],
  ['accounts', '/operator/accounts'],
  ['orders', '/operator/orders'],
  ['offers', '/operator/offers'],
  ['revenue', '/operator/revenue'],
  ['incidents', '/operator/incidents'],
  ['audit', '/operator/audit'],
] as const;

interface OperatorPageProps extends Omit<TabbedPageContent, 'heading' | 'title'> {
  /** Default: the name of the section. */
  readonly title?: string;
  readonly section: (typeof SECTIONS)[number][0];
}

export function OperatorPage({ section, title, ...content }: OperatorPageProps) {
  const { view, texts } = useOperator();
  const { nav } = texts;
  const heading = title ?? nav[section];
  return (
    <TabbedPage
      active="operator"
      scripts={['refresh']}
      navigation={view.texts.layout.operator}
      tabs={SECTIONS.map(([name, href]) => ({ href, text: nav[name], isCurrent: name === section }))}
      title={heading}
      heading={<Breakable text={heading} />}
      {...content}
    />
  );
}

/** A long e-mail address breaks before its `@`. */
function Breakable({ text }: { text: string }) {
  const [first, ...rest] = text.split('@');
  return (
    <>
      {first}
      {rest.map((part) => (
        <>
          <wbr />@{part}
        </>
      ))}
    </>
  );
}
