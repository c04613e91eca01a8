import type { ComponentChildren } from 'preact';
import type { Answer, Browser } from '../requests/answer.ts';
import type { ApiRequest } from '../requests/requests.ts';
import type { Day } from '../requests/rows.ts';
import type { Order, RowsColumn } from '../tables/table-columns.ts';

/** What a picture of an answer needs from its page: the request, the answer, and what is done about both. */
export interface AnsweredPicture {
  /** Of the form that shares the picture; undefined for a visitor who may not. */
  readonly token?: string | undefined;
  /** The page with this selection. */
  readonly address: string;
  readonly request: ApiRequest;
  readonly answer: Answer;
  /** The trading days of the request; none for an answer without a range. */
  readonly days: readonly Day[];
  /** Undefined on the server. */
  readonly browser: Browser | undefined;
  readonly onLoad: () => void;
  /** Adds the cost of a download. */
  readonly onCost: (units: number) => void;
}

export interface PictureProps extends AnsweredPicture {
  readonly id: string;
  readonly title: string;
  /** Unit and period of the numbers. */
  readonly note: string;
  /** What a reader can do with the picture. */
  readonly hint?: string;
  /** Columns of 12 on a wide screen. */
  readonly span: 3 | 4 | 5 | 6 | 7 | 8 | 12;
  /** Whether the answer has CSV and Parquet. */
  readonly hasFiles?: boolean;
  /** Whether an answer has nothing to draw. Default: whether it has no rows */
  readonly isEmpty?: (data: never) => boolean;
  /** In place of an empty picture whose answer has no reason. */
  readonly emptyText?: string | undefined;
  /** In place of the picture before it is loaded on request. */
  readonly invitation?: string;
  /** The columns of its table, the rows of an answer (by default the answer itself), and their order at first. */
  readonly columns?: readonly RowsColumn<never>[];
  readonly rowsOf?: (data: never) => readonly unknown[];
  readonly order?: Order;
  /** In place of a table with columns. */
  readonly table?: (data: never) => ComponentChildren;
  /** Draws an answer that is not empty. @param width in pixels */
  readonly children: (data: never, width: number) => ComponentChildren;
  readonly remark?: string | undefined;
  /** What the page says beside the picture, for the picture without its page. */
  readonly caveat?: string;
  /** Buttons that change the picture. */
  readonly switches?: ComponentChildren;
}
