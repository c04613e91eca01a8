import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AlirError } from '../../../core/errors.ts';
import { isSameSecret } from '../../../core/secret.ts';
import { isLoopback } from '../requests/address.ts';
import type { Metrics } from './metrics.ts';

/**
 * Who may read the metrics. `token`: holders of the token. `own port`: anyone who can reach the separate port. `this machine`: programs on
 * this machine. `nobody`: used on the main port if there is a separate one. `behind a proxy`: nobody, because a forwarded request cannot
 * always be distinguished from a local one.
 */
export type MetricsAccess =
  | { readonly token: string }
  | 'own port'
  | 'this machine'
  | 'behind a proxy'
  | 'nobody';

/** Headers that identify a request forwarded by a proxy. */
const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

export function metricsRoute(app: FastifyInstance, metrics: Metrics, access: MetricsAccess): void {
  app.get('/metrics', { config: { units: 0, scope: null } }, async (request, reply) => {
    checkAccess(request, access);
    return reply.header('content-type', metrics.contentType).send(await metrics.text());
  });
}

/** Messages of the 404, which explain how to get access. */
const REFUSED: Readonly<Record<string, string>> = {
  nobody: 'The metrics are available only on a separate port. The operator sets it with ALIR_METRICS_PORT.',
  'behind a proxy':
    'The metrics are not available behind a proxy (ALIR_TRUST_PROXY is set). To make them available, set ALIR_METRICS_TOKEN or ALIR_METRICS_PORT.',
};

/** @throws AlirError `unauthorized`, `not_found` */
function checkAccess(request: FastifyRequest, access: MetricsAccess): void {
  if (typeof access === 'object') {
    if (isSameSecret(request.headers.authorization ?? '', `Bearer ${access.token}`)) return;
    throw new AlirError(
      'unauthorized',
      'The metrics require their own token. Send it in the header Authorization: Bearer <ALIR_METRICS_TOKEN>.',
    );
  }
  const isAllowed = access === 'own port' || (access === 'this machine' && isOfThisMachine(request));
  if (isAllowed && !isOfPage(request)) return;
  throw new AlirError(
    'not_found',
    REFUSED[access] ??
      'The metrics are available only from this machine. To read them from elsewhere, set ALIR_METRICS_TOKEN or ALIR_METRICS_PORT.',
  );
}

/** Web pages may not read the metrics: a browser on this machine also opens pages of other sites. */
function isOfPage({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined;
}

/** A proxy on this machine also connects from this machine, so the request is checked for signs of a proxy. */
function isOfThisMachine({ raw, headers }: FastifyRequest): boolean {
  return (
    isLoopback(raw.socket.remoteAddress) &&
    raw.httpVersion === '1.1' &&
    LOCAL_HOST.test(headers.host ?? '') &&
    FORWARDING.every((name) => headers[name] === undefined)
  );
}
