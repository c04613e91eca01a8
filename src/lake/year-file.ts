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
  readonly #tickers: ReadonlyMap<string, number>;

  private constructor(
    catalog: string,
    control: DuckConnection,
    lanes: readonly Lane[],
    tickers: ReadonlyMap<string, number>,
  ) {
    this.#catalog = catalog;
    this.#control = control;
    this.#lanes = lanes;
    this.#tickers = tickers;
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
    for (let lane = 0; lane < lane_count; lane++) {
      const connection = await duck.connect();
      await connection.use(catalog);
      lanes.push({ connection, statements: new Map() });
    }
    const rows = (await lanes[0]?.connection.rows(sql('serving/tickers'))) ?? [];
    const tickers = new Map(rows.map((row) => [String(row.code), Number(row.ticker_id)]));
    return new YearFile(catalog, control, lanes, tickers);
  }

  tickerId(ticker: string): number | undefined {
    return this.#tickers.get(ticker);
  }

  async rows(lane_number: number, question: ServingQuestion, parameters: Parameters): Promise<Row[]> {
    const lane = this.#lanes[lane_number];
    if (!lane) throw new RangeError(`There is no lane ${lane_number}`);
    let statement = lane.statements.get(question);
    if (!statement) {
      statement = await lane.connection.prepare(sql(`serving/${question}`));
      lane.statements.set(question, statement);
    }
    return lane.connection.withTimeout(QUERY_TIMEOUT_MS, () => statement.rows(parameters));
  }

  async detach(): Promise<void> {
    for (const { connection, statements } of this.#lanes) {
      for (const statement of statements.values()) statement.close();
      connection.close();
    }
    await this.#control.detach(this.#catalog);
  }
}
