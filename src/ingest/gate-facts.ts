import type { TradingCalendar } from '../core/calendar.ts';
import type { IsoDate } from '../core/dates.ts';
import { type DataFolders, type DayPaths, LAKE_TABLES, lakeFiles } from '../core/folders.ts';
import { type DayFacts, DayFactsReader } from '../lake/day-facts.ts';
import { isFile } from '../lake/durable.ts';
import type { DayContent, Manifest, Publication } from '../ledger/manifest.ts';
import type { DayAround, GateFacts } from './gate.ts';

interface GateServices {
  readonly folders: DataFolders;
  readonly manifest: Manifest;
  readonly calendar: TradingCalendar;
  readonly threads: number;
}

/** A staged day, and what it would replace. */
export interface Candidate {
  readonly content: DayContent;
  readonly staging: string;
  readonly files: DayPaths;
  readonly replaced: Publication | undefined;
  /** The file of the replaced revision, unless it is damaged. */
  readonly replaced_broker_day: string | undefined;
}

/** Reads the facts that the gate judges: of the staged day, the days around it, and the revision that it would replace. */
export async function gateFacts(services: GateServices, candidate: Candidate): Promise<GateFacts> {
  const { folders, manifest, threads } = services;
  const { content, files, replaced, replaced_broker_day } = candidate;
  const { trade_date } = content;
  const reader = await DayFactsReader.open([candidate.staging, folders.lake], threads);
  try {
    const day = await reader.facts(files);
    const around = await daysAround(services, reader, trade_date);
    const [nearest] = around;
    return {
      trade_date,
      day,
      repeats: await reader.repeats(files),
      around,
      repeats_around: nearest ? await reader.repeats(lakeFiles(folders, nearest.trade_date)) : 0,
      day_before: dayBefore(services.calendar, trade_date, nearest),
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

/** Without damaged days: their facts may be wrong. */
async function daysAround(
  { folders, manifest }: GateServices,
  reader: DayFactsReader,
  trade_date: IsoDate,
): Promise<DayAround[]> {
  const around: DayAround[] = [];
  for (const day of manifest.daysAround(trade_date)) {
    if (await isUndamaged(folders, day)) {
      around.push({
        trade_date: day.trade_date,
        facts: await reader.facts(lakeFiles(folders, day.trade_date)),
      });
    }
  }
  return around;
}

async function isUndamaged(folders: DataFolders, day: Publication): Promise<boolean> {
  const files = lakeFiles(folders, day.trade_date);
  for (const table of LAKE_TABLES) {
    if (!(await isFile(files[table], day[`${table}_sha256`]))) return false;
  }
  return true;
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
