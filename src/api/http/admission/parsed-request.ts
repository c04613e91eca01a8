import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../../commerce/accounts/accounts.ts';
import { invalidField } from '../../../core/errors.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { requestOf } from '../requests/request-fields.ts';
import { queryOf, validated } from '../requests/validation.ts';

/** A request with a valid input. */
export interface ParsedRequest {
  /** Of the type that the endpoint takes. */
  readonly input: never;
  /** The time whose answer is requested, as ISO 8601 in UTC; null for the present answer. */
  readonly known_at: string | null;
  /** The units to charge. */
  readonly units: number;
  /** The cost of a dry run, which returns nothing else; null for other requests. */
  readonly dry_run_units: number | null;
  /** Whether rows have the columns for people. */
  readonly has_names: boolean;
  /** Equal requests have the same name, with and without names. */
  readonly name: string;
}

/** Number of URLs whose parsed requests are kept. */
const MAX_PARSED_URLS = 5000;

/** A POST has no query parameters. */
const NO_PARAMETERS = requestOf({});

/** @param sent the fields of the input. @throws AlirError `invalid_request` */
export function parseInput(endpoint: AnyEndpoint, sent: unknown): ParsedRequest {
  const all = validated(endpoint.input, sent) as { known_at?: string; dry_run?: boolean; names?: string };
  const { known_at = null, dry_run = false, names, ...rest } = all;
  const input = rest as never;
  const units = endpoint.units === 0 ? 0 : endpoint.units(input);
  // The schema gives the input one form and one order, so equal requests always have the same name.
  const name = `${endpoint.path} ${JSON.stringify({ ...all, names: undefined })}`;
  const dry_run_units = dry_run ? units : null;
  return { input, known_at, units: dry_run ? 0 : units, dry_run_units, has_names: names !== undefined, name };
}

/** A request whose references are resolved. The name has what they refer to, because it can change. */
export async function resolved(
  endpoint: AnyEndpoint,
  parsed: ParsedRequest,
  caller: Caller,
): Promise<ParsedRequest> {
  if (!endpoint.resolve) return parsed;
  const input = (await endpoint.resolve(parsed.input, caller)) as never;
  return { ...parsed, input, name: `${parsed.name} ${JSON.stringify(input)}` };
}

/** Parses requests. Two GET requests with the same URL have the same input, so a URL is parsed once. */
export class RequestParser {
  readonly #byUrl = new LRUCache<string, ParsedRequest>({ max: MAX_PARSED_URLS });

  /** @throws AlirError `invalid_request` */
  read(endpoint: AnyEndpoint, request: FastifyRequest): ParsedRequest {
    if (endpoint.method === 'POST') {
      validated(NO_PARAMETERS, queryOf(request));
      return parseInput(endpoint, inputOf(endpoint, request, request.body));
    }
    if (endpoint.method !== 'GET') return parseInput(endpoint, inputOf(endpoint, request, queryOf(request)));
    const url = request.raw.url ?? '';
    let parsed = this.#byUrl.get(url);
    if (!parsed) {
      parsed = parseInput(endpoint, inputOf(endpoint, request, queryOf(request)));
      this.#byUrl.set(url, parsed);
    }
    return parsed;
  }
}

/** Merges the fields of the body or the query with those of the path and the headers. */
function inputOf({ headers }: AnyEndpoint, request: FastifyRequest, sent: unknown): unknown {
  const params = request.params as object;
  const hasParams = Object.keys(params).length > 0;
  if (headers === undefined && !hasParams) return sent;
  // The path contains the whole input.
  if (sent === undefined && hasParams) return params;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const fromHeaders = Object.entries(headers ?? {}).map(([field, name]) => [field, request.headers[name]]);
  const fromRequest = { ...Object.fromEntries(fromHeaders), ...params };
  const repeated = Object.keys(fromRequest).find((field) => Object.hasOwn(sent, field));
  if (repeated !== undefined) throw invalidField(repeated, 'is not a field of this endpoint: remove it');
  return { ...sent, ...fromRequest };
}
