import type { Socket } from 'node:net';
import { Agent, fetch } from 'undici';
import { AddressError, type Network, publicAddresses } from './public-addresses.ts';

/** Limit of an attempt, from the DNS query to the status of the answer. */
const TIME_LIMIT_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** The answer is read so far, so that the receiver can send it, and is ignored. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** Limit of the bytes of a connection beside the body: TLS handshake, headers and chunk framing. */
const MAX_OVERHEAD_BYTES = 256 * 1024;

/** The same for a name that does not exist and for one with an internal address. */
const NOT_PUBLIC = 'the host name has no public address, or not only public ones';

export interface WebhookMessage {
  /** An https URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one message over its own connection, to a public address only, and follows no redirect.
 * @param stopping ends the attempt
 * @returns the status of the answer
 * @throws Error if no status arrived within 10 seconds, or the address is refused. Its message is for the owner of the webhook, who must not
 * learn which internal names exist and where they lead. Its cause is for the operator.
 */
export async function sendWebhook(
  network: Network,
  { url, headers, body }: WebhookMessage,
  stopping: AbortSignal,
): Promise<number> {
  const sockets = new Set<Socket>();
  let isClosed = false;
  const agent = new Agent({
    connect(options, done) {
      publicAddresses(network, options.hostname)
        .catch((cause) => {
          throw Object.assign(new AddressError('refused', NOT_PUBLIC), { cause });
        })
        .then((addresses) => {
          if (isClosed) throw new Error('The attempt has ended');
          if (options.protocol !== 'https:') throw new Error('Only https URLs are allowed');
          const socket = network.dial(options, addresses, (...result) => {
            result[1]?.on('readable', () => {
              if (socket.bytesRead > MAX_ANSWER_BYTES + MAX_OVERHEAD_BYTES) socket.destroy();
            });
            done(...result);
          });
          sockets.add(socket);
          socket.on('error', () => {});
        })
        .catch((error: Error) => done(error, null));
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 0,
  });
  const late = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      dispatcher: agent,
      headers,
      body,
      signal: AbortSignal.any([late, stopping]),
    });
    await ignored(response.body);
    return response.status;
  } catch (error) {
    const reason = late.aborted ? `no answer within ${TIME_LIMIT_MS / 1000} s` : reasonOf(error);
    throw new Error(reason, { cause: error });
  } finally {
    isClosed = true;
    await agent.destroy();
    for (const socket of sockets) socket.destroy();
  }
}

/** Reads the start of a body. The status has arrived, so a failure of the body does not matter. */
async function ignored(body: AsyncIterable<Uint8Array> | null): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) return;
    }
  } catch {
    // The connection was closed, or the time is over.
  }
}

/** Messages of system errors contain addresses, but their codes do not. undici wraps the original error as a cause, sometimes twice. */
function reasonOf(error: unknown): string {
  let code = '';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressError) return cause.message;
    ({ code = code } = cause as NodeJS.ErrnoException);
  }
  return code === '' ? 'the connection failed' : `the connection failed (${code})`;
}
