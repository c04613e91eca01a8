export interface Broker {
  readonly code: string;
  readonly name: string;
  /** Whether a foreign company controls it. */
  readonly foreign_parent: boolean;
}

/** The names of companies by ticker. @param companiesCsv `data/reference/companies.csv`: a header line, then a ticker and a name */
export function companiesIn(companiesCsv: string): Map<string, string> {
  const lines = companiesCsv.trim().split('\n').slice(1);
  return new Map(lines.map((line) => line.split(',', 2) as [string, string]));
}

/** @param brokersCsv `data/reference/brokers.csv`: a header line, then one line per broker with its code, name and `yes` or `no` */
export function brokersIn(brokersCsv: string): Broker[] {
  const lines = brokersCsv.trim().split('\n').slice(1);
  return lines.map((line) => {
    const [code = '', name = '', foreign_parent] = line.split(',');
    return { code, name, foreign_parent: foreign_parent === 'yes' };
  });
}
