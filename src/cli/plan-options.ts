import { Option } from 'commander';
import { PLANS, type PlanTerms } from '../commerce/accounts/plans.ts';
import { PLAN_MONTHS, type Plan, type PlanMonths } from '../core/commerce-terms.ts';
import { AlirError } from '../core/errors.ts';
import { wholeNumber } from './arguments.ts';

/** The values of `planOptions`. */
export interface PlanOptions {
  readonly plan: Plan;
  readonly months: string;
  readonly units?: number;
  readonly requestsPerMinute?: number;
  readonly keys?: number;
}

/** The options of a command that gives an account a plan. */
export function planOptions(): Option[] {
  const limit = (flags: string, description: string) =>
    new Option(flags, `${description}; only for the plans enterprise and custom`).argParser(wholeNumber);
  return [
    new Option('--plan <plan>', 'plan').choices(Object.keys(PLANS)).makeOptionMandatory(),
    new Option('--months <months>', 'length of the period').choices(PLAN_MONTHS.map(String)).default('1'),
    limit('--units <number>', 'units per cycle'),
    limit('--requests-per-minute <number>', 'requests per minute'),
    limit('--keys <number>', 'maximum number of keys'),
  ];
}

/**
 * The plan that the options name. Its own terms are null if no limit is passed.
 * @throws AlirError `bad_configuration` if only some of the limits are passed
 */
export function planIn({ plan, months, units, requestsPerMinute, keys }: PlanOptions): {
  readonly plan: Plan;
  readonly months: PlanMonths;
  readonly own_terms: PlanTerms | null;
} {
  const wanted = { plan, months: Number(months) as PlanMonths };
  if (units === undefined && requestsPerMinute === undefined && keys === undefined) {
    return { ...wanted, own_terms: null };
  }
  if (units !== undefined && requestsPerMinute !== undefined && keys !== undefined) {
    return { ...wanted, own_terms: { units, requests_per_minute: requestsPerMinute, keys } };
  }
  throw new AlirError(
    'bad_configuration',
    'Pass all of --units, --requests-per-minute and --keys, or none of them.',
  );
}
