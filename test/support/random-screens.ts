import { MEASURES } from '../../src/core/market/measure-list.ts';
import { Duck, type DuckConnection } from '../../src/market/lake/duckdb.ts';
import type { MeasureReader } from '../../src/market/serving/market-database.ts';
import { screenSql } from '../../src/market/serving/screens/screen-sql.ts';
import { ScreenedDay } from '../../src/market/serving/screens/screened-day.ts';
import { afterThisTest } from './alir.ts';
import fc from './properties.ts';

interface SentCondition {
  and?: SentCondition[];
  or?: SentCondition[];
  not?: SentCondition;
  measure?: string;
  days_before?: number;
  lt?: SentLimit;
  lte?: SentLimit;
  gt?: SentLimit;
  gte?: SentLimit;
  eq?: SentLimit;
  ne?: SentLimit;
  between?: SentLimit[];
  top?: number;
}
type SentLimit = number | { measure: string; days_before?: number };

export interface SentScreen {
  where?: SentCondition;
  sort?: { measure: string; direction: 'asc' | 'desc' };
  limit: number;
  measures?: string[];
}

type MeasureRow = Readonly<Record<string, number | string | null>>;

/** The newest day last. */
const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-12'];

/** Random screens name these measures, so often the same one twice. */
const NAMES = [
  'close',
  'volume',
  'value',
  'change_1d',
  'change_5d',
  'net_foreign_20d',
  'top5_buyer_cost_20d',
  'change_1d_p60',
];

const USED = MEASURES.filter(({ name }) => NAMES.includes(name));

/** Rows with few different values, so that many are equal; some tickers have no row on a day. */
function someRows(): MeasureRow[] {
  const cell = (has_decimals: boolean) =>
    fc.option(
      fc.integer({ min: -8, max: 8 }).map((whole) => (has_decimals ? whole / 100 : whole)),
      { freq: 4 },
    );
  const measures = Object.fromEntries(USED.map(({ name, has_decimals }) => [name, cell(has_decimals)]));
  const keys = DAYS.flatMap((trade_date) =>
    Array.from({ length: 40 }, (_, ticker) => ({
      trade_date,
      ticker: `T${String(ticker).padStart(3, '0')}`,
    })),
  );
  const rows = fc.tuple(
    ...keys.map((key) =>
      fc.option(
        fc.record(measures).map((row) => ({ ...key, ...row })),
        { freq: 9 },
      ),
    ),
  );
  return fc
    .sample(rows, 1)
    .flat()
    .filter((row) => row !== null);
}

const measure = fc.constantFrom(...NAMES);
const days_before = fc.option(fc.integer({ min: 1, max: DAYS.length }), { nil: undefined });
const term = fc
  .record({ measure, days_before })
  .map(({ days_before: days, ...rest }) => (days ? { ...rest, days_before: days } : rest));
const limit: fc.Arbitrary<SentLimit> = fc.oneof(
  fc.integer({ min: -8, max: 8 }),
  fc.integer({ min: -8, max: 8 }).map((whole) => whole / 100),
  fc.constantFrom(1e-3, 0.1, 1e21, Number.MAX_SAFE_INTEGER),
  term,
);
const comparison: fc.Arbitrary<SentCondition> = fc
  .tuple(
    term,
    fc.oneof(
      fc.tuple(fc.constantFrom('lt', 'lte', 'gt', 'gte', 'eq', 'ne'), limit),
      fc.tuple(fc.constant('between'), fc.array(limit, { minLength: 2, maxLength: 2 })),
      fc.tuple(fc.constant('top'), fc.integer({ min: 1, max: 30 })),
    ),
  )
  .map(([each, [operator, value]]) => ({ ...each, [operator]: value }));
const { condition } = fc.letrec<{ condition: SentCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    comparison,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
    tie('condition').map((not) => ({ not })),
  ),
}));

export const screens: fc.Arbitrary<SentScreen> = fc.record(
  {
    where: condition,
    sort: fc.record({ measure, direction: fc.constantFrom('asc' as const, 'desc' as const) }),
    limit: fc.integer({ min: 1, max: 50 }),
    measures: fc.uniqueArray(measure, { maxLength: 3 }),
  },
  { requiredKeys: ['limit'] },
);

