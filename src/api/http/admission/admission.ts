import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, Caller } from '../../../commerce/accounts/accounts.ts';
import { clientGone } from '../../../commerce/accounts/quota/charges.ts';
import {
  type Idempotency,
  idempotencyConflict,
  idempotencyOf,
} from '../../../commerce/accounts/quota/idempotency.ts';
import type { Hold, Meter } from '../../../commerce/accounts/quota/meter.ts';
import { KeyLimitError, QuotaError } from '../../../commerce/accounts/quota/quota-error.ts';
import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import { type MaybePromise, whenKnown } from '../../../core/maybe-promise.ts';
import type { Format } from '../../../formats/formats.ts';
import type { AnyEndpoint, OpenEndpoint, Operation } from '../endpoint.ts';
import type { RateLimits } from '../limits/rate-limit.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { isDisconnected, waitForTurn } from '../requests/connection.ts';
import { hasCredentials } from '../requests/credentials.ts';
import { compressed, encodingFor, type ReadyBody } from '../responses/compression.ts';
import { successBody } from '../responses/envelope.ts';
import { HTML_TYPE, prefersPage } from '../responses/html-page.ts';
import { formatFor } from '../responses/negotiation.ts';
import { sendReady } from '../responses/response.ts';
import { type AnswerSource, Answers, type Exchange, NEVER } from './answers.ts';
import { authenticate } from './authenticate.ts';
import { type ParsedRequest, parseInput, RequestParser, resolved } from './parsed-request.ts';
import { type Limits, RequestContext } from './request-context.ts';

const IDEMPOTENCY_KEY = 'idempotency-key';
const VALID_KEY = /^[ -~]{1,128}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of an authenticated request; null until it is authenticated, and for an anonymous one. */
    context: RequestContext | null;
  }
}

export interface AdmissionServices extends AnswerSource {
  readonly accounts: Accounts;
  readonly meter: Meter;
  readonly rates: RateLimits;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** Identifies the caller of a request and counts the request in the rate limit. @throws AlirError */
type Authenticated = (request: FastifyRequest) => MaybePromise<RequestContext>;

interface ChargedExchange extends Exchange {
  /** Null for a request without an Idempotency-Key, and for one that costs nothing. */
  readonly idempotency: Idempotency | null;
}

/**
 * Runs every request to an endpoint through the same steps: authenticate, rate limit, scope, quota (these before the body is read), validate,
 * hold units, cache or query, serialise, charge, 200. A request that fails at any step is not charged.
 *
 * The caches on this path, in the order of the steps, with what each saves of about 40 us a request:
 * - `Ledger.version`: asks SQLite for the writes of other processes once per turn of the event loop. The next two depend on it.
 * - `Accounts`: the caller of a key, until the ledger changes (4 us: a hash and a query).
 * - `Manifest.servingFiles`: the files in force, until the ledger changes; `Serving.version` names them (1 us, several times).
 * - `Manifest.newestOfficialCheck`: the newest comparison with the exchange, until the ledger changes.
 * - `Meter`: the units of an account, which other processes may change; a charge is checked in the ledger.
 * - `RequestParser`: the valid input of a URL (8 us).
 * - `ResponseCache`: the body and its compressed forms, for the cache time; identical requests wait for the first one.
 * - `Serving`: the open month files, until a publication replaces them, and the blocks that were read from them.
 * - `Ledger`: its prepared statements.
 */
export class Admission {
  readonly #app: FastifyInstance;
  readonly #services: AdmissionServices;
  readonly #limits: Limits;
  readonly #answers: Answers;
  readonly #parser = new RequestParser();
  /** Registers each GET of market data once more. */
  readonly #data: ((app: FastifyInstance, prefix: string, authenticated: Authenticated) => void)[] = [];
  /** The admitted operations, in the order of admission. */
  readonly operations: Operation[] = [];

