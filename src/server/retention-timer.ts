import type { FastifyBaseLogger } from 'fastify';
import { deleteExpired } from '../commerce/accounts/retention.ts';
import { DAY_MS } from '../core/dates.ts';
import { vacuumLake } from '../market/ingest/vacuum.ts';
import type { Stores } from './stores.ts';

/** Interval between two looks whether a day has passed. A server that starts deletes nothing before the first one. */
const LOOK_MS = 600_000;

/** Deletes once a day what the settings do not keep. One of the servers of a ledger does it. */
export function startRetention(
  { ledger, clock, config, ingest }: Stores,
  log: FastifyBaseLogger,
): { close(): Promise<void> } {
  let done_ms = Number.NEGATIVE_INFINITY;
  let running = Promise.resolve();
  const run = async () => {
    if (!ledger.isLeader() || clock.monotonic_ms() - done_ms < DAY_MS) return;
    done_ms = clock.monotonic_ms();
    try {
      const rows = await deleteExpired({ ledger, clock }, config);
      if (rows > 0) log.info({ rows }, 'deleted data that is older than ALIR_KEEP_... allows');
      await vacuumLake(ingest, config.keep_replaced_days, { patience_ms: 0 });
    } catch (err) {
      log.error({ err }, 'old data could not be deleted; the next try is in a day');
    }
  };
  const timer = setInterval(() => {
    running = running.then(run);
  }, LOOK_MS).unref();
  return {
    close: () => {
      clearInterval(timer);
      return running;
    },
  };
}
