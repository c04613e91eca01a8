import type { Language } from '../../core/commerce-terms.ts';

const MINUS = '−';

/** From the largest. Indonesian: T is triliun (10^12), M miliar (10^9), jt juta (10^6), rb ribu (10^3). */
const SCALES = [
  { divisor: 1e12, en: 'T', id: 'T' },
  { divisor: 1e9, en: 'B', id: 'M' },
  { divisor: 1e6, en: 'M', id: 'jt' },
  { divisor: 1e3, en: 'k', id: 'rb' },
] as const;

/** How a language writes numbers: `1.234.567` and `1,5 M` in Indonesian, `1,234,567` and `1.5 B` in English. */
export class NumberFormat {
  readonly #language: Language;
  readonly #byDecimals: readonly Intl.NumberFormat[];

  constructor(language: Language) {
    this.#language = language;
    const locale = language === 'id' ? 'id-ID' : 'en-US';
    this.#byDecimals = [0, 1, 2].map(
      (decimals) =>
        new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    );
  }

  /** A number with all digits before the decimal sign, and a true minus sign. */
  full(value: number, decimals: 0 | 1 | 2 = 0): string {
    const text = this.#digits(Math.abs(value), decimals);
    return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
  }

  /** A number that a person entered: no decimal is added or rounded away. */
  exact(value: number): string {
    const decimals = ([0, 1, 2] as const).find((count) => Number(value.toFixed(count)) === value);
    return decimals === undefined ? String(value) : this.full(value, decimals);
  }

  /** A price: whole as it was traded, with 2 decimals if it is adjusted. */
  readonly price = (idr: number): string => this.full(idr, Number.isInteger(idr) ? 0 : 2);

  /** A number of at most 4 digits, with its scale: `57,9 M`. For axes and labels; tables show `full`. */
  readonly short = (value: number): string => {
    const size = Math.abs(value);
    // 999,950 would be written as `1000.0 k`.
    const scale = SCALES.find(({ divisor }) => size >= divisor * 0.99995);
    if (!scale) return this.full(value, Number.isInteger(value) ? 0 : 1);
    const scaled = value / scale.divisor;
    return `${this.full(scaled, Math.abs(scaled) < 99.95 ? 1 : 0)} ${scale[this.#language]}`;
  };

  /** An amount of IDR as millions with a sign, for columns whose unit is in their heading: `+6.633`. */
  millions(amount_idr: number): string {
    const size = Math.abs(amount_idr);
    return this.signed(amount_idr / 1e6, (each) =>
      this.full(each, size < 995_000 ? 2 : size < 9_950_000 ? 1 : 0),
    );
  }

  /** A value of an axis, in the scale of the axis and with the decimals that its values need: `0`, `50 rb`, `100 rb`. */
  readonly axis = (value: number, values: readonly number[]): string => {
    if (value === 0) return this.full(0);
    const largest = Math.max(...values.map((each) => Math.abs(each)));
    const scale = SCALES.find(({ divisor }) => largest >= divisor * 2);
    const divisor = scale?.divisor ?? 1;
    const decimals = ([0, 1, 2] as const).find((count) =>
      values.every(
        (each) =>
          Math.abs((each / divisor) * 10 ** count - Math.round((each / divisor) * 10 ** count)) < 1e-6,
      ),
    );
    const text = this.full(value / divisor, decimals ?? 2);
    return scale ? `${text} ${scale[this.#language]}` : text;
  };

  /** A change: a positive number has a plus sign. */
  signed(value: number, write: (value: number) => string = (each) => this.full(each)): string {
    const text = write(value);
    return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
  }

  /** A change of an amount: `+57,9 M`. */
  readonly signedShort = (value: number): string => this.signed(value, this.short);

  /** A change in percent: `+5,0%`. @param share 0.05 is 5% */
  signedPercent(share: number, decimals: 0 | 1 | 2 = 1): string {
    return this.signed(share, (each) => this.percent(each, decimals));
  }

  /** @param share 0.05 is 5% */
  percent(share: number, decimals: 0 | 1 | 2 = 1): string {
    return `${this.full(share * 100, decimals)}%`;
  }

  /** Rupiah without a fraction: `Rp200.000`. */
  rupiah(amount_idr: number): string {
    const text = `Rp${this.full(Math.abs(amount_idr))}`;
    return amount_idr < 0 ? MINUS + text : text;
  }

  #digits(value: number, decimals: 0 | 1 | 2): string {
    return (this.#byDecimals[decimals] as Intl.NumberFormat).format(value);
  }
}
