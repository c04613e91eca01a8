import * as z from 'zod';
import { AlirError } from '../../../core/errors.ts';

const TIMEOUT_MS = 10_000;

export type Fetch = typeof fetch;

interface Question<Answer> {
  readonly url: string;
  readonly secret: string;
  readonly body?: object;
  /** A repeated request with the same key has the same effect. */
  readonly idempotency_key?: string;
  readonly schema: z.ZodType<Answer>;
}

/**
 * Asks a payment provider, with its key as the user of basic authentication.
 * @param statuses for these, the answer is null
 * @throws AlirError `payment_unavailable`
 */
export async function askIfKnown<Answer>(
  send: Fetch,
  { url, secret, body, idempotency_key, schema }: Question<Answer>,
  statuses: readonly number[],
): Promise<Answer | null> {
  const response = await send(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    // A redirect could carry the secret to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw unavailable('no response');
  });
  if (statuses.includes(response.status)) return null;
  if (!response.ok) throw unavailable(`status ${response.status}`);
  try {
    return schema.parse(await response.json());
  } catch {
    // The response can contain secrets, so nothing of it is passed on.
    throw unavailable('unexpected response');
  }
}

/** As askIfKnown, for a request that has an answer. */
export async function askProvider<Answer>(send: Fetch, question: Question<Answer>): Promise<Answer> {
  return (await askIfKnown(send, question, [])) as Answer;
}

function unavailable(reason: string): AlirError {
  return new AlirError(
    'payment_unavailable',
    `The request to the payment provider failed (${reason}). Try again in a minute.`,
    { retry_after_s: 60 },
  );
}

/** An id that becomes part of a URL. The pattern excludes `..`, `/` and `?`, which would change the path. */
export const urlId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);

/** A notification as its schema reads it. @throws AlirError `malformed_request` */
export function readNotification<Sent>(schema: z.ZodType<Sent>, body: unknown): Sent {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join('.') || 'the body';
  throw new AlirError(
    'malformed_request',
    `This is not a valid payment notification: ${field} is missing or invalid.`,
  );
}

export function invalidSignature(): AlirError {
  return new AlirError('payment_refused', 'The signature of this notification is invalid.');
}

export function unknownOrder(order_id: string): AlirError {
  return new AlirError('unknown_order', `There is no order with the id ${order_id.slice(0, 64)}.`);
}
