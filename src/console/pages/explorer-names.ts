import type { Broker } from '../../core/brokers.ts';

/** A stock or a broker with a name. */
export interface KnownName {
  readonly code: string;
  readonly name: string;
  readonly isBroker: boolean;
}

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

/** The code, or else the first name, that a text means: the whole name, its beginning, or a part of it. Case is ignored. */
export function found(text: string, names: readonly KnownName[]): KnownName | undefined {
  const wanted = text.trim().toUpperCase();
  if (wanted === '') return undefined;
  const withName = (matches: (name: string) => boolean) =>
    names.find(({ name }) => matches(name.toUpperCase()));
  return (
    names.find(({ code }) => code === wanted) ??
    withName((name) => name === wanted) ??
    withName((name) => name.startsWith(wanted)) ??
    withName((name) => name.includes(wanted))
  );
}
