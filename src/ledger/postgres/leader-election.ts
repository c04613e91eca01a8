import pg from 'pg';

/** The lock of the leader. Any number that no other program uses on this database. */
const LEADER_LOCK = 4_172_002;
const POLL_MS = 500;
/**
 * A leader that cannot confirm its lock stops leading after this time, and a server that gets the lock starts leading after this time. So
 * two servers never lead at the same time, also if the first one has not yet noticed that its connection is lost.
 */
const LEASE_MS = 2000;
const CONNECT_TIMEOUT_MS = 2000;
const ANSWER_TIMEOUT_MS = 1500;
/** A server whose connection was lost waits for longer than the others need to take the lock. */
const RECONNECT_MS = 2 * POLL_MS;
/** The database closes the connection of a machine that does not respond, which releases its lock. */
const KEEPALIVE =
  'SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2; SET tcp_user_timeout = 4000';

/** Chooses one server of those that share a database. The leader holds a lock of a connection, which is released with the connection. */
export class LeaderElection {
  readonly #url: string;
  readonly #onElected: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #client: pg.Client | undefined;
  #isPolling = false;
  #isClosed = false;
  #isAnnounced = false;
  #connectsFrom_ms = Number.NEGATIVE_INFINITY;
  #leadsFrom_ms = Number.POSITIVE_INFINITY;
  /** When the newest query began that confirmed the lock. */
  #confirmedAt_ms = Number.NEGATIVE_INFINITY;

  constructor(url: string) {
    this.#url = url;
  }

  /** @param onElected called each time that this server becomes the leader */
  join(onElected: () => void): void {
    this.#onElected.push(onElected);
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.#poll(), POLL_MS).unref();
    void this.#poll();
  }

  isLeader(): boolean {
    const now_ms = performance.now();
    return now_ms >= this.#leadsFrom_ms && now_ms < this.#confirmedAt_ms + LEASE_MS;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#drop(this.#client);
  }

  /** Takes the lock, or confirms it: a connection that holds it gets it again. */
  async #poll(): Promise<void> {
    if (this.#isPolling || this.#isClosed) return;
    this.#isPolling = true;
    const asked_ms = performance.now();
    try {
      if (!this.#client && asked_ms < this.#connectsFrom_ms) return;
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<{ is_held: boolean }>(
        'SELECT pg_try_advisory_lock($1) AS is_held',
        [LEADER_LOCK],
      );
      // Without a client, the connection was lost while its answer arrived.
      if (!rows[0]?.is_held || !this.#client) return;
      this.#leadsFrom_ms = Math.min(this.#leadsFrom_ms, performance.now() + LEASE_MS);
      this.#confirmedAt_ms = asked_ms;
    } catch {
      // The next poll connects again.
      await this.#drop(this.#client);
    } finally {
      this.#isPolling = false;
    }
    if (this.#isAnnounced || !this.isLeader()) return;
    this.#isAnnounced = true;
    for (const announce of this.#onElected) announce();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'alir leader',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    client.on('error', () => void this.#drop(client));
    client.on('end', () => void this.#drop(client));
    try {
      await client.connect();
      await client.query(KEEPALIVE);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    if (!this.#isClosed) return client;
    await client.end();
    throw new Error('The ledger was closed');
  }

  /** Gives up the lock with the connection. */
  async #drop(client: pg.Client | undefined): Promise<void> {
    if (!client || client !== this.#client) return;
    this.#client = undefined;
    this.#isAnnounced = false;
    this.#leadsFrom_ms = Number.POSITIVE_INFINITY;
    this.#connectsFrom_ms = performance.now() + RECONNECT_MS;
    await client.end().catch(() => {});
  }
}
