import type { IsoDate } from '../../../core/dates.ts';
import type { TradingCalendar } from '../../../core/market/calendar.ts';
import type { DayContent, Publication, PublishedFacts } from '../../../ledger/manifest.ts';
import { dayChanges } from '../../lake/day-changes.ts';
import {
  agreementWith,
  type DayFacts,
  FACTS_VERSION,
  factsFromJson,
  factsOf,
  factsToJson,
} from '../../lake/day-facts.ts';
import type { DayFiles } from '../../lake/day-files.ts';
import type { DayPaths } from '../../lake/lake.ts';
import type { WriterServices } from '../services.ts';
import type { DayAround, GateFacts, Replaced } from './gate-rule.ts';

/** A staged day and the revision that it would replace. */
export interface Candidate {
  readonly content: DayContent;
  readonly files: DayFiles;
  readonly replaced: Publication | undefined;
  /** The files of the replaced revision, without damaged files. */
  readonly replaced_files: Partial<DayPaths>;
}

/** The facts of the staged day and of the revision that it would replace. */
export async function gateFacts(services: WriterServices, candidate: Candidate): Promise<GateFacts> {
  const { calendar, manifest } = services;
  const { content, files, replaced } = candidate;
  const { trade_date } = content;
  const around = await daysAround(services, trade_date);
  return {
    trade_date,
    day: files.facts,
    around,
    day_before: dayBefore(calendar, trade_date, around[0]),
    replaced: replaced && {
      revision: replaced.revision,
      trades: replaced.trades_rows,
      ...(await comparison(services, candidate)),
    },
    replaced_before: await manifest.replacedRevision(content),
  };
}

export function publishedFacts(
  { trade_date, trades_sha256 }: Pick<DayContent, 'trade_date' | 'trades_sha256'>,
  facts: DayFacts,
): PublishedFacts {
  return { trade_date, trades_sha256, version: FACTS_VERSION, facts: factsToJson(facts) };
}

/**
 * The days that the gate compares a day with; empty if no day around it is published. Facts that were not noted are read from the lake.
 * Damaged days are left out then, because their facts may be wrong.
 */
async function daysAround(
  { lake, manifest, duck }: WriterServices,
  trade_date: IsoDate,
): Promise<DayAround[]> {
  const around: DayAround[] = [];
  for (const day of await manifest.daysAround(trade_date)) {
    const noted = await manifest.facts(day, FACTS_VERSION);
    if (noted !== undefined) {
      around.push({ trade_date: day.trade_date, facts: factsFromJson(noted) });
    } else if (await lake.isIntact(day)) {
      const facts = await duck.run(day.trades_rows, (connection) => factsOf(connection, lake.files(day)));
      await manifest.noteFacts(publishedFacts(day, facts));
      around.push({ trade_date: day.trade_date, facts });
    }
  }
  return around;
}

/** Compares a correction with the intact files of the revision that it would replace. */
async function comparison(
  { manifest, duck }: WriterServices,
  { files, replaced, replaced_files: { trades, broker_day, ticker_day } }: Candidate,
): Promise<Pick<Replaced, 'agreement' | 'compared'>> {
  if (!replaced || broker_day === undefined) return {};
  return duck.run(files.trade_rows + replaced.trades_rows, async (connection) => {
    const agreement = await agreementWith(connection, files, broker_day);
    if (trades === undefined || ticker_day === undefined) return { agreement };
    const noted = await manifest.facts(replaced, FACTS_VERSION);
    const published = { trades, broker_day };
    const facts = noted ? factsFromJson(noted) : await factsOf(connection, published);
    return { agreement, compared: { facts, changes: await dayChanges(connection, files, published) } };
  });
}

function dayBefore(
  calendar: TradingCalendar,
  trade_date: IsoDate,
  nearest: DayAround | undefined,
): { facts: DayFacts; trading_days_ago: number } | undefined {
  if (!nearest || nearest.trade_date > trade_date) return undefined;
  const days = calendar.tradingDays(nearest.trade_date, trade_date).length - 1;
  return { facts: nearest.facts, trading_days_ago: Math.max(1, days) };
}
