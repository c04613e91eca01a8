import type { FastifyBaseLogger } from 'fastify';
import { evaluateAlerts } from '../commerce/accounts/alerts/alert-evaluation.ts';
import { NoticeDispatcher } from '../commerce/accounts/notices/notice-delivery.ts';
import { briefMail } from '../console/pages/brief/brief-mail.tsx';
import type { AdjustedMeasures } from '../market/serving/queries/adjusted-measures.ts';
import type { Briefs } from '../market/serving/queries/brief.ts';
import type { Network } from '../network/public-addresses.ts';
import { publishedDay } from './published-day.ts';
import type { Stores } from './stores.ts';

/** Interval between two looks for notices that are due. */
const RUN_MS = 1000;
/** Runs between two sweeps for quotas and plans: a minute. */
const RUNS_OF_SWEEP = 60;
/** Failures between two log entries: a minute. A full disk fails each time. */
const FAILURES_OF_ENTRY = 60;
/** After a failure. */
const EVALUATED_AGAIN_MS = 60_000;

/** Sends notices and evaluates alerts on timers of their own. One of the servers of a ledger does it. */
export async function startNotices(
  stores: Stores,
  measures: AdjustedMeasures,
  briefs: Pick<Briefs, 'read'>,
  network: () => Promise<Network>,
  log: FastifyBaseLogger,
): Promise<{ close(): Promise<void> }> {
  const { ledger, manifest, clock, mailer, telegram, telegram_chats, unsubscription, config } = stores;
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
    telegram,
    operator_email,
    language,
    telegramCode: (account_id, chat) => telegram_chats.code(account_id, chat),
    briefMail: (brief, options) => briefMail(brief, { ...options, origin: config.public_url }),
    unsubscribeLink: (stopped) => unsubscription.link(config.public_url, stopped),
  });
  let runs = 0;
  const sending = everySecond(
    stores,
    async () => {
      if (runs++ % RUNS_OF_SWEEP === 0) await dispatcher.sweep();
      await dispatcher.run();
    },
    (err) => log.error({ err }, 'notices could not be sent; the next try is in a second'),
  );
  const closing = new AbortController();
  let failed_ms = Number.NEGATIVE_INFINITY;
  // Beside the notices, which a long evaluation must not delay.
  const evaluating = everySecond(
    stores,
    async () => {
      if (clock.monotonic_ms() - failed_ms < EVALUATED_AGAIN_MS) return;
      try {
        const day = await publishedDay(manifest, measures, briefs, closing.signal);
        if (day) await evaluateAlerts(stores, day);
      } catch (error) {
        failed_ms = clock.monotonic_ms();
        throw error;
      }
    },
    (err) => log.error({ err }, 'some alerts could not be evaluated; the next try is in a minute'),
  );
  return {
    async close() {
      closing.abort();
      await evaluating.close();
      sending.stop();
      await dispatcher.close();
      await sending.close();
      await dispatcher.close();
    },
  };
}

/** Does work on a timer, on the leader of the servers. @param onFailure called for some of the failures */
function everySecond(
  { ledger }: Pick<Stores, 'ledger'>,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): { stop(): void; close(): Promise<void> } {
  let failures = 0;
  let running: Promise<void> | undefined;
  const run = async () => {
    if (!ledger.isLeader()) return;
    try {
      await work();
      failures = 0;
    } catch (error) {
      if (failures++ % FAILURES_OF_ENTRY === 0) onFailure(error);
    }
  };
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, RUN_MS).unref();
  const stop = () => clearInterval(timer);
  return {
    stop,
    async close() {
      stop();
      await running;
    },
  };
}
