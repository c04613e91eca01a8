import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../commerce/accounts/accounts.ts';
import type { Clock } from '../../core/clock.ts';
import { EARLIEST_DATE } from '../../core/contract.ts';
import { csvCell } from '../../core/csv-cell.ts';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError, invalidField } from '../../core/errors.ts';
import { csv } from '../../formats/csv.ts';
import type { Format } from '../../formats/formats.ts';
import { rowCount } from '../../formats/table.ts';
import type { Admission } from './admission/admission.ts';
import { checkedCaller } from './admission/caller-check.ts';
import { parseInput } from './admission/parsed-request.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { headerPairs } from './responses/envelope.ts';
import { fixableError } from './responses/public-error.ts';

/** Rows that the answer of a link may have. */
export const MAX_LINK_ROWS = 10_000;
const CSV: Format = {
  type: `text/csv; rows=${MAX_LINK_ROWS}`,
  content_type: 'text/csv; charset=utf-8',
  is_compressed: false,
  async write(columns) {
    if (rowCount(columns) <= MAX_LINK_ROWS) return csv(columns);
    const message = `The answer has ${rowCount(columns)} rows, and a link answers at most ${MAX_LINK_ROWS}. Create a link for a smaller request.`;
    throw new AlirError('answer_too_large', message);
  },
};
/** Days of a year on which the exchange trades, rounded down: a range of more could be too long. */
const MAX_LAST_DAYS = 230;

export type PublishedDays = () => Promise<readonly { readonly trade_date: IsoDate }[]>;

/** Finds the request that a link stands for now. */
export class LinkRequests {
  readonly #endpoints: readonly AnyEndpoint[];
  readonly #publishedDays: PublishedDays;

  constructor(endpoints: readonly AnyEndpoint[], publishedDays: PublishedDays) {
    this.#endpoints = endpoints.filter(({ method, table }) => method === 'GET' && table !== undefined);
    this.#publishedDays = publishedDays;
  }

  /** @throws AlirError `invalid_request` for a request that a link cannot stand for */
  async check(request: string): Promise<void> {
    const { endpoint, sent } = await this.resolve(request);
    try {
      parseInput(endpoint, sent);
    } catch (error) {
      throw error instanceof AlirError ? invalidField('request', `is refused: ${error.message}`) : error;
    }
  }

  /** @param request a path with its query */
  async resolve(request: string): Promise<{ readonly endpoint: AnyEndpoint; readonly sent: object }> {
    const [path = '', ...query] = request.split('?');
    for (const endpoint of this.#endpoints) {
      const pattern = endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
      const match = new RegExp(`^${pattern}$`).exec(path);
      if (match) return { endpoint, sent: { ...match.groups, ...(await this.#fields(query.join('?'))) } };
    }
    throw invalidField(
      'request',
      'must be the path of a GET request for market data in rows, such as /stocks/ohlcv?ticker=BBCA&last_days=20',
    );
  }

  async #fields(query: string): Promise<object> {
    const { last_days, ...fields } = parse(query);
    if (last_days === undefined) return fields;
    if ('from' in fields || 'to' in fields) throw invalidField('last_days', 'must not be beside from or to');
    const days = Number(last_days);
    if (!Number.isInteger(days) || days < 1 || days > MAX_LAST_DAYS)
      throw invalidField('last_days', `must be a whole number from 1 to ${MAX_LAST_DAYS}`);
    const last = (await this.#publishedDays()).slice(-days);
    const [from = EARLIEST_DATE, to = EARLIEST_DATE] = [last[0]?.trade_date, last.at(-1)?.trade_date];
    return { ...fields, from, to };
  }
}

/**
 * `GET /csv/{token}`: the answer of a link as CSV, for spreadsheets, which send no headers. A spreadsheet shows only the text of a 200, so
 * an error that the owner of the link can fix is a 200 with one cell.
 */
export function linkRoute(
  app: FastifyInstance,
  admission: Admission,
  { accounts, clock }: { readonly accounts: Accounts; readonly clock: Clock },
  requests: LinkRequests,
): void {
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/csv/:token',
    config: { units: 0, scope: 'data' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = await accounts.callerWithLink(request.params.token);
      if (!caller?.link)
        throw new AlirError('not_found', 'This link is not valid: it is mistyped or revoked.');
      request.key_id = caller.key_id;
      // Its account counts it. The headers of the account are not for everybody who has the link.
      request.isCounted = true;
      // A key that is sent with it is not the caller.
      request.caller = null;
      reply.headers({ 'content-type': CSV.content_type, 'x-robots-tag': 'noindex' });
      try {
        const context = await admission.contextOf(checkedCaller(caller, request, clock));
        const { endpoint, sent } = await requests.resolve(caller.link);
        const by = `link ${caller.key_id}`;
        const { bytes, coverage } = await admission.askOnce(endpoint, context, sent, reply.raw, by, CSV);
        reply.headers(Object.fromEntries(headerPairs(coverage?.headers ?? [])));
        return await reply.header('x-request-cost', context.cost).send(bytes);
      } catch (error) {
        const { shown } = fixableError(error);
        return await reply
          .headers({ 'x-request-cost': 0, 'x-error-code': shown.code })
          .send(`${csvCell(`Alir: ${shown.message}`)}\r\n`);
      }
    },
  });
}
