import { AlirError } from '../core/errors.ts';
import { sql } from '../sql.ts';
import type { Duck, DuckConnection, DuckStatement, Parameters, Row } from './duckdb.ts';

/** A question over one ticker of one year; each is a file of `sql/serving/`. */
export type ServingQuestion = 'broker_summary' | 'foreign_flow';

/** A query takes milliseconds; one that takes this long would keep its lane from the others. */
const QUERY_TIMEOUT_MS = 10_000;

interface Lane {
  readonly connection: DuckConnection;
  readonly statements: Map<ServingQuestion, DuckStatement>;
}

/**
 * One attached serving file. Each lane has a connection of its own whose default catalog is this file: a query runs alone on its
 * connection, and a statement never binds to the tables of another year.
 */
export class YearFile {
  readonly #catalog: string;
  readonly #control: DuckConnection;
  readonly #lanes: readonly Lane[];
  readonly #tickers = new Map<string, number>();

  private constructor(catalog: string, control: DuckConnection, lanes: readonly Lane[]) {
    this.#catalog = catalog;
    this.#control = control;
    this.#lanes = lanes;
  }

  /** @param control the connection that attaches and detaches, used for nothing else */
  static async attach(
    duck: Duck,
    control: DuckConnection,
    path: string,
    catalog: string,
    lane_count: number,
  ): Promise<YearFile> {
    await control.attach(path, catalog, 'read_only');
    const lanes: Lane[] = [];
    const file = new YearFile(catalog, control, lanes);
    try {
      for (let lane = 0; lane < lane_count; lane++) {
        const connection = await duck.connect();
        lanes.push({ connection, statements: new Map() });
        await connection.use(catalog);
      }
      const rows = (await lanes[0]?.connection.rows(sql('serving/tickers'))) ?? [];
      for (const row of rows) file.#tickers.set(String(row.code), Number(row.ticker_id));
      return file;
    } catch (error) {
      await file.detach();
      throw error;
    }
  }

  tickerId(ticker: string): number | undefined {
    return this.#tickers.get(ticker);
  }

  /** @throws AlirError `query_timeout`, or `data_unavailable` when the file cannot be read */
  async rows(lane_number: number, question: ServingQuestion, parameters: Parameters): Promise<Row[]> {
    const lane = this.#lanes[lane_number];
    if (!lane) throw new RangeError(`There is no lane ${lane_number}`);
    try {
      const statement = lane.statements.get(question) ?? (await prepare(lane, question));
      return await lane.connection.withTimeout(QUERY_TIMEOUT_MS, () => statement.rows(parameters));
    } catch (cause) {
      if (cause instanceof AlirError) throw cause;
      const message = 'The published data cannot be read at the moment. Try again later.';
      throw new AlirError('data_unavailable', message, { cause });
    }
  }

  async detach(): Promise<void> {
    for (const { connection, statements } of this.#lanes) {
      for (const statement of statements.values()) statement.close();
      connection.close();
    }
    await this.#control.detach(this.#catalog);
  }
}

async function prepare(lane: Lane, question: ServingQuestion): Promise<DuckStatement> {
  const statement = await lane.connection.prepare(sql(`serving/${question}`));
  lane.statements.set(question, statement);
  return statement;
}
