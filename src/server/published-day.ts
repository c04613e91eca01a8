import type { PublishedDay } from '../commerce/accounts/alerts/alert-evaluation.ts';
import type { Adjustment } from '../core/market/corporate-actions.ts';
import type { Manifest } from '../ledger/manifest.ts';
import type { MarketReader } from '../market/serving/market-database.ts';
import type { AdjustedMeasures } from '../market/serving/queries/adjusted-measures.ts';
import type { Briefs } from '../market/serving/queries/brief.ts';
import { brokerStocks } from '../market/serving/queries/broker-totals.ts';
import { DEFAULT_ADJUST, type Screen } from '../market/serving/screens/screen.ts';
import { ScreenedDay } from '../market/serving/screens/screened-day.ts';

/**
 * The newest day of the newest publication; null without one, and while its market files or measures are being made.
 * @param signal ends its questions
 */
export async function publishedDay(
  manifest: Manifest,
  market: MarketReader,
  measures: AdjustedMeasures,
  briefs: Pick<Briefs, 'read'>,
  signal: AbortSignal,
): Promise<PublishedDay | null> {
  const { publications: publication, files } = await manifest.measures();
  const isServed = (await manifest.marketPublications()) === publication;
  const trade_date = (await market.days()).at(-1);
  const days = files.map((file) => file.trade_date);
  if (!isServed || trade_date === undefined || days.at(-1) !== trade_date) return null;
  const known = new Map<string, Promise<ReadonlyMap<string, number>>>();
  const netValuesOf = async (code: string) => {
    const question = { from: trade_date, to: trade_date, investor: 'all', market: 'RG', code } as const;
    const rows = await brokerStocks(market, question, signal);
    return new Map(rows.map(({ ticker, buy_value, sell_value }) => [ticker, buy_value - sell_value]));
  };
  const screenedDay = (adjust: Adjustment) => {
    const reader = measures.reader(adjust);
    // The files of this publication, also after the next one.
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
    brief: () => briefs.read(trade_date),
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
