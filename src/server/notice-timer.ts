import type { FastifyBaseLogger } from 'fastify';
import { NoticeDispatcher } from '../commerce/accounts/notices/notice-delivery.ts';
import type { Network } from '../network/public-addresses.ts';
import type { Stores } from './stores.ts';

/** Interval between two looks for notices that are due. */
const RUN_MS = 1000;
/** Runs between two sweeps for quotas and plans: a minute. */
const RUNS_OF_SWEEP = 60;
/** Failures between two log entries: a minute. A full disk fails each time. */
const FAILURES_OF_ENTRY = 60;

/** Sends notices on a timer of their own. One of the servers of a ledger does it. */
export async function startNotices(
  { ledger, clock, mailer, config }: Stores,
  network: () => Promise<Network>,
  log: FastifyBaseLogger,
): Promise<{ close(): Promise<void> }> {
  const { operator_email, language } = config;
  const dispatcher = new NoticeDispatcher({
    ledger,
    clock,
    async post(message, stopping) {
      // Loaded at the first notice, because a server starts faster without it.
      const { sendWebhook } = await import('../network/webhook-client.ts');
      try {
        return await sendWebhook(await network(), message, stopping);
      } catch (err) {
        // At debug: accounts choose the hosts, and can let each attempt fail.
        log.debug({ err, host: new URL(message.url).host }, 'a webhook could not be delivered');
        throw err;
      }
    },
    mailer,
    operator_email,
    language,
  });
  let runs = 0;
  let failures = 0;
  let running: Promise<void> | undefined;
  const run = async () => {
    if (!ledger.isLeader()) return;
    try {
      if (runs++ % RUNS_OF_SWEEP === 0) await dispatcher.sweep();
      await dispatcher.run();
      failures = 0;
    } catch (err) {
      if (failures++ % FAILURES_OF_ENTRY === 0) {
        log.error({ err }, 'notices could not be sent; the next try is in a second');
      }
    }
  };
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, RUN_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await dispatcher.close();
      await running;
      await dispatcher.close();
    },
  };
}
