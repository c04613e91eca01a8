import { EARLIEST_DATE, MAX_RANGE_DAYS } from '../../../core/contract.ts';
import {
  dateOfEpochDay,
  daysInRange,
  epochDay,
  type IsoDate,
  instantOf,
  isIsoDate,
} from '../../../core/dates.ts';
import type { TradingCalendar } from '../../../core/market/calendar.ts';
import { ADJUSTMENTS, type Adjustment } from '../../../core/market/corporate-actions.ts';
import { INVESTORS, MARKETS } from '../../../core/market/market.ts';
import type { Locale } from '../../charts/locale.ts';
import type { Selection } from '../../charts/requests/requests.ts';

/** A range of the links above the pictures. */
export interface Preset {
  readonly name: 'd1' | 'd5' | 'd20' | 'quarter' | 'year';
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Earlier revisions that a page offers. */
const MAX_EARLIER = 20;

/** Longer than any holidays. */
const MAX_CLOSED_DAYS = 31;

const DEFAULT_PRESET = 'd20';
/** That of the broker summary in the API, also for foreign flow, which the API returns for ALL by default: a link from one page to the other shows the same market. */
const DEFAULT_MARKET = 'RG';

/** The ranges that end on the newest published day, counted in trading days or in months. None begins before the first published day, and none is there twice. */
export function presets(first: IsoDate, through: IsoDate, calendar: TradingCalendar): Preset[] {
  const trading = (count: number) => {
    // 4 weeks have at least 10 trading days, also around Idul Fitri.
    const since = dateOfEpochDay(epochDay(through) - 14 - 3 * count);
    return calendar.tradingDays(since, through).at(-count) ?? through;
  };
  const since = {
    d1: through,
    d5: trading(5),
    d20: trading(20),
    quarter: monthsBefore(through, 3),
    year: monthsBefore(through, 12),
  };
  const all = Object.entries(since).map(([name, from]) => ({
    name: name as Preset['name'],
    from: later(from, first),
    to: through,
  }));
  // While few days are published, the longer presets are the same range.
  return all.filter((preset, index) => all.findIndex(({ from }) => from === preset.from) === index);
}

function later(...dates: readonly IsoDate[]): IsoDate {
  return dates.toSorted().at(-1) as IsoDate;
}

/** The day after the same day some months before: with `date` a range of whole months. */
function monthsBefore(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const same = new Date(Date.UTC(year, month - 1 - months, Math.min(day, last)));
  return dateOfEpochDay(epochDay(same.toISOString().slice(0, 10)) + 1);
}

export interface SelectionResult {
  readonly selection: Selection;
  /** What is wrong with the parameters of the page, for the visitor; empty for a valid selection. */
  readonly problems: readonly string[];
  /** The nearest day with data, if the range has none because the exchange was closed. Its requests would be charged for nothing. */
  readonly nearest_day: IsoDate | null;
}

/** What decides whether a range can have data. */
export interface OpenDays {
  readonly calendar: TradingCalendar;
  /** Published days, which may be none of the calendar. */
  readonly published: readonly IsoDate[];
}

type Query = Readonly<Record<string, string>>;

/** The selection of a page's URL. Parameters that are absent or empty have the values of the default preset. */
export function selectionOf(
  query: Query,
  all: readonly Preset[],
  open: OpenDays,
  locale: Locale,
): SelectionResult {
  const preset = all.find(({ name }) => name === DEFAULT_PRESET) ?? (all.at(-1) as Preset);
  const text = (name: string, otherwise: string) => {
    return query[name]?.trim() || otherwise;
  };
  const to = text('to', preset.to);
  const from = text('from', isIsoDate(to) && to < preset.from ? to : preset.from);
  const market = text('market', DEFAULT_MARKET).toUpperCase();
  const investor = text('investor', 'all').toLowerCase();
  const known_at = text('known_at', '');
  const adjust = text('adjust', 'none').toLowerCase();
  const selection = {
    ...{ from, to, market, investor },
    ...(known_at === '' ? {} : { known_at }),
    ...(adjust === 'none' ? {} : { adjust: adjust as Adjustment }),
  };
  const problems = [...problemsOf(selection, locale)];
  const nearest_day = problems.length > 0 ? null : nearestIfClosed(selection, open);
  if (nearest_day !== null) problems.push(locale.texts.page.closed(locale.dates.long(nearest_day)));
  return { selection, problems, nearest_day };
}

/** The nearest day on which the exchange was open, the earlier one of two; null if a day of the range is one. */
function nearestIfClosed(
  { from, to }: Pick<Selection, 'from' | 'to'>,
  { calendar, published }: OpenDays,
): IsoDate | null {
  const isOpen = (date: IsoDate) => calendar.isTradingDay(date) || published.includes(date);
  if (calendar.tradingDays(from, to).length > 0 || published.some((date) => date >= from && date <= to)) {
    return null;
  }
  for (let distance = 1; distance <= MAX_CLOSED_DAYS; distance++) {
    const before = dateOfEpochDay(epochDay(from) - distance);
    const after = dateOfEpochDay(epochDay(to) + distance);
    if (before >= EARLIEST_DATE && isOpen(before)) return before;
    if (isOpen(after)) return after;
  }
  return null;
}

/** What the ledger has about a revision. */
export interface KnownRevision {
  readonly trade_date: IsoDate;
  readonly revision: number;
  readonly published_at: string | null;
  /** From when on all answers have it; null if it was replaced before. */
  readonly market_served_at: string | null;
  readonly deleted_at: string | null;
}

/** A replaced revision of a day, and the last time at which it was in all answers. */
export interface EarlierRevision extends KnownRevision {
  readonly known_at: string;
}

/** The kept revisions of the days of a range that were replaced, the newest first. @param history in the order of publication */
export function earlierRevisions(
  { from, to }: Pick<Selection, 'from' | 'to'>,
  history: readonly KnownRevision[],
): EarlierRevision[] {
  const next = new Map<IsoDate, KnownRevision>();
  const earlier: EarlierRevision[] = [];
  for (const each of history.toReversed()) {
    const { trade_date, market_served_at, deleted_at } = each;
    const replaced_at = next.get(trade_date)?.published_at;
    next.set(trade_date, each);
    if (trade_date < from || trade_date > to || !replaced_at || deleted_at !== null) continue;
    // Two revisions of one ingest are in the answers from the same time on.
    if (market_served_at === null || market_served_at >= replaced_at) continue;
    earlier.push({ ...each, known_at: new Date(Date.parse(replaced_at) - 1).toISOString() });
  }
  return earlier.slice(0, MAX_EARLIER);
}

/** The newest published day before a range, or the first one after it. @param published in order; at least one */
export function nearestPublished({ from }: Pick<Selection, 'from'>, published: readonly IsoDate[]): IsoDate {
  return published.findLast((date) => date < from) ?? (published[0] as IsoDate);
}

function* problemsOf(
  { from, to, market, investor, known_at, adjust = 'none' }: Selection,
  { texts, numbers }: Locale,
): Generator<string> {
  const { page } = texts;
  const invalid = [from, to].filter((date) => !isIsoDate(date));
  for (const date of new Set(invalid)) yield page.invalid_date(date);
  if (invalid.length === 0) {
    if (from > to) yield page.invalid_order;
    else if (daysInRange(from, to) > MAX_RANGE_DAYS) yield page.too_long(numbers.full(MAX_RANGE_DAYS));
    if (from < EARLIEST_DATE) yield page.too_early(EARLIEST_DATE);
  }
  if (known_at !== undefined && !instantOf(known_at)) yield page.invalid_choice(known_at);
  if (!Object.hasOwn(MARKETS, market)) yield page.invalid_choice(market);
  if (!Object.hasOwn(INVESTORS, investor)) yield page.invalid_choice(investor);
  if (!ADJUSTMENTS.includes(adjust)) yield page.invalid_choice(adjust);
}
