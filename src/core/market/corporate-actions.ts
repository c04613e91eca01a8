import { type IsoDate, isIsoDate } from '../dates.ts';
import { AlirError } from '../errors.ts';
import { exactNumber, hundredths, roundedQuotient } from '../rounding.ts';
import { TICKER } from './market.ts';

/** `rights`: its factor is the last price with the rights, divided by the theoretical price without them. */
const ACTION_KINDS = ['split', 'reverse_split', 'bonus', 'rights'] as const;

/** An event that changes the number of shares, and leaves the value of a holding as it is. */
export interface CorporateAction {
  /** The first day that is traded with the new shares. */
  readonly ex_date: IsoDate;
  readonly ticker: string;
  readonly kind: (typeof ACTION_KINDS)[number];
  /** The shares after it for `old_shares` before it. */
  readonly new_shares: number;
  readonly old_shares: number;
}

export const ADJUSTMENTS = ['none', 'splits'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

/** The corporate actions that the operator supplies. */
export interface CorporateActions {
  /** Changes when the actions change. */
  version(): number;
  /** The actions of a ticker after the day `after`, up to the day `through`, by ex-date; none if `through` is null. */
  of(ticker: string, after: IsoDate, through: IsoDate | null): readonly CorporateAction[];
  /** The tickers with such actions. */
  tickers(after: IsoDate, through: IsoDate | null): string[];
}

const HEADER = 'ex_date,ticker,kind,factor';
/** The maximum number of actions of one ticker: responses list them in a header. */
const MAX_ACTIONS = 50;
/** The maximum of a factor, and of its inverse. */
const MAX_FACTOR = 10_000;
const FACTOR = /^(\d{1,6})(?:\/(\d{1,6})|\.(\d{1,6}))?$/;

/**
 * Reads a file of corporate actions: the line `ex_date,ticker,kind,factor`, then one line per action.
 * @param subject the name of the file in messages, such as `The corporate actions in my.csv`
 * @returns the actions by ex-date
 * @throws AlirError `bad_configuration`, which names the first wrong line
 */
export function corporateActionsIn(csv: string, subject: string): CorporateAction[] {
  const [header = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r?\n/);
  const refuse = (line: number, problem: string) =>
    new AlirError('bad_configuration', `${subject}: line ${line} ${problem}.`);
  if (header.trim() !== HEADER) throw refuse(1, `must be ${HEADER}`);
  const lineOf = new Map<string, number>();
  const counts = new Map<string, number>();
  const actions = lines.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const line = index + 2;
    const action = actionIn(text);
    if (typeof action === 'string') throw refuse(line, action);
    const { ex_date, ticker, kind } = action;
    const name = `${kind} of ${ticker} on ${ex_date}`;
    const earlier = lineOf.get(name);
    if (earlier !== undefined) throw refuse(line, `repeats the ${name} of line ${earlier}`);
    lineOf.set(name, line);
    const count = (counts.get(ticker) ?? 0) + 1;
    counts.set(ticker, count);
    if (count > MAX_ACTIONS)
      throw refuse(line, `is action ${count} of ${ticker}; a ticker has at most ${MAX_ACTIONS}`);
    return [action];
  });
  return actions.toSorted((a, b) => (a.ex_date < b.ex_date ? -1 : a.ex_date > b.ex_date ? 1 : 0));
}

