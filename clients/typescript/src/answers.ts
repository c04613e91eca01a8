import { AlirError, ConnectionLostError, errorClassOf, TimedOutError } from './errors.ts';
import { retryAfterSeconds } from './retries.ts';
import type { Result, Schemas } from './types.ts';

/** An answer whose body is complete. */
export interface Answer {
  readonly response: Response;
  readonly bytes: Uint8Array;
}

/** The fields that a body of JSON can have. */
interface Body extends Partial<Omit<Schemas['ErrorBody'], 'data' | 'success'>> {
  readonly success?: boolean;
  readonly data?: unknown;
  readonly dry_run?: { readonly units: number };
}

/** A call, as its results and errors describe it. */
export interface Sent {
  readonly url: string;
  readonly idempotencyKey: string | undefined;
  /** Its cost when it is charged. */
  readonly units: number;
}

/** @param decode reads the body of any other type than JSON; null if only JSON is expected */
export async function resultOf(
  call: Sent,
  { response, bytes }: Answer,
  decode: ((bytes: Uint8Array) => unknown) | null,
): Promise<Result<unknown>> {
  const { headers } = response;
  const json = jsonOf(response, bytes);
  const isAnswer = json === undefined ? decode !== null && !isJson(response) : json.success !== false;
  if (!isAnswer || (json?.success && !('data' in json))) throw notAnAnswer(call, response);
  const replayed = headers.get('idempotent-replayed') === 'true';
  return {
    data: json === undefined ? await decode?.(bytes) : json.success ? json.data : json,
    units: replayed ? call.units : (numberIn(headers, 'x-request-cost') ?? 0),
    quota: quotaOf(headers),
    dataThrough: headers.get('x-data-through'),
    publication: numberIn(headers, 'x-data-publication'),
    emptyReason: headers.get('x-empty-reason'),
    requestId: headers.get('x-request-id'),
    replayed,
    dryRun: json?.dry_run ?? null,
    headers,
  };
}

function notAnAnswer(call: Sent, { status, headers }: Response): AlirError {
  const type = headers.get('content-type') ?? 'no content type';
  return new AlirError(
    `${call.url} answered ${status} with ${type}, which is not an answer of Alir. Check baseUrl, and proxies on the way.`,
    { status, requestId: headers.get('x-request-id'), ...chargeOf(call, call.units) },
  );
}

/** The error of an answer with an error status. */
export function errorOf(call: Sent, { response, bytes }: Answer, possibleUnits: number): AlirError {
  const { status, headers } = response;
  const json = jsonOf(response, bytes);
  const body = json?.success === false ? json : undefined;
  const message =
    body?.error ??
    `${call.url} answered ${status} without an explanation. Check baseUrl, and proxies on the way.`;
  return new (errorClassOf(status, body?.code))(message, {
    status,
    code: body?.code,
    requestId: headers.get('x-request-id') ?? body?.request_id,
    fields: body?.errors,
    retryAfterSeconds: retryAfterSeconds(headers),
    quota: quotaOf(headers),
    ...chargeOf(call, possibleUnits),
  });
}

/** The error of a call without an answer. @param timeoutMs null if the connection was lost before */
export function lostError(call: Sent, cause: unknown, attempts: number, timeoutMs: number | null): AlirError {
  const { message, cause: inner } = cause as { message: string; cause?: { message?: string } };
  const reason = timeoutMs === null ? (inner?.message ?? message) : `time-out after ${timeoutMs} ms`;
  const charge =
    call.units > 0
      ? ` The call can have cost ${call.units} units. To repeat it without a second charge, pass the idempotencyKey of this error.`
      : '';
  return new (timeoutMs === null ? ConnectionLostError : TimedOutError)(
    `No complete answer came from ${call.url} (${reason}; attempts: ${attempts}). Check baseUrl and the network.${charge}`,
    { cause, ...chargeOf(call, call.units) },
  );
}

function chargeOf({ idempotencyKey }: Sent, possibleUnits: number) {
  return { idempotencyKey, possibleUnits };
}

function quotaOf(headers: Headers): Result<unknown>['quota'] {
  const limit = numberIn(headers, 'x-monthly-limit');
  const remaining = numberIn(headers, 'x-monthly-remaining') ?? 0;
  return limit === null ? null : { limit, remaining, resetsAt: headers.get('x-monthly-reset') ?? '' };
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text === null ? null : Number(text);
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}

/** undefined for a body that is not an object of JSON. */
function jsonOf(response: Response, bytes: Uint8Array): Body | undefined {
  try {
    const body = isJson(response) ? JSON.parse(textOf(bytes)) : undefined;
    return body instanceof Object && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
