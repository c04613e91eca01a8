import type { Clock } from '../../../core/clock.ts';
import type { KeyKind, UsageGrouping } from '../../../core/commerce-terms.ts';
import { MAX_RANGE_DAYS } from '../../../core/contract.ts';
import { dateOfEpochDay, daysInRange, epochDay, type IsoDate, jakartaDate } from '../../../core/dates.ts';
import { invalidField } from '../../../core/errors.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { entitlementAt, type Subscription } from '../entitlement.ts';
import { FORECAST_DAYS, type Forecast, forecastOf } from './forecast.ts';

/** The length of a range without `from`. */
export const DEFAULT_DAYS = 30;

/** Which part of the history is read. Dates are days in Jakarta. */
export interface HistoryQuery {
  /** Default: so that the range has DEFAULT_DAYS days. */
  readonly from?: IsoDate | undefined;
  /** Default: today. */
  readonly to?: IsoDate | undefined;
  readonly by: UsageGrouping;
}

/** The charged units and requests of a day, a key or an endpoint. */
export interface HistoryRow {
  readonly date?: IsoDate;
  readonly key_id?: string;
  readonly key_name?: string;
  readonly key_kind?: KeyKind;
  /** Null for a key that is not revoked. */
  readonly key_revoked_at?: string | null;
  /** The name of the operation. */
  readonly endpoint?: string;
  readonly units: number;
  readonly requests: number;
}

export interface History {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly by: UsageGrouping;
  /** The sums of the rows. */
  readonly units: number;
  readonly requests: number;
  /** By date; or by units, the largest first. */
  readonly rows: HistoryRow[];
}

/** The quota of the present window, and when it will be used up. */
export interface QuotaForecast extends Forecast {
  readonly monthly_limit: number;
  readonly current_usage: number;
  /** The time at which the quota resets, ISO-8601 in UTC. */
  readonly resets_at: string;
}

type AccountSubscription = Subscription & { readonly account_id: string };

/** Reads what accounts were charged by day, key and endpoint. */
export class UsageHistory {
  readonly #ledger: Ledger;
  readonly #clock: Clock;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** @throws AlirError `invalid_request` for a range that is empty or too long */
  async of({ account_id }: { readonly account_id: string }, query: HistoryQuery): Promise<History> {
    const { by } = query;
    const { from, to } = rangeOf(query, jakartaDate(this.#clock.now()));
    const rows = await this.#rows(by, { account_id, since: from, until: to });
    const sum = (field: 'units' | 'requests') => rows.reduce((total, row) => total + row[field], 0);
    return { from, to, by, units: sum('units'), requests: sum('requests'), rows };
  }

  async forecast(account: AccountSubscription): Promise<QuotaForecast> {
    const now = this.#clock.now();
    const { account_id } = account;
    const { window, window_start, window_end, reset_at, units: limit } = entitlementAt(account, now);
    const used = (await this.#ledger.get('account_units', { account_id, window }))?.units ?? 0;
    const today = jakartaDate(now);
    const since = dateOfEpochDay(epochDay(today) - FORECAST_DAYS + 1);
    const days = await this.#ledger.all('usage_by_day', { account_id, since, until: today });
    const recent = days.reduce((sum, { units }) => sum + units, 0);
    return {
      monthly_limit: limit,
      current_usage: used,
      ...forecastOf({ now, window_start, window_end, limit, used, recent }),
      resets_at: reset_at,
    };
  }

  async #rows(
    by: UsageGrouping,
    range: { account_id: string; since: IsoDate; until: IsoDate },
  ): Promise<HistoryRow[]> {
    switch (by) {
      case 'day':
        return withEmptyDays(await this.#ledger.all('usage_by_day', range), range);
      case 'key':
        return this.#ledger.all('usage_by_key', range);
      case 'endpoint':
        return this.#ledger.all('usage_by_endpoint', range);
    }
  }
}

/** A row for each day of the range. */
function withEmptyDays(
  days: readonly { readonly usage_date: IsoDate; readonly units: number; readonly requests: number }[],
  { since, until }: { readonly since: IsoDate; readonly until: IsoDate },
): HistoryRow[] {
  const byDate = new Map(days.map((day) => [day.usage_date, day]));
  const first = epochDay(since);
  return Array.from({ length: daysInRange(since, until) }, (_, place) => {
    const date = dateOfEpochDay(first + place);
    const { units = 0, requests = 0 } = byDate.get(date) ?? {};
    return { date, units, requests };
  });
}

function rangeOf({ from: first, to: last }: HistoryQuery, today: IsoDate): { from: IsoDate; to: IsoDate } {
  const to = last ?? today;
  const from = first ?? dateOfEpochDay(epochDay(to) - DEFAULT_DAYS + 1);
  const days = daysInRange(from, to);
  if (days < 1) {
    throw last === undefined
      ? invalidField('from', `must not be after today, ${to}`)
      : invalidField('to', `must not be before the first day of the range, ${from}`);
  }
  if (days > MAX_RANGE_DAYS) {
    throw invalidField(
      'to',
      `is too late: the range has ${days} days, and the maximum is ${MAX_RANGE_DAYS} days, including the first and the last day`,
    );
  }
  return { from, to };
}
