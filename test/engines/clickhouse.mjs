// Answers questions in ClickHouse (the package chdb in the folder given first): each line of stdin is { sql }, and each line of stdout
// { rows } with cells as text, or { error }. A question may have `counts`: then its row is the number of files that it read.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { Session } = createRequire(`${process.argv[2]}/`)('chdb');
const session = new Session();
const rowsOf = (sql) =>
  session
    .query(sql, 'JSONCompactEachRow')
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row).map((cell) => (cell === null ? null : String(cell))));
const FILES = "SELECT sum(value) AS files FROM system.events WHERE event = 'EngineFileLikeReadFiles'";
const filesOf = (sql) => {
  const before = rowsOf(FILES);
  rowsOf(sql);
  return [[Number(rowsOf(FILES)) - Number(before)]];
};

for await (const line of createInterface({ input: process.stdin })) {
  const { sql, counts } = JSON.parse(line);
  let answer;
  try {
    answer = { rows: counts ? filesOf(sql) : rowsOf(sql) };
  } catch (error) {
    answer = { error: String(error) };
  }
  console.log(JSON.stringify(answer));
}
session.close();
