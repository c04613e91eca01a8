import type { ServerResponse } from 'node:http';
import type { Caller } from '../../../commerce/accounts/accounts.ts';
import { clientGone } from '../../../commerce/accounts/quota/charges.ts';
import { AlirError } from '../../../core/errors.ts';
import { type MaybePromise, whenKnown } from '../../../core/maybe-promise.ts';
import { type Format, written } from '../../../formats/formats.ts';
import { type AnyEndpoint, type Dataset, isDataset } from '../endpoint.ts';
import { WaitingRequests } from '../limits/waiting-requests.ts';
import { compressed, type Encoding, type ReadyBody } from '../responses/compression.ts';
import { successBody } from '../responses/envelope.ts';
import type { MadeBody, ResponseCache } from '../responses/response-cache.ts';
import {
  type BodyCoverage,
  type CoverageSource,
  isEmptyAnswer,
  withHeaders,
} from '../responses/response-coverage.ts';
import { AccountReads } from './account-reads.ts';
import type { ParsedRequest } from './parsed-request.ts';

/** The signal of a computation that is never cancelled. */
export const NEVER = new AbortController().signal;
/** Publications that may replace the data of a request while it is computed, before the request fails. */
const MAX_ATTEMPTS = 5;

/** A parsed request with the negotiated form of its response. */
export interface Exchange {
  readonly parsed: ParsedRequest;
  /** Null for JSON. */
  readonly format: Format | null;
  /** Writes the data as an HTML page; null for a request that does not prefer one. */
  readonly page: ((data: unknown) => string) | null;
  readonly encoding: Encoding | null;
  readonly response: ServerResponse;
}

type Datasets = Readonly<Record<Dataset, DatasetSource>>;

interface DatasetSource {
  /** Version of the published data; part of the cache key of shared responses. */
  version(): MaybePromise<string>;
  /** The number of publications that answers are made from. It grows with each change of the data, and never shrinks. */
  publication(): MaybePromise<number>;
  readonly coverage: CoverageSource;
}

/** The data that answers are made from. */
export interface AnswerSource {
  readonly datasets: Datasets;
  /** The data at a time, as ISO 8601 in UTC, and the endpoints that answer from it. @throws AlirError `invalid_request`, `version_not_kept` */
  readonly knownAt: (known_at: string) => Promise<{
    readonly datasets: Datasets;
    readonly endpointOf: (name: string) => AnyEndpoint;
  }>;
  readonly cache: ResponseCache;
  /** Names of brokers and companies, by code and ticker. */
  readonly names: ReadonlyMap<string, string>;
}

/** Makes the bodies of answers: from the cache, or computed and written in the format of the request. It charges nothing. */
export class Answers {
  readonly #services: AnswerSource;
  readonly #reads = new AccountReads();
  /** Reads of earlier data take longer, so an account has one at a time. */
  readonly #known_reads = new AccountReads(1);
  readonly #waiting = new WaitingRequests(clientGone);

  constructor(services: AnswerSource) {
    this.#services = services;
  }

  body(endpoint: AnyEndpoint, exchange: Exchange, caller: Caller): MaybePromise<ReadyBody> {
    const { depends_on, dry_data } = endpoint;
    const { known_at, dry_run_units } = exchange.parsed;
    if (dry_run_units !== null) {
      return compressed(successBody(dry_data, { units: dry_run_units }), exchange.encoding);
    }
    if (known_at !== null) return this.#knownBody(endpoint, exchange, caller, known_at);
    const dataset = isDataset(depends_on) ? this.#services.datasets[depends_on] : null;
    return whenKnown(dataset?.version() ?? '', (version) =>
      this.#bodyOf(endpoint, exchange, caller, dataset, version),
    );
  }

  /** The publication that an answer is made from now; undefined for one that depends on none. */
  async publicationOf({ depends_on }: AnyEndpoint, known_at: string | null): Promise<number | undefined> {
    if (!isDataset(depends_on)) return undefined;
    const { datasets } = known_at === null ? this.#services : await this.#services.knownAt(known_at);
    return datasets[depends_on].publication();
  }