  constructor(app: FastifyInstance, services: AdmissionServices) {
    this.#app = app;
    this.#services = services;
    this.#answers = new Answers(services);
    const { meter, rates, clock } = services;
    this.#limits = { meter, rates, clock };
    app.decorateRequest('context', null);
    app.addHook('preClose', () => meter.close());
    app.identifyCaller = async (sender, isCounted) => {
      try {
        return await RequestContext.open(await authenticate(services, sender), this.#limits, isCounted);
      } catch {
        return null;
      }
    };
  }

  /** Registers an endpoint at its path. */
  admit(endpoint: AnyEndpoint): void {
    this.operations.push(endpoint);
    if (endpoint.method === 'GET' && endpoint.scope === 'data' && !endpoint.allowsAnonymous) {
      this.#data.push((app, prefix, authenticated) =>
        this.#route(app, `${prefix}${endpoint.path}`, endpoint, authenticated),
      );
    }
    this.#route(this.#app, endpoint.path, endpoint, (request) => this.authenticate(request));
  }

  /**
   * Registers every admitted GET of market data once more, at its path below a prefix, for callers whom something else than a key identifies.
   * These routes are not part of the API: `operations` does not contain them.
   * @param callerOf throws an AlirError for a request that it refuses
   */
  admitData(
    app: FastifyInstance,
    prefix: string,
    callerOf: (request: FastifyRequest) => Promise<Caller>,
  ): void {
    const authenticated = async (request: FastifyRequest) => {
      request.caller = null;
      return await this.#opened(request, await callerOf(request));
    };
    for (const register of this.#data) register(app, prefix, authenticated);
  }

  #route(app: FastifyInstance, url: string, endpoint: AnyEndpoint, authenticated: Authenticated): void {
    app.route({
      method: endpoint.method,
      url,
      config: {
        units: endpoint.units,
        scope: endpoint.scope,
        ...(endpoint.allowsAnonymous ? { anonymous: 'keyless' } : {}),
      },
      exposeHeadRoute: endpoint.allowsAnonymous,
      onRequest: (request, _reply, done) => {
        try {
          const admitted = this.#admitted(endpoint, request, authenticated);
          if (admitted instanceof Promise) admitted.then(() => done(), done);
          else done();
        } catch (error) {
          done(error as Error);
        }
      },
      handler: (request, reply) => this.#answer(endpoint, request, reply),
    });
  }

  /** The checks of a request that precede the reading of its body. */
  #admitted(
    endpoint: AnyEndpoint,
    request: FastifyRequest,
    authenticated: Authenticated,
  ): MaybePromise<void> {
    if (endpoint.allowsAnonymous && !hasCredentials(request.headers)) {
      refuseEncoded(request);
      return;
    }
    return whenKnown(authenticated(request), (context) => {
      context.checkRate();
      context.checkScope(endpoint.scope);
      const check = () =>
        endpoint.units === 0 ? undefined : this.#checkQuota(request.headers[IDEMPOTENCY_KEY], context);
      const checked = endpoint.dry_data === undefined ? check() : deferred(context, check);
      return whenKnown(checked, () => refuseEncoded(request));
    });
  }

