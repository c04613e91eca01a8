import * as z from 'zod';
import type { Caller } from '../../../commerce/accounts/accounts.ts';
import { PLANS } from '../../../commerce/accounts/plans.ts';
import { FORECAST_DAYS } from '../../../commerce/accounts/quota/forecast.ts';
import type { Meter } from '../../../commerce/accounts/quota/meter.ts';
import {
  DEFAULT_DAYS,
  type History,
  type HistoryRow,
  type UsageHistory,
} from '../../../commerce/accounts/quota/usage-history.ts';
import { KEY_KINDS, type Plan, USAGE_GROUPINGS, type UsageGrouping } from '../../../core/commerce-terms.ts';
import { MAX_RANGE_DAYS } from '../../../core/contract.ts';
import { naiveUtc } from '../../../core/dates.ts';
import { type Column, type Table, tableOf } from '../../../formats/table.ts';
import { endpoint } from '../../http/endpoint.ts';
import { dateRange, oneOf, requestOf } from '../../http/requests/request-fields.ts';
import { count, isoDate, ROUNDED, record, text, timestamp } from '../../http/responses/response-fields.ts';

const naiveTimestamp = (noun: string) => text(`${noun}, ISO 8601 in UTC without the suffix Z`);

/** The usage report of docs/contract.md 2.4. All limits and usage are units of the current window. */
const usageReport = record('UsageReport', 'Usage of a key and its account in the current quota window', {
  api_key: text('First and last 4 characters of the key that sends this request'),
  key: z.strictObject({
    key_id: text('Identifier of the key'),
    key_name: text('Name of the key'),
    current_usage: count('Units charged to this key, for information only: the quota applies to the account'),
    monthly_limit: count('Quota of the account, in units'),
    remaining: count('Quota of the account minus the units charged to this key'),
  }),
  account: z.strictObject({
    plan: z.enum(Object.keys(PLANS) as [Plan]).meta({ description: 'Current plan' }),
    current_usage: count('Units charged to the account, for all its keys'),
    monthly_limit: count('Units per quota window'),
    remaining: count('Units that remain in the current quota window'),
    quota_window: z.enum(['day', 'cycle']).meta({
      description:
        'Length of the quota window. day: ends at 00:00 in Jakarta; cycle: 30 days, counted from the start of the period',
    }),
    period_start: naiveTimestamp(
      'Start of the period (on the Free plan, the start of the current day in Jakarta)',
    ),
    period_end: naiveTimestamp('End of the period (on the Free plan, the end of the current day in Jakarta)'),
  }),
});

export function usageEndpoint(meter: Meter) {
  return endpoint({
    route: 'GET /usage',
    name: 'get_usage',
    title: 'Units used and remaining',
    group: 'Usage',
    description:
      'Returns how many units the key that sends this request and its account have used in the current quota window, and how many remain. Free, even when no units remain.',
    scope: 'any',
    output: usageReport,
    units: 0,
    depends_on: 'caller',
    answer: async (_input, caller) => reportOf(meter, caller),
  });
}

async function reportOf(meter: Meter, caller: Caller) {
  const entitlement = meter.entitlement(caller);
  const limit = entitlement.units;
  const usedByKey = await meter.usedByKey(caller, entitlement);
  const used = await meter.used(caller, entitlement);
  return {
    api_key: caller.masked,
    key: {
      key_id: caller.key_id,
      key_name: caller.name,
      current_usage: usedByKey,
      monthly_limit: limit,
      remaining: Math.max(0, limit - usedByKey),
    },
    account: {
      plan: entitlement.plan,
      current_usage: used,
      monthly_limit: limit,
      remaining: Math.max(0, limit - used),
      quota_window: entitlement.quota_window,
      period_start: naiveUtc(entitlement.period_start),
      period_end: naiveUtc(entitlement.period_end),
    },
  };
}

const historyRow = record(
  'UsageHistoryRow',
  'Charged units and requests of one day, key or endpoint. It has the fields of its group only',
  {
    date: isoDate('Day in Jakarta; with by=day').optional(),
    key_id: text('Identifier of the key; with by=key, like the next three fields').optional(),
    key_name: text('Name of the key').optional(),
    key_kind: z
      .enum(KEY_KINDS)
      .meta({
        description: 'api: a key for programs; mcp: the key for agents; console: people who are signed in',
      })
      .optional(),
    key_revoked_at: timestamp('Time of revocation', 'Null while the key is not revoked')
      .nullable()
      .optional(),
    endpoint: text('Operation id of the endpoint, such as get_broker_summary; with by=endpoint').optional(),
    units: count('Charged units'),
    requests: count('Charged requests'),
  } satisfies Record<keyof HistoryRow, z.ZodType>,
);

