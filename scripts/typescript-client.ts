import { astToString, typescript } from 'client-generators';

/** `POST /mcp` is for clients of the Model Context Protocol. */
const NOT_GENERATED = ['mcp'];

/** The longest range of most requests. */
export const MAX_DAYS = 366;

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly described: any;
}

/** The types and the table of the operations of an OpenAPI document: the content of `src/api.ts`. */
export async function generatedApi(document: any): Promise<string> {
  const operations = operationsOf(document);
  const types = astToString(await typescript(onlyAnswers(document, operations)));
  return [
    '// Generated from docs/openapi.json. Do not edit: run the test of the clients with -u, see CONTRIBUTING.md.',
    "import type { Method, OperationTable, TableMethod } from './types.ts';",
    types.slice(types.indexOf('export interface components')),
    '/** A method for each operation. */',
    'export interface Methods {',
    ...operations.map(methodOf),
    '}',
    '',
    '/** The request of each method. */',
    'export const OPERATIONS: OperationTable = {',
    ...operations.map(rowOf),
    '};',
    '',
  ].join('\n');
}

function operationsOf({ paths }: any): Operation[] {
  return Object.entries<any>(paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods)
      .map(([method, described]) => ({
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        described,
      }))
      .filter(({ id }) => !NOT_GENERATED.includes(id)),
  );
}

/** `brokerSummary` for `get_broker_summary`. */
function methodName(id: string): string {
  return id.replace(/^get_/, '').replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase());
}

/** The document without errors, which are exceptions, and without headers, which are fields of each result. */
function onlyAnswers(document: any, operations: readonly Operation[]): any {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, described } of operations) {
    const { operationId, parameters, requestBody, responses } = described;
    const answer = { 200: { description: '', content: withoutExamples(responses[200].content) } };
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId,
        ...(parameters && { parameters: parameters.filter((parameter: any) => parameter.in !== 'header') }),
        ...(requestBody && {
          requestBody: { ...requestBody, content: withoutExamples(requestBody.content) },
        }),
        responses: answer,
      },
    };
  }
  const { openapi, info, components } = document;
  return { openapi, info, paths, components: { schemas: components.schemas } };
}

function withoutExamples(content: object): object {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}

function methodOf({ id, described }: Operation): string {
  const { summary, description = '' } = described;
  const text = `${summary}. ${description}`.trim().replaceAll('*/', '* /');
  const type = described.responses[406] ? 'TableMethod' : 'Method';
  return `  /** ${text} */\n  ${methodName(id)}: ${type}<'${id}'>;`;
}

function rowOf({ id, method, path, described }: Operation): string {
  const type = Object.keys(described.responses[200].content)[0];
  const has_key = described.parameters?.some(({ name }: any) => name === 'idempotency-key');
  const max_days = maxDays(described);
  const row = {
    method,
    path,
    ...(described['x-cost'] && { cost: described['x-cost'] }),
    ...(has_key && { isIdempotent: true }),
    ...(max_days !== MAX_DAYS && { maxDays: max_days }),
    ...(type !== 'application/json' && { type }),
  };
  return `  ${methodName(id)}: ${JSON.stringify(row)},`;
}

/** The longest range of a request, from its description. */
export function maxDays(described: object): number {
  return Number(/at most (\d+) days/.exec(JSON.stringify(described))?.[1] ?? MAX_DAYS);
}
