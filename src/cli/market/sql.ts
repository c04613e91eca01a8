import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AlirError } from '../../core/errors.ts';
import { dataFolders } from '../../core/folders.ts';
import { counted } from '../../core/words.ts';
import { arrowPieces } from '../../market/sql-shell/arrow-pieces.ts';
import { History, historyFile } from '../../market/sql-shell/history.ts';
import { OutputFile } from '../../market/sql-shell/output-file.ts';
import { Prompt } from '../../market/sql-shell/prompt.ts';
import { AnalystSession, type Answer, type Places } from '../../market/sql-shell/session.ts';
import { TEXT_FORMATS, type TextFormat } from '../../market/sql-shell/text-formats.ts';
import { tableOf } from '../../market/sql-shell/text-table.ts';
import type { Config } from '../../server/config.ts';
import { corporateActionsOf, referencePath } from '../../server/settings-files.ts';
import type { SqlFormat } from '../file-formats.ts';
import type { Io } from '../io.ts';
import type { Terminal } from '../output.ts';
import { StopSignals } from '../signals.ts';
import { lakeAt } from './known-lake.ts';

type StreamedFormat = TextFormat | 'arrow';

export interface SqlOptions {
  readonly json: boolean;
  readonly file?: string;
  readonly format?: SqlFormat;
  readonly output?: string;
  readonly knownAt?: string;
  readonly force: boolean;
}

const FORMAT_OF_ENDING: Readonly<Record<string, SqlFormat>> = {
  '.csv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.parquet': 'parquet',
  '.arrow': 'arrow',
  '.arrows': 'arrow',
};

/**
 * Runs one query on the lake, or starts the prompt.
 * @param query `-` for standard input; without a query and a file, the prompt starts
 * @returns false if the prompt read a script and a query of the script failed
 */
export async function sqlCommand(
  config: Config,
  out: Terminal,
  query: string | undefined,
  options: SqlOptions,
): Promise<boolean> {
  const format = formatOf(options, out.io);
  if (query === undefined && options.file === undefined) return prompt(config, out, format, options);
  const text = await queryText(query, options, out.io);
  const signals = new StopSignals(out.io);
  const file =
    options.output === undefined
      ? undefined
      : await OutputFile.claim(options.output, options.force, ownFolders(config));
  try {
    const lake = await lakeAt(config, options.knownAt);
    const session = await openSession(config, { lake, answers: file?.folder });
    signals.listen(() => session.stop());
    if (signals.isStopRequested) session.stop();
    try {
      await warnIfEmpty(session, config, out);
      if (file) await toFile(session, out, text, format, file, String(options.output));
      else if (isStreamed(format)) await toStdout(session, out, text, format);
      else await showTable(session, out, text);
    } finally {
      await session.close();
    }
  } finally {
    await file?.discard();
  }
  return true;
}

async function prompt(
  config: Config,
  out: Terminal,
  format: SqlFormat,
  { output, knownAt }: SqlOptions,
): Promise<boolean> {
  if (output !== undefined || format === 'arrow') {
    const option = output === undefined ? '--format arrow' : '--output';
    throw new AlirError(
      'bad_configuration',
      `${option} requires a query. Pass the query as the argument, or with --file.`,
    );
  }
  const isTerminal = out.io.stdin.isTTY === true && out.io.stdout.isTTY === true;
  const signals = new StopSignals(out.io);
  const session = await openSession(config, { lake: await lakeAt(config, knownAt) });
  const history = isTerminal ? historyFile(out.io.env) : undefined;
  const typed = new Prompt({
    input: out.io.stdin,
    output: out.io.stdout,
    isTerminal,
    history: history === undefined ? undefined : new History(history),
    ask: (text) =>
      isStreamed(format) ? toStdout(session, out, text, format) : showTable(session, out, text),
    stop: () => session.stop(),
    onError: ({ message }) => out.notice(`alir: ${message}`),
  });
  let isEnded = signals.isStopRequested;
  signals.listen((signal) => {
    if (signal === 'SIGINT') return typed.interrupt();
    isEnded = true;
    typed.end();
  });
  try {
    if (isEnded) throw stopped();
    if (isTerminal) out.notice('SQL on the lake, read-only. Type help for help, or quit to leave.');
    await warnIfEmpty(session, config, out);
    const isAllAnswered = await typed.run();
    if (isEnded) throw stopped();
    return isTerminal || isAllAnswered;
  } finally {
    await session.close();
  }
}

function stopped(): AlirError {
  return new AlirError('query_stopped', 'The query was stopped.');
}

/** Folders in which results must not be written. */
export function ownFolders({ data_dir }: Config): string[] {
  return [data_dir, referencePath('')];
}

interface SessionOptions {
  readonly lake: Pick<Places, 'lake' | 'linked'>;
  /** The folder of results. */
  readonly answers?: string | undefined;
  /** The limit of a query; by default that of the settings. */
  readonly seconds?: number;
}

export async function openSession(
  config: Config,
  { lake, answers, seconds = config.sql_seconds }: SessionOptions,
): Promise<AnalystSession> {
  return AnalystSession.open(
    {
      ...lake,
      reference: referencePath(''),
      corporate_actions: corporateActionsOf(config),
      ...(answers === undefined ? {} : { answers }),
    },
    {
      memory_mb: config.sql_memory_mb,
      seconds,
      disk_mb: config.sql_disk_mb,
      threads: config.threads,
    },
  );
}

