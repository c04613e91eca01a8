import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AlirError } from '../../core/errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { requestOf } from '../http/request-fields.ts';
import { queryOf, validated } from '../http/validation.ts';

/** A request as it was understood. */
export interface Question<Input> {
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

/** @param sent the fields of the input. @throws AlirError `invalid_request` */
export function questionOf<Input>(endpoint: Endpoint<Input, never>, sent: unknown): Question<Input> {
  const input = validated(endpoint.input, sent);
  const units = endpoint.units === 0 ? 0 : endpoint.units(input);
  // The schema has put the input in one form and one order, so that the same question always has the same name.
  const name = `${endpoint.path} ${JSON.stringify(input)}`;
  return { input, units, name, answer_name: '', dataset_version: null };
}

/** Reads what requests ask. A GET of the same URL always asks the same, so it is read once. */
export class QuestionReader {
  readonly #questions = new LRUCache<string, Question<unknown>>({ max: MAX_QUESTIONS });

  /** @throws AlirError `invalid_request` */
  read<Input>(endpoint: Endpoint<Input, never>, request: FastifyRequest): Question<Input> {
    if (endpoint.method === 'POST') {
      validated(NO_PARAMETERS, queryOf(request));
      return questionOf(endpoint, sentIn(endpoint, request, request.body));
    }
    if (endpoint.method !== 'GET') return questionOf(endpoint, sentIn(endpoint, request, queryOf(request)));
    const url = request.raw.url ?? '';
    let question = this.#questions.get(url) as Question<Input> | undefined;
    if (!question) {
      question = questionOf(endpoint, sentIn(endpoint, request, queryOf(request)));
      this.#questions.set(url, question);
    }
    return question;
  }
}

/** The body or the query, with what the path and the headers say. */
function sentIn<Input>({ headers }: Endpoint<Input, never>, request: FastifyRequest, sent: unknown): unknown {
  const params = request.params as object;
  if (headers === undefined && Object.keys(params).length === 0) return sent;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const inHead = Object.entries(headers ?? {}).map(([field, name]) => [field, request.headers[name]]);
  const told = { ...Object.fromEntries(inHead), ...params };
  const twice = Object.keys(told).find((field) => Object.hasOwn(sent, field));
  if (twice !== undefined) throw toldTwice(twice);
  return { ...sent, ...told };
}

function toldTwice(field: string): AlirError {
  const message = 'is not a field of this request: remove it';
  return new AlirError('invalid_request', `${field} ${message}`, { fields: [{ field, message }] });
}
