import type { Broker } from '../../../core/market/brokers.ts';

/** A stock or a broker with a name. */
export interface KnownName {
  readonly code: string;
  readonly name: string;
  readonly isBroker: boolean;
}

/** More matches are no help: the text is too short. */
const MAX_FOUND = 30;

/** The companies, then the brokers. @param csv `data/reference/companies.csv`: a header line, then one line per company with its ticker and its name */
export function knownNames(csv: string, brokers: readonly Broker[]): KnownName[] {
  const companies = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [code = '', name = ''] = line.split(',');
      return { code, name, isBroker: false };
    });
  return [...companies, ...brokers.map(({ code, name }) => ({ code, name, isBroker: true }))];
}

/**
 * The stocks and brokers that a text means: the code or the whole name, or else all whose code or name contains it, first those whose code
 * begins with it. Case is ignored.
 */
export function found(text: string, names: readonly KnownName[]): KnownName[] {
  const wanted = text.trim().toUpperCase();
  if (wanted === '') return [];
  const exact = names.filter(({ code, name }) => code === wanted || name.toUpperCase() === wanted);
  if (exact.length > 0) return exact;
  const begins = names.filter(({ code }) => code.startsWith(wanted));
  const others = names.filter(
    ({ code, name }) => !code.startsWith(wanted) && `${code} ${name.toUpperCase()}`.includes(wanted),
  );
  return [...begins, ...others].slice(0, MAX_FOUND);
}
