import type { ComponentChildren } from 'preact';
import { Heading, Notice } from '../components/notice.tsx';
import { type ActivePage, Page } from './layout.tsx';
import { type Outcome, usePageContext } from './page-routes.tsx';

/** The content of a page with tabs, as its own file gives it. */
export interface TabbedPageContent {
  /** The title of the window. */
  readonly title: string;
  /** The title on the page, if it is not the same text. */
  readonly heading?: ComponentChildren;
  readonly remark?: ComponentChildren;
  /** Links at the end of the line of the title. */
  readonly links?: ComponentChildren;
  readonly scripts?: readonly string[];
  /** Default: what the last form did */
  readonly outcome?: Outcome;
  readonly children: ComponentChildren;
}

interface TabbedPageProps extends TabbedPageContent {
  readonly active: ActivePage;
  /** What the tabs are. */
  readonly navigation?: string;
  readonly tabs?: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[];
  /** At the end of the line of the tabs. */
  readonly beside?: ComponentChildren;
}

/** A page with forms of an account or of the operator: its tabs, its title, and what the last form did. */
export function TabbedPage({
  active,
  navigation,
  tabs,
  beside,
  title,
  heading = title,
  remark,
  links,
  scripts = [],
  children,
  outcome: given,
}: TabbedPageProps) {
  const ofForm = usePageContext().outcome;
  const outcome = given ?? ofForm;
  return (
    <Page title={title} active={active} scripts={scripts}>
      {tabs && (
        <div class="account-bar">
          <nav class="tabs" aria-label={navigation}>
            {tabs.map(({ href, text, isCurrent }) => (
              <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
                {text}
              </a>
            ))}
          </nav>
          {beside}
        </div>
      )}
      <Heading title={heading} remark={remark}>
        {links}
      </Heading>
      {outcome && (
        <Notice kind={outcome.kind} {...(outcome.title !== undefined && { title: outcome.title })}>
          {outcome.content}
        </Notice>
      )}
      {children}
    </Page>
  );
}
