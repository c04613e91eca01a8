import pg from 'pg';

const CHANNEL = 'alir_ledger';
/** The number of the last change is also read at this interval, in case a notification is lost with its connection. */
const POLL_MS = 500;
const CONNECT_TIMEOUT_MS = 2000;

/** Learns of the writes of other servers: by notifications, and by polling. */
export class ChangeListener {
  /** The number of the last change that it knows of. */
  version = -1;
  readonly #url: string;
  readonly #pool: pg.Pool;
  #client: pg.Client | undefined;
  #isConnecting = false;
  #isPolling = false;
  #isClosed = false;
  readonly #timer: NodeJS.Timeout;

  static async open(url: string, pool: pg.Pool): Promise<ChangeListener> {
    const listener = new ChangeListener(url, pool);
    await listener.#listen();
    await listener.#poll();
    return listener;
  }

  private constructor(url: string, pool: pg.Pool) {
    this.#url = url;
    this.#pool = pool;
    this.#timer = setInterval(() => {
      void this.#listen();
      void this.#poll();
    }, POLL_MS).unref();
  }

  /** Call it after a commit of this server. */
  note(change: number): void {
    this.version = Math.max(this.version, change);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  /** Connects if there is no connection. */
  async #listen(): Promise<void> {
    if (this.#client || this.#isConnecting || this.#isClosed) return;
    this.#isConnecting = true;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'alir changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    const forget = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ payload }) => this.note(Number(payload)));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.#client = client;
      if (this.#isClosed) await client.end();
    } catch {
      // The next poll tries again.
      client.end().catch(() => {});
    } finally {
      this.#isConnecting = false;
    }
  }

  async #poll(): Promise<void> {
    if (this.#isPolling || this.#isClosed) return;
    this.#isPolling = true;
    try {
      const { rows } = await this.#pool.query<{ change: number }>('SELECT change FROM ledger_change');
      this.note(rows[0]?.change ?? 0);
    } catch {
      // While the database does not respond, no server can change anything.
    } finally {
      this.#isPolling = false;
    }
  }
}
