import * as z from 'zod';
import { PLAN_MONTHS, type Plan, type PlanMonths } from '../../../core/commerce-terms.ts';
import { CYCLE_DAYS } from '../../../core/contract.ts';
import { readSettings, settingsObject } from '../../../core/settings-file.ts';
import type { Product } from './quote.ts';

/** The plans for sale to everyone, lowest first. */
export const PUBLIC_PLANS = ['starter', 'professional', 'advanced'] as const;
export type PublicPlan = (typeof PUBLIC_PLANS)[number];

/** Whole rupiah. The limit of 10,000,000,000 is far above any plan and far below the largest exact integer. */
const PRICE = { error: 'must be a whole number of rupiah from 0 to 10000000000' };
const priceIdr = z.int(PRICE).min(0, PRICE).max(10_000_000_000, PRICE);

const pricesOfPlan = settingsObject({ 1: priceIdr, 3: priceIdr, 6: priceIdr });
const prices = settingsObject({
  starter: pricesOfPlan,
  professional: pricesOfPlan,
  advanced: pricesOfPlan,
});

/** The price of each public plan for 1, 3 and 6 months, in IDR: the format of `data/reference/prices.json`. */
export type Prices = z.output<typeof prices>;

/** @param path for error messages @throws AlirError `bad_configuration` that names the first invalid field */
export function readPrices(text: string, path: string): Prices {
  return readSettings(prices, text, `The prices in ${path}`);
}

type PublicProduct = Product & { readonly plan: PublicPlan; readonly months: PlanMonths };

export function publicProduct(plan: PublicPlan, months: PlanMonths, price_idr: number): PublicProduct {
  const own = { requests_per_minute: null, units: null, keys: null, offer_id: null, series: null };
  return { ...own, plan, months, days: months * CYCLE_DAYS, price_idr };
}

export function isPublicPlan(plan: Plan): plan is PublicPlan {
  return PUBLIC_PLANS.some((name) => name === plan);
}

/** The price of a plan; 0 for a plan without a list price. */
export function listPrice(prices: Prices, plan: Plan, months: PlanMonths): number {
  return isPublicPlan(plan) ? prices[plan][months] : 0;
}

/** Every public plan with each number of months, in order. */
export function publicProducts(prices: Prices): PublicProduct[] {
  return PUBLIC_PLANS.flatMap((plan) =>
    PLAN_MONTHS.map((months) => publicProduct(plan, months, prices[plan][months])),
  );
}
