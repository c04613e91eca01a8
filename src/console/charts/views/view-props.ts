import type { Language } from '../../../core/commerce-terms.ts';
import type { Browser } from '../requests/answer.ts';
import type { Selection } from '../requests/requests.ts';
import type { Brokers, Day } from '../requests/rows.ts';
import type { Links } from '../tables/table-columns.ts';

/** What a page of the explorer is about. */
export type Subject =
  | {
      readonly page: 'ticker';
      readonly ticker: string;
      readonly sql: string;
      readonly pairs: boolean;
      /** Only the first pictures, beside something else. */
      readonly isPreview?: boolean;
    }
  | { readonly page: 'broker'; readonly code: string }
  | { readonly page: 'position'; readonly ticker: string; readonly code: string }
  | { readonly page: 'market'; readonly brokers: boolean }
  | { readonly page: 'news' };

/** The props of the island; JSON can carry them. */
export interface ExplorerProps {
  readonly language: Language;
  readonly subject: Subject;
  readonly selection: Selection;
  /** The trading days of the selection. */
  readonly days: readonly Day[];
  /** Trading days before the selection, for comparison. */
  readonly before: readonly Day[];
  readonly brokers: Brokers;
  /** Whether the pictures are of the sample, which has no account. */
  readonly isSample?: boolean;
  /** Of the form that shares a picture; undefined for a visitor who may not. */
  readonly token?: string | undefined;
}

export interface ViewProps<Page extends Subject['page']> extends Omit<ExplorerProps, 'language' | 'subject'> {
  readonly subject: Extract<Subject, { page: Page }>;
  readonly links: Links;
  /** The page with this selection, whose dates are fixed. */
  readonly address: string;
  readonly browser: Browser | undefined;
}
