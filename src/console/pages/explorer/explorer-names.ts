import { type Broker, brokersIn, companiesIn } from '../../../core/market/brokers.ts';
import { bestMatches } from '../../charts/find.ts';

export interface KnownName {
  readonly code: string;
  readonly name: string;
  readonly isBroker: boolean;
}

/** More matches are no help: the text is too short. */
const MAX_FOUND = 30;

/** The companies, then the brokers. @param csv as companiesIn */
export function knownNames(csv: string, brokers: readonly Broker[]): KnownName[] {
  const companies = [...companiesIn(csv)].map(([code, name]) => ({ code, name, isBroker: false }));
  return [...companies, ...brokers.map(({ code, name }) => ({ code, name, isBroker: true }))];
}

/** The stocks and brokers that a text means: all with this code or whole name, or else the best matches. */
export function found(text: string, names: readonly KnownName[]): KnownName[] {
  const wanted = text.trim().toUpperCase();
  const exact = names.filter(({ code, name }) => code === wanted || name.toUpperCase() === wanted);
  return exact.length > 0 ? exact : bestMatches(text, names, MAX_FOUND);
}

/** The names of stocks, and which brokers belong to a foreign group. */
export function stockNames({
  companiesCsv,
  brokersCsv,
}: Readonly<Record<'companiesCsv' | 'brokersCsv', string>>) {
  const brokers = brokersIn(brokersCsv);
  const names = new Map(knownNames(companiesCsv, []).map(({ code, name }) => [code, name]));
  const foreign = new Set(brokers.filter(({ foreign_parent }) => foreign_parent).map(({ code }) => code));
  return {
    nameOf: (ticker: string) => names.get(ticker),
    isBroker: (code: string) => brokers.some((each) => each.code === code),
    isForeign: (broker: string) => foreign.has(broker),
  };
}
