import { counted } from '../words.ts';

const EXPECTED =
  'a daily trade file is text with semicolons between the cells, and its header line starts with TRX_CODE;TRX_SESS;TRX_TYPE';

/** Formats that are not those of a daily file, each with its fix. */
const FOREIGN_FORMATS_EN = {
  zip_or_xlsx: [
    'a ZIP archive or an Excel workbook (.xlsx)',
    'rename a ZIP archive to .csv.zip, or save a workbook as text',
  ],
  gzip: ['gzip data', 'rename the file to .csv.gz'],
  xls: ['an Excel workbook (.xls)', 'save the sheet as text'],
  parquet: ['a Parquet file'],
  pdf: ['a PDF document'],
  utf16: ['UTF-16 text', 'save the file as UTF-8'],
  html: ['an HTML or XML page', 'download the file again: this may be an error page or a sign-in page'],
  json: ['JSON'],
  binary: ['binary data'],
  quoted: ['text with quotation marks around its cells', 'export it without quotation marks'],
  commas: ['text with commas between the cells', 'export it with semicolons'],
  tabs: ['text with tabs between the cells', 'export it with semicolons'],
  bars: ['text with vertical bars between the cells', 'export it with semicolons'],
  no_header: ['text without the header of a daily trade file'],
} as const satisfies Readonly<Record<string, readonly [what: string, fix?: string]>>;
export type ForeignFormat = keyof typeof FOREIGN_FORMATS_EN;

/**
 * Why a daily file is rejected or held: the English texts, by code. The ledger keeps the code and the values of a reason, so that a page can
 * show it in another language. Seconds count from midnight; parts and factors are numbers, so 0.5 is 50%.
 */
