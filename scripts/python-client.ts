import { MAX_DAYS, maxDays } from './typescript-client.ts';

/** Width of the generated lines, except those of long values. */
const WIDTH = 100;
const HEADING = `# Written from docs/openapi.json by test/clients/python-client.test.ts. Do not edit.
from __future__ import annotations
`;
const ARROW = 'application/vnd.apache.arrow.stream';
const KEY = 'idempotency-key';
const KEYWORDS: ReadonlySet<string> = new Set(['from', 'and', 'or', 'not']);
/** The rows of answers that are objects with other fields. Their Arrow answers have the rows only. */
const ROWS_IN: Readonly<Record<string, string>> = {
  get_broker_position: 'days',
  get_market_brief: 'lines',
  get_usage_history: 'rows',
  get_screen: 'rows',
};
/** Requests of other protocols. */
const OTHER_TAGS: ReadonlySet<string> = new Set(['Agents']);
const JSON_TYPE = 'application/json';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly const?: string | boolean;
  readonly format?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-cost'?: { readonly units: number; readonly per: string; readonly days?: number };
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

/** A request of the client. */
interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly data: Schema;
}

/** The generated modules of the Python client, by file name. */
export function pythonClient(document: Document): Readonly<Record<string, string>> {
  const client = new PythonClient(document);
  return {
    'types.py': client.types(),
    '_operations.py': client.operations(),
    '_methods.py': client.methods(),
  };
}

class PythonClient {
  readonly #document: Document;
  readonly #calls: readonly Call[];
  /** Classes of rows and objects, in the order in which each one can use those before it. */
  readonly #classes = new Map<string, string>();
  readonly #enums: ReadonlyMap<string, string>;

  constructor(document: Document) {
    this.#document = document;
    this.#calls = this.#callsOf(document);
    this.#enums = this.#sharedEnums();
    for (const { name, data, parameters } of this.#calls) {
      this.#typeOf(data, name);
      for (const parameter of parameters) this.#typeOf(parameter.schema, parameter.name);
    }
  }

  types(): string {
    const { schema } = this.#document.components.headers['X-Empty-Reason'] ?? missing('X-Empty-Reason');
    const { code } = this.#document.components.schemas.ErrorBody?.properties ?? missing('ErrorBody');
    const enums = [...this.#enums].map(([name, values]) => `${name} = ${values}`);
    return [
      '"""The types of parameters, rows and objects. Values are in IDR, volumes in shares."""\n',
      HEADING,
      'from datetime import date, datetime\nfrom typing import Literal, TypedDict, Union\n',
      'Day = Union[str, date]\n"""A day: a date, or a text such as 2026-01-30"""\n',
      'Time = Union[str, datetime]\n"""A time with a time zone, such as 2026-01-31T17:00:00+07:00"""\n',
      `EmptyReason = ${literal(schema.enum)}\n`,
      `ErrorCode = ${literal(code?.enum)}\n`,
      `${enums.join('\n')}\n`,
      ...[...this.#classes.values()].map((text) => `\n${text}`),
    ].join('\n');
  }

  operations(): string {
    const constants = this.#calls.map((call) => this.#constant(call));
    const used = this.#namesIn(constants.join('\n'));
    return [
      '"""What each method of a client requests, and what it gets."""\n',
      HEADING,
      `from ._core import Operation\nfrom ._results import Result, Table, TableResult\nfrom .types import (\n${used}\n)\n`,
      ...constants,
    ].join('\n');
  }

  methods(): string {
    const sync = this.#calls.map((call) => this.#method(call, false)).join('\n');
    const async = this.#calls.map((call) => this.#method(call, true)).join('\n');
    const base = (name: string, about: string, def: string) =>
      [
        `\nclass ${name}(ABC):`,
        `    """${about}"""\n`,
        '    @abstractmethod',
        `    ${def} _call(self, operation: Operation[R], values: Values, options: Options) -> R: ...\n`,
      ].join('\n');
    return [
      '"""The methods of the clients, one for each operation of the API."""\n',
      HEADING,
      'from abc import ABC, abstractmethod\nfrom collections.abc import Sequence\nfrom typing import Literal, TypeVar\n',
      'from . import _operations as operations\nfrom ._core import Operation, Options, Values\nfrom ._results import Result, TableResult',
      `from .types import (\n${this.#namesIn(sync)}\n)\n\nR = TypeVar("R")\n`,
      `${base('SyncMethods', 'The requests of the API. Each call sends one.', 'def')}\n${sync}`,
      `${base('AsyncMethods', 'The requests of the API. Each call sends one, when it is awaited.', 'async def')}\n${async}`,
    ].join('\n');
  }

  #callsOf({ paths }: Document): Call[] {
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        if (operation.tags.some((tag) => OTHER_TAGS.has(tag))) return [];
        const data = this.#data(operation);
        const body = operation.requestBody?.content[JSON_TYPE]?.schema;
        const parameters = [...(operation.parameters ?? []), ...(body ? this.#fields(body) : [])];
        return { name: nameOf(operation), method: method.toUpperCase(), path, operation, parameters, data };
      }),
    );
  }

