import * as z from 'zod';
import { EARLIEST_DATE, IDEMPOTENCY_HOURS, MAX_RANGE_DAYS, UPDATE_TIME_GMT } from '../../core/contract.ts';
import { errorBodySchema } from '../http/responses/envelope.ts';
import type { ApiDescription, Examples } from './api-description.ts';
import { Components } from './components.ts';
import { HEADERS } from './headers.ts';
import { describedOperation, openApiPath } from './operation.ts';
import { servicePaths } from './service-paths.ts';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const DESCRIPTION = `Broker summary, foreign flow and market news of the Indonesia Stock Exchange (IDX).

Send your key in the header \`Authorization: Bearer <API key>\`, unless the description of a request says that no key is needed. Dates are \`YYYY-MM-DD\` in Jakarta, from ${EARLIEST_DATE}; a range has at most ${MAX_RANGE_DAYS} days, \
including the first and the last day. Results are totals of the whole range, except those of the daily endpoints. Volumes are in shares, values in IDR. Without \`market\`, foreign flow is of both markets (\`ALL\`), and all other data is of the regular market (\`RG\`). The data of a trading day is published at about ${UPDATE_TIME_GMT} GMT.

Every JSON response of the data, billing and account endpoints has the fields \`success\`, \`data\` and \`error\`. Only responses with status 200 are charged. Every response to a request with a valid key has headers with the quota and the rate limit: \`X-Request-Cost\` is the number of units charged. A path that does not exist returns 404 \
(\`not_found\`); a method that a path does not have returns 405 (\`method_not_allowed\`).

To retry without a second charge, send the header \`Idempotency-Key\` with any text that is unique to the request (1 to 128 printable ASCII characters). The same request with the same \`Idempotency-Key\` is charged only once in ${IDEMPOTENCY_HOURS} hours. \
This document does not list the header as a parameter. If it did, tools would send the same example value with every request.

Guides: [for callers](docs/caller.md), [limits and charging](docs/limits.md), [how the numbers are calculated](docs/numbers.md), [for operators](docs/run.md). \
For language models: [llms.txt](llms.txt), a [skill](skill.md), and tools at \`POST /mcp\`.`;

const GROUPS: Readonly<Record<string, string>> = {
  'Broker summary': 'What brokers bought and sold.',
  Prices: 'Daily prices of a stock.',
  'Foreign flow': 'Purchases and sales of foreign investors.',
  Measures: 'How unusual each stock is, from its prices, volume, foreign flow and brokers.',
  Market: 'Trading calendar, tickers and brokers.',
  News: 'Articles of market news.',
  Usage: 'Units used and remaining.',
  'Plans and orders': 'Plans, prices, quotes and orders.',
  Keys: 'The keys of the account.',
  Notices: 'Webhooks and e-mails of the account.',
  Saved: 'Screens and watchlists of the account.',
  Alerts: 'Rules that tell which stocks entered and left at each publication.',
  Agents: 'The same data as tools for language models.',
  Service: 'Health checks, metrics and documentation.',
};

/** Builds the OpenAPI 3.1 document of the API. All parts keep their order of declaration. */
export function openApiDocument(api: ApiDescription) {
  const { version, operations, examples } = api;
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = openApiPath(operation.path);
    const described = describedOperation(operation, components, examples);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
  }
  Object.assign(paths, servicePaths(components, api));
  components.answer(z.strictObject({ error: errorBodySchema }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Alir',
      version,
      description: DESCRIPTION,
      contact: { name: 'The operator of this server, who issues the API keys' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key of the account. Its scopes decide what it permits: `data` (market data, news and MCP), `account` (keys, quotes and orders), or both. The MCP key has only the scope `data`',
        },
      },
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, header]) => [
          name,
          { ...header, example: shown(examples, name) },
        ]),
      ),
      examples: examplesOfErrors(examples, components),
      responses: components.responses,
      schemas: components.schemas,
    },
  };
}

/** Returns the examples of the errors that a response references. */
function examplesOfErrors({ errors }: Examples, { codes }: Components) {
  return Object.fromEntries(
    [...codes].map((code) => [code, { summary: code, value: errors[code] ?? { error: '' } }]),
  );
}

/** Returns the recorded value of a header, as a number if it is numeric. */
function shown({ headers }: Examples, name: string): string | number | undefined {
  const value = headers[name.toLowerCase()];
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : value;
}
