import type { Caller } from '../accounts/accounts.ts';
import { naiveUtc } from '../core/dates.ts';
import { requestOf } from '../core/request-fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Meter } from './meter.ts';

const input = requestOf({});

/** The usage report; spec.md part 2, with `quota_window` and `period_start`. All limits and uses are units of the present window. */
interface UsageReport {
  /** First and last 4 characters of the calling key. */
  readonly api_key: string;
  readonly key: {
    readonly key_id: string;
    readonly key_name: string;
    readonly current_usage: number;
    readonly monthly_limit: number;
    readonly remaining: number;
  };
  readonly account: {
    readonly plan: string;
    readonly current_usage: number;
    readonly monthly_limit: number;
    readonly remaining: number;
    /** `day`: the window is a day that ends at 00:00 in Jakarta; `cycle`: 30 days from the period's start. */
    readonly quota_window: 'day' | 'cycle';
    /** ISO-8601 in UTC, without zone designator. */
    readonly period_start: string;
    readonly period_end: string;
  };
}

/** GET /usage: free, and answered also when nothing is left. */
export function usageEndpoint(meter: Meter): Endpoint<Record<string, never>, Caller> {
  return {
    method: 'GET',
    path: '/usage',
    input,
    units: 0,
    depends_on: 'caller',
    answer: async (_input, caller) => usageReport(meter, caller),
  };
}

function usageReport(meter: Meter, caller: Caller): UsageReport {
  const standing = meter.standing(caller);
  const limit = standing.units;
  const usedByKey = meter.usedByKey(caller, standing);
  const used = meter.used(caller, standing);
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
      plan: standing.plan,
      current_usage: used,
      monthly_limit: limit,
      remaining: Math.max(0, limit - used),
      quota_window: standing.quota_window,
      period_start: naiveUtc(standing.period_start),
      period_end: naiveUtc(standing.period_end),
    },
  };
}
