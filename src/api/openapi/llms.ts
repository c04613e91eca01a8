import type { Guide } from './guides.ts';
import type { OpenApiDocument } from './openapi.ts';
import { type ReferencedRequest, requestsOf } from './reference.ts';
import { type ReferencedField, SchemaReader } from './reference-fields.ts';

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
      dataRequests(document).map(
        (request) => `[${headingOf(request)}](/docs/reference/${request.name}): ${request.title}`,
      ),
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
    ...dataRequests(document).map(requestText),
    '## Response fields',
    ...answerTexts(document),
    '## Errors',
    list(
      Object.entries(document.components.examples).map(([code, { value }]) => `\`${code}\`: ${value.error}`),
    ),
  ]);
}

const sections = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;
const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** The requests for data. Only the OpenAPI document describes the routes of the service itself. */
function dataRequests(document: OpenApiDocument): ReferencedRequest[] {
  return requestsOf(document).filter(({ group }) => group !== 'Service' && group !== 'Agents');
}

const headingOf = ({ method, path }: ReferencedRequest): string => `${method} ${path}`;

function requestText(request: ReferencedRequest): string {
  const { title, description, parameters, body, answer } = request;
  const fields = [
    ...parameters.map((field) => fieldText(field, `${field.in}, ${useOf(field)}`)),
    ...(body?.alternatives ?? []).flatMap((alternative, index) =>
      outermost(alternative).map((field) =>
        fieldText(field, index === 0 ? useOf(field) : `${useOf(field)}, instead of the fields above`),
      ),
    ),
  ];
  return sections([
    `### ${headingOf(request)}`,
    `${title}. ${description}`,
    ...(fields.length > 0 ? [list(fields)] : []),
    ...(body?.example === undefined ? [] : [`Send:\n\n${json(body.example)}`]),
    ...(answer.example === undefined ? [] : [`Answer:\n\n${json(answer.example)}`]),
  ]).trimEnd();
}

const outermost = (fields: readonly ReferencedField[]) => fields.filter(({ parent }) => parent === '');
const useOf = ({ isRequired }: ReferencedField) => (isRequired ? 'required' : 'optional');

function fieldText({ name, description, type: { values, fallback } }: ReferencedField, use: string): string {
  const oneOf = values.length > 0 ? ` One of ${values.join(', ')}.` : '';
  const defaultText = fallback === undefined ? '' : ` Default: ${fallback}.`;
  return `\`${name}\` (${use}): ${description}.${oneOf}${defaultText}`;
}

/** Lists the fields of each named schema, with their units. */
function answerTexts(document: OpenApiDocument): string[] {
  const reader = new SchemaReader(document);
  return Object.entries(document.components.schemas)
    .filter(([name, { properties }]) => properties && !/(Answer|Request)$/.test(name))
    .map(([name, shape]) => {
      const all = reader.fields(shape);
      const namesIn = (field: string) =>
        all.filter(({ parent }) => parent === `${field}.`).map((inner) => inner.name);
      const fields = outermost(all).map(
        (field) => `\`${field.name}\`: ${field.description || namesIn(field.name).join(', ')}`,
      );
      return `### ${name}\n\n${shape.description}.\n\n${list(fields)}`;
    });
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