export const CAUSES_EN = {
  // The file as a whole
  no_date: () =>
    'its name has no date: rename it to DTyymmdd.csv (or .csv.gz, .csv.zip), or give the date with --date YYYY-MM-DD',
  date_out_of_range: (date: string, first: string, last: string) =>
    `${date} is out of range: the date must be between ${first} and ${last}`,
  growing: () =>
    'it changed while Alir read it, so it is probably still being written: ingest it again when it is complete',
  not_a_file: () => 'it is not a file',
  absent: () => 'it does not exist',
  unreadable: (error: string) => `it cannot be read (${error}): check its permissions and its disk`,
  too_large: (bytes: number) => `it unpacks to more than ${full(bytes)} bytes`,
  wrong_ending: (ending: string) =>
    `its name ends in .${ending}, but its content is not ${ending} data: rename it with the extension of its format, such as .csv`,
  archive_damaged: (ending: string, error: string) =>
    `its ${ending} data is damaged or incomplete (${error})`,
  archive_trailing_data: () => 'it contains other data after its gzip data',
  archive_checksum: () => 'its zip data is damaged (wrong checksum)',
  archive_members: () => 'its zip archive must contain exactly one file, the daily trade file',
  foreign_format: (format: ForeignFormat) => {
    const [what, fix]: readonly [string, string?] = FOREIGN_FORMATS_EN[format];
    return `it is ${what}, but ${EXPECTED}${fix === undefined ? '' : `; ${fix}`}`;
  },
  empty: () => 'it is empty',
  no_trades: () => 'it has a header but no trades',
  lines_lost: (lines: number, rows: number) =>
    `it has ${lines} lines after the header, but only ${rows} could be read as trades: check its line breaks`,
  too_valuable: () => 'the total value of its trades is above 2^54 IDR: a volume or a price is wrong',

  // Another file beside it that describes it
  companion_unreadable: (companion: string, error: string) =>
    `it cannot be compared with ${companion} (${error}): check that both files exist and can be read`,
  companion_sha256: (companion: string) => `its SHA-256 differs from the one in ${companion}`,
  companion_without_sha256: (companion: string) => `${companion} contains no SHA-256`,
  companion_size: (bytes: number, companion: string, stated_bytes: number) =>
    `its size is ${full(bytes)} bytes, but the size in ${companion} is ${full(stated_bytes)}`,
  companion_older: (companion: string) => `it was changed after ${companion} was written`,

  // A line, a column or a cell, which the place of the cause names
  column_missing: () => 'is missing from the header',
  column_repeated: (times: number) => `appears ${times} times in the header`,
  line_cut: () => 'is the last line and does not end with a line break: the file is probably incomplete',
  line_too_long: () => 'is longer than 65,536 bytes',
  line_carriage_return: () => 'contains a carriage return in the middle of the line',
  line_nul: () => 'contains a NUL byte',
  line_blank: () => 'is blank, but is not the last line',
  line_few_cells: () => 'has fewer cells than the header',
  line_many_cells: () => 'has more cells than the header',
  line_not_utf8: () => 'is not UTF-8',
  line_unreadable: (error: string) => `could not be read: ${error}`,
  cell_trade_number: () => 'must be a trade number of 1 to 18 digits',
  cell_session: () => 'must be a session of one digit',
  cell_market: () => 'must be a market: RG, NG or TN',
  cell_broker: () => 'must be a broker code of 2 capital letters or digits',
  cell_investor: () => 'must be an investor type: I or D (domestic), A or F (foreign)',
  cell_ticker: () => 'must be a ticker of 1 to 12 capital letters, digits or dashes',
  cell_volume: () => 'must be a whole number of shares above 0, at most 15 digits',
  cell_price: () => 'must be a whole price in IDR above 0, at most 15 digits',
  cell_date: (date: string) => `must be the date of the file, ${date}`,
  cell_order: () => 'must be an order number of 1 to 18 digits',
  cell_time: () => 'must be a time of day as HHMMSS, such as 85800 for 08:58:00',
  trade_conflict: (line: string) =>
    `has the same trade number as line ${line}, but the rest of the line differs`,

  // The gate
  old_revision: (revision: number) =>
    `it has the same trades as revision ${revision}, which a later revision already replaced: publishing this old file would undo the correction`,
  fewer_than_published: (trades: number, published_trades: number, revision: number) =>
    `it has ${counted(trades, 'trade')}, fewer than 98% of the ${counted(published_trades, 'trade')} of the published revision ${revision}`,
  sides_swapped: (part: number, revision: number, part_exchanged: number) =>
    `its buyers and sellers seem to be swapped: only ${percent(part)} of its value matches the published revision ${revision}, but ${percent(part_exchanged)} matches if buyers and sellers are exchanged`,
  other_content: (part: number, revision: number) =>
    `only ${percent(part)} of its value matches the published revision ${revision} (compared by ticker, market, investor, broker and side)`,
  other_average_trade: (factor: number, revision: number) =>
    `the value of its average trade is ${times(factor)} that of the published revision ${revision}`,
  not_compared: (revision: number) =>
    `it cannot be compared with the published revision ${revision}, because files of that revision are damaged`,
  large_correction: (removed: number, part_of_value: number, added: number, revision: number) =>
    `it lacks ${counted(removed, 'trade')} (${percent(part_of_value)} of the value) of the published revision ${revision} and has ${counted(added, 'other trade')}: a correction usually changes fewer`,
  corrected_tickers: (count: number, some: string, revision: number) =>
    `the trades of ${counted(count, 'ticker')} differ too much from the published revision ${revision} for a correction (changed/published trades): ${some}`,
  corrected_brokers: (count: number, some: string, revision: number) =>
    `the trades of ${counted(count, 'broker')} differ too much from the published revision ${revision} for a correction (changed/published trades): ${some}`,
  corrected_markets: (some: string, revision: number) =>
    `trades moved between markets, or a market differs too much from the published revision ${revision} for a correction (changed/published trades): ${some}`,
  corrected_brokers_of_tickers: (count: number, some: string, revision: number) =>
    `the trades of brokers in single tickers differ too much from the published revision ${revision} for a correction, in ${counted(count, 'case')} (changed/published trades): ${some}`,
  added_repeats: (repeated: number, added: number, revision: number) =>
    `${full(repeated)} of its ${counted(added, 'added trade')} equal a trade of the published revision ${revision} except for the trade number: check that no trades are duplicated`,
  corrected_prices: (count: number, some: string, revision: number) =>
    `prices of ${counted(count, 'stock')} are outside the exchange's daily price limits, but not in the published revision ${revision}: ${some}`,
  other_order: (count: number, some: string, revision: number) =>
    `the opening or closing prices of ${counted(count, 'ticker')} differ from the published revision ${revision} although their trades are the same, because the trade numbers differ: ${some}`,
  no_regular_trades: () => 'it has no trades in the regular market (RG)',
  late_start: (first_s: number, opening_s: number) =>
    `the beginning is missing: its first regular trade is at ${timeOfDay(first_s)}, but trading opens at ${timeOfDay(opening_s)}`,
  early_end: (last_s: number, session: number) =>
    `the end is missing: its last regular trade is at ${timeOfDay(last_s)}, before the close of session ${session}`,
  few_trades: (session: number, trades: number, usual: number) =>
    `session ${session} has ${counted(trades, 'regular trade')}, fewer than half of the usual ${counted(usual, 'trade')} on the neighbouring days`,
  few_minutes: (session: number, minutes: number, usual: number) =>
    `a part is missing: session ${session} has regular trades in ${counted(minutes, 'minute')}, fewer than 80% of the usual ${counted(usual, 'minute')} on the neighbouring days`,
  no_negotiated_trades: () =>
    'it has no trades in the negotiated market (NG), but every neighbouring day has some',
  no_investors: (investors: 'foreign' | 'domestic') =>
    `it has no trades of ${investors} investors, but every neighbouring day has some`,
  trades_missing: (part: number) =>
    `trades are missing: only ${percent(part)} of the numbers from its first to its last trade number are used, but the neighbouring days use nearly all`,
  tickers_missing: (count: number, some: string) =>
    `${counted(count, 'ticker')} that trade on every neighbouring day are missing, such as ${some}`,
  brokers_missing: (count: number, some: string) =>
    `${counted(count, 'broker')} that trade on every neighbouring day are missing, such as ${some}`,
  large_tickers_missing: (some: string) =>
    `it has no trades of ${some}, but on every neighbouring day each of these tickers has at least 1% of the regular trades`,
  large_brokers_missing: (some: string) =>
    `it has no trades of ${some}, but on every neighbouring day each of these brokers has at least 1% of the trades`,
  beyond_price_limits: (count: number, some: string) =>
    `prices of ${counted(count, 'ticker')} are outside the exchange's daily price limits, measured from the previous published day, such as ${some}: check for corporate actions, such as stock splits`,
  stock_volumes: (count: number, some: string) =>
    `the volumes of ${counted(count, 'ticker')} seem to be multiplied or in another unit: they are not whole lots, or only even numbers of lots: ${some}`,
  off_price_steps: (count: number, some: string) =>
    `prices of ${counted(count, 'ticker')} are not multiples of the exchange's price step, as they are on the nearest published day, such as ${some}`,
  not_in_order: (count: number, some: string) =>
    `the trade numbers of ${counted(count, 'ticker')} are not in the order of time, such as ${some}: opening and closing prices may be wrong, or trades added`,
  broker_investors: (count: number, some: string) =>
    `the percentage of foreign investors at ${counted(count, 'broker')} is far from that of every neighbouring day, such as ${some}`,
  broker_share: (count: number, some: string) =>
    `the percentage of trades of ${counted(count, 'broker')} is much larger than on every neighbouring day: ${some}`,
  negotiated_share: (part: number) =>
    `${percent(part)} of its trades are in the negotiated market (NG), much more than on every neighbouring day`,
  unusual_average_trade: (factor: number) =>
    `the value of its average trade is ${times(factor)} that of the neighbouring days: check that volumes are in shares and prices in IDR`,
  odd_lots: (part: number) =>
    `${percent(part)} of its regular trades are not a multiple of 100 shares: check that volumes are in shares`,
  repeats: (part: number) =>
    `${percent(part)} of its trades differ from another trade only in the trade number: check that no trades are duplicated`,
  another_day: (part: number, date: string) =>
    `${percent(part)} of its regular trades are in tickers whose totals equal those of ${date}: check that it is not the file of ${date} with another date`,
};

