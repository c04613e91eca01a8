import { describe, expect, test } from 'vitest';
import { llmsFullText, llmsText } from '../../../src/api/openapi/llms.ts';
import type { OpenApiDocument } from '../../../src/api/openapi/openapi.ts';
import { referenceOf } from '../../../src/api/openapi/reference.ts';

const text = (description: string, more = {}) => ({ type: 'string', description, ...more });

/** A document with each form that the document of the API uses. */
const DOCUMENT = {
  info: { title: 'Small', version: '2', description: 'A small API.\n\nFor tests.' },
  tags: [
    { name: 'Data', description: 'About data.' },
    { name: 'Service', description: 'About the service.' },
  ],
  paths: {
    '/flow/{id}': {
      get: {
        operationId: 'get_foreign_flow',
        summary: 'Flow',
        description: 'Returns the flow. Free.',
        tags: ['Data'],
        security: [{ key: ['data'] }],
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'Name',
            schema: { type: 'string', minLength: 1, maxLength: 12, pattern: '^[A-Z]+$' },
            example: 'BBCA',
          },
          {
            name: 'market',
            in: 'query',
            required: false,
            description: 'Market',
            schema: { type: 'string', enum: ['RG', 'NG'], default: 'RG' },
            example: 'NG',
          },
        ],
        responses: {
          200: {
            description: 'Flow. By value.\n\nOr as CSV.',
            headers: { 'x-a': { $ref: '#/components/headers/A' }, 'x-b': { description: 'B' } },
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/FlowAnswer' },
                example: { success: true, data: [], error: null },
              },
              'text/csv': {},
            },
          },
          304: { description: 'Not modified' },
          400: { description: '`invalid_request`: A field.\n\n`invalid_url`: The path.' },
          429: { description: 'Too many requests' },
        },
      },
    },
    '/orders': {
      post: {
        operationId: 'create_order',
        summary: 'Order',
        description: 'Orders.',
        tags: ['Data'],
        security: [{}, { key: ['account', 'data'] }],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/OrderRequest' },
              example: { plan: 'a' },
            },
          },
        },
        responses: { 200: { description: 'Order' } },
      },
    },
    '/health': {
      get: {
        operationId: 'get_health',
        summary: 'Health',
        description: 'State.',
        tags: ['Service'],
        security: [],
        responses: {
          200: {
            description: 'The state',
            content: {
              'application/json': { schema: { type: 'object', properties: { status: text('State') } } },
            },
          },
        },
      },
    },
  },
  components: {
    headers: { A: { description: 'A', example: 5 } },
    examples: { invalid_request: { value: { error: 'x is wrong' } } },
    schemas: {
      FlowAnswer: {
        type: 'object',
        properties: {
          success: { const: true },
          data: {
            type: 'array',
            items: { $ref: '#/components/schemas/Row' },
            description: 'Rows',
            maxItems: 9,
          },
          error: { type: 'null' },
        },
      },
      Row: {
        type: 'object',
        description: 'A row',
        required: ['date'],
        properties: {
          date: text('Day', { format: 'date' }),
          value: {
            anyOf: [
              { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991, description: 'Value' },
              { type: 'null' },
            ],
          },
          by_broker: {
            type: 'object',
            description: 'By broker',
            additionalProperties: { $ref: '#/components/schemas/Row' },
          },
        },
      },
      OrderRequest: {
        oneOf: [{ $ref: '#/components/schemas/ByPlan' }, { $ref: '#/components/schemas/ByOffer' }],
      },
      ByPlan: {
        type: 'object',
        description: 'A plan',
        required: ['plan'],
        properties: { plan: text('Plan'), months: { const: 1, description: 'Months' } },
      },
      ByOffer: { type: 'object', description: 'An offer', properties: { offer: { description: 'Offer' } } },
    },
  },
} as unknown as OpenApiDocument;

const GUIDES = [
  {
    name: 'caller.md',
    title: 'For callers',
    about: 'How to call.',
    text: '# For callers\n\nSee [limits](limits.md) and [a page](https://x.example).\n\n```sh\n# a comment\n```\n',
  },
];

/** The type of a field with no limits. */
const of = (kinds: string | readonly string[], more = {}) => ({
  kinds: [kinds].flat(),
  of: null,
  isNullable: false,
  values: [],
  limited: [kinds].flat().some((kind) => kind === 'string' || kind === 'date') ? 'characters' : 'value',
  min: null,
  max: null,
  pattern: null,
  fallback: undefined,
  ...more,
});