  /**
   * Authenticates a request from its headers and counts it in the rate limit. Every later response, including errors, carries the
   * limits of the caller.
   * @throws AlirError `unauthorized`, `address_not_allowed`
   */
  authenticate(request: FastifyRequest): MaybePromise<RequestContext> {
    request.caller = null;
    return whenKnown(authenticate(this.#services, request), (caller) => this.#opened(request, caller));
  }

  #opened(request: FastifyRequest, caller: Caller): MaybePromise<RequestContext> {
    request.key_id = caller.key_id;
    return whenKnown(RequestContext.open(caller, this.#limits), (context) => {
      request.context = context;
      request.caller = context;
      return context;
    });
  }

  /**
   * Calls an endpoint for an authenticated caller, like a request to its path. The code that awaits this must send the body at once: no
   * event is handled between the charge and the code after the promise.
   * @param sent the fields of its input
   * @param response the response that will carry the answer
   * @param key the Idempotency-Key; by default that of the header
   * @returns the body of the 200, uncompressed
   * @throws AlirError for any failure; nothing is charged then
   */
  async ask(
    endpoint: AnyEndpoint,
    context: RequestContext,
    sent: unknown,
    response: ServerResponse,
    key = response.req.headers[IDEMPOTENCY_KEY],
  ): Promise<ReadyBody> {
    context.checkRate();
    context.checkScope(endpoint.scope);
    const headers = { [IDEMPOTENCY_KEY]: key };
    if (endpoint.units !== 0 && !isDryRun(endpoint, sent))
      await this.#checkQuota(headers[IDEMPOTENCY_KEY], context);
    const parsed = await resolved(endpoint, parseInput(endpoint, sent), context.caller);
    const idempotency = parsed.units === 0 ? null : idempotencyIn(headers, parsed);
    const exchange = { parsed, format: null, page: null, encoding: null, idempotency, response };
    return this.#app.callersFirst.during(() => this.#charged(endpoint, context, exchange));
  }

  /** The context of a caller whom something else than a key identifies. */
  contextOf(caller: Caller): MaybePromise<RequestContext> {
    return RequestContext.open(caller, this.#limits);
  }

  /**
   * As `ask`, for programs that repeat their requests by themselves, such as spreadsheets and charts: for 24 hours, a request is charged once
   * for each publication that it is answered from.
   * @param by who repeats it: the same request of others is charged apart
   */
  async askOnce(
    endpoint: AnyEndpoint,
    context: RequestContext,
    sent: unknown,
    response: ServerResponse,
    by: string,
    format: Format | null = null,
  ): Promise<ReadyBody> {
    context.checkRate();
    context.checkScope(endpoint.scope);
    const parsed = parseInput(endpoint, sent);
    const isCharged = parsed.units > 0;
    const request = hash('sha256', parsed.name);
    // No Idempotency-Key of a caller has a tab.
    const keyOf = (publication: number | undefined) => `\t${by}\t${request}\t${publication}`;
    const published = await this.#answers.publicationOf(endpoint, parsed.known_at);
    if (isCharged) await this.#checkQuota(keyOf(published), context);
    const exchange = { parsed, format, page: null, encoding: null, response };
    return this.#app.callersFirst.during(async () => {
      // Made before it is charged, because it can be from a newer publication.
      const body = await this.#answers.body(endpoint, exchange, context.caller);
      const idempotency = isCharged ? idempotencyOf(keyOf(body.coverage?.publication), parsed.name) : null;
      return this.#charged(endpoint, context, { ...exchange, idempotency }, body);
    });
  }

  async #answer(endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { context } = request;
    if (!context) {
      if (!endpoint.allowsAnonymous) throw new Error('The handler received a request without a caller');
      return this.#answerAnonymous(endpoint, request, reply);
    }
    // The key may have been revoked, or may have expired, while the body arrived.
    if (endpoint.method !== 'GET' && endpoint.depends_on === 'caller') {
      await authenticate(this.#services, request);
    }
    if (isDryRun(endpoint, request.body)) context.refusal = null;
    if (context.refusal) throw context.refusal;
    const read = this.#parser.read(endpoint, request);
    const parsed = endpoint.resolve ? await resolved(endpoint, read, context.caller) : read;
    const format = endpoint.table && parsed.dry_run_units === null ? formatFor(request.headers.accept) : null;
    const page = endpoint.page && prefersPage(request.headers) ? endpoint.page : null;
    const write = page && ((data: unknown) => page.write(data as never, request.headers, parsed.input));
    const encoding = format?.is_compressed ? null : encodingFor(request.headers['accept-encoding']);
    const idempotency = parsed.units === 0 ? null : idempotencyIn(request.headers, parsed);
    const exchange = { parsed, format, page: write, encoding, idempotency, response: reply.raw };
    const body = await this.#app.callersFirst.during(() => this.#charged(endpoint, context, exchange));
    sendReady(request, reply, body, page ? HTML_TYPE : format?.content_type, page?.policy);
  }

