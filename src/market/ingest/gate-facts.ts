import type { TradingCalendar } from '../../core/calendar.ts';
import type { IsoDate } from '../../core/dates.ts';
import type { DataFolders } from '../../core/folders.ts';
import type { DayContent, Manifest, Publication } from '../../ledger/manifest.ts';
import { type DayFacts, DayFactsReader } from '../lake/day-facts.ts';
import { type DayPaths, Lake } from '../lake/lake.ts';
import type { DayAround, GateFacts } from './gate.ts';

interface GateServices {
  readonly folders: DataFolders;
  readonly manifest: Manifest;
  readonly calendar: TradingCalendar;
  readonly threads: number;
}

/** A staged day and the revision that it would replace. */
export interface Candidate {
  readonly content: DayContent;
  readonly staging: string;
  readonly files: DayPaths;
  readonly replaced: Publication | undefined;
  /** The file of the replaced revision, unless it is damaged. */
  readonly replaced_broker_day: string | undefined;
}

/** The days that the gate compares a day with; empty if no day around it is published. */
export interface Surroundings {
  readonly around: readonly DayAround[];
  /** The share of repeated trades of the nearest day. */
  readonly repeats_around: number;
}

/** Reads the days around a day. Damaged days are left out, because their facts may be wrong. */
export async function surroundings(
  { folders, manifest, threads }: GateServices,
  trade_date: IsoDate,
): Promise<Surroundings> {
  const lake = new Lake(folders);
  const reader = await DayFactsReader.open([lake.folder], threads);
  try {
    const around: DayAround[] = [];
    for (const day of manifest.daysAround(trade_date)) {
      if (await lake.isIntact(day)) {
        around.push({
          trade_date: day.trade_date,
          facts: await reader.facts(lake.files(day.trade_date)),
        });
      }
    }
    const [nearest] = around;
    const repeats_around = nearest ? await reader.repeats(lake.files(nearest.trade_date)) : 0;
    return { around, repeats_around };
  } finally {
    reader.close();
  }
}

/** Reads the facts of the staged day and of the revision that it would replace. */
export async function gateFacts(
  { folders, manifest, calendar, threads }: GateServices,
  candidate: Candidate,
  { around, repeats_around }: Surroundings,
): Promise<GateFacts> {
  const { content, files, replaced, replaced_broker_day } = candidate;
  const { trade_date } = content;
  const reader = await DayFactsReader.open([candidate.staging, folders.lake], threads);
  try {
    return {
      trade_date,
      day: await reader.facts(files),
      repeats: await reader.repeats(files),
      around,
      repeats_around,
      day_before: dayBefore(calendar, trade_date, around[0]),
      replaced: replaced && {
        revision: replaced.revision,
        trades: replaced.trades_rows,
        ...(replaced_broker_day && { agreement: await reader.agreement(files, replaced_broker_day) }),
      },
      replaced_before: manifest.replacedRevision(content),
    };
  } finally {
    reader.close();
  }
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