describe('the reference', () => {
  const { about, groups } = referenceOf(DOCUMENT);
  const [data, service] = groups;
  const [flow, order] = data?.requests ?? [];

  test('has the groups of the document with their requests', () => {
    expect(about).toBe('A small API.\n\nFor tests.');
    expect(
      groups.map(({ name, description, requests }) => [name, description, requests.map((each) => each.name)]),
    ).toEqual([
      ['Data', 'About data.', ['get_foreign_flow', 'create_order']],
      ['Service', 'About the service.', ['get_health']],
    ]);
    const keys = [flow, order, service?.requests[0]].map((each) => [each?.key, each?.scopes]);
    expect(keys).toEqual([
      ['required', ['data']],
      ['optional', ['account', 'data']],
      ['none', []],
    ]);
  });

  test('has the parameters, the fields of the answer, the headers and the errors of a request', () => {
    const row = of('object');
    expect(flow).toMatchObject({
      method: 'GET',
      path: '/flow/{id}',
      title: 'Flow',
      description: 'Returns the flow. Free.',
      body: null,
      other_answers: [{ status: 304, description: 'Not modified' }],
      errors: [
        { status: 400, code: 'invalid_request', when: 'A field.' },
        { status: 400, code: 'invalid_url', when: 'The path.' },
        { status: 429, code: null, when: 'Too many requests' },
      ],
    });
    expect(flow?.parameters).toEqual([
      {
        name: 'id',
        parent: '',
        type: of('string', { min: 1, max: 12, pattern: '^[A-Z]+$' }),
        isRequired: true,
        description: 'Name',
        in: 'path',
        example: 'BBCA',
      },
      {
        name: 'market',
        parent: '',
        type: of('string', { values: ['RG', 'NG'], fallback: 'RG' }),
        isRequired: false,
        description: 'Market',
        in: 'query',
        example: 'NG',
      },
    ]);
    expect(flow?.answer).toEqual({
      about: 'By value.',
      other_formats: 'Or as CSV.',
      media_types: ['application/json', 'text/csv'],
      hasEnvelope: true,
      fields: [
        {
          name: 'data',
          parent: '',
          type: of('list', { of: row, limited: 'items', max: 9 }),
          isRequired: true,
          description: 'Rows',
        },
        { name: 'date', parent: '', type: of('date'), isRequired: true, description: 'Day' },
        {
          name: 'value',
          parent: '',
          type: of('integer', { isNullable: true, min: 0 }),
          isRequired: false,
          description: 'Value',
        },
        {
          name: 'by_broker',
          parent: '',
          type: of('map', { of: row }),
          isRequired: false,
          description: 'By broker',
        },
      ],
      example: { success: true, data: [], error: null },
      headers: [
        { name: 'x-a', description: 'A', example: '5' },
        { name: 'x-b', description: 'B', example: '' },
      ],
    });
  });

  test('has the alternatives of a body, and an answer without an envelope', () => {
    const fields = order?.body?.alternatives.map((each) =>
      each.map(({ name, type, isRequired }) => [name, type, isRequired]),
    );
    expect(fields).toEqual([
      [
        ['plan', of('string'), true],
        ['months', of('any', { values: [1] }), false],
      ],
      [['offer', of('any'), false]],
    ]);
    expect(order?.body?.example).toEqual({ plan: 'a' });
    expect(order?.answer).toEqual({
      about: '',
      other_formats: '',
      media_types: [],
      hasEnvelope: false,
      fields: [],
      example: undefined,
      headers: [],
    });
    expect(service?.requests[0]?.answer).toMatchObject({
      about: 'The state',
      hasEnvelope: false,
      fields: [{ name: 'status', description: 'State' }],
    });
  });
});

test('llms.txt lists the operations on data and the guides', () => {
  expect(llmsText(DOCUMENT, GUIDES)).toBe(`# Small

> A small API.

For tests.

## Reference

- [OpenAPI](/openapi.json): every operation, field, limit, header and error, with examples
- [Complete documentation](/llms-full.txt): the guides and the reference as one text
- [Tools](/docs/reference/mcp): the same data over the Model Context Protocol, at POST /mcp: get_foreign_flow

## Operations

- [GET /flow/{id}](/docs/reference/get_foreign_flow): Flow
- [POST /orders](/docs/reference/create_order): Order

## Guides

- [For callers](/docs/caller.md): How to call.
`);
});

test('llms-full.txt has the guides, the operations, the fields and the errors', () => {
  expect(llmsFullText(DOCUMENT, GUIDES)).toBe(`# Small 2

A small API.

For tests.

The same data is available over the Model Context Protocol at \`POST /mcp\`. Each tool takes the fields of the operation with the same name: get_foreign_flow.

## For callers

See [limits](/docs/limits.md) and [a page](https://x.example).

\`\`\`sh
# a comment
\`\`\`

## Operations

### GET /flow/{id}

Flow. Returns the flow. Free.

- \`id\` (path, required): Name.
- \`market\` (query, optional): Market. One of RG, NG. Default: RG.

Answer:

\`\`\`json
{"success":true,"data":[],"error":null}
\`\`\`

### POST /orders

Order. Orders.

- \`plan\` (required): Plan.
- \`months\` (optional): Months.
- \`offer\` (optional, instead of the fields above): Offer.

Send:

\`\`\`json
{"plan":"a"}
\`\`\`

## Response fields

### Row

A row.

- \`date\`: Day
- \`value\`: Value
- \`by_broker\`: By broker

### ByPlan

A plan.

- \`plan\`: Plan
- \`months\`: Months

### ByOffer

An offer.

- \`offer\`: Offer

## Errors

- \`invalid_request\`: x is wrong
`);
});
