export interface Broker {
  readonly code: string;
  readonly name: string;
  /** Whether a foreign company controls it. */
  readonly foreign_parent: boolean;
}

/** @param brokersCsv `data/reference/brokers.csv`: a header line, then one line per broker with its code, name and `yes` or `no` */
export function brokersIn(brokersCsv: string): Broker[] {
  const lines = brokersCsv.trim().split('\n').slice(1);
  return lines.map((line) => {
    const [code = '', name = '', foreign_parent] = line.split(',');
    return { code, name, foreign_parent: foreign_parent === 'yes' };
  });
}
