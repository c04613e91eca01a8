import { z } from 'zod';
import type { Caller } from '../../commerce/accounts/accounts.ts';
import { PLANS } from '../../commerce/accounts/plans.ts';
import type { Meter } from '../../commerce/usage/meter.ts';
import type { Plan } from '../../core/commerce-terms.ts';
import { naiveUtc } from '../../core/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { requestOf } from '../http/request-fields.ts';
import { count, record, text } from '../http/response-fields.ts';

const input = requestOf({});

const naiveTimestamp = (noun: string) => text(`${noun}, ISO 8601 in UTC without the suffix Z`);

/**
 * The usage report of docs/contract.md 2.4, with `quota_window` and `period_start`. All limits and usage are units of the current window.
 */
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

/** GET /usage: free, and available when no units remain. */
export function usageEndpoint(meter: Meter) {
  return endpoint({
    name: 'get_usage',
    title: 'Units used and remaining',
    group: 'Usage',
    description:
      'Returns how many units the key that sends this request and its account have used in the current quota window, and how many remain. Free, even when no units remain.',
    example: {},
    method: 'GET',
    path: '/usage',
    scope: 'any',
    input,
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
