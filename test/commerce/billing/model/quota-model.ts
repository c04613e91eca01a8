// A model of the quota of one account, from docs/contract.md part 7 and docs/limits.md. It shares no code with Alir. Times are milliseconds.

export const DAY_MS = 86_400_000;
const JAKARTA_MS = 7 * 3_600_000;
const FREE_UNITS = 5;

export class Refused extends Error {}
export function check(isAllowed: unknown, code: string): asserts isAllowed {
  if (!isAllowed) throw new Refused(code);
}

/** `series`: the name of an offer, whose parts have cycles of their own. */
interface Period {
  start: number;
  bought: { units: number; days: number; series: string };
}

export abstract class QuotaModel {
  now = 0;
  /** Units by the start of their window. */
  granted = new Map<number, number>();
  charged = new Map<number, number>();

  abstract period(at: number): Period | null;

  window(): number {
    const period = this.period(this.now);
    if (period === null) return Math.floor((this.now + JAKARTA_MS) / DAY_MS) * DAY_MS - JAKARTA_MS;
    const { days, series } = period.bought;
    const part = series === '' ? Number.POSITIVE_INFINITY : days * DAY_MS;
    return this.now - (((this.now - period.start) % part) % (30 * DAY_MS));
  }

  units = () => (this.period(this.now)?.bought.units ?? FREE_UNITS) + (this.granted.get(this.window()) ?? 0);
  used = () => this.charged.get(this.window()) ?? 0;

  grantUnits(units: number) {
    this.granted.set(this.window(), (this.granted.get(this.window()) ?? 0) + units);
  }

  use(units: number) {
    const left = this.units() - this.used();
    check(units <= left, left > 0 ? 'quota_insufficient' : 'quota_exceeded');
    this.charged.set(this.window(), this.used() + units);
  }
}
