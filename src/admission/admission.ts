import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, Caller } from '../accounts/accounts.ts';
import type { Clock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import { type Format, formatFor, written } from '../formats/formats.ts';
import { sendReady } from '../http/answer.ts';
import type { Endpoint, Operation } from '../http/endpoint.ts';
import { successBody } from '../http/envelope.ts';
import type { Metrics } from '../http/metrics.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import { quotaExceeded } from '../usage/charges.ts';
import type { Meter } from '../usage/meter.ts';
import { authenticate } from './authenticate.ts';
import { limitsInHead } from './headers.ts';
import { type Question, QuestionReader, questionOf } from './question.ts';
import { RateLimiter } from './rate-limit.ts';
import type { Visit } from './visit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is known. */
    visit: Visit | null;
  }
}

export interface AdmissionServices {
  readonly accounts: Accounts;
  readonly meter: Meter;
  readonly cache: ResponseCache;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Names the published data: a shared answer is kept under it. */
  datasetVersion(): string;
}

/** What is asked, in which form the answer is wanted, and whether nobody waits for it any more. */
interface Asked<Input> {
  readonly question: Question<Input>;
  /** Null for JSON. */
  readonly format: Format | null;
  readonly isGone: () => boolean;
}

/**
 * The one door to the data. Every request to an endpoint passes, in this order: authenticate, rate limit, quota (these before its body
 * is read), validate, hold, cache or query, serialise, charge, 200. Whatever fails on the way charges nothing.
 */
export class Admission {
  readonly #app: FastifyInstance;
  readonly #services: AdmissionServices;
  readonly #rates = new RateLimiter();
  readonly #questions = new QuestionReader();
  /** What was admitted, in order. */
  readonly operations: Operation[] = [];

  constructor(app: FastifyInstance, services: AdmissionServices) {
    this.#app = app;
    this.#services = services;
    app.decorateRequest('visit', null);
  }

  /** Opens an endpoint at its path. */
  admit<Input>(endpoint: Endpoint<Input, Caller>): void {
    this.operations.push(endpoint);
    this.#app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { units: endpoint.units },
      onRequest: (request, reply, done) => {
        try {
          const isStranger = endpoint.isOpen && request.headers.authorization === undefined;
          if (!isStranger) this.#checkLimits(this.letIn(request, reply), endpoint.units === 0);
          refuseEncoded(request);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
      handler: (request, reply) => this.#answer(endpoint, request, reply),
    });
  }

  /**
   * Who is calling, and whether the rate limit has room: what needs no more than the head of the request. From here on every answer
   * tells the caller's limits, errors too.
   * @throws AlirError `unauthorized`
   */
  letIn(request: FastifyRequest, reply: FastifyReply): Visit {
    const caller = authenticate(this.#services.accounts, request.headers.authorization, reply);
    request.key_id = caller.key_id;
    const visit = this.#count(caller);
    request.visit = visit;
    request.toldInHead = limitsInHead(visit);
    return visit;
  }

  /** Counts a request of somebody who is known. */
  #count(caller: Caller): Visit {
    const { meter, clock } = this.#services;
    const standing = meter.standing(caller);
    const rate = this.#rates.take(caller.account_id, standing.requests_per_minute, clock.monotonic_ms());
    const remaining = Math.max(0, standing.units - meter.used(caller, standing));
    return { caller, rate, standing, remaining, cost: 0 };
  }

  /**
   * Asks an endpoint for somebody who was let in, as a request to its path would.
   * @param sent the fields of its input
   * @param isGone whether nobody waits for the answer any more
   * @returns the body of the 200
   * @throws AlirError whatever keeps it from being answered; then nothing was charged
   */
  async ask<Input>(
    endpoint: Endpoint<Input, Caller>,
    visit: Visit,
    sent: unknown,
    isGone: () => boolean,
  ): Promise<Buffer> {
    this.#checkLimits(visit, endpoint.units === 0);
    const question = questionOf(endpoint, sent);
    return this.#charged(endpoint, visit, { question, format: null, isGone });
  }