export type CauseCode = keyof typeof CAUSES_EN;
export type CauseTexts = {
  readonly [Code in CauseCode]: (...values: Parameters<(typeof CAUSES_EN)[Code]>) => string;
};

/** What was wrong, for readers who do not see the file. */
export type CauseKind =
  | 'unreadable'
  | 'incomplete'
  | 'format'
  | 'cells'
  | 'conflict'
  | 'checksum'
  | 'correction'
  | 'missing_trades'
  | 'amounts'
  | 'repeats';

const KINDS: Readonly<Record<CauseCode, CauseKind>> = {
  not_a_file: 'unreadable',
  absent: 'unreadable',
  unreadable: 'unreadable',
  growing: 'incomplete',
  archive_damaged: 'incomplete',
  archive_trailing_data: 'incomplete',
  archive_checksum: 'incomplete',
  empty: 'incomplete',
  lines_lost: 'incomplete',
  line_cut: 'incomplete',
  no_date: 'format',
  date_out_of_range: 'format',
  too_large: 'format',
  wrong_ending: 'format',
  archive_members: 'format',
  foreign_format: 'format',
  no_trades: 'format',
  column_missing: 'format',
  column_repeated: 'format',
  line_too_long: 'format',
  line_carriage_return: 'format',
  line_nul: 'format',
  line_blank: 'format',
  line_few_cells: 'format',
  line_many_cells: 'format',
  line_not_utf8: 'format',
  line_unreadable: 'format',
  too_valuable: 'cells',
  cell_trade_number: 'cells',
  cell_session: 'cells',
  cell_market: 'cells',
  cell_broker: 'cells',
  cell_investor: 'cells',
  cell_ticker: 'cells',
  cell_volume: 'cells',
  cell_price: 'cells',
  cell_date: 'cells',
  cell_order: 'cells',
  cell_time: 'cells',
  trade_conflict: 'conflict',
  companion_unreadable: 'checksum',
  companion_sha256: 'checksum',
  companion_without_sha256: 'checksum',
  companion_size: 'checksum',
  companion_older: 'checksum',
  old_revision: 'correction',
  fewer_than_published: 'correction',
  sides_swapped: 'correction',
  other_content: 'correction',
  other_average_trade: 'correction',
  not_compared: 'correction',
  large_correction: 'correction',
  corrected_tickers: 'correction',
  corrected_brokers: 'correction',
  corrected_markets: 'correction',
  corrected_brokers_of_tickers: 'correction',
  added_repeats: 'correction',
  corrected_prices: 'correction',
  other_order: 'correction',
  no_regular_trades: 'missing_trades',
  late_start: 'missing_trades',
  early_end: 'missing_trades',
  few_trades: 'missing_trades',
  few_minutes: 'missing_trades',
  no_negotiated_trades: 'missing_trades',
  no_investors: 'missing_trades',
  trades_missing: 'missing_trades',
  tickers_missing: 'missing_trades',
  brokers_missing: 'missing_trades',
  large_tickers_missing: 'missing_trades',
  large_brokers_missing: 'missing_trades',
  beyond_price_limits: 'amounts',
  stock_volumes: 'amounts',
  off_price_steps: 'amounts',
  not_in_order: 'amounts',
  broker_investors: 'amounts',
  broker_share: 'amounts',
  negotiated_share: 'amounts',
  unusual_average_trade: 'amounts',
  odd_lots: 'amounts',
  repeats: 'repeats',
  another_day: 'repeats',
};