/** Filters the rows of the newest day one by one. `null` is unknown. */
function filtered(rows: readonly MeasureRow[], screen: SentScreen): string[] {
  const days = DAYS.toReversed().map(
    (day) => new Map(rows.filter((row) => row.trade_date === day).map((row) => [row.ticker, row])),
  );
  const measured = (
    ticker: unknown,
    { measure: name = '', days_before: before = 0 }: { measure?: string; days_before?: number },
  ) => (days[before]?.get(ticker as string)?.[name] ?? null) as number | null;
  const isTrue = (ticker: unknown, sent: SentCondition): boolean | null => {
    const each = (list: SentCondition[]) => list.map((inner) => isTrue(ticker, inner));
    if (sent.and)
      return each(sent.and).reduce(
        (all, one) => (all === false || one === false ? false : all === null || one === null ? null : true),
        true,
      );
    if (sent.or)
      return each(sent.or).reduce(
        (any, one) => (any || one ? true : any === null || one === null ? null : false),
        false,
      );
    if (sent.not) {
      const inner = isTrue(ticker, sent.not);
      return inner === null ? null : !inner;
    }
    const value = measured(ticker, sent);
    if (sent.top !== undefined) {
      if (value === null) return null;
      const others = [...(days[sent.days_before ?? 0]?.keys() ?? [])].filter((other) => {
        const theirs = measured(other, sent);
        return theirs !== null && (theirs > value || (theirs === value && String(other) < String(ticker)));
      });
      return others.length < sent.top;
    }
    const known = (bound: SentLimit) => (typeof bound === 'number' ? bound : measured(ticker, bound));
    const compare = (bound: SentLimit, test: (a: number, b: number) => boolean) => {
      const against = known(bound);
      return value === null || against === null ? null : test(value, against);
    };
    if (sent.between) {
      const [low = 0, high = 0] = sent.between;
      const both = [compare(low, (a, b) => a >= b), compare(high, (a, b) => a <= b)];
      return both.includes(false) ? false : both.includes(null) ? null : true;
    }
    if (sent.lt !== undefined) return compare(sent.lt, (a, b) => a < b);
    if (sent.lte !== undefined) return compare(sent.lte, (a, b) => a <= b);
    if (sent.gt !== undefined) return compare(sent.gt, (a, b) => a > b);
    if (sent.gte !== undefined) return compare(sent.gte, (a, b) => a >= b);
    if (sent.eq !== undefined) return compare(sent.eq, (a, b) => a === b);
    return compare(sent.ne ?? 0, (a, b) => a !== b);
  };
  const found = [...(days[0]?.keys() ?? [])]
    .filter((ticker) => !screen.where || isTrue(ticker, screen.where) === true)
    .map(String);
  const { sort } = screen;
  const sign = sort?.direction === 'asc' ? 1 : -1;
  return found
    .toSorted((a, b) => {
      const [left, right] = [measured(a, sort ?? {}), measured(b, sort ?? {})];
      if (left !== right) {
        if (left === null) return 1;
        if (right === null) return -1;
        return sign * (left - right);
      }
      return a < b ? -1 : 1;
    })
    .slice(0, screen.limit);
}

/** The random rows, and a DuckDB that has them as `measures`. */
async function randomMeasures(): Promise<{ rows: MeasureRow[]; connection: DuckConnection }> {
  const duck = await Duck.open({ folders: [], memory_limit_mb: 200, threads: 1 });
  afterThisTest(async () => duck.close());
  const rows = someRows();
  const connection = await duck.connect();
  const columns = USED.map(
    ({ name, has_decimals }) => `${name} ${has_decimals ? 'DECIMAL(18, 2)' : 'BIGINT'}`,
  );
  await connection.run(`CREATE TABLE measures (trade_date DATE, ticker VARCHAR, ${columns.join(', ')})`);
  await connection.run('CREATE VIEW measures_adjusted AS FROM measures');
  const lines = rows.map(({ trade_date, ticker, ...values }) => {
    const cells = USED.map(({ name }) => values[name] ?? 'NULL');
    return `('${trade_date}', '${ticker}', ${cells.join(', ')})`;
  });
  await connection.run(`INSERT INTO measures VALUES ${lines.join(', ')}`);
  await connection.run(
    'CREATE MACRO measure_rows(files, _) AS TABLE FROM measures WHERE list_contains(files, trade_date::VARCHAR)',
  );
  return { rows, connection };
}

/** The published days, by how many days before the newest one they are. */
export const DAY_OF = new Map(DAYS.toReversed().map((day, before) => [before, day]));

/** The random screens whose answer differs from that of the filter. */
export async function differencesFromFilter(count: number): Promise<string[]> {
  const { rows, connection } = await randomMeasures();
  const measureRows: MeasureReader['measureRows'] = (queryOf) => {
    const { text, parameters, days } = queryOf(DAYS);
    return connection.rows(text, { ...parameters, files: [...days], adjusted: '[]' });
  };
  const day = new ScreenedDay({ measureRows }, DAYS, new AbortController().signal);
  const differences: string[] = [];
  let parts = 0;
  for (const screen of fc.sample(screens, count)) {
    const answer = await connection.rows(screenSql(screen, DAY_OF));
    const expected = filtered(rows, screen);
    if (answer.map(({ ticker }) => ticker).join() !== expected.join())
      differences.push(JSON.stringify(screen));
    const members = await day.members(screen);
    if (members.join() !== expected.toSorted().join())
      differences.push(`members of ${JSON.stringify(screen)}`);
    for (const { date: _, ticker, ...values } of answer) {
      const row = rows.find((each) => each.ticker === ticker && each.trade_date === DAYS.at(-1));
      for (const [name, value] of Object.entries(values)) {
        if ((value === null ? null : Number(value)) !== row?.[name])
          differences.push(`${name} of ${ticker}: ${value}`);
      }
    }
    if (expected.length > 0 && expected.length < Math.min(screen.limit, 30)) parts += 1;
  }
  if (parts < count / 4) differences.push(`Only ${parts} of ${count} screens select a part of the tickers.`);
  return differences;
}
