import type { Standing } from '../accounts/standing.ts';
import type { Head } from '../http/answer.ts';
import type { RateDecision } from './rate-limit.ts';

/**
 * What every answer tells a caller of its limits.
 * @param remaining units that the account has left
 * @param cost the units that this response was charged
 */
export function limitsInHead(rate: RateDecision, standing: Standing, remaining: number, cost: number): Head {
  return [
    'x-ratelimit-limit',
    rate.limit,
    'x-ratelimit-remaining',
    rate.remaining,
    'x-ratelimit-reset',
    rate.reset_s,
    'x-monthly-limit',
    standing.units,
    'x-monthly-remaining',
    remaining,
    'x-monthly-reset',
    standing.reset_at,
    'x-request-cost',
    cost,
  ];
}
