/** What an account may have, by plan. `keys` counts the keys a caller makes; the MCP key stands outside it. */
export const PLANS = {
  free: { keys: 1 },
  starter: { keys: 3 },
  professional: { keys: 10 },
  advanced: { keys: 20 },
  // by agreement
  enterprise: { keys: Number.POSITIVE_INFINITY },
} as const;

export type Plan = keyof typeof PLANS;

/** How many months a paid plan can be bought for. A month is a cycle of 30 days. */
export const PLAN_MONTHS = [1, 3, 6] as const;
export type PlanMonths = (typeof PLAN_MONTHS)[number];

const CYCLE_MS = 30 * 86_400_000;

/** When a period of a plan that starts now ends; null for Free, which does not end. */
export function periodEnd(plan: Plan, months: PlanMonths, start: Date): Date | null {
  return plan === 'free' ? null : new Date(start.getTime() + months * CYCLE_MS);
}
