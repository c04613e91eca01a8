import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Accounts, Caller } from '../accounts/accounts.ts';
import type { Clock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import { requestOf } from '../core/request-fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { JSON_TYPE, successBody } from '../http/envelope.ts';
import type { Metrics } from '../http/metrics.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import { validated } from '../http/validation.ts';
import { quotaExceeded } from '../usage/charges.ts';
import type { Hold, Meter } from '../usage/meter.ts';
import { authenticate } from './authenticate.ts';
import { setQuotaHeaders, setRateHeaders } from './headers.ts';
import { RateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is known. */
    caller: Caller | null;
  }
}

/** A request as it was understood. */
interface Question<Input> {
  readonly input: Input;
  readonly units: number;
  readonly name: string;
}

/** URLs whose meaning is remembered. */
const MAX_QUESTIONS = 5000;

/** A POST says all in its body. */
const NO_PARAMETERS = requestOf({});

export interface AdmissionServices {
  readonly accounts: Accounts;
  readonly meter: Meter;
  readonly cache: ResponseCache;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Names the published data: a shared answer is kept under it. */
  datasetVersion(): string;
}

/**
 * The one door to the data. Every request to an endpoint passes, in this order: authenticate, rate limit, quota (these before its body
 * is read), validate, hold, cache or query, serialise, charge, 200. Whatever fails on the way charges nothing.
 */
export class Admission {
  readonly #app: FastifyInstance;
  readonly #services: AdmissionServices;
  readonly #rates = new RateLimiter();
  readonly #questions = new LRUCache<string, Question<unknown>>({ max: MAX_QUESTIONS });

  constructor(app: FastifyInstance, services: AdmissionServices) {
    this.#app = app;
    this.#services = services;
    app.decorateRequest('caller', null);
  }

  admit<Input>(endpoint: Endpoint<Input, Caller>): void {
    this.#app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { units: endpoint.units },
      onRequest: (request, reply, done) => {
        try {
          request.caller = this.#letIn(request, reply, endpoint.units === 0);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
      handler: (request, reply) => this.#answer(endpoint, request, reply),
    });
  }

  /** What needs no more than the head of the request. Sets the headers that every answer to a caller has, errors too. */
  #letIn(request: FastifyRequest, reply: FastifyReply, isFree: boolean): Caller {
    const { accounts, meter, clock } = this.#services;
    const caller = authenticate(accounts, request.headers.authorization, reply);
    request.key_id = caller.key_id;
    const standing = meter.standing(caller);
    const rate = this.#rates.take(caller.account_id, standing.requests_per_minute, clock.monotonic_ms());
    const remaining = Math.max(0, standing.units - meter.used(caller, standing));
    setRateHeaders(reply, rate);
    setQuotaHeaders(reply, standing, remaining, 0);
    if (!rate.isAllowed) throw rateLimited(rate.limit, rate.reset_s);
    if (remaining === 0 && !isFree) throw quotaExceeded();
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') throw encodedBody(encoding);
    return caller;
  }

  async #answer<Input>(
    endpoint: Endpoint<Input, Caller>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { caller } = request;
    if (!caller) throw new Error('A request came to its handler without a caller');
    const question = this.#question(endpoint, request);
    const hold = question.units === 0 ? null : await this.#services.meter.hold(caller, question.units);
    try {
      const body = await this.#body(endpoint, question, caller);
      if (request.raw.socket.destroyed)
        throw new AlirError('client_gone', 'The client closed the connection.');
      if (hold) await this.#charge(hold, endpoint.path, caller, question.units, reply);
      return reply.header('content-type', JSON_TYPE).send(body);
    } finally {
      hold?.release();
    }
  }

  /** What is asked. The same URL always asks the same, so it is read once. */
  #question<Input>(endpoint: Endpoint<Input, Caller>, request: FastifyRequest): Question<Input> {
    if (endpoint.method === 'POST') {
      validated(NO_PARAMETERS, request.query);
      return questionOf(endpoint, request.body);
    }
    const url = request.raw.url ?? '';
    let question = this.#questions.get(url) as Question<Input> | undefined;
    if (!question) {
      question = questionOf(endpoint, request.query);
      this.#questions.set(url, question);
    }
    return question;
  }

  #body<Input>(
    endpoint: Endpoint<Input, Caller>,
    { input, name }: Question<Input>,
    caller: Caller,
  ): Buffer | Promise<Buffer> {
    const make = async () => Buffer.from(successBody(await endpoint.answer(input, caller)));
    const { cache, datasetVersion } = this.#services;
    return endpoint.isShared ? cache.body(`${name} ${datasetVersion()}`, make) : make();
  }

  async #charge(
    hold: Hold,
    route: string,
    caller: Caller,
    units: number,
    reply: FastifyReply,
  ): Promise<void> {
    const { meter, metrics } = this.#services;
    const remaining = await hold.charge();
    metrics.countUnits(route, units);
    setQuotaHeaders(reply, meter.standing(caller), remaining, units);
  }
}

function questionOf<Input>(endpoint: Endpoint<Input, Caller>, asked: unknown): Question<Input> {
  const input = validated(endpoint.input, asked);
  const units = endpoint.units === 0 ? 0 : endpoint.units(input);
  // The schema has put the input in one form and one order, so that the same question always has the same name.
  return { input, units, name: `${endpoint.path} ${JSON.stringify(input)}` };
}

function encodedBody(encoding: string): AlirError {
  const message = `Send the body as it is, not encoded as ${encoding.slice(0, 32)}.`;
  return new AlirError('unsupported_media_type', message);
}

function rateLimited(limit: number, retry_after_s: number): AlirError {
  return new AlirError(
    'rate_limited',
    `The account may send ${limit} requests a minute. Send the next one in ${retry_after_s} s.`,
    { retry_after_s },
  );
}
