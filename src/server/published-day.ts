import type { PublishedDay } from '../commerce/accounts/alerts/alert-evaluation.ts';
import type { Adjustment } from '../core/market/corporate-actions.ts';
import { sql } from '../core/package-files.ts';
import type { Manifest } from '../ledger/manifest.ts';
import type { MarketReader } from '../market/serving/market-database.ts';
import type { AdjustedMeasures } from '../market/serving/queries/adjusted-measures.ts';
import type { Briefs } from '../market/serving/queries/brief.ts';
import { brokerStocks } from '../market/serving/queries/broker-totals.ts';
import { DEFAULT_ADJUST, type Screen } from '../market/serving/screens/screen.ts';
import { ScreenedDay } from '../market/serving/screens/screened-day.ts';

/**
 * The newest day of the newest publication with measures; null without one, and while its market files are being made, which the links of
 * messages lead to. All questions read the files of this publication, also after the next one.
 * @param signal ends its questions
 */
export async function publishedDay(
  manifest: Pick<Manifest, 'measures' | 'marketPublications'>,
  measures: AdjustedMeasures,
  briefs: Pick<Briefs, 'read'>,
  signal: AbortSignal,
): Promise<PublishedDay | null> {
  const measured = await manifest.measures();
  const { publications: publication, files } = measured;
  const days = files.map((file) => file.trade_date);
  const trade_date = days.at(-1);
  const isServed = (await manifest.marketPublications()) >= publication;
  if (!isServed || trade_date === undefined) return null;
  const known = new Map<string, Promise<ReadonlyMap<string, number>>>();
  const market: Pick<MarketReader, 'rows'> = {
    rows: (question, { from, to }, parametersOf) => {
      const parameters = { from, to, ...parametersOf([trade_date]) };
      const query = {
        text: sql(`market/${question}`),
        table: 'broker_day',
        days: [trade_date],
        parameters,
      } as const;
      return measures.measureRows(() => query, signal, files);
    },
  };
  const netValuesOf = async (code: string) => {
    const question = { from: trade_date, to: trade_date, investor: 'all', market: 'RG', code } as const;
    const rows = await brokerStocks(market, question, signal);
    return new Map(rows.map(({ ticker, buy_value, sell_value }) => [ticker, buy_value - sell_value]));
  };
  const screenedDay = (adjust: Adjustment) => {
    const reader = measures.reader(adjust);
    return new ScreenedDay(
      { measureRows: (query, end) => reader.measureRows(query, end, files) },
      days,
      signal,
    );
  };
  const screened = { splits: screenedDay('splits'), none: screenedDay('none') };
  return {
    publication,
    trade_date,
    brief: () => briefs.read(trade_date, measured),
    netValues(broker) {
      const values = known.get(broker) ?? netValuesOf(broker);
      known.set(broker, values);
      return values;
    },
    screened(content) {
      const screen = content as Screen;
      return screened[screen.adjust ?? DEFAULT_ADJUST].members(screen);
    },
  };
}
