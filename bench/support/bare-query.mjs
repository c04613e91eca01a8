// What Alir's uncached answers are compared with: the same DuckDB query on the same file, as fast as it goes, and nothing else.
import { readFileSync } from 'node:fs';
import { DuckDBDateValue, DuckDBInstance } from '@duckdb/node-api';

const [file, sqlFile, lanes, seconds, questionsFile] = process.argv.slice(2);
const questions = JSON.parse(readFileSync(questionsFile, 'utf8'));
const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: '2' });
const tickerIds = new Map();
const control = await instance.connect();
for (const [code, id] of (await control.runAndReadAll('SELECT code, ticker_id FROM ticker')).getRows()) {
  tickerIds.set(code, id);
}
const day = (date) => new DuckDBDateValue(Date.parse(date) / 86_400_000);
const end = performance.now() + Number(seconds) * 1000;
let answered = 0;
await Promise.all(
  Array.from({ length: Number(lanes) }, async () => {
    const connection = await instance.connect();
    const statement = await connection.prepare(readFileSync(sqlFile, 'utf8'));
    while (performance.now() < end) {
      const { ticker, from, to } = questions[answered++ % questions.length];
      statement.bind({
        ticker_id: tickerIds.get(ticker),
        from: day(from),
        to: day(to),
        first_market: 0,
        last_market: 1,
        first_investor: 0,
        last_investor: 1,
      });
      (await statement.runAndReadAll()).getRowObjects();
    }
  }),
);
console.log(JSON.stringify({ per_second: answered / Number(seconds) }));
