import type { Schema } from './components.ts';
import type { Guide } from './guides.ts';
import type { OpenApiDocument } from './openapi.ts';

/** An operation of the document, with the parts used here. */
interface OperationDoc {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: Schema; readonly example?: unknown };
    };
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
}

interface OperationEntry {
  readonly heading: string;
  readonly operation: OperationDoc;
}

/** The clients, with a program each. */
const CLIENTS = [
  '[Python](/docs/caller.md#python): `pip install alir`; `from alir import Alir; print(Alir().foreign_flow("BBCA", "2026-01-05", "2026-01-09").data)`. Each operation has a method, named after it without get_. ALIR_API_KEY and ALIR_BASE_URL are read from the environment',
  '[TypeScript](/docs/caller.md#typescript): `npm install alir-client`; `import { Alir } from "alir-client"; console.log((await new Alir().foreignFlow({ ticker: "BBCA", from: "2026-01-05", to: "2026-01-09" })).data)`. The same methods in camel case',
];

/** Builds llms.txt in the format of llmstxt.org: a list of links under each heading. @param sample_ticker empty for no sample */
export function llmsText(
  document: OpenApiDocument,
  guides: readonly Guide[],
  tools: string[],
  sample_ticker: string,
): string {
  const [first = '', ...rest] = document.info.description.split('\n\n');
  const page = ({ operation }: OperationEntry) => `/docs/reference/${operation.operationId}`;
  return sections([
    `# ${document.info.title}`,
    `> ${first}`,
    ...rest,
    '## Reference',
    list([
      '[OpenAPI](/openapi.json): every operation, field, limit, header and error, with examples',
      '[Complete documentation](/llms-full.txt): the guides and the reference as one text',
      `[Tools](/docs/reference/mcp): the same data over the Model Context Protocol, at POST /mcp: ${tools.join(', ')}`,
      '[Skill](/skill.md): for agents: vocabulary, tools, costs and worked questions',
      ...(sample_ticker === ''
        ? []
        : [
            `[Sample](/docs/caller.md#without-a-key): each GET with a ticker also answers below /sample, free and without a key, for ${sample_ticker}, some days late`,
          ]),
    ]),
    '## Clients',
    list(CLIENTS),
    '## Operations',
    list(
      operationsOf(document).map((entry) => `[${entry.heading}](${page(entry)}): ${entry.operation.summary}`),
    ),
    '## Guides',
    list(guides.map(({ name, title, about }) => `[${title}](/docs/${name}): ${about}`)),
  ]);
}

/** Builds llms-full.txt: the guides, each operation with its fields and an example, the response fields, and the errors. */
export function llmsFullText(document: OpenApiDocument, guides: readonly Guide[], tools: string[]): string {
  const { title, version, description } = document.info;
  return sections([
    `# ${title} ${version}`,
    description,
    `The same data is available over the Model Context Protocol at \`POST /mcp\`. Each tool takes the fields of the operation with the same name: ${tools.join(', ')}.`,
    ...guides.map(({ text }) => withinAll(text.trimEnd())),
    '## Operations',
    ...operationsOf(document).map((entry) => operationText(entry, document)),
    '## Response fields',
    ...answerTexts(document),
    '## Errors',
    list(
      Object.entries(document.components.examples ?? {}).map(
        ([code, { value }]) => `\`${code}\`: ${value.error}`,
      ),
    ),
  ]);
}

const sections = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;
const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** Returns the operations on data. Only the OpenAPI document describes the routes of the service itself. */
function operationsOf({ paths }: OpenApiDocument): OperationEntry[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      heading: `${method.toUpperCase()} ${path}`,
      operation: operation as OperationDoc,
    })),
  );
  return all.filter(({ operation }) => !operation.tags.some((tag) => ['Service', 'Agents'].includes(tag)));
}

function operationText({ heading, operation }: OperationEntry, document: OpenApiDocument): string {
  const sent = operation.requestBody?.content['application/json'];
  const bodies = bodiesOf(sent?.schema, document);
  const fields = [
    ...(operation.parameters ?? []).map(({ name, required, schema, description, ...place }) =>
      fieldText(name, { ...schema, description }, `${place.in}, ${required ? 'required' : 'optional'}`),
    ),
    ...bodies.flatMap((body, index) =>
      Object.entries(body.properties ?? {}).map(([name, field]) => {
        const use = body.required?.includes(name) ? 'required' : 'optional';
        return fieldText(name, field, index === 0 ? use : `${use}, instead of the fields above`);
      }),
    ),
  ];
  const answer = operation.responses[200]?.content?.['application/json']?.example;
  return sections([
    `### ${heading}`,
    `${operation.summary}. ${operation.description}`,
    ...(fields.length > 0 ? [list(fields)] : []),
    ...(sent?.example === undefined ? [] : [`Send:\n\n${json(sent.example)}`]),
    ...(answer === undefined ? [] : [`Answer:\n\n${json(answer)}`]),
  ]).trimEnd();
}

function fieldText(
  name: string,
  { description, default: fallback, enum: words }: Schema,
  use: string,
): string {
  const oneOf = Array.isArray(words) ? ` One of ${words.join(', ')}.` : '';
  const defaultText = fallback === undefined ? '' : ` Default: ${fallback}.`;
  return `\`${name}\` (${use}): ${description}.${oneOf}${defaultText}`;
}

/** Lists the fields of each named schema, with their units. */
function answerTexts({ components }: OpenApiDocument): string[] {
  const shapes = Object.entries(components.schemas ?? {}) as [string, Schema][];
  return shapes
    .filter(([name, { properties }]) => properties && !/(Answer|Request)$/.test(name))
    .map(([name, { description, properties }]) => {
      const fields = Object.entries(properties ?? {}).map(
        ([field, schema]) => `\`${field}\`: ${meaningOf(schema)}`,
      );
      return `### ${name}\n\n${description}.\n\n${list(fields)}`;
    });
}

/** Returns the description of a field. A nullable field has it in its non-null alternative. */
function meaningOf({ description, anyOf, properties }: Schema): string {
  if (description !== undefined) return String(description);
  const parts = (anyOf ?? []) as Schema[];
  const known = parts.find((part) => part.description !== undefined)?.description;
  return String(known ?? Object.keys(properties ?? {}).join(', '));
}

/** Returns the possible bodies: one, or one for each alternative. */
function bodiesOf(schema: Schema | undefined, document: OpenApiDocument): Schema[] {
  const body = resolved(schema, document);
  const alternatives = (body?.anyOf ?? [body]) as readonly (Schema | undefined)[];
  return alternatives.map((each) => resolved(each, document)).filter((each) => each !== undefined);
}

function resolved(schema: Schema | undefined, { components }: OpenApiDocument): Schema | undefined {
  const name =
    String(schema?.$ref ?? '')
      .split('/')
      .at(-1) ?? '';
  return (components.schemas?.[name] as Schema | undefined) ?? schema;
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
}

/** Adapts a guide to the full text: moves its headings one level down, and points its links to the paths of the server. */
function withinAll(text: string): string {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode) return line;
    return (line.startsWith('#') ? `#${line}` : line).replaceAll(/\]\((\w+\.md)\)/g, '](/docs/$1)');
  });
  return lines.join('\n');
}
