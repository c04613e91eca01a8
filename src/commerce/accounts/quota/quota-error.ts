import { CYCLE_DAYS } from '../../../core/contract.ts';
import { AlirError } from '../../../core/errors.ts';
import { counted } from '../../../core/words.ts';
import type { Caller } from '../accounts.ts';
import type { Entitlement } from '../entitlement.ts';

/** The quota of an account in its current window. */
export interface Quota {
  readonly entitlement: Entitlement;
  readonly remaining: number;
}

/** The contract's text for both codes; docs/contract.md 5.2. */
const DETAIL = 'Account monthly API limit exceeded';

/** The quota does not cover a request: `quota_exceeded` when no units remain, `quota_insufficient` when the request costs more than remain. */
export class QuotaError extends AlirError {
  readonly quota: Quota;
  /** The cost of the request; 1 if the cost is not known yet. */
  readonly units: number;

  constructor(quota: Quota, units: number) {
    const isUsedUp = quota.remaining === 0;
    super(
      isUsedUp ? 'quota_exceeded' : 'quota_insufficient',
      `${isUsedUp ? usedUp(quota) : tooExpensive(quota, units)} ${howToGetMore(quota)}`,
      { detail: DETAIL },
    );
    this.quota = quota;
    this.units = units;
  }
}

/** A key, or a link, has fewer units remaining than a request costs. */
export class KeyLimitError extends AlirError {
  constructor({ link }: Pick<Caller, 'link'>, limit: number, used: number, units: number, reset_at: string) {
    super(
      'key_units_exceeded',
      `This ${link ? 'link' : 'key'} has used ${used} of its ${counted(limit, 'unit')}, and the request costs ${units}. Its limit starts again at ${reset_at}. To raise it, open /account/keys, or use another key of the account.`,
    );
  }
}

function usedUp({ entitlement: { units, quota_window } }: Quota): string {
  return quota_window === 'day'
    ? `All ${units} units of the day are used.`
    : `All ${units} units of the ${CYCLE_DAYS}-day cycle are used.`;
}

function tooExpensive({ remaining }: Quota, units: number): string {
  return `The request costs ${units} units, and ${remaining} ${remaining === 1 ? 'remains' : 'remain'}. Send a smaller request, or wait.`;
}

function howToGetMore({ entitlement: { quota_window, reset_at, window_end, period_end } }: Quota): string {
  if (quota_window === 'day') {
    return `The quota resets at ${reset_at} (00:00 in Jakarta). To get more units, upgrade the plan: see /billing/plans.`;
  }
  if (window_end.getTime() === period_end.getTime()) {
    return `The paid period ends at ${reset_at}. To get more units, renew or upgrade the plan: see /billing/plans.`;
  }
  return `The quota resets at ${reset_at}. To get more units, upgrade the plan: see /billing/plans.`;
}
