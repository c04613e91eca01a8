import { type IsoDate, isIsoDate } from '../../../core/dates.ts';
import { MEASURES } from '../../../core/market/measure-list.ts';
import {
  COMPARISONS,
  type Comparison,
  type Condition,
  DEFAULT_ADJUST,
  DEFAULT_ROWS,
  daysBeforeOf,
  type Limit,
  measuresOf,
  type Screen,
  type Term,
} from './screen.ts';

/**
 * The SQL of a screen, for a view of `alir sql`. Only names of the closed list, dates and finite numbers are written into it:
 * no text of a caller becomes SQL.
 * @param days the published days, by how many days before the day of the screen they are
 * @throws Error for an unknown measure, an invalid date or a number that is not finite; validation rejects them first
 */
export function screenSql(screen: Screen, days: ReadonlyMap<number, IsoDate>): string {
  const dateOf = (days_before: number) => dateSql(days.get(days_before));
  const view = viewOf(screen);
  const columns = [
    'day.trade_date AS date',
    'day.ticker',
    ...measuresOf(screen).map((name) => columnSql({ measure: name })),
  ];
  const joins = daysBeforeOf(screen)
    .slice(1)
    .map((before) => {
      const alias = aliasOf(before);
      return `LEFT JOIN ${view} AS ${alias} ON ${alias}.ticker = day.ticker AND ${alias}.trade_date = ${dateOf(before)}`;
    });
  const { where, sort, limit = DEFAULT_ROWS } = screen;
  const order = sort ? `${columnSql(sort)} ${sort.direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST, ` : '';
  return [
    `SELECT ${columns.join(', ')}`,
    `FROM ${view} AS day`,
    ...joins,
    `WHERE day.trade_date = ${dateOf(0)}`,
    ...(where?.and ?? (where ? [where] : [])).map((each) => `  AND ${innerSql(each, { view, dateOf })}`),
    `ORDER BY ${order}day.ticker`,
    `LIMIT ${numberSql(limit)}`,
  ].join('\n');
}

/** The view of `alir sql` that a screen reads. */
export function viewOf({ adjust = DEFAULT_ADJUST }: Screen): string {
  return adjust === 'none' ? 'measures' : 'measures_adjusted';
}

interface Source {
  readonly view: string;
  readonly dateOf: (days_before: number) => string;
}

/** A condition as a part of another one. */
function innerSql(condition: Condition, source: Source): string {
  const text = conditionSql(condition, source);
  return condition.and || condition.or ? `(${text})` : text;
}

function conditionSql(condition: Condition, source: Source): string {
  const each = (inner: Condition) => innerSql(inner, source);
  const { and, or, not, measure, between, top } = condition;
  if (and) return and.map(each).join(' AND ');
  if (or) return or.map(each).join(' OR ');
  if (not) return `NOT (${conditionSql(not, source)})`;
  const term = { measure: measure ?? '', days_before: condition.days_before };
  const value = columnSql(term);
  if (between) return `${value} BETWEEN ${between.map(limitSql).join(' AND ')}`;
  if (top !== undefined)
    return `CASE WHEN ${value} IS NOT NULL THEN day.ticker IN (${topSql(term, top, source)}) END`;
  for (const [comparison, sign] of Object.entries(COMPARISONS)) {
    const limit = condition[comparison as Comparison];
    if (limit !== undefined) return `${value} ${sign} ${limitSql(limit)}`;
  }
  throw new Error('A condition of the screen compares nothing.');
}

/** The tickers with the highest values; of equal ones, the first by ticker. */
function topSql({ measure, days_before = 0 }: Term, top: number, { view, dateOf }: Source): string {
  const name = nameSql(measure);
  return `SELECT ticker FROM ${view} WHERE trade_date = ${dateOf(days_before)} AND ${name} IS NOT NULL ORDER BY ${name} DESC, ticker LIMIT ${numberSql(top)}`;
}

function limitSql(limit: Limit): string {
  return typeof limit === 'object' ? columnSql(limit) : numberSql(limit);
}

function columnSql({ measure, days_before = 0 }: Term): string {
  return `${aliasOf(days_before)}.${nameSql(measure)}`;
}

function aliasOf(days_before: number): string {
  return days_before === 0 ? 'day' : `before_${numberSql(days_before)}`;
}

function nameSql(name: string): string {
  const measure = MEASURES.find((each) => each.name === name);
  if (!measure) throw new Error('A measure of the screen is not in the list of measures.');
  return measure.name;
}

/** A whole number, or a DOUBLE with an exponent: a literal without one would be a DECIMAL, whose conversion to DOUBLE is not exact. */
function numberSql(value: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new Error('A number of the screen is not finite.');
  if (Number.isSafeInteger(value)) return String(value);
  const text = String(value);
  return text.includes('e') ? text : `${text}e0`;
}

/** NULL for a day before the first published one, so that its values are missing. */
function dateSql(date: IsoDate | undefined): string {
  if (date === undefined) return 'NULL::DATE';
  if (!isIsoDate(date)) throw new Error('A day of the screen is not a date.');
  return `DATE '${date}'`;
}
