import { MEASURES, type Measure } from '../../core/market/measure-list.ts';
import type { MeasureTexts } from './measures.ts';
import type { NumberFormat } from './written-numbers.ts';

const BY_NAME = new Map(MEASURES.map((measure) => [measure.name, measure]));
const PARTS = /^(.*?)(?:top(\d+))?(?:_(\d+)d)?(?:_p(\d+))?$/;
/** A negative value has another meaning than a positive one. */
const SIGNED = /^(change|net_|foreign_|accumulation|close_to_cost|negotiated_premium)(?!.*_p\d+$)/;

function partsOf(name: string) {
  const [, stem = name, top = '', days, rows] = PARTS.exec(name) ?? [];
  return { key: top === '' ? stem : `${stem}top`, top, days, rows };
}

/** A measure in words: `Net foreign, 5 days`. */
export function measureName(name: string, texts: MeasureTexts): string {
  const { key, top, days, rows } = partsOf(name);
  const text = (texts.names[key as keyof typeof texts.names] ?? name).replace('#', top);
  const ofDays = days === undefined ? text : texts.of_days(text, Number(days));
  return rows === undefined ? ofDays : texts.percentile(ofDays, Number(rows));
}

export function measureDefinition({ name, definition }: Measure, { definitions }: MeasureTexts): string {
  const { key, top, days = '1', rows } = partsOf(name);
  const text = rows === undefined ? definitions[key] : definitions.percentile;
  return text?.replace('#', top).replaceAll('%', rows ?? days) ?? definition;
}

export function measureOf(name: string): Measure | undefined {
  return BY_NAME.get(name);
}

/** A value of a measure with its sign or unit: `+2.4 B`, `−0.69%`, `1.41×`. */
export function measureValue(name: string, value: number, numbers: NumberFormat): string {
  const { unit, has_decimals } = measureOf(name) as Measure;
  const write = (each: number) => {
    if (unit === 'percent') return numbers.percent(each / 100, 2);
    if (unit === 'times') return `${numbers.full(each, 2)}×`;
    return unit === 'idr' || unit === 'shares'
      ? numbers.short(each)
      : numbers.full(each, has_decimals ? 2 : 0);
  };
  return SIGNED.test(name) ? numbers.signed(value, write) : write(value);
}
