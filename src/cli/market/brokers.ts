import { counted } from '../../core/words.ts';
import type { TableChoice } from '../../operations/official/broker-table.ts';
import { type BrokerResult, verifyBrokers } from '../../operations/official/brokers.ts';
import { printable } from '../../operations/official/table-values.ts';
import type { Stores } from '../../server/stores.ts';
import { type Terminal, table } from '../output.ts';
import { waitForWriter } from '../writer-wait.ts';

/** Differences of one stock and day that are shown without --json. */
const SHOWN = 20;

export interface BrokerOptions extends TableChoice {
  readonly brokers: string;
}

/** Compares published days with a table by broker. @returns false if one differs */
export async function verifyBrokersCommand(
  stores: Stores,
  output: Terminal,
  { brokers, ticker, date, market }: BrokerOptions,
): Promise<boolean> {
  const results = await verifyBrokers(
    stores.ingest,
    brokers,
    { ticker, date, market },
    waitForWriter(output),
  );
  const ok = results.every(isMatch);
  output.record({ ok, results }, results.map(resultText).join('\n'));
  return ok;
}

/** A table that does not decide the sides equals the day too. */
export function isMatch({ sides }: BrokerResult): boolean {
  return sides === 'equal' || sides === 'undecided';
}

/** What the comparison of the sides says, and what to do. */
const MEANINGS: Readonly<Record<BrokerResult['sides'], string>> = {
  equal: 'BRK_COD1 is the buyer, as Alir reads it.',
  exchanged:
    'The table equals Alir after buyer and seller are exchanged. Compare the foreign figures of this day with the exchange (alir verify --official): if they match, the headings of this table are exchanged. If they are swapped too, the columns of the daily file are: ask its source, and do not serve these days.',
  different:
    'The table differs from Alir, also after buyer and seller are exchanged. Check that it is of the same stock, day, market (--market) and investors, of the whole day, and that it has gross figures and not net ones. If it does, compare the day with the exchange: alir verify --official PATH',
  undecided:
    'The table equals Alir also after buyer and seller are exchanged, so it does not show which of them BRK_COD1 is. Use a table with more brokers.',
};

export function resultText(result: BrokerResult): string {
  const { file, trade_date, revision, ticker, market, investor, brokers, figures, sides } = result;
  const { differences, differences_exchanged, not_in_table, volume_in_lots } = result;
  const subject = `${trade_date} ${ticker}, market ${market}, investor ${investor}`;
  const source = `${printable(file)} (revision ${revision})`;
  const isEqual = differences.length === 0;
  const more = differences.length - SHOWN;
  return [
    isEqual
      ? `${subject}: ${counted(brokers, 'broker')} match ${source}`
      : `${subject}: ${counted(differences.length, 'difference')} from ${source}, ${differences_exchanged} after buyer and seller are exchanged`,
    `  ${MEANINGS[sides]}`,
    `  Compared: ${figures.join(', ')}${volume_in_lots ? ' (volumes in lots of 100 shares)' : ''}`,
    ...(not_in_table.length > 0
      ? [`  Not compared: ${counted(not_in_table.length, 'broker')} that the table does not have`]
      : []),
    ...(isEqual || sides === 'exchanged' ? [] : [table(HEADINGS, differences.slice(0, SHOWN).map(cells))]),
    ...(more > 0 && sides === 'different'
      ? [`  and ${counted(more, 'more difference')} (--json shows all)`]
      : []),
  ].join('\n');
}

const HEADINGS = ['  BROKER', 'FIGURE', 'TABLE', 'ALIR'];

function cells({ broker, figure, table: stated, alir }: BrokerResult['differences'][number]): string[] {
  return [`  ${broker}`, figure, stated.toLocaleString('en'), alir.toLocaleString('en')];
}
