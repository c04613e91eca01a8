import { screenFields } from '../../../api/endpoints/market/screen-fields.ts';
import { requestOf } from '../../../api/http/requests/request-fields.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import { AlirError, invalidField } from '../../../core/errors.ts';
import {
  COMPARISONS,
  type Comparison,
  type Condition,
  type Limit,
  type Screen,
} from '../../../market/serving/screens/screen.ts';

export const OPERATORS = ['gte', 'lte', 'gt', 'lt', 'eq', 'ne', 'between', 'top'] as const;

/** A condition as the form has it: the texts of its fields. */
export interface ConditionRow {
  readonly measure: string;
  readonly days_before: string;
  readonly operator: string;
  /** A number, a measure such as `close`, or one of an earlier day such as `close@5`; two of them for `between`. */
  readonly limit: string;
}

/** The conditions of a form. `json` has those that rows cannot have. */
export interface ScreenForm {
  readonly rows: readonly ConditionRow[];
  readonly json: string;
  readonly sort: string;
  readonly direction: string;
  readonly limit: string;
  /** `none` for measures as traded; otherwise empty. */
  readonly adjust: string;
}

const INPUT = requestOf(screenFields);
const NUMBER = /^[-−]?\d+(?:\.\d+)?(?:e\d+)?$/i;

/** The form that an address has. @returns null without conditions */
export function formIn(url: string): ScreenForm | null {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const all = (name: string) => query.getAll(name).map((text) => text.trim());
  const [measures, days, operators, limits] = [all('m'), all('d'), all('op'), all('v')];
  const rows = measures.map((measure, place) => ({
    measure,
    days_before: days[place] ?? '',
    operator: operators[place] ?? '',
    limit: limits[place] ?? '',
  }));
  const text = (name: string) => query.get(name)?.trim() ?? '';
  const form = {
    json: text('where'),
    sort: text('sort'),
    direction: text('dir'),
    limit: text('limit'),
    adjust: text('adjust'),
  };
  const filled = rows.filter(({ measure }) => measure !== '');
  return filled.length === 0 && form.json === '' && form.sort === '' ? null : { ...form, rows: filled };
}

export function urlOf({ rows, json, sort, direction, limit, adjust }: ScreenForm): string {
  const query = new URLSearchParams();
  for (const row of rows) {
    query.append('m', row.measure);
    query.append('d', row.days_before);
    query.append('op', row.operator);
    query.append('v', row.limit);
  }
  for (const [name, value] of Object.entries({ where: json, sort, dir: direction, limit, adjust })) {
    if (value !== '') query.set(name, value);
  }
  return `/screens?${query}`;
}

/** The screen of a form, as the operation of the API takes it. @throws AlirError `invalid_request` */
export function screenOf({ rows, json, sort, direction, limit, adjust }: ScreenForm): Screen {
  const conditions = [...rows.map(conditionOf), ...(json === '' ? [] : [parsed(json)])];
  return validated(INPUT, {
    ...(conditions.length > 0 && { where: conditions.length === 1 ? conditions[0] : { and: conditions } }),
    ...(sort !== '' && { sort: { measure: sort, direction: direction === 'asc' ? 'asc' : 'desc' } }),
    ...(limit !== '' && { limit: Number(limit) }),
    ...(adjust !== '' && { adjust }),
  }) as Screen;
}

/** The first row that no screen can have, and its field that is wrong. */
export function wrongIn({ rows }: ScreenForm) {
  for (const [place, row] of rows.entries()) {
    try {
      validated(INPUT, { where: conditionOf(row) });
    } catch (error) {
      const path = error instanceof AlirError ? error.fields[0]?.field : undefined;
      const field =
        path === 'where.measure' ? 'measure' : path === 'where.days_before' ? 'days_before' : 'limit';
      return { field, number: place + 1, value: row[field] } as const;
    }
  }
  return null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalidField('where', 'is not JSON, such as {"measure":"change_1d","gt":5}');
  }
}

function conditionOf({ measure, days_before, operator, limit }: ConditionRow): unknown {
  const limits = limit.split(/\s*(?:\.\.|\s)\s*/).map(limitOf);
  return {
    measure,
    ...(days_before !== '' && { days_before: Number(days_before) }),
    [operator === '' ? 'gte' : operator]: operator === 'between' ? limits : limits[0],
  };
}

function limitOf(text: string): unknown {
  if (NUMBER.test(text)) return Number(text.replace('−', '-'));
  const [measure, days] = text.split('@', 2);
  return { measure, ...(days !== undefined && { days_before: Number(days) }) };
}

/** The form of a screen. Conditions other than those joined by "and" are JSON. */
export function formOf({ where, sort, limit, adjust }: Screen): ScreenForm {
  const conditions = where?.and ?? (where ? [where] : []);
  const rows = conditions.map(rowOf);
  const isSimple = rows.every((row) => row !== null);
  return {
    rows: isSimple ? rows : [],
    json: isSimple ? '' : JSON.stringify(where),
    sort: sort?.measure ?? '',
    direction: sort?.direction ?? '',
    limit: limit === undefined ? '' : String(limit),
    adjust: adjust === 'none' ? 'none' : '',
  };
}

/** How the measure of a condition is compared, and with what. */
export function comparedIn({ between, top, ...condition }: Condition) {
  if (between) return { operator: 'between', limits: between } as const;
  if (top !== undefined) return { operator: 'top', limits: [top] } as const;
  const comparisons = Object.keys(COMPARISONS) as Comparison[];
  const operator = comparisons.find((name) => condition[name] !== undefined) as Comparison;
  return { operator, limits: [condition[operator] as Limit] } as const;
}

function rowOf(condition: Condition): ConditionRow | null {
  const { measure, days_before } = condition;
  if (measure === undefined) return null;
  const { operator, limits } = comparedIn(condition);
  return {
    measure,
    days_before: days_before === undefined ? '' : String(days_before),
    operator,
    limit: limits.map(limitText).join(' .. '),
  };
}

function limitText(limit: Limit): string {
  if (typeof limit === 'number') return String(limit);
  return limit.days_before === undefined ? limit.measure : `${limit.measure}@${limit.days_before}`;
}
