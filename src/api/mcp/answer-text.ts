import type { AlirError } from '../../core/errors.ts';
import { groupedBy } from '../../core/grouped-by.ts';
import { counted } from '../../core/words.ts';
import { csv } from '../../formats/csv.ts';
import { type FilledColumn, rowCount } from '../../formats/table.ts';
import type { RequestContext } from '../http/admission/request-context.ts';
import type { Operation } from '../http/endpoint.ts';
import { type BodyCoverage, coverageSentence } from '../http/responses/response-coverage.ts';

/** Maximum size of the rows in the text. Each stock of a batch has an equal share. The data has all rows. */
const SHOWN_CHARACTERS = 8000;

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
  const columns = table?.fill(data);
  return [
    `${title}: ${JSON.stringify(input)}`,
    ...(columns ? [`${counted(rowCount(columns), 'row')}. Volumes are in shares, values in IDR.`] : []),
    charge,
    '',
    columns ? rowsText(columns, data) : JSON.stringify(data),
    ...(coverage ? ['', coverageSentence(coverage)] : []),
  ].join('\n');
}

/** The cost of the call and the units that remain when the response is sent. */
export async function chargeText(context: RequestContext): Promise<string> {
  const { remaining, entitlement } = await context.readQuota();
  return `Charged ${counted(context.cost, 'unit')}; ${counted(remaining, 'unit')} remaining until ${entitlement.reset_at}.`;
}

function rowsText(columns: readonly FilledColumn[], data: unknown): string {
  const [header = '', ...lines] = csv(columns).trimEnd().split('\r\n');
  const isByTicker = !Array.isArray(data) && columns[0]?.name === 'ticker';
  const tickers = isByTicker ? columns[0]?.values : undefined;
  const groups = groupedBy(lines.entries(), ([place]) => String(tickers?.[place] ?? ''));
  const shown = [...groups].flatMap(([ticker, rows]) =>
    firstAndLast(
      rows.map(([, line]) => line),
      SHOWN_CHARACTERS / groups.size,
      ticker && ` for ${ticker}`,
    ),
  );
  const empty = isByTicker ? tickersWithoutRows(data as object) : lines.length === 0 ? [''] : [];
  // Without these lines, a model would assume that a stock without rows was omitted by mistake.
  const absent = empty.map((of) => `(no rows${of && ` for ${of}`} in the published data)`);
  return [header, ...shown, ...absent].join('\n');
}

/** Returns the rows, or the first and the last of them, because rankings and series are asked for both ends. */
function firstAndLast(rows: readonly string[], characters: number, owner: string): readonly string[] {
  const size = rows.reduce((sum, row) => sum + row.length + 1, 0);
  const half = Math.max(1, Math.floor((characters / size) * (rows.length / 2)));
  if (size <= characters || rows.length <= 2 * half) return rows;
  const left_out = `(${rows.length - 2 * half} more rows${owner} are in structuredContent)`;
  return [...rows.slice(0, half), left_out, ...rows.slice(-half)];
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
