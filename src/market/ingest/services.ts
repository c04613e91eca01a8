import type { Clock } from '../../core/clock.ts';
import type { DataFolders } from '../../core/folders.ts';
import type { TradingCalendar } from '../../core/market/calendar.ts';
import type { Manifest } from '../../ledger/manifest.ts';
import type { Sources } from '../../ledger/source-files.ts';
import type { DeltaLogs } from '../lake/delta/logs.ts';
import { Lake } from '../lake/lake.ts';
import type { LakeDuck } from '../lake/lake-duck.ts';

export interface IngestServices {
  readonly folders: DataFolders;
  /** The folders that receive daily files: the inbox, and the source if it is a folder. Rejected files are moved out of them. */
  readonly intake_folders: readonly string[];
  readonly lake: Lake;
  readonly manifest: Manifest;
  readonly sources: Sources;
  readonly calendar: TradingCalendar;
  readonly clock: Clock;
  readonly threads: number;
  /** Whether the group of the data folder may read the lake. */
  readonly lake_group_read: boolean;
  /** The lake that this one copies; '' if it copies none. */
  readonly follow_url: string;
  /** The operating-system user who runs this. */
  readonly user: string;
}

/** The services of the process that holds the writer lock. */
export interface WriterServices extends IngestServices {
  readonly duck: LakeDuck;
  readonly logs: DeltaLogs;
}

export function ingestServices(services: Omit<IngestServices, 'lake'>): IngestServices {
  return { ...services, lake: new Lake(services.folders) };
}
