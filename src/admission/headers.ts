import type { FastifyReply } from 'fastify';
import type { Standing } from '../accounts/standing.ts';
import type { RateDecision } from './rate-limit.ts';

export function setRateHeaders(reply: FastifyReply, { limit, remaining, reset_s }: RateDecision): void {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset_s,
  });
}

/** @param cost the units that this response was charged */
export function setQuotaHeaders(
  reply: FastifyReply,
  { units, reset_at }: Standing,
  remaining: number,
  cost: number,
): void {
  reply.headers({
    'x-monthly-limit': units,
    'x-monthly-remaining': remaining,
    'x-monthly-reset': reset_at,
    'x-request-cost': cost,
  });
}
