import type { AlirError } from '../../core/errors.ts';
import { counted } from '../../core/words.ts';
import { csv } from '../../formats/csv.ts';
import { type FilledColumn, rowCount, type Table } from '../../formats/table.ts';
import type { RequestContext } from '../http/admission/request-context.ts';
import type { Operation } from '../http/endpoint.ts';
import { type BodyCoverage, coverageSentence } from '../http/responses/response-coverage.ts';

/** Maximum rows in the text; in an answer about several stocks, of each one. The data has all rows. */
const SHOWN_ROWS = 20;

interface ToolAnswer {
  /** The arguments as sent. */
  readonly input: unknown;
  /** The text of chargeText, or its placeholder. */
  readonly charge: string;
  readonly data: unknown;
  /** Undefined for data that does not depend on the published days. */
  readonly coverage: BodyCoverage | undefined;
}

type ToolEndpoint = Pick<Operation, 'title' | 'table'>;

/** Formats an answer for a model: the request, its cost, and the rows as CSV, which takes half the words of JSON. */
export function answerText(
  { title, table }: ToolEndpoint,
  { input, charge, data, coverage }: ToolAnswer,
): string {
  return [
    `${title}: ${JSON.stringify(input)}`,
    ...(table ? ['Volumes are in shares, values in IDR.'] : []),
    charge,
    '',
    table ? rowsText(table, data) : JSON.stringify(data),
    ...(coverage ? ['', coverageSentence(coverage)] : []),
  ].join('\n');
}

/** The cost of the call and the units that remain when the response is sent. */
export async function chargeText(context: RequestContext): Promise<string> {
  const { remaining, entitlement } = await context.readQuota();
  return `Charged ${counted(context.cost, 'unit')}; ${counted(remaining, 'unit')} remaining until ${entitlement.reset_at}.`;
}

function rowsText(table: Table, data: unknown): string {
  const columns = table.fill(data);
  const isByTicker = !Array.isArray(data) && columns[0]?.name === 'ticker';
  const { shown, more } = firstRows(columns, isByTicker);
  const left_out = [...more].map(
    ([ticker, rows]) => `${rows} more rows${ticker && ` for ${ticker}`} are in structuredContent.`,
  );
  const empty = isByTicker ? tickersWithoutRows(data as object) : rowCount(columns) === 0 ? [''] : [];
  // Without these lines, a model would assume that a stock without rows was omitted by mistake.
  const absent = empty.map((of) => `(no rows${of && ` for ${of}`} in the published data)`);
  return [csv(shown).trimEnd(), ...left_out, ...absent].join('\n');
}

/** Returns the first rows, of each stock if the data is by ticker, and the number of the other rows. */
function firstRows(
  columns: readonly FilledColumn[],
  isByTicker: boolean,
): { shown: FilledColumn[]; more: Map<string, number> } {
  const tickers = isByTicker ? (columns[0]?.values ?? []) : [];
  const seen = new Map<string, number>();
  const indexes: number[] = [];
  for (let index = 0; index < rowCount(columns); index++) {
    const ticker = String(tickers[index] ?? '');
    const rows = (seen.get(ticker) ?? 0) + 1;
    seen.set(ticker, rows);
    if (rows <= SHOWN_ROWS) indexes.push(index);
  }
  const more = new Map(
    [...seen].flatMap(([ticker, rows]) => (rows > SHOWN_ROWS ? [[ticker, rows - SHOWN_ROWS]] : [])),
  );
  const shown = columns.map((column) => ({
    ...column,
    values: indexes.map((index) => column.values[index] ?? null),
  }));
  return { shown, more };
}

function tickersWithoutRows(data: object): string[] {
  return Object.entries(data).flatMap(([ticker, rows]) =>
    Array.isArray(rows) && rows.length === 0 ? [ticker] : [],
  );
}

/** Formats the error of a call, with the next step for the model. */
export function refusalText(error: AlirError): string {
  return `${error.message}\nNothing was charged.${nextStep(error)}`;
}

function nextStep({ code, retry_after_s }: AlirError): string {
  switch (code) {
    case 'quota_exceeded':
    case 'quota_insufficient':
      return ' get_usage is free.';
    case 'invalid_request':
      return ' Correct the arguments and call again.';
    case 'rate_limited':
      return '';
    default:
      return retry_after_s === null ? '' : ` Try again in ${retry_after_s} s.`;
  }
}