  async #answerAnonymous(
    endpoint: OpenEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { input } = this.#parser.read(endpoint, request);
    const body = successBody(await endpoint.answer(input, null, NEVER));
    sendReady(request, reply, await compressed(body, encodingFor(request.headers['accept-encoding'])));
  }

  /** Computes the body of the answer, unless it is given, and charges for it. */
  async #charged(
    endpoint: AnyEndpoint,
    context: RequestContext,
    exchange: ChargedExchange,
    ready?: ReadyBody,
  ): Promise<ReadyBody> {
    const { meter, metrics } = this.#services;
    const { caller } = context;
    const { parsed, idempotency, response } = exchange;
    let isRepeated = idempotency !== null && (await this.isRepeated(caller, idempotency));
    const units = isRepeated ? 0 : parsed.units;
    // Wait before units are held. Otherwise, an earlier request of the connection could wait for these units.
    if (units > 0 && response.socket === null) await waitForTurn(response);
    let hold: Hold | null = null;
    try {
      const held = units === 0 ? null : meter.hold(caller, units, endpoint.name);
      // Most requests wait for neither units nor a body.
      hold = held instanceof Promise ? await held : held;
    } catch (error) {
      // The same request may have used the last units while this one waited for them.
      if (!(error instanceof QuotaError || error instanceof KeyLimitError) || idempotency === null)
        throw error;
      isRepeated = await this.isRepeated(caller, idempotency);
      if (!isRepeated) throw error;
    }
    try {
      if (hold && isDisconnected(response)) throw clientGone();
      const made = ready ?? this.#answers.body(endpoint, exchange, caller);
      const body = made instanceof Promise ? await made : made;
      if (hold) {
        const isCharged = await hold.charge(() => isDisconnected(response), idempotency);
        context.isRepeated = !isCharged;
        if (isCharged) {
          context.cost += units;
          metrics.countUnits(endpoint.path, units);
        }
      } else {
        context.isRepeated = isRepeated;
      }
      // A charge returns the units that all servers have charged.
      if (context.cost === 0) await context.readQuota();
      return body;
    } finally {
      hold?.release();
    }
  }

  /** Whether the caller was charged for the same request before. @throws AlirError `idempotency_conflict` */
  async isRepeated(caller: Caller, idempotency: Idempotency): Promise<boolean> {
    const earlier = await this.#services.meter.earlierCharge(caller, idempotency);
    if (earlier === 'conflicting') throw idempotencyConflict();
    return earlier === 'repeated';
  }

  /** Admits a request without remaining units if its Idempotency-Key was used: it may be free. @throws QuotaError */
  #checkQuota(idempotency_key: unknown, context: RequestContext): MaybePromise<void> {
    const admitRepeated = (error: unknown): Promise<void> => {
      if (typeof idempotency_key !== 'string') throw error;
      const earlier = this.#services.meter.earlierCharge(context.caller, {
        idempotency_key,
        request_sha256: '',
      });
      return earlier.then((found) => {
        if (found === undefined) throw error;
      });
    };
    try {
      const checked = context.checkQuota();
      return checked instanceof Promise ? checked.catch(admitRepeated) : checked;
    } catch (error) {
      return admitRepeated(error);
    }
  }
}

/** Whether a request asks only for its cost: it is free, also without remaining units. @param sent not checked */
function isDryRun({ dry_data }: AnyEndpoint, sent: unknown): boolean {
  return dry_data !== undefined && (sent as { dry_run?: unknown } | null)?.dry_run === true;
}

/** Keeps the refusal of a request until its body is read. */
async function deferred(context: RequestContext, check: () => MaybePromise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof QuotaError)) throw error;
    context.refusal = error;
  }
}

/** @throws AlirError `unsupported_media_type` for a compressed body */
export function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  const message = `The Content-Encoding ${encoding.slice(0, 32)} is not supported. Send the body without Content-Encoding.`;
  throw new AlirError('unsupported_media_type', message);
}

/** @throws AlirError as `idempotencyKeyIn` */
export function idempotencyIn(
  headers: IncomingHttpHeaders,
  { name }: Pick<ParsedRequest, 'name'>,
): Idempotency | null {
  const key = idempotencyKeyIn(headers);
  return key === null ? null : idempotencyOf(key, name);
}

/** @throws AlirError `invalid_request` for a key that is empty, too long or not printable ASCII */
export function idempotencyKeyIn(headers: IncomingHttpHeaders): string | null {
  const key = headers[IDEMPOTENCY_KEY];
  if (key === undefined) return null;
  if (typeof key === 'string' && VALID_KEY.test(key)) return key;
  const message = 'must be 1 to 128 printable ASCII characters';
  const fields = [{ field: IDEMPOTENCY_KEY, message }];
  throw new AlirError('invalid_request', `${IDEMPOTENCY_KEY} ${message}`, { fields });
}