/** Undefined for a code of a newer version. */
export function causeKind({ code }: FileCause): CauseKind | undefined {
  return KINDS[code];
}

export interface CausePlace {
  /** From 1, with the header. */
  readonly line: number;
  /** The number of lines with this cause; `line` is the first. */
  readonly lines: number;
  readonly column: string | null;
  /** The cell, quoted. */
  readonly cell: string | null;
}

/** Why a file is rejected or held, for a reader in any language. */
export interface FileCause {
  readonly code: CauseCode;
  /** The parameters of the text. */
  readonly values: readonly (string | number)[];
  /** Absent for a cause that concerns the whole file. */
  readonly place?: CausePlace;
}

/** @param values the parameters of the text of this code */
export function cause<Code extends CauseCode>(
  code: Code,
  ...values: Parameters<(typeof CAUSES_EN)[Code]>
): FileCause {
  return { code, values };
}

/** A cause as a sentence, without its place. */
export function causeText({ code, values }: FileCause, texts: CauseTexts = CAUSES_EN): string {
  return (texts[code] as (...values: readonly (string | number)[]) => string)(...values);
}

/** `08:58:00` */
export function timeOfDay(second: number): string {
  return new Date(second * 1000).toISOString().slice(11, 19);
}

function full(number: number): string {
  return number.toLocaleString('en');
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)}%`;
}

function times(factor: number): string {
  return factor >= 1 ? `${factor.toFixed(1)} times` : `1/${(1 / factor).toFixed(1)} of`;
}
