import { Duck, type DuckConnection } from '../lake/duckdb.ts';

const MEMORY_LIMIT_MB = 1200;
const SPILL_LIMIT_MB = 20_000;

export interface BuildSettings {
  /** The only folders that the build can access. */
  readonly folders: readonly string[];
  /** Where DuckDB may spill data that exceeds its memory. */
  readonly staging: string;
  readonly threads: number;
}

/** Runs `work` on a DuckDB that serving files are built with. */
export async function withBuildDuck<Result>(
  { folders, staging, threads }: BuildSettings,
  work: (connection: DuckConnection) => Promise<Result>,
): Promise<Result> {
  const duck = await Duck.open({
    folders,
    memory_limit_mb: MEMORY_LIMIT_MB,
    threads,
    spill: { folder: `${staging}/spill`, limit_mb: SPILL_LIMIT_MB },
  });
  try {
    return await work(await duck.connect());
  } finally {
    duck.close();
  }
}
