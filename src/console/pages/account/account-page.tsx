import type { FastifyInstance } from 'fastify';
import { FOR_BROWSERS } from '../../../api/http/responses/html-page.ts';
import { statusOf } from '../../../core/error-codes.ts';
import { accountOf, requireAccount } from '../../sessions/visitor.ts';
import type { Texts } from '../../texts/texts.ts';
import { Notice } from '../components/notice.tsx';
import {
  type PageAnswer,
  type PageArea,
  type PageContext,
  pageRoute,
  usePageContext,
} from '../framework/page-routes.tsx';
import { TabbedPage, type TabbedPageContent } from '../framework/tabbed-page.tsx';

/** The pages of an account, in the order of the tabs. */
const TABS = ['usage', 'keys', 'billing', 'people', 'webhooks', 'saved', 'mcp'] as const;
type AccountTab = (typeof TABS)[number];

/** The tabs that a key without the scope `account` opens: the others show what the API refuses to such a key. */
const OF_EVERY_KEY: readonly AccountTab[] = ['usage', 'mcp'];

/** The pages whose path is also that of an operation of the API. */
const OPERATIONS: readonly string[] = [
  '/account/keys',
  '/account/webhooks',
  '/account/webhooks/:webhook_id',
  '/account/saved',
  '/account/saved/:saved_id',
];

export interface AccountContext extends PageContext {
  readonly account_id: string;
  /** Whether the visitor may change the account. */
  readonly isOwner: boolean;
}

export function useAccount(): AccountContext {
  return usePageContext() as AccountContext;
}

export const ACCOUNT_PAGES: PageArea<AccountContext> = {
  guard: requireAccount,

  contextOf: (context) => ({
    ...context,
    account_id: accountOf(context.request),
    isOwner: context.visitor.role === 'owner',
  }),

  doneNotice({ texts }, name) {
    const { done } = texts.account;
    return Object.hasOwn(done, name) ? { kind: 'ok', content: done[name as Done] } : null;
  },

  refusalOf({ texts: { account } }, error) {
    const { code, fields, message } = error;
    const status = statusOf(code) ?? 500;
    // What does not exist, or belongs to another account, has an error page.
    if (status === 404 || (status >= 500 && code !== 'payment_unavailable')) return null;
    const known: Readonly<Record<string, unknown>> = account.problems;
    const problems = fields.map(({ field, message: problem }) => {
      const name = field.replace(/[[.].*$/, '');
      const text = known[name];
      return [name, typeof text === 'string' ? text : problem] as const;
    });
    if (code === 'bad_key_name') problems.push(['name', account.problems.name]);
    const content = account.errors[code] ?? message;
    if (code === 'forfeit_not_confirmed') problems.push(['accept_forfeit_idr', content]);
    return {
      outcome: { kind: 'bad', title: account.failed, content, keepsForm: true },
      problems: Object.fromEntries(problems),
    };
  },
};

export type Done = keyof Texts['account']['done'];

/** Registers a page or a file of an account. @returns the page for its forms */
export function accountPage<Show extends (context: AccountContext) => PageAnswer>(
  scope: FastifyInstance,
  path: string,
  tab: AccountTab,
  show: Show,
): { readonly back: string; readonly show: Show } {
  const checked = (context: AccountContext) => {
    const { visitor, view, reply } = context;
    if (visitor.person !== null || visitor.role === 'owner' || OF_EVERY_KEY.includes(tab)) {
      return show(context);
    }
    const { key_only } = view.texts.account;
    reply.code(403);
    return (
      <AccountPage tab={tab}>
        <Notice>{key_only}</Notice>
      </AccountPage>
    );
  };
  pageRoute(scope, path, ACCOUNT_PAGES, checked, OPERATIONS.includes(path) ? FOR_BROWSERS : {});
  return { back: path, show };
}

interface AccountPageProps extends Omit<TabbedPageContent, 'title'> {
  readonly tab: AccountTab;
  /** Default: that of the tab */
  readonly title?: string;
}

export function AccountPage({ tab, title, ...content }: AccountPageProps) {
  const { view, visitor, account_id } = useAccount();
  const { tabs, navigation, of_account } = view.texts.account;
  const own = visitor.accounts.find((each) => each.account_id === account_id);
  return (
    <TabbedPage
      active="account"
      navigation={navigation}
      tabs={TABS.map((name) => ({
        href: `/account/${name}`,
        text: tabs[name],
        isCurrent: name === tab,
      }))}
      beside={
        own && (
          <a class="whose" href="/account/data">
            {of_account(own.email)}
          </a>
        )
      }
      title={title ?? tabs[tab]}
      {...content}
    />
  );
}