  /** What an answer holds: the data in the envelope, or all of it. */
  #data({ responses }: Operation): Schema {
    const answer = responses['200']?.content[JSON_TYPE]?.schema;
    if (answer === undefined) return { type: 'string' };
    return this.#resolved(answer).properties?.data ?? answer;
  }

  #resolved(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    return this.#document.components.schemas[refName(schema)] ?? missing(schema.$ref);
  }

  /** The fields of a body as parameters. Of alternative bodies, each field is optional that not all of them require. */
  #fields(body: Schema): Parameter[] {
    const whole = this.#resolved(body);
    const bodies = (whole.anyOf ?? [whole]).map((each) => this.#resolved(each));
    const fields = new Map(bodies.flatMap(({ properties = {} }) => Object.entries(properties)));
    return [...fields].map(([name, schema]) => ({
      name,
      in: 'body',
      required: bodies.every(({ required = [] }) => required.includes(name)),
      description: this.#description(schema),
      schema,
    }));
  }

  /** The lists of values that have the same name wherever they are used. */
  #sharedEnums(): Map<string, string> {
    const found = new Map<string, Set<string>>();
    const visit = (schema: Schema, name: string) => {
      // A field that is always null has no name.
      if (schema.enum && !schema.type?.includes('null'))
        found.set(name, (found.get(name) ?? new Set()).add(literal(schema.enum)));
      if (schema.items) visit(schema.items, name.replace(/s$/, ''));
      for (const each of schema.anyOf ?? []) visit(each, name);
      for (const [key, each] of Object.entries(schema.properties ?? {})) visit(each, pascal(key));
    };
    const { ErrorBody, ...schemas } = this.#document.components.schemas;
    for (const [name, schema] of Object.entries(schemas)) visit(schema, schema.enum ? name : '');
    for (const { parameters } of this.#calls)
      for (const { name, schema } of parameters) visit(schema, pascal(name));
    const shared = [...found].filter(
      ([name, values]) =>
        values.size === 1 &&
        name.length > 1 &&
        this.#document.components.schemas[name]?.type !== 'object' &&
        name.length > 1,
    );
    return new Map(shared.map(([name, [values]]) => [name, String(values)] as const).sort());
  }

  /** @param name the property or parameter, from which an object without a name gets one */
  #typeOf(schema: Schema, name: string, parent = ''): string {
    if (schema.$ref) {
      const named = this.#resolved(schema);
      if (named.type !== 'object') return this.#typeOf(named, refName(schema));
      return this.#define(refName(schema), named);
    }
    if (schema.anyOf) return schema.anyOf.map((each) => this.#typeOf(each, name, parent)).join(' | ');
    if (schema.enum) {
      const values = literal(schema.enum);
      const shared = [pascal(name), pascal(name).replace(/s$/, '')].find(
        (each) => this.#enums.get(each) === values,
      );
      return shared ?? values;
    }
    if (schema.const !== undefined) return literal([schema.const]);
    if (Array.isArray(schema.type)) {
      return schema.type.map((type) => this.#typeOf({ ...schema, type }, name, parent)).join(' | ');
    }
    switch (schema.type) {
      case 'array':
        return `list[${this.#typeOf(schema.items ?? missing(name), name, parent)}]`;
      case 'object': {
        if (typeof schema.additionalProperties === 'object') {
          return `dict[str, ${this.#typeOf(schema.additionalProperties, name, parent)}]`;
        }
        const own = pascal(name);
        const taken = own === '' || this.#document.components.schemas[own] !== undefined;
        return this.#define(taken ? `${parent}${own}` : own, schema);
      }
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      default:
        throw new Error(`The schema of ${name} has a type without a counterpart in Python: ${schema.type}`);
    }
  }

  /** Defines the class of an object. Fields that are absent from some objects are in a class that is not total. */
  #define(name: string, { properties = {}, required = [], description }: Schema): string {
    if (this.#classes.has(name)) return name;
    // An object may contain objects of its own class.
    this.#classes.set(name, '');
    const fields = Object.entries(properties).map(([key, schema]) => {
      const text = `${key}: ${this.#typeOf(schema, key, name)}\n${docstring(this.#description(schema))}`;
      return { key, text, type: this.#typeOf(schema, key, name) };
    });
    const keywords = fields.filter(({ key }) => KEYWORDS.has(key));
    const required_fields = fields.filter(({ key }) => required.includes(key) && !KEYWORDS.has(key));
    const optional = fields.filter(({ key }) => !required.includes(key) && !KEYWORDS.has(key));
    const parts: string[] = [];
    let base = 'TypedDict';
    if (keywords.length > 0) {
      base = `_${name}Keywords`;
      const types = keywords.map(({ key, type }) => `"${key}": ${JSON.stringify(type)}`);
      const total = keywords.every(({ key }) => required.includes(key)) ? '' : ', total=False';
      parts.push(`${base} = TypedDict(${JSON.stringify(base)}, {${types.join(', ')}}${total})\n`);
    }
    const write = (own: string, bases: string, of: typeof fields) => {
      const lines = [docstring(description ?? own), '', ...of.map(({ text }) => text)];
      parts.push(`class ${own}(${bases}):\n${indented(lines.join('\n'))}\n`);
    };
    if (optional.length === 0) write(name, base, required_fields);
    else {
      write(`_${name}Required`, base, required_fields);
      write(name, `_${name}Required, total=False`, optional);
    }
    this.#classes.delete(name);
    this.#classes.set(name, parts.join('\n\n'));
    return name;
  }

  #description(schema: Schema): string {
    const described = [schema, ...(schema.anyOf ?? [])].find(({ description }) => description !== undefined);
    return described?.description ?? (schema.$ref ? this.#description(this.#resolved(schema)) : '');
  }

  #constant({ name, method, path, operation, parameters, data }: Call): string {
    const answer = operation.responses['200'] ?? missing(path);
    const cost = operation['x-cost'];
    if ((cost === undefined) === Object.hasOwn(answer.headers ?? {}, 'Idempotent-Replayed'))
      throw new Error(`${operation.operationId} costs units, or is charged once for a key, but not both`);
    const args = [JSON.stringify(method), JSON.stringify(path)];
    if (operation.requestBody) args.push('has_body=True');
    if (hasKey({ operation, parameters })) args.push('has_key=True');
    if (cost) args.push(`units=${cost.units}, per="${cost.per}"${cost.days ? `, days=${cost.days}` : ''}`);
    const max_days = maxDays(operation);
    if (max_days !== MAX_DAYS) args.push(`max_days=${max_days}`);
    if (hasRows(answer)) args.push(`table=${this.#table({ operation, data })}`);
    const [media_type] = Object.keys(answer.content);
    if (media_type !== JSON_TYPE) args.push(`media_type=${JSON.stringify(media_type)}`);
    return `${name.toUpperCase()}: Operation[${this.#result({ name, operation, data })}] = Operation(\n${indented(args.join(',\n'))},\n)`;
  }

  #result({ name, operation, data }: Pick<Call, 'name' | 'operation' | 'data'>): string {
    const answer = operation.responses['200'];
    return `${answer && hasRows(answer) ? 'TableResult' : 'Result'}[${this.#typeOf(data, name)}]`;
  }

  /** Where the rows of an answer are, and the types of their columns. */
  #table({ operation, data }: Pick<Call, 'operation' | 'data'>): string {
    const by_ticker = typeof data.additionalProperties === 'object';
    const part = by_ticker ? (data.additionalProperties as Schema) : data;
    if (part.type === 'array') {
      return this.#tableText(part.items ?? missing('rows'), { by_ticker });
    }
    const field = ROWS_IN[operation.operationId];
    if (field !== undefined) {
      const list = this.#resolved(data).properties?.[field]?.items ?? missing(field);
      return this.#tableText(list, { field, nested: true });
    }
    const nested = Object.values(this.#resolved(part).properties ?? {}).some(({ type }) => type === 'array');
    return this.#tableText(part, { by_ticker, is_row: true, nested });
  }

  #tableText(
    row: Schema,
    where: { by_ticker?: boolean; is_row?: boolean; nested?: boolean; field?: string },
  ): string {
    const own = this.#columns(this.#resolved(row));
    const columns = { ...(where.by_ticker ? { ticker: 'str' } : {}), ...own };
    const types = Object.entries(columns).map(([name, type]) => `"${name}": "${type}"`);
    const args = [record(types)];
    if (where.by_ticker) args.push('by_ticker=True');
    if (where.by_ticker && 'ticker' in own) args.push('has_ticker=True');
    if (where.is_row) args.push('is_row=True');
    if (where.nested) args.push('nested=True');
    if (where.field) args.push(`field="${where.field}"`);
    return `Table(\n${indented(args.join(',\n'))},\n)`;
  }

  /** The types of the columns, named as in the Arrow answer: `top1_percent`, `buy_top3` of `buy_share`. */
  #columns(row: Schema): Record<string, string> {
    const columns = Object.entries(row.properties ?? {}).flatMap(([name, schema]): [string, string][] => {
      const within = (prefix: string, { properties = {} }: Schema) =>
        Object.entries(this.#columns({ properties, required: Object.keys(properties) })).map(
          ([key, type]): [string, string] => [`${prefix}_${key}`, type],
        );
      if (schema.type === 'array') {
        const { n, ...rest } = this.#resolved(schema.items ?? missing(name)).properties ?? {};
        return (n?.enum ?? missing(`rows of ${name}: add its operation to ROWS_IN`)).flatMap((each) =>
          within(`${name}${each}`, { properties: rest }),
        );
      }
      if (schema.$ref) return within(name.replace(/_share$/, ''), this.#resolved(schema));
      return [[name, `${columnType(schema)}${isAlwaysSet(row, name) ? '' : '?'}`]];
    });
    return Object.fromEntries(columns);
  }

  #method({ name, operation, parameters, data }: Call, isAsync: boolean): string {
    const has_key = hasKey({ operation, parameters });
    const own = parameters.filter((each) => each.name !== KEY);
    const required = own.filter((each) => each.required);
    const optional = own.filter((each) => !each.required);
    const signature = [
      'self',
      ...required.map((each) => `${argument(each)}: ${this.#argumentType(each)}`),
      '*',
      ...optional.map((each) => `${argument(each)}: ${this.#argumentType(each)} | None = None`),
      ...(has_key ? ['idempotency_key: str | None = None'] : []),
      'timeout: float | None = None',
      'max_retries: int | None = None',
    ];
    const values = own.map((each) => `"${each.name}": ${argument(each)}`);
    const options = ['timeout', 'max_retries', ...(has_key ? ['idempotency_key'] : [])].join(', ');
    const args = [`operations.${name.toUpperCase()}`, record(values), `Options(${options})`];
    const documentation = [
      `${operation.summary}`,
      '',
      wrapped(this.#inPython(operation.description)),
      ...(parameters.length === 0 ? [] : ['', 'Args:']),
      ...parameters.map((each) => hanging(`${argument(each)}: ${this.#inPython(each.description)}`)),
    ];
    return [
      `    ${isAsync ? 'async ' : ''}def ${name}(`,
      ...signature.map((each) => `        ${each},`),
      `    ) -> ${this.#result({ name, operation, data })}:`,
      indented(`"""${escaped(documentation.join('\n'))}\n"""`, 8),
      `        return ${isAsync ? 'await ' : ''}self._call(\n${indented(args.join(',\n'), 12)},\n        )\n`,
    ].join('\n');
  }

  #argumentType({ name, schema }: Parameter): string {
    if (schema.format === 'date') return 'Day';
    if (schema.format === 'date-time') return 'Time';
    // A list that is sent as one text.
    if (schema.type === 'string' && name.endsWith('s') && !schema.enum) return 'str | Sequence[str]';
    return this.#typeOf(schema, name)
      .replace(/^list\[/, 'Sequence[')
      .replace(/ \| None$/, '');
  }

  /** Names methods instead of requests, and arguments as they are in Python. */
  #inPython(text: string): string {
    return text
      .replaceAll(/`?(GET|POST|DELETE) (\/[\w/{}-]*[\w}])`?/g, (all, method, path) => {
        const call = this.#calls.find((each) => each.method === method && each.path === path);
        return call ? `\`${call.name}()\`` : all;
      })
      .replaceAll('`from`', '`from_`');
  }

  #namesIn(text: string): string {
    const names = ['Day', 'Time', ...this.#enums.keys(), ...this.#classes.keys()];
    const used = names.filter((name) =>
      new RegExp(`\\b${name}\\b`).test(text.replaceAll(/"""[\s\S]*?"""/g, '')),
    );
    return used
      .sort()
      .map((name) => `    ${name},`)
      .join('\n');
  }
}

