// What Alir's uncached answers are compared with: the DuckDB query on a table sorted by ticker, as fast as it goes, and nothing else.
import { readFileSync } from 'node:fs';
import { DuckDBDateValue, DuckDBInstance } from '@duckdb/node-api';

const [files, concurrency, seconds, questionsFile] = process.argv.slice(2);
const sql = (name) => readFileSync(new URL(`../sql/${name}.sql`, import.meta.url), 'utf8');
const questions = JSON.parse(readFileSync(questionsFile, 'utf8'));
const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const control = await instance.connect();
await control.run(`SET VARIABLE broker_day_files = '${files}'`);
await control.run(sql('duckdb_table'));
const tickerIds = new Map((await control.runAndReadAll('SELECT code, ticker_id FROM ticker')).getRows());
const day = (date) => new DuckDBDateValue(Date.parse(date) / 86_400_000);
const end = performance.now() + Number(seconds) * 1000;
let answered = 0;
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    const connection = await instance.connect();
    const statement = await connection.prepare(sql('duckdb_broker_summary'));
    while (performance.now() < end) {
      const { ticker, from, to } = questions[answered++ % questions.length];
      statement.bind({ ticker_id: tickerIds.get(ticker), from: day(from), to: day(to) });
      (await statement.runAndReadAll()).getRowObjects();
    }
  }),
);
console.log(JSON.stringify({ per_second: answered / Number(seconds) }));