const usageHistory = record(
  'UsageHistory',
  'Charged units and requests of the account, and the forecast for its quota',
  {
    from: isoDate('First day, in Jakarta'),
    to: isoDate('Last day, in Jakarta'),
    by: z.enum(USAGE_GROUPINGS).meta({ description: 'What each row stands for' }),
    units: count('Charged units of all rows'),
    requests: count('Charged requests of all rows'),
    rows: z.array(historyRow).meta({
      description:
        'by=day: a row for each day of the range, by date, also for days without use. by=key and by=endpoint: a row for each key or endpoint with a charge, the largest units first',
    }),
    forecast: record('QuotaForecast', 'Quota of the current window, and when it will be used up', {
      monthly_limit: count('Units per quota window'),
      current_usage: count('Units charged to the account in the current quota window'),
      units_per_day: z
        .number()
        .min(0)
        .meta({
          description: `Average of the last ${FORECAST_DAYS} days in Jakarta, today included, or since the start of the quota window if that is later, ${ROUNDED}. Less than a day counts as a day`,
        }),
      used_up_on: isoDate(
        'Day in Jakarta on which the quota will be used up at this average; null if it lasts until the reset',
      ).nullable(),
      resets_at: timestamp('Time at which the quota resets'),
    }),
  },
);

const HISTORY_COLUMNS: Readonly<Record<UsageGrouping, readonly Column[]>> = {
  day: [{ name: 'date', type: 'date' }],
  key: [
    { name: 'key_id', type: 'code' },
    { name: 'key_name', type: 'code' },
    { name: 'key_kind', type: 'code' },
    { name: 'key_revoked_at', type: 'code', nullable: true },
  ],
  endpoint: [{ name: 'endpoint', type: 'code' }],
};
const SUM_COLUMNS: readonly Column[] = [
  { name: 'units', type: 'int64' },
  { name: 'requests', type: 'int64' },
];

/** The columns depend on `by`. The rows have no place for the forecast. */
const historyTable: Table = {
  columns: [...Object.values(HISTORY_COLUMNS).flat(), ...SUM_COLUMNS],
  fill(data) {
    const { by, rows } = data as History;
    return tableOf([...HISTORY_COLUMNS[by], ...SUM_COLUMNS]).fill(rows);
  },
};

/** Which part of the history is read. */
export const historyFields = {
  from: dateRange.from.optional().meta({
    description: `First day, in Jakarta, as YYYY-MM-DD. Default: ${DEFAULT_DAYS - 1} days before \`to\``,
    format: 'date',
    examples: ['2026-01-05'],
  }),
  to: dateRange.to.optional().meta({
    description: `Last day, in Jakarta, not before \`from\`. Default: today. A range has at most ${MAX_RANGE_DAYS} days, including the first and the last day`,
    format: 'date',
    examples: ['2026-01-09'],
  }),
  by: oneOf(USAGE_GROUPINGS)
    .default('day')
    .meta({ description: 'What each row stands for: day, key or endpoint; case-insensitive' }),
};

export function usageHistoryEndpoint(history: UsageHistory) {
  return endpoint({
    route: 'GET /usage/history',
    name: 'get_usage_history',
    title: 'Usage by day, key or endpoint',
    group: 'Usage',
    description:
      'Returns the units and the number of requests that the account was charged, by day in Jakarta, by key or by endpoint, and the day on which the quota will be used up. A call of an MCP tool counts for the endpoint of the tool. Revoked keys keep their history. The rows add up to the units of the account; requests that were charged before the server counted this history have no row. Free, even when no units remain.',
    example: { from: '2026-02-01', to: '2026-02-02', by: 'day' },
    scope: 'any',
    input: requestOf(historyFields),
    output: usageHistory,
    table: historyTable,
    units: 0,
    depends_on: 'caller',
    answer: async (input, caller) => ({
      ...(await history.of(caller, input)),
      forecast: await history.forecast(caller),
    }),
  });
}
