import type { Head } from '../http/answer.ts';
import type { Visit } from './visit.ts';

/** What every answer tells a caller of its limits, and of what it cost. */
export function limitsInHead({ rate, standing, remaining, cost }: Visit): Head {
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
