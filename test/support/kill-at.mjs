// Loaded before the compiled alir: counts everything that changes the disk, by number, and kills the process at one of them. A write is
// killed half-way, all else before it is done. ALIR_TEST_KILL_AT=0 kills nothing; the count is written to ALIR_TEST_KILL_COUNT at the end.
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';

const killAt = Number(process.env.ALIR_TEST_KILL_AT);
const counts = process.env.ALIR_TEST_KILL_COUNT;
const effects = [];

function effect(name) {
  effects.push(name);
  return effects.length === killAt;
}

const die = () => process.kill(process.pid, 'SIGKILL');

function before(target, name, what = name) {
  const original = target[name];
  target[name] = function (...args) {
    if (effect(what)) die();
    return original.apply(this, args);
  };
}

for (const name of ['mkdir', 'rename', 'link', 'rm', 'copyFile']) before(fsp, name);
const { writeFile } = fsp;
fsp.writeFile = async (path, content, ...rest) => {
  if (!effect('writeFile')) return writeFile(path, content, ...rest);
  await writeFile(path, content.slice(0, content.length >> 1));
  die();
};
const handle = await fsp.open(process.execPath);
const FileHandle = Object.getPrototypeOf(handle);
await handle.close();
before(FileHandle, 'sync', 'fsync');
const write = FileHandle.write;
FileHandle.write = async function (buffer, ...rest) {
  if (!effect('write')) return write.call(this, buffer, ...rest);
  await write.call(this, buffer.subarray(0, buffer.length >> 1));
  die();
};
const streamWrite = fs.write;
fs.write = (fd, buffer, offset, length, position, done) => {
  if (!effect('write')) return streamWrite(fd, buffer, offset, length, position, done);
  streamWrite(fd, buffer, offset, length >> 1, position, die);
};
const streamWrites = fs.writev;
fs.writev = (fd, buffers, position, done) => {
  if (!effect('write')) return streamWrites(fd, buffers, position, done);
  streamWrites(fd, buffers.slice(0, buffers.length >> 1), position, die);
};
before(fs, 'fsync');
syncBuiltinESMExports();

// The engines write by themselves: each statement that may is an effect.
const require = createRequire(pathToFileURL(process.argv[1]));
const { Database } = await import('../../build/ledger/sqlite/sqlite.js');
const memory = new Database(':memory:');
const Statement = Object.getPrototypeOf(memory.prepare('SELECT 1'));
memory.close();
for (const name of ['run', 'get']) {
  const original = Statement[name];
  Statement[name] = function (...args) {
    // SQLite calls the statement that ends a transaction read-only.
    if ((!this.readonly || this.source === 'COMMIT') && effect(`sqlite ${this.source.slice(0, 30)}`)) die();
    return original.apply(this, args);
  };
}
const { DuckDBConnection } = require('@duckdb/node-api');
const run = DuckDBConnection.prototype.run;
DuckDBConnection.prototype.run = async function (sql, ...rest) {
  const isCopy = sql.includes('COPY (');
  if (isCopy && effect('duckdb COPY, begun')) setImmediate(die);
  const result = await run.call(this, sql, ...rest);
  if (isCopy && effect('duckdb COPY, done')) die();
  return result;
};

process.on('exit', () => {
  if (counts) fs.writeFileSync(counts, JSON.stringify(effects));
});
