import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AlirError } from '../core/errors.ts';
import type { Config } from './config.ts';

interface Address {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port. */
  readonly variable?: 'ALIR_PORT' | 'ALIR_METRICS_PORT';
}

const NO_ADDRESS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop it, or set {port} to another port',
  EACCES: 'this user may not use the port. Set {port} to 1024 or above',
  EADDRNOTAVAIL:
    'this machine does not have the address. Set ALIR_HOST to one of its addresses, or to 0.0.0.0 for all',
  ENOTFOUND: 'the name cannot be resolved. Set ALIR_HOST to an address of this machine',
  EAI_AGAIN: 'the name cannot be resolved now. Set ALIR_HOST to an address of this machine',
};

/** Listens briefly to detect an unusable address before any other work. @throws AlirError `port_in_use` */
export async function checkAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    throw cannotListen(error, { host, port }) ?? error;
  } finally {
    probe.close();
  }
}

/** Starts to listen; closes the app if the address cannot be used. @returns its URL @throws AlirError `port_in_use` */
export async function listen(app: FastifyInstance, address: Address): Promise<string> {
  try {
    return await app.listen({ host: address.host, port: address.port });
  } catch (error) {
    await app.close();
    throw cannotListen(error, address) ?? error;
  }
}

/** Other machines can reach the metrics only if a token is required. The metrics server closes with the main server. */
export async function listenForMetrics(
  app: FastifyInstance,
  metricsApp: FastifyInstance,
  { host, metrics_port, metrics_token }: Config,
): Promise<string> {
  app.addHook('onClose', () => metricsApp.close());
  try {
    return await listen(metricsApp, {
      host: metrics_token === '' ? '127.0.0.1' : host,
      port: metrics_port ?? 0,
      variable: 'ALIR_METRICS_PORT',
    });
  } catch (error) {
    await app.close();
    throw error;
  }
}

function cannotListen(
  error: unknown,
  { host, port, variable = 'ALIR_PORT' }: Address,
): AlirError | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = NO_ADDRESS[code];
  if (reason === undefined) return undefined;
  return new AlirError(
    'port_in_use',
    `Cannot listen on ${host}:${port} (${code}): ${reason.replace('{port}', variable)}.`,
  );
}