  async #knownBody(
    endpoint: AnyEndpoint,
    exchange: Exchange,
    caller: Caller,
    known_at: string,
  ): Promise<ReadyBody> {
    const { datasets, endpointOf } = await this.#services.knownAt(known_at);
    const dataset = datasets[endpoint.depends_on as Dataset];
    return this.#bodyOf(endpointOf(endpoint.name), exchange, caller, dataset, await dataset.version());
  }

  /** @param version of the published data */
  #bodyOf(
    endpoint: AnyEndpoint,
    { parsed, format, page, encoding, response }: Exchange,
    caller: Caller,
    dataset: DatasetSource | null,
    version: string,
  ): MaybePromise<ReadyBody> {
    const { depends_on, figures = [], isEmpty = isEmptyAnswer, estimate, default_adjust } = endpoint;
    const selection: object = { adjust: default_adjust, ...(parsed.input as object) };
    const { cache } = this.#services;
    const reads = parsed.known_at === null ? this.#reads : this.#known_reads;
    const make = async (signal: AbortSignal): Promise<MadeBody> => {
      const answer = () => endpoint.answer(parsed.input, caller, signal);
      const { data, coverage = null } = dataset
        ? await ofOnePublication(
            dataset,
            () => dataset.coverage(selection, figures, estimate),
            answer,
            isEmpty,
          )
        : { data: await answer() };
      const table = (coverage?.coverage.isAdjusted && endpoint.adjusted_table) || endpoint.table;
      const bytes =
        format && table
          ? await written(format, table, data, parsed.has_names ? this.#services.names : null)
          : page
            ? Buffer.from(page(data))
            : successBody(data);
      return { bytes, coverage };
    };
    if (depends_on === 'caller' || endpoint.isOwn?.(parsed.input)) {
      const own = () => make(NEVER);
      const made = dataset ? reads.run(caller.account_id, own) : own();
      return made.then(async ({ bytes, coverage = null }) => {
        return { ...(await compressed(bytes, encoding)), coverage };
      });
    }
    const key = `${parsed.name} ${version} ${format?.type ?? ''}${parsed.has_names ? ' names' : ''}`;
    const ready = cache.ready(key, encoding);
    if (ready) return ready;
    // A response that waits for an earlier one of its connection has no socket, and cannot notice that the client has left.
    const isQuick = dataset === null || (depends_on === 'dataset' && parsed.known_at === null);
    const isCancellable = !isQuick && response.socket !== null;
    const signal = isCancellable ? this.#waiting.add(key, response, () => cache.forget(key)) : NEVER;
    const body = () => {
      // The clients may have left while the read waited for its turn. Its failure must not be shared with a client that asks later.
      signal.throwIfAborted();
      return cache.body(key, () => make(signal));
    };
    const plain = cache.ready(key, null) ?? (dataset ? reads.run(caller.account_id, body) : body());
    if (encoding === null) return plain;
    return Promise.resolve(plain).then((made) => cache.encoded(key, made, encoding));
  }
}

/**
 * Computes an answer with its coverage, and again if the data was replaced meanwhile: the number of an answer is that of its data.
 * @throws AlirError `not_ready` if publications replaced the data during each attempt
 */
async function ofOnePublication(
  dataset: DatasetSource,
  cover: () => ReturnType<CoverageSource>,
  answer: () => Promise<unknown>,
  isEmpty: (data: never) => boolean,
): Promise<{ data: unknown; coverage: BodyCoverage }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const publication = await dataset.publication();
    const covered = await cover();
    const data = await answer();
    const coverage = isEmpty(data as never) ? await covered.ofEmpty() : covered.coverage;
    if ((await dataset.publication()) === publication)
      return { data, coverage: withHeaders(coverage, publication) };
  }
  const message = 'The published data is being replaced. Try again shortly.';
  throw new AlirError('not_ready', message, { retry_after_s: 1 });
}
