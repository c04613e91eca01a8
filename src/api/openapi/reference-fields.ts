import type { Schema } from './components.ts';
import type { OpenApiDocument } from './openapi.ts';

type Kind =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'null'
  | 'object'
  | 'date'
  | 'date-time'
  | 'any'
  /** An array, whose items have the type `of`. */
  | 'list'
  /** An object with any field names, whose values have the type `of`. */
  | 'map';

/** The type of a field, without words, so that a page can write it in its language. */
export interface FieldType {
  /** More than one if the field has alternatives. */
  readonly kinds: readonly Kind[];
  readonly of: FieldType | null;
  readonly isNullable: boolean;
  /** The only possible values; empty if there are others. */
  readonly values: readonly unknown[];
  /** What `min` and `max` limit: the value, or the number of characters or items. */
  readonly limited: 'value' | 'characters' | 'items';
  readonly min: number | null;
  readonly max: number | null;
  /** A regular expression; null without one. */
  readonly pattern: string | null;
  /** Undefined without a default. */
  readonly fallback: unknown;
}

export interface ReferencedField {
  readonly name: string;
  /** The path of the record that has the field, such as `top[].`; empty for the outermost record. */
  readonly parent: string;
  readonly type: FieldType;
  readonly isRequired: boolean;
  /** Markdown; empty if the document has none. */
  readonly description: string;
}

/** Reads the schemas of an OpenAPI document, and follows their references. */
export class SchemaReader {
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Follows a reference such as `#/components/headers/X-Request-Id`. */
  resolved<Part extends object>(part: Part | { readonly $ref: string }): Part {
    if (!('$ref' in part)) return part;
    const [, , kind = '', name = ''] = part.$ref.split('/');
    const components = this.#document.components as unknown as Record<string, Record<string, Part>>;
    const found = components[kind]?.[name];
    if (!found) throw new Error(`The OpenAPI document has no ${part.$ref}`);
    return found;
  }

  /** One field: a parameter, or a schema with a name. */
  field(name: string, schema: Schema, isRequired: boolean, parent = ''): ReferencedField {
    return { name, parent, type: this.#typeOf(schema), isRequired, description: this.#description(schema) };
  }

  /** The fields of a record, each followed by the fields of the records in it. */
  fields(schema: Schema, parent = '', within: readonly Schema[] = []): ReferencedField[] {
    const record = this.#innermost(schema).schema;
    // A record that contains itself is listed once.
    if (within.includes(record)) return [];
    return Object.entries(record.properties ?? {}).flatMap(([name, field]) => [
      this.field(name, field, record.required?.includes(name) ?? false, parent),
      ...this.fields(field, `${parent}${name}${this.#innermost(field).suffix}.`, [...within, record]),
    ]);
  }

  /** The alternatives of a request body; the schema itself if it has none. */
  alternatives(schema: Schema): Schema[] {
    const { anyOf } = this.resolved(schema) as { readonly anyOf?: readonly Schema[] };
    return (anyOf ?? [schema]).map((each) => this.resolved(each));
  }

  /** The schema of the items of lists and of the values of maps, at any depth. @returns `[]` and `.*` for the path of its fields */
  #innermost(schema: Schema): { schema: Schema; suffix: string } {
    let current = this.#present(schema);
    let suffix = '';
    for (let inner = innerOf(current); inner; inner = innerOf(current)) {
      suffix += current.type === 'array' ? '[]' : '.*';
      current = this.#present(inner);
    }
    return { schema: current, suffix };
  }

  /** The schema without its reference and its alternative `null`. */
  #present(schema: Schema): Schema {
    const resolved = this.resolved(schema);
    const [only, ...others] = presentOf(resolved);
    return only && others.length === 0 ? this.#present(only) : resolved;
  }

  #typeOf(schema: Schema): FieldType {
    const resolved = this.resolved(schema);
    const alternatives = (resolved.anyOf ?? []) as readonly Schema[];
    const present = this.#present(schema);
    const inner = innerOf(present);
    const { enum: values, const: only, pattern, default: fallback } = present;
    const number = (...names: readonly string[]) =>
      (names.map((name) => present[name]).find((value) => typeof value === 'number') as number) ?? null;
    return {
      kinds: this.#kindsOf(present),
      of: inner ? this.#typeOf(inner) : null,
      isNullable: [resolved, ...alternatives].some(({ type }) => [type].flat().includes('null')),
      values: Array.isArray(values) ? values : only === undefined ? [] : [only],
      limited:
        'minItems' in present || 'maxItems' in present
          ? 'items'
          : present.type === 'string'
            ? 'characters'
            : 'value',
      min: bounded(number('minimum', 'minLength', 'minItems')),
      max: bounded(number('maximum', 'maxLength', 'maxItems')),
      pattern: typeof pattern === 'string' ? pattern : null,
      fallback,
    };
  }

  #kindsOf(schema: Schema): Kind[] {
    const alternatives = presentOf(schema);
    if (alternatives.length > 1) return alternatives.flatMap((each) => this.#kindsOf(this.resolved(each)));
    const { type, format } = schema;
    if (type === 'array') return ['list'];
    if (format === 'date' || format === 'date-time') return [format];
    if (innerOf(schema)) return ['map'];
    const names = [type].flat().filter((name) => name !== undefined) as Kind[];
    const present = names.filter((name) => name !== 'null');
    return present.length > 0 ? present : names.length > 0 ? names : ['any'];
  }

  /** That of the field itself, or of what it contains. */
  #description(schema: Schema): string {
    const resolved = this.resolved(schema);
    const present = this.#present(schema);
    const own = schema.description ?? resolved.description ?? present.description;
    if (own !== undefined) return String(own);
    const inner = innerOf(present);
    return inner ? this.#description(inner) : '';
  }
}

/** The schema of the items of a list, or of the values of a map. */
function innerOf({ type, items, properties, additionalProperties: values }: Schema): Schema | null {
  if (type === 'array') return (items as Schema | undefined) ?? null;
  const isMap = type === 'object' && !properties && typeof values === 'object' && values !== null;
  return isMap ? (values as Schema) : null;
}

function presentOf({ anyOf }: Schema): Schema[] {
  return ((anyOf ?? []) as readonly Schema[]).filter(({ type }) => type !== 'null');
}

/** The largest integer of JavaScript is not a limit of a field. */
function bounded(limit: number | null): number | null {
  return limit !== null && Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit;
}
