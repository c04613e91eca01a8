import type { Language } from '../../core/commerce-terms.ts';
import type { IsoDate } from '../../core/dates.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', id: 'id-ID' };

/** How a language writes dates and times. Times are those of Jakarta (WIB), where the exchange is. */
export class DateFormat {
  readonly #long: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #short: Intl.DateTimeFormat;
  readonly #axis: Intl.DateTimeFormat;
  readonly #month: Intl.DateTimeFormat;
  readonly #time: Intl.DateTimeFormat;
  readonly #weekdays: readonly string[];

  constructor(language: Language) {
    const locale = LOCALES[language];
    const of = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
    const date = { timeZone: 'UTC', year: 'numeric' } as const;
    this.#long = of({ ...date, weekday: 'long', month: 'long', day: 'numeric' });
    this.#day = of({ ...date, weekday: 'short', month: 'short', day: 'numeric' });
    this.#short = of({ ...date, month: 'short', day: 'numeric' });
    this.#axis = of({ timeZone: 'UTC', month: 'short', day: 'numeric' });
    this.#month = of({ ...date, month: 'long' });
    this.#time = of({
      timeZone: 'Asia/Jakarta',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    const weekday = of({ timeZone: 'UTC', weekday: 'short' });
    // 2024-01-01 was a Monday.
    this.#weekdays = Array.from({ length: 7 }, (_, day) => weekday.format(Date.UTC(2024, 0, 1 + day)));
  }

  /** `Friday 30 January 2026`, `Jumat, 30 Januari 2026` */
  long(date: IsoDate): string {
    return this.#long.format(midnight(date));
  }

  /** `Fri, 30 Jan 2026`, `Jum, 30 Jan 2026` */
  day(date: IsoDate): string {
    return this.#day.format(midnight(date));
  }

  /** `30 Jan`, for axes */
  axis(date: IsoDate): string {
    return this.#axis.format(midnight(date));
  }

  /** `30 Jan 2026` */
  short(date: IsoDate): string {
    return this.#short.format(midnight(date));
  }

  /** `5 – 30 Jan 2026`, `31 Dec 2025 – 30 Jan 2026`, and `30 Jan 2026` for one day */
  range(from: IsoDate, to: IsoDate): string {
    return this.#short.formatRange(midnight(from), midnight(to));
  }

  /** `January 2026`, `Januari 2026` */
  month(date: IsoDate): string {
    return this.#month.format(midnight(date));
  }

  /** `30 Jan 2026, 19:00 WIB`. @param time ISO-8601, or a Date */
  time(time: string | Date): string {
    return `${this.#time.format(new Date(time))} WIB`;
  }

  /** The short names of the days of a week, from Monday. */
  get weekdays(): readonly string[] {
    return this.#weekdays;
  }
}

function midnight(date: IsoDate): Date {
  return new Date(`${date}T00:00:00Z`);
}