  /** @throws AlirError `rate_limited` */
  checkRate({ rate }: Visit): void {
    if (!rate.isAllowed) throw rateLimited(rate.limit, rate.reset_s);
  }

  #checkLimits(visit: Visit, isFree: boolean): void {
    this.checkRate(visit);
    if (visit.remaining === 0 && !isFree) throw quotaExceeded();
  }

  async #answer<Input>(
    endpoint: Endpoint<Input, Caller>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { visit } = request;
    if (!visit) return this.#answerStranger(endpoint, request, reply);
    // A key that was revoked while the body came changes nothing any more.
    if (endpoint.method !== 'GET' && endpoint.depends_on === 'caller') {
      authenticate(this.#services.accounts, request.headers.authorization, reply);
    }
    const question = this.#questions.read(endpoint, request);
    const format = endpoint.table ? formatFor(request.headers.accept) : null;
    const isGone = () => request.raw.socket.destroyed;
    const body = await this.#charged(endpoint, visit, { question, format, isGone });
    request.toldInHead = limitsInHead(visit);
    sendReady(request, reply, body, format?.content_type);
  }

  async #answerStranger<Input>(
    endpoint: Endpoint<Input, Caller | null>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (!endpoint.isOpen) throw new Error('A request came to its handler without a caller');
    const { input } = this.#questions.read(endpoint, request);
    sendReady(request, reply, Buffer.from(successBody(await endpoint.answer(input, null))));
  }

  /** The body of the answer, once it is paid for. */
  async #charged<Input>(
    endpoint: Endpoint<Input, Caller>,
    visit: Visit,
    { question, format, isGone }: Asked<Input>,
  ): Promise<Buffer> {
    const { meter, metrics } = this.#services;
    const { caller } = visit;
    const { units } = question;
    const held = units === 0 ? null : meter.hold(caller, units);
    // Most need not wait for units or for a body: an await would send them to the end of the queue all the same.
    const hold = held instanceof Promise ? await held : held;
    try {
      const made = this.#body(endpoint, question, format, caller);
      const body = made instanceof Promise ? await made : made;
      if (isGone()) throw new AlirError('client_gone', 'The client closed the connection.');
      if (hold) {
        visit.remaining = await hold.charge();
        visit.standing = meter.standing(caller);
        visit.cost += units;
        metrics.countUnits(endpoint.path, units);
      }
      return body;
    } finally {
      hold?.release();
    }
  }

  #body<Input>(
    endpoint: Endpoint<Input, Caller>,
    question: Question<Input>,
    format: Format | null,
    caller: Caller,
  ): Buffer | Promise<Buffer> {
    const make = async () => {
      const data = await endpoint.answer(question.input, caller);
      return format && endpoint.table
        ? written(format, endpoint.table, data)
        : Buffer.from(successBody(data));
    };
    if (endpoint.depends_on === 'caller') return make();
    const name = endpoint.depends_on === 'time' ? question.name : this.#nameInDataset(question);
    return this.#services.cache.body(format ? `${name} ${format.type}` : name, make);
  }

  /** Put together once for each version of the data. */
  #nameInDataset(question: Question<unknown>): string {
    const version = this.#services.datasetVersion();
    if (question.dataset_version !== version) {
      question.dataset_version = version;
      question.answer_name = `${question.name} ${version}`;
    }
    return question.answer_name;
  }
}

/** @throws AlirError `unsupported_media_type` for a body that is compressed */
export function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  const message = `Send the body as it is, not encoded as ${encoding.slice(0, 32)}.`;
  throw new AlirError('unsupported_media_type', message);
}

function rateLimited(limit: number, retry_after_s: number): AlirError {
  return new AlirError(
    'rate_limited',
    `The account may send ${limit} requests a minute. Send the next one in ${retry_after_s} s.`,
    { retry_after_s },
  );
}
