import type { FastifyBaseLogger } from 'fastify';
import type { Stores } from './stores.ts';

/** Interval between two checks for payments that are recorded but not applied. */
const SWEEP_MS = 60_000;

/** Regularly asks the payment provider about checkouts. One of the servers of a ledger does it. */
export function askProviderRegularly(
  { billing, ledger, config }: Stores,
  log: FastifyBaseLogger,
): NodeJS.Timeout {
  let isFirst = true;
  let isRunning = false;
  const ask = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const { order_id, state } of await billing.reconciliation.run(isFirst))
        log.info({ order_id, state }, 'the state of the order changed when the provider was asked');
      isFirst = false;
    } catch (err) {
      // The next run tries again. A full disk or a locked ledger must not stop the server.
      log.error({ err }, 'payments could not be checked; the next try is in a minute');
    } finally {
      isRunning = false;
    }
  };
  // A follower runs no updates, and the server that runs them must be the one that is elected.
  if (config.follow_url === '') {
    ledger.joinElection(() => {
      log.info('elected as the server that runs updates and payment checks');
      void ask();
    });
  }
  return setInterval(() => {
    if (ledger.isLeader()) void ask();
  }, SWEEP_MS).unref();
}
