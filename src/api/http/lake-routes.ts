import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Meter } from '../../commerce/accounts/quota/meter.ts';
import type { Plan } from '../../core/commerce-terms.ts';
import { AlirError, invalidField } from '../../core/errors.ts';
import { type Admission, idempotencyIn } from './admission/admission.ts';
import type { RequestContext } from './admission/request-context.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { isDisconnected, waitForTurn } from './requests/connection.ts';
import { queryOf } from './requests/validation.ts';
import { isNamedIn } from './responses/document.ts';
import { JSON_TYPE, successBody } from './responses/envelope.ts';

/** The files of the lake and their list, for copies. */
export interface LakeCopies {
  readonly plans: readonly Plan[];
  /** Cost of a request for a file or a part of it: a smaller price of a part would sell the file in parts. */
  readonly units: number;
  /** The publications and the comparisons from these numbers on, a page of each. */
  list(from: { readonly publication: number; readonly check: number }): Promise<unknown>;
  /** An intact file of a publication; undefined if there is none. @throws AlirError `data_unavailable` */
  find(sha256: string): Promise<{ readonly path: string; readonly bytes: number } | undefined>;
}

const FOREVER = 'private, max-age=31536000, immutable';

/** `GET /lake/manifest` and `GET /lake/files/{sha256}`, for keys of accounts with certain plans. */
export function lakeRoutes(
  app: FastifyInstance,
  admission: Admission,
  { meter, metrics }: { readonly meter: Meter; readonly metrics: Metrics },
  { plans, units, list, find }: LakeCopies,
): void {
  const config = { units, scope: 'data' } as const;
  const onRequest = async (request: FastifyRequest) => {
    const context = await admission.authenticate(request);
    context.checkRate();
    context.checkScope('data');
    const { plan } = meter.entitlement(context.caller);
    if (plans.includes(plan)) return;
    const message = `The plan ${plan} of this account does not allow copies of the lake. Ask the operator for a plan that does (ALIR_LAKE_PLANS).`;
    throw new AlirError('scope_missing', message);
  };
  app.route({
    method: 'GET',
    url: '/lake/manifest',
    config: { ...config, units: 0 },
    exposeHeadRoute: false,
    onRequest,
    handler: async (request, reply) => {
      const query = queryOf(request) as Record<string, unknown>;
      const [publication, check] = [numberIn(query, 'from'), numberIn(query, 'checks_from')];
      return reply.header('content-type', JSON_TYPE).send(successBody(await list({ publication, check })));
    },
  });
  app.route({
    method: 'GET',
    url: '/lake/files/:sha256',
    config,
    exposeHeadRoute: false,
    onRequest,
    handler: async (request, reply) => {
      const context = request.context as RequestContext;
      const { sha256 } = request.params as { sha256: string };
      const file = await find(sha256);
      if (!file) throw new AlirError('not_found', 'No publication has a file with this SHA-256.');
      const cached = { 'cache-control': FOREVER, etag: `"${sha256}"` };
      if (isNamedIn(request.headers['if-none-match'], cached.etag))
        return reply.code(304).headers(cached).send();
      const { start, end } = rangeOf(request.headers.range, file.bytes);
      // The parts of a file with one key are one request: a download that continues is free.
      const name = `/lake/files/${sha256}`;
      const idempotency = units > 0 ? idempotencyIn(request.headers, { name }) : null;
      context.isRepeated = idempotency !== null && (await admission.isRepeated(context.caller, idempotency));
      if (units > 0 && !context.isRepeated) {
        await context.checkQuota();
        if (reply.raw.socket === null) await waitForTurn(reply.raw);
        const hold = await meter.hold(context.caller, units, 'get_lake_file');
        try {
          context.isRepeated = !(await hold.charge(() => isDisconnected(reply.raw), idempotency));
        } finally {
          hold.release();
        }
        if (!context.isRepeated) {
          context.cost += units;
          metrics.countUnits('/lake/files/:sha256', units);
        }
      }
      const isPart = end - start + 1 < file.bytes;
      reply.headers({
        ...cached,
        'content-type': 'application/vnd.apache.parquet',
        'content-length': end - start + 1,
        'accept-ranges': 'bytes',
      });
      if (isPart) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
      return reply.send(createReadStream(file.path, { start, end }));
    },
  });
}

/** A number of a publication or of a comparison. @throws AlirError `invalid_request` */
function numberIn(query: Readonly<Record<string, unknown>>, name: string): number {
  const text = String(query[name] ?? '1');
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw invalidField(name, 'must be a number from 1');
}

/** The bytes that a Range header asks for, both included. All bytes for a header with several ranges or in another form. */
function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return { start: 0, end: bytes - 1 };
  const start = first === '' ? Math.max(bytes - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start <= end) return { start, end };
  const fields = [{ field: 'range', message: `must be within the ${bytes} bytes of the file` }];
  throw new AlirError('invalid_request', `The range is not within the ${bytes} bytes of the file`, {
    fields,
  });
}
