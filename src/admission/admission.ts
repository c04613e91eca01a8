import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Accounts, Caller } from '../accounts/accounts.ts';
import type { Clock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import { requestOf } from '../core/request-fields.ts';
import { sendReady } from '../http/answer.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { successBody } from '../http/envelope.ts';
import type { Metrics } from '../http/metrics.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import { queryOf, validated } from '../http/validation.ts';
import { quotaExceeded } from '../usage/charges.ts';
import type { Meter } from '../usage/meter.ts';
import { authenticate } from './authenticate.ts';
import { limitsInHead } from './headers.ts';
import { type RateDecision, RateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is known. */
    caller: Caller | null;
    /** What the rate limit said of it. */
    rate: RateDecision | null;
  }
}

/** A request as it was understood. */
interface Question<Input> {
  readonly input: Input;
  readonly units: number;
  readonly name: string;
  /** The name of its answer in the cache, and the data that it is of. */
  answer_name: string;
  dataset_version: string | null;
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
    app.decorateRequest('rate', null);
  }

  admit<Input>(endpoint: Endpoint<Input, Caller>): void {
    this.#app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { units: endpoint.units },
      onRequest: (request, reply, done) => {
        try {
          const isStranger = endpoint.isOpen && request.headers.authorization === undefined;
          if (!isStranger) request.caller = this.#letIn(request, reply, endpoint.units === 0);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
      handler: (request, reply) => this.#answer(endpoint, request, reply),
    });
  }

  /** What needs no more than the head of the request. From here on every answer tells the caller's limits, errors too. */
  #letIn(request: FastifyRequest, reply: FastifyReply, isFree: boolean): Caller {
    const { accounts, meter, clock } = this.#services;
    const caller = authenticate(accounts, request.headers.authorization, reply);
    request.key_id = caller.key_id;
    const standing = meter.standing(caller);
    const rate = this.#rates.take(caller.account_id, standing.requests_per_minute, clock.monotonic_ms());
    const remaining = Math.max(0, standing.units - meter.used(caller, standing));
    request.rate = rate;
    request.toldInHead = limitsInHead(rate, standing, remaining, 0);
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
  ): Promise<void> {
    const { meter, metrics } = this.#services;
    const { caller, rate } = request;
    if (!caller || !rate) return this.#answerStranger(endpoint, request, reply);
    // A key that was revoked while the body came changes nothing any more.
    if (endpoint.method !== 'GET' && endpoint.depends_on === 'caller') {
      authenticate(this.#services.accounts, request.headers.authorization, reply);
    }
    const question = this.#question(endpoint, request);
    const { units } = question;
    const held = units === 0 ? null : meter.hold(caller, units);
    // Most need not wait for units or for a body: an await would send them to the end of the queue all the same.
    const hold = held instanceof Promise ? await held : held;
    try {
      const made = this.#body(endpoint, question, caller);
      const body = made instanceof Promise ? await made : made;
      if (request.raw.socket.destroyed) {
        throw new AlirError('client_gone', 'The client closed the connection.');
      }
      if (hold) {
        const remaining = await hold.charge();
        metrics.countUnits(endpoint.path, units);
        request.toldInHead = limitsInHead(rate, meter.standing(caller), remaining, units);
      }
      sendReady(request, reply, body);
    } finally {
      hold?.release();
    }
  }

  async #answerStranger<Input>(
    endpoint: Endpoint<Input, Caller | null>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (!endpoint.isOpen) throw new Error('A request came to its handler without a caller');
    const { input } = this.#question(endpoint, request);
    sendReady(request, reply, Buffer.from(successBody(await endpoint.answer(input, null))));
  }

  /** What is asked. A GET of the same URL always asks the same, so it is read once. */
  #question<Input>(endpoint: Endpoint<Input, never>, request: FastifyRequest): Question<Input> {
    if (endpoint.method === 'POST') {
      validated(NO_PARAMETERS, queryOf(request));
      return questionOf(endpoint, asked(endpoint, request, request.body));
    }
    if (endpoint.method !== 'GET') return questionOf(endpoint, asked(endpoint, request, queryOf(request)));
    const url = request.raw.url ?? '';
    let question = this.#questions.get(url) as Question<Input> | undefined;
    if (!question) {
      question = questionOf(endpoint, asked(endpoint, request, queryOf(request)));
      this.#questions.set(url, question);
    }
    return question;
  }

  #body<Input>(
    endpoint: Endpoint<Input, Caller>,
    question: Question<Input>,
    caller: Caller,
  ): Buffer | Promise<Buffer> {
    const make = async () => Buffer.from(successBody(await endpoint.answer(question.input, caller)));
    if (endpoint.depends_on === 'caller') return make();
    const name = endpoint.depends_on === 'time' ? question.name : this.#nameInDataset(question);
    return this.#services.cache.body(name, make);
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

/** The body or the query, with what the path and the headers say. */
function asked<Input>({ headers }: Endpoint<Input, never>, request: FastifyRequest, sent: unknown): unknown {
  const params = request.params as object;
  if (headers === undefined && Object.keys(params).length === 0) return sent;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const inHead = Object.entries(headers ?? {}).map(([field, name]) => [field, request.headers[name]]);
  const told = { ...Object.fromEntries(inHead), ...params };
  const twice = Object.keys(told).find((field) => Object.hasOwn(sent, field));
  if (twice !== undefined) throw toldTwice(twice);
  return { ...sent, ...told };
}

function questionOf<Input>(endpoint: Endpoint<Input, never>, asked: unknown): Question<Input> {
  const input = validated(endpoint.input, asked);
  const units = endpoint.units === 0 ? 0 : endpoint.units(input);
  // The schema has put the input in one form and one order, so that the same question always has the same name.
  return {
    input,
    units,
    name: `${endpoint.path} ${JSON.stringify(input)}`,
    answer_name: '',
    dataset_version: null,
  };
}

function toldTwice(field: string): AlirError {
  const message = 'is not known here: leave it out';
  return new AlirError('invalid_request', `${field} ${message}`, { fields: [{ field, message }] });
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
