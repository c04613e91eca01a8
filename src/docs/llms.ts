import type { Schema } from './components.ts';
import type { Guide } from './guides.ts';
import type { OpenApiDocument } from './openapi.ts';

/** An operation of the document, as far as it is told here. */
interface Told {
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
    readonly example?: unknown;
  }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: Schema; readonly example?: unknown };
    };
  };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, { example?: unknown }>> }
    >
  >;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

/** The list of what there is to read, as llmstxt.org has it. */
export function llmsText(document: OpenApiDocument, guides: readonly Guide[]): string {
  const tools = operationsOf(document).filter(({ told }) => !told.tags.includes('Service'));
  return [
    `# ${document.info.title}`,
    `> ${firstParagraph(document.info.description)}`,
    restOf(document.info.description),
    '## Reference',
    [
      '- [OpenAPI](/openapi.json): every operation, field, limit, header and error, with examples',
      '- [All in one](/llms-full.txt): the guides and the reference as one text',
      '- `POST /mcp`: the same data as tools of the Model Context Protocol',
    ].join('\n'),
    '## Operations',
    tools.map(({ heading, told }) => `- \`${heading}\`: ${told.summary}`).join('\n'),
    '## Guides',
    guides.map(({ name, title, about }) => `- [${title}](/docs/${name}): ${about}`).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** All that is written: the guides, and each operation with its fields, an example and its errors. */
export function llmsFullText(document: OpenApiDocument, guides: readonly Guide[]): string {
  const { title, version, description } = document.info;
  return [
    `# ${title} ${version}`,
    description,
    ...guides.map(({ text }) => deeper(text.trimEnd())),
    '## Reference',
    ...operationsOf(document).map(reference),
  ]
    .join('\n\n')
    .concat('\n');
}

function operationsOf({ paths }: OpenApiDocument): { heading: string; told: Told }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({
      heading: `${method.toUpperCase()} ${path}`,
      told: told as Told,
    })),
  );
}

function reference({ heading, told }: { heading: string; told: Told }): string {
  const sent = told.requestBody?.content['application/json'];
  const fields = [...(told.parameters ?? []).map(parameterLine), ...bodyLines(sent?.schema)];
  const { 200: ok, ...others } = told.responses;
  const answer = Object.values(ok?.content ?? {})[0]?.example;
  return [
    `### ${heading}`,
    `${told.summary}. ${told.description}`,
    ...(fields.length > 0 ? [fields.join('\n')] : []),
    ...(sent?.example === undefined ? [] : [`Send:\n\n${json(sent.example)}`]),
    ...(answer === undefined ? [] : [`Answer:\n\n${json(answer)}`]),
    `Errors: ${Object.entries(others).map(errorsOf).join(', ')}.`,
  ].join('\n\n');
}

/** A response for errors is named after its codes. */
function errorsOf([status, { $ref }]: [string, Response]): string {
  const codes = $ref?.split('/').at(-1)?.split('.') ?? [];
  return codes.length === 0 ? status : `${status} ${codes.map((code) => `\`${code}\``).join(', ')}`;
}

function parameterLine({
  name,
  required,
  description,
  schema,
  example,
  ...place
}: NonNullable<Told['parameters']>[number]) {
  return line(name, `${place.in}, ${required ? 'required' : 'optional'}`, description, schema, example);
}

function bodyLines(schema: Schema | undefined): string[] {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) =>
    line(
      name,
      schema?.required?.includes(name) ? 'required' : 'optional',
      field.description,
      field,
      undefined,
    ),
  );
}

function line(name: string, use: string, description: unknown, schema: Schema, example: unknown): string {
  const unless = schema.default === undefined ? '' : ` Unless told: ${schema.default}.`;
  const such = example === undefined ? '' : ` Such as ${JSON.stringify(example)}.`;
  return `- \`${name}\` (${use}): ${description ?? ''}.${unless}${such}`;
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
}

function firstParagraph(text: string): string {
  return text.split('\n\n')[0] ?? '';
}

function restOf(text: string): string {
  return text.split('\n\n').slice(1).join('\n\n');
}

/** Headings one level further down, outside of code. */
function deeper(text: string): string {
  let isCode = false;
  const lines = text.split('\n').map((each) => {
    if (each.startsWith('```')) isCode = !isCode;
    return !isCode && each.startsWith('#') ? `#${each}` : each;
  });
  return lines.join('\n');
}