/** Writes actions as `corporateActionsIn` reads them. */
export function corporateActionsCsv(actions: readonly CorporateAction[]): string {
  const lines = actions.map(
    ({ ex_date, ticker, kind, new_shares, old_shares }) =>
      `${ex_date},${ticker},${kind},${new_shares}/${old_shares}`,
  );
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** @returns what is wrong with a line, for a line that is no action */
function actionIn(line: string): CorporateAction | string {
  const cells = line.split(',').map((cell) => cell.trim());
  const [ex_date = '', ticker = '', kind = '', factor = ''] = cells;
  const found = (cell: string) => `; it is ${JSON.stringify(cell.slice(0, 60))}`;
  if (cells.length !== 4) return `must have 4 cells, ${HEADER}${found(line)}`;
  if (!isIsoDate(ex_date)) return `must begin with a date as YYYY-MM-DD${found(ex_date)}`;
  if (!TICKER.test(ticker)) return `must have a ticker such as BBCA in the second cell${found(ticker)}`;
  const known = ACTION_KINDS.find((each) => each === kind);
  if (known === undefined) return `must have one of ${ACTION_KINDS.join(', ')} as its kind${found(kind)}`;
  const [, whole = '', divisor = '', decimals = ''] = FACTOR.exec(factor) ?? [];
  const new_shares = Number(whole + decimals);
  const old_shares = divisor === '' ? 10 ** decimals.length : Number(divisor);
  const ratio = new_shares / old_shares;
  if (!(ratio >= 1 / MAX_FACTOR && ratio <= MAX_FACTOR))
    return `must have a factor from 1/${MAX_FACTOR} to ${MAX_FACTOR}, as new shares for old shares such as 5/1 or 13/10, or as a decimal number${found(factor)}`;
  const isReverse = known === 'reverse_split';
  if (isReverse ? ratio >= 1 : ratio <= 1)
    return `must have a factor ${isReverse ? 'below' : 'above'} 1 for the kind ${known}: new shares for old shares${found(factor)}`;
  return { ex_date, ticker, kind: known, new_shares, old_shares };
}

/** The shares of a later day for the shares of an earlier one. Values do not change. */
export class ShareScale {
  readonly #new: bigint;
  readonly #old: bigint;

  constructor(new_shares: bigint, old_shares: bigint) {
    this.#new = new_shares;
    this.#old = old_shares;
  }

  /** Whole shares; a half is rounded up. @throws AlirError `answer_too_large` */
  volume(shares: number): number {
    if (this.#new === this.#old) return shares;
    return exactNumber(Number(roundedQuotient(BigInt(shares) * this.#new, this.#old)));
  }

  /** Two decimals; a half is rounded up. */
  price(idr: number): number {
    return this.#new === this.#old ? idr : hundredths(...this.exactPrice(BigInt(idr)));
  }

  /** A price as a dividend and a divisor, of an amount in IDR for a number of shares. */
  exactPrice(idr: bigint, shares = 1n): [dividend: bigint, divisor: bigint] {
    return [idr * this.#old, shares * this.#new];
  }

  /** The average price, from the volume before it was rounded; two decimals. 0 if the volume is 0. */
  average(value_idr: number, shares: number): number {
    return shares === 0 ? 0 : hundredths(...this.exactPrice(BigInt(value_idr), BigInt(shares)));
  }
}

/** The scale of the volumes and prices of a day. */
export type ScaleOfDay = (date: IsoDate) => ShareScale;

const ONE = new ShareScale(1n, 1n);
export const AS_TRADED: ScaleOfDay = () => ONE;

/** The scale from the shares of a day to those after all of these actions. @param actions by ex-date */
export function scaleOfDay(actions: readonly CorporateAction[]): ScaleOfDay {
  if (actions.length === 0) return AS_TRADED;
  const product = (values: readonly number[]) => values.reduce((all, each) => all * BigInt(each), 1n);
  const scales = actions.map((_, index) => {
    const later = actions.slice(index);
    return new ShareScale(
      product(later.map(({ new_shares }) => new_shares)),
      product(later.map(({ old_shares }) => old_shares)),
    );
  });
  return (date) => scales[actions.findIndex(({ ex_date }) => ex_date > date)] ?? ONE;
}

/**
 * The scale that an answer asks for: to the shares of the newest published day, so a row does not depend on the end of the range.
 * @param through the newest published day
 */
export function scaleFor(
  actions: CorporateActions,
  { adjust, ticker, from }: { readonly adjust: Adjustment; readonly ticker: string; readonly from: IsoDate },
  through: IsoDate | null,
): ScaleOfDay {
  return adjust === 'none' ? AS_TRADED : scaleOfDay(actions.of(ticker, from, through));
}

/** Such as `2026-01-19 split 5/1`. */
export function actionText({ ex_date, kind, new_shares, old_shares }: CorporateAction): string {
  return `${ex_date} ${kind} ${new_shares}/${old_shares}`;
}
