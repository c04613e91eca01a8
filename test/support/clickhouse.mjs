// Runs statements in ClickHouse (the package chdb in the folder ALIR_TEST_CHDB). Reads { statements, queries } from stdin, both of SQL, and
// prints the rows of each query. A query may have `counts`: then its row is the number of files that it read.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const { Session } = createRequire(`${process.env.ALIR_TEST_CHDB}/`)('chdb');
const { statements, queries } = JSON.parse(await text(process.stdin));
const session = new Session();
const rowsOf = (sql) =>
  session
    .query(sql, 'JSONEachRow')
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row));
for (const statement of statements) session.query(statement, 'Null');
const FILES = "SELECT sum(value) AS files FROM system.events WHERE event = 'EngineFileLikeReadFiles'";
const answers = queries.map(({ sql, counts }) => {
  if (!counts) return rowsOf(sql);
  const [before] = rowsOf(FILES);
  rowsOf(sql);
  const [after] = rowsOf(FILES);
  return [{ files: Number(after.files) - Number(before.files) }];
});
process.stdout.write(JSON.stringify(answers));
session.close();
