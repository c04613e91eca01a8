import type { DocumentedRequest } from '../support/openapi.ts';

/** 2^53 - 1, the largest integer that JSON has exactly in every language. */
export const LARGEST = 9_007_199_254_740_991;

/** The amounts in rupiah (not those with a lower maximum, and not the prices of a share, which have at most 15 digits) in the answer of a request, such as `buy_value`; the same name at two places is one field. */
export function moneyFields(document: any, { operation }: DocumentedRequest): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const read = (schema: any, name: string): void => {
    if (schema === null || typeof schema !== 'object') return;
    if (Array.isArray(schema)) {
      for (const each of schema) read(each, name);
      return;
    }
    if (schema.$ref !== undefined) {
      const id = schema.$ref.split('/').at(-1);
      const isNew = !seen.has(`${id} ${name}`);
      seen.add(`${id} ${name}`);
      if (isNew) read(document.components.schemas[id], name);
      return;
    }
    const types = [schema.type].flat();
    if (
      types.some((type) => type === 'integer' || type === 'number') &&
      (schema.maximum ?? LARGEST) >= LARGEST &&
      /\bIDR\b(?! per share)/.test(schema.description)
    )
      found.add(name);
    for (const [field, each] of Object.entries(schema.properties ?? {})) read(each, field);
    for (const each of [schema.items, schema.additionalProperties, schema.oneOf, schema.anyOf, schema.allOf])
      read(each, name);
  };
  read(operation.responses[200].content?.['application/json']?.schema, '');
  return [...found];
}

/** The fields that are 2^53 - 1, or its negative, somewhere in an answer. */
export function largestFields(answer: unknown): string[] {
  const found = new Set<string>();
  JSON.stringify(answer, (name, value) => {
    if (typeof value === 'number' && Math.abs(value) === LARGEST) found.add(name);
    return value;
  });
  return [...found];
}