async function warnIfEmpty(session: AnalystSession, { data_dir }: Config, out: Terminal): Promise<void> {
  if (await session.hasDays()) return;
  out.notice(
    `No day is published in ${dataFolders(data_dir).lake} yet, so the views are empty. If this is the wrong folder, set ALIR_DATA_DIR.`,
  );
}

async function queryText(query: string | undefined, { file }: SqlOptions, { stdin }: Io): Promise<string> {
  if (query !== undefined && file !== undefined) {
    throw new AlirError('bad_configuration', 'Pass a query or --file, not both.');
  }
  if (query === '-') return readAll(stdin);
  if (query !== undefined) return query;
  try {
    return await readFile(String(file), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AlirError(
      'bad_configuration',
      `The query file ${file} cannot be read (${code}). Check its path and permissions.`,
      { cause },
    );
  }
}

function formatOf({ json, format, output }: SqlOptions, { stdout }: Io): SqlFormat {
  if (output === undefined) {
    if (json && format !== undefined) {
      throw new AlirError(
        'bad_configuration',
        'Pass either --json or --format, not both. --json is the same as --format ndjson.',
      );
    }
    if (format === 'parquet')
      throw new AlirError('bad_configuration', 'Parquet output needs a file. Pass --output FILE.');
    if (format === 'arrow' && stdout.isTTY) {
      throw new AlirError(
        'bad_configuration',
        'Arrow output is binary and cannot be shown in a terminal. Pass --output FILE, or pipe the output to another program.',
      );
    }
    return format ?? (json ? 'ndjson' : 'table');
  }
  const chosen = format ?? FORMAT_OF_ENDING[extname(output).toLowerCase()];
  if (chosen === undefined || chosen === 'table') {
    throw new AlirError(
      'bad_configuration',
      `Cannot infer the format of ${output}: pass --format csv, json, ndjson, parquet or arrow, or use one of them as the extension.`,
    );
  }
  return chosen;
}

function isStreamed(format: SqlFormat): format is StreamedFormat {
  return format === 'arrow' || format in TEXT_FORMATS;
}

async function toStdout(
  session: AnalystSession,
  { io: { stdout } }: Terminal,
  text: string,
  format: StreamedFormat,
): Promise<void> {
  const { pieces, stopping } = await written(session, text, format, () => {});
  for await (const piece of pieces) {
    if (stdout.write(piece) || stopping.aborted) continue;
    // The reader may have stopped reading, so a stop of the query also ends this wait. The next piece then reports the stop.
    await once(stdout, 'drain', { signal: stopping }).catch(ignoreAbort);
  }
}

async function toFile(
  session: AnalystSession,
  out: Terminal,
  text: string,
  format: SqlFormat,
  file: OutputFile,
  name: string,
): Promise<void> {
  let rows = 0;
  if (isStreamed(format)) {
    const count = (more: number) => {
      rows += more;
    };
    const { pieces } = await written(session, text, format, count, file.staged);
    await pipeline(Readable.from(pieces), createWriteStream(file.staged));
  } else rows = await session.write(text, file.staged);
  const bytes = await file.finish();
  out.record({ file: name, format, rows, bytes }, writtenText(name, rows, bytes));
}

/** Runs a query and streams its result. @param onRows called with the number of rows of each piece */
async function written(
  session: AnalystSession,
  text: string,
  format: StreamedFormat,
  onRows: (rows: number) => void,
  file?: string,
): Promise<{ pieces: AsyncIterable<string | Uint8Array>; stopping: AbortSignal }> {
  if (format === 'arrow') {
    const { columns, chunks, stopping } = await session.askVectors(text, file);
    return { pieces: await arrowPieces(columns, withRowCounts(chunks, onRows)), stopping };
  }
  const { cells, write } = TEXT_FORMATS[format];
  const { columns, chunks, stopping } = await session.ask(text, cells, file);
  return { pieces: write({ columns, chunks: withRowCounts(chunks, onRows) }), stopping };
}

function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error;
}

async function* withRowCounts<Chunk extends { readonly rows: number }>(
  chunks: Answer<Chunk>['chunks'],
  onRows: (rows: number) => void,
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    onRows(chunk.rows);
    yield chunk;
  }
}

/** The message after a file is written. */
export function writtenText(name: string, rows: number, bytes: number): string {
  return `${name}: ${rows.toLocaleString('en')} rows, ${bytes.toLocaleString('en')} bytes`;
}

/** Prints the rows on stdout, and the row count and duration on stderr. */
async function showTable(session: AnalystSession, out: Terminal, text: string): Promise<void> {
  const started_ms = performance.now();
  const { text: table, rows, isCut } = await tableOf(await session.ask(text, 'text'));
  const seconds = ((performance.now() - started_ms) / 1000).toFixed(2);
  out.io.stdout.write(table);
  const count = counted(rows, 'row');
  out.notice(
    isCut
      ? `Only the first ${count} are shown (${seconds} s). To get all rows, use --format csv, json or ndjson, or --output FILE.`
      : `${count} (${seconds} s)`,
  );
}
