// What an ingest is compared with: DuckDB copies the daily file to Parquet as it is, with no check, no sort and no second table.
import { DuckDBInstance } from '@duckdb/node-api';

const [csv, parquet] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
const started = performance.now();
await connection.run(
  `COPY (FROM read_csv('${csv}', delim = ';', header = true)) TO '${parquet}' (FORMAT parquet, COMPRESSION zstd)`,
);
console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000 }));