function missing(what: string): never {
  throw new Error(`The OpenAPI document has no ${what}`);
}

const COLUMN_TYPES: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  string: 'str',
};

function columnType(schema: Schema): string {
  const { type, format } =
    schema.type === undefined ? (schema.anyOf?.find((each) => each.type !== 'null') ?? schema) : schema;
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'time';
  const [own = ''] = [type ?? []].flat().filter((each) => each !== 'null');
  return COLUMN_TYPES[own] ?? missing(`column of type ${own}`);
}

/** A dictionary, in one line if it fits. */
const record = (items: readonly string[]) =>
  items.join(', ').length < WIDTH - 20
    ? `{${items.join(', ')}}`
    : `{\n${items.map((each) => `    ${each},\n`).join('')}}`;

/** Whether each object has a value in a property. */
const isAlwaysSet = ({ properties = {}, required = [] }: Schema, name: string) =>
  required.includes(name) &&
  [properties[name] ?? {}, ...(properties[name]?.anyOf ?? [])].every(
    ({ type }) => ![type].flat().includes('null'),
  );

const refName = ({ $ref = '' }: Schema) => $ref.split('/').at(-1) ?? '';
const nameOf = ({ operationId }: Operation) => operationId.replace(/^get_/, '');
const argument = ({ name }: Parameter) => (KEYWORDS.has(name) ? `${name}_` : name.replaceAll('-', '_'));
/** Whether a request with the same Idempotency-Key takes effect once. */
const hasKey = ({ operation, parameters }: Pick<Call, 'operation' | 'parameters'>) =>
  operation['x-cost'] !== undefined || parameters.some(({ name }) => name === KEY);
const hasRows = ({ description }: Response) => description.includes(ARROW);

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
}

function literal(values: readonly (string | number | boolean)[] = []): string {
  const texts = values.map((value) =>
    typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value),
  );
  const line = `Literal[${texts.join(', ')}]`;
  return line.length < WIDTH - 20 ? line : `Literal[\n${texts.map((each) => `    ${each},\n`).join('')}]`;
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");

function docstring(text: string): string {
  if (text === '') return '';
  const lines = wrapped(escaped(text)).split('\n');
  return lines.length === 1 ? `"""${lines[0]}"""` : `"""${lines.join('\n')}\n"""`;
}

function wrapped(text: string, width = WIDTH - 10): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = [];
      let current = '';
      for (const word of line.split(' ')) {
        if (current !== '' && current.length + 1 + word.length > width) {
          lines.push(current);
          current = word;
        } else current = current === '' ? word : `${current} ${word}`;
      }
      return [...lines, current].join('\n');
    })
    .join('\n');
}

const hanging = (text: string) =>
  wrapped(text, WIDTH - 16)
    .split('\n')
    .map((line, index) => `${index === 0 ? '    ' : '        '}${line}`)
    .join('\n');

const indented = (text: string, by = 4) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`))
    .join('\n');
