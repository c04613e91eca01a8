import fc from './properties.ts';

/** A schema that contains itself, such as that of a condition, is followed this often. */
const LEVELS = 3;

/**
 * Values that a JSON Schema allows. Supports the keywords that our documents use.
 * @param root the document that `$ref` refers to
 * @param within the `$ref` that are being followed
 */
export function fromSchema(schema: any, root: any, within: readonly string[] = []): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    const path = schema.$ref.replace('#/', '').split('/');
    return fromSchema(
      path.reduce((value: any, part: string) => value[part], root),
      root,
      [...within, schema.$ref],
    );
  }
  const isTooDeep = (part: any) => {
    const ref = part.$ref ?? part.items?.$ref;
    return ref !== undefined && within.filter((each) => each === ref).length >= LEVELS;
  };
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf;
  if (alternatives && !schema.type)
    return fc.oneof(...alternatives.map((each: any) => fromSchema(each, root, within)));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 1_000_000) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, root, within), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 8),
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries<any>(schema.properties ?? {})
            .filter(([, property]) => !isTooDeep(property))
            .map(([name, property]) => [name, fromSchema(property, root, within)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return fc.jsonValue();
  }
}

/** Valid values, and invalid ones: a field is missing, of another type or unknown, or the whole value is junk. */
export function aroundSchema(schema: any, root: any): fc.Arbitrary<unknown> {
  const valid = fromSchema(schema, root);
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return fc.oneof({ weight: 3, arbitrary: valid }, junk);
  const mutated = fc
    .tuple(valid, fc.constantFrom(...names), fc.constantFrom('drop', 'replace', 'add'), junk)
    .map(([value, name, change, other]) => {
      const fields = { ...(value as object) } as Record<string, unknown>;
      if (change === 'drop') delete fields[name];
      if (change === 'replace') fields[name] = other;
      if (change === 'add') fields[`${name}x`] = other;
      return fields;
    });
  return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 3, arbitrary: mutated }, junk);
}

/** Arbitrary input that a client may send. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '%00',
    "'; DROP TABLE account; --",
    '../../etc/passwd',
    '\u0000',
    '9'.repeat(400),
  ),
  fc.constantFrom(-1, 0, 1e308, 2 ** 53, 0.1),
);

function text({ pattern, format, minLength, maxLength }: any): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  // Most dates are near the days that tests publish, in any order. Some are far away.
  if (format === 'uri')
    return fc.constantFrom(
      'https://hooks.example.com/alir',
      'https://hooks.example.com:8443/x',
      'http://x.example/',
    );
  if (format === 'date') {
    return fc.oneof(
      { weight: 6, arbitrary: dayIn('2025-12-20', '2026-01-10') },
      dayIn('2024-11-01', '2027-02-01'),
    );
  }
  if (format === 'date-time') return dayIn('2030-01-01', '2099-12-31').map((day) => `${day}T00:00:00Z`);
  return fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 30, 60) });
}

function dayIn(first: string, last: string): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
}
