import { once } from 'node:events';
import { get } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { referenceOf } from '../../../src/api/openapi/reference.ts';
import { DocumentMarkdown } from '../../../src/console/pages/docs/guide.ts';
import { requestExamples } from '../../../src/console/pages/docs/request-examples.ts';
import { textsOf } from '../../../src/console/texts/texts.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { decoded } from '../../support/html.ts';
import { type DocumentedRequest, exampleOf, requestsIn } from '../../support/openapi.ts';

let alir: TestAlir;
let document: any;
let requests: DocumentedRequest[];
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
  ({ body: document } = await alir.request('/openapi.json'));
  requests = requestsIn(document);
});

const opened = (path: string, language = 'en') =>
  alir.raw(path, {}, { accept: 'text/html', 'accept-language': language });
const page = async (path: string, language = 'en') => (await opened(path, language)).text();

/** The text of a page without markup. */
function textOf(html: string): string {
  return decoded(html.replaceAll(/<[^>]*>/g, ''));
}

describe('the model of the reference', () => {
  const modelled = () => referenceOf(document).groups.flatMap((group) => group.requests);
  const find = (wanted: string) => {
    const found = modelled().find(({ name }) => name === wanted);
    if (!found) throw new Error(`The model has no request ${wanted}`);
    return found;
  };

  test('has every operation of the document once, in the groups of the document', () => {
    expect(
      modelled()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(requests.map(({ name }) => name).toSorted());
    const { groups } = referenceOf(document);
    expect(groups.map(({ name }) => name)).toEqual(document.tags.map(({ name }: any) => name));
    expect(groups.every((group) => group.requests.length > 0)).toBe(true);
  });

  test('has the fields of nested records, with the path of the record', () => {
    const { answer } = find('get_accumulation');
    const fields = answer.fields.map(({ parent, name }) => parent + name);
    expect(fields.slice(0, 2)).toEqual(['data', 'volume']);
    expect(fields).toEqual(expect.arrayContaining(['top', 'top[].n', 'buy_share', 'buy_share.top1']));
    const top = answer.fields.find(({ name }) => name === 'top');
    expect(top?.type).toMatchObject({ kinds: ['list'], of: { kinds: ['object'] }, isNullable: false });
  });

  test('has what a key needs, the alternatives of a body, and the limits of a field', () => {
    expect(find('get_live')).toMatchObject({ key: 'none', scopes: [] });
    expect(find('list_plans')).toMatchObject({ key: 'optional' });
    expect(find('get_usage')).toMatchObject({ key: 'required', scopes: ['data', 'account'] });
    const names = find('create_order').body?.alternatives.map((fields) => fields.map(({ name }) => name));
    expect(names).toEqual([
      ['plan', 'months', 'accept_forfeit_idr'],
      ['offer_id', 'accept_forfeit_idr'],
    ]);
    const top = find('get_broker_inventory').parameters.find(({ name }) => name === 'top');
    expect(top?.type).toMatchObject({ min: 1, max: 50, fallback: 10, limited: 'value' });
    const batch = find('get_foreign_flow_batch');
    expect(batch.body?.alternatives[0]?.[0]?.type).toMatchObject({ min: 1, max: 50, limited: 'items' });
    expect(batch.answer.fields[0]?.type).toMatchObject({ kinds: ['map'], of: { kinds: ['object'] } });
    const name = find('set_billing_details').body?.alternatives[0]?.[0];
    expect(name?.type).toMatchObject({ kinds: ['string'], isNullable: true });
  });

  test('lists a record that contains itself once', () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Node' } },
    };
    const operation = {
      operationId: 'get_tree',
      summary: 'Tree',
      description: '',
      tags: ['T'],
      security: [],
      responses: {
        200: {
          description: 'Tree',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
        },
      },
    };
    const tree: any = {
      info: { description: '' },
      tags: [{ name: 'T', description: '' }],
      paths: { '/tree': { get: operation } },
      components: { schemas: { Node: node } },
    };
    const fields = referenceOf(tree).groups[0]?.requests[0]?.answer.fields.map(({ name }) => name);
    expect(fields).toEqual(['name', 'child']);
  });
});

describe('the page of a request', () => {
  test('has each parameter, field, header and error of the document', async () => {
    for (const { name, method, path, operation } of requests) {
      const html = await page(`/docs/reference/${name}`);
      const text = textOf(html);
      const shown = (part: string) => expect([name, part, text.includes(part)]).toEqual([name, part, true]);
      shown(operation.summary);
      shown(`${method} ${path}`);
      for (const parameter of operation.parameters ?? []) shown(parameter.name);
      for (const field of fieldsIn(operation.requestBody?.content['application/json'].schema)) shown(field);
      for (const field of fieldsIn(operation.responses[200].content['application/json']?.schema)) {
        if (!['success', 'error'].includes(field))
          expect([name, field, html.includes(`${field}</code>`)]).toEqual([name, field, true]);
      }
      for (const { name: field, required } of operation.parameters ?? []) {
        expect([name, field, requirementOf(html, field)]).toEqual([name, field, required ? 'yes' : 'no']);
      }
      for (const header of Object.keys(operation.responses[200].headers)) shown(header);
      for (const [status, response] of Object.entries<any>(operation.responses)) {
        if (status === '200') continue;
        shown(status);
        const { description } = resolved(response);
        for (const [, code = ''] of description.matchAll(/^`(\w+)`: /gm)) {
          expect([name, code, html.includes(`<code>${code}</code>`)]).toEqual([name, code, true]);
        }
      }
      expect([name, text.match(/undefined|\[object|NaN/)]).toEqual([name, null]);
    }
  }, 60_000);

  test('sends the example of the document, with the address that the reader uses', async () => {
    const url = await alir.url();
    for (const request of requests) {
      const text = textOf(await page(`/docs/reference/${request.name}`));
      expect(text).toContain(url);
      expect(text).not.toContain('127.0.0.1:8080');
      const { init } = exampleOf(request);
      if (init.body) expect(text).toContain(`-d '${init.body}'`);
      const needsKey =
        request.operation.security.length > 0 && Object.keys(request.operation.security[0]).length > 0;
      expect([request.name, text.includes('Bearer $KEY')]).toEqual([request.name, needsKey]);
    }
  }, 60_000);

  test('has the limits of each field that the server checks, in one or in both directions', async () => {
    const limits = { get_screen: 'Items: at least 1', create_link: 'Characters: at most 1,000' };
    for (const [name, limit] of Object.entries({ ...limits, get_broker_inventory: 'Value: 1 to 50' })) {
      expect([name, textOf(await page(`/docs/reference/${name}`))]).toEqual([
        name,
        expect.stringContaining(limit),
      ]);
    }
  });

  test('has its labels in the language of the reader, and the texts of the document in English', async () => {
    const html = await page('/docs/reference/get_foreign_flow', 'id');
    for (const label of ['Jawaban', 'Galat', 'Header jawaban', 'Wajib', 'Salah satu dari', 'Bawaan']) {
      expect(html).toContain(label);
    }
    expect(html).toContain('<h1 lang="en">Foreign flow of a stock</h1>');
    expect(html).toContain('Judul dan penjelasan berbahasa Inggris.');
  });

  test('of an unknown request is the page of the error 404', async () => {
    for (const name of ['nosuch', '%3Cscript%3E', '__proto__', 'get_usage.md']) {
      const response = await opened(`/docs/reference/${name}`);
      expect([name, response.status]).toEqual([name, 404]);
      const html = await response.text();
      expect(html).toContain('This page does not exist');
      expect(html).not.toContain('<script>');
    }
  });

  test('has the address of the guides if the host of the reader is no host name', async () => {
    const sent = get(`${await alir.url()}/docs/reference/get_usage`, {
      headers: { accept: 'text/html', host: "x';reboot;'" },
    });
    const [response] = await once(sent, 'response');
    const html = textOf(String(Buffer.concat(await response.toArray())));
    expect(html).toContain("'http://127.0.0.1:8080/usage'");
    expect(html).not.toContain('reboot');
  });
});

test('the Markdown of the document is shown without its HTML, and no link runs a script', () => {
  const markdown = new DocumentMarkdown(textsOf('en').figure, () => false);
  const hostile = '<script>alert(1)</script> <img src=x onerror=alert(1)> [link](javascript:alert(1)) `<b>`';
  for (const html of [markdown.blocks(hostile), markdown.line(hostile)]) {
    expect(html).not.toMatch(/<(script|img|b)\b|href="javascript:/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  }
});

describe('the overview of the reference', () => {
  test('links to the page of every request, and so does the documentation, except for those of the service', async () => {
    const linked = async (path: string) =>
      [...(await page(path)).matchAll(/href="\/docs\/reference\/(\w+)"/g)].map(([, name]) => name).toSorted();
    const names = requests.map(({ name }) => name).toSorted();
    expect(await linked('/docs/reference')).toEqual(names);
    const isOfService = new Set(
      requests.filter(({ operation }) => operation.tags.includes('Service')).map(({ name }) => name),
    );
    expect(await linked('/docs')).toEqual(names.filter((name) => !isOfService.has(name)));
  });

  test('has the cost and the scope of a request', async () => {
    const row = (html: string, name: string) =>
      textOf(html.split('</tr>').find((each) => each.includes(`/docs/reference/${name}"`)) ?? '');
    const html = await page('/docs/reference');
    expect(row(html, 'get_broker_ranking')).toMatch(/5 unitsdata$/);
    expect(row(html, 'list_keys')).toMatch(/freeaccount$/);
    expect(row(html, 'get_live')).toMatch(/freeno key needed$/);
  });

  test('is found by the search, by title, path and name', async () => {
    for (const query of ['daily prices ohlcv', '/stocks/ohlcv', 'get_ohlcv']) {
      expect([query, await page(`/docs?q=${encodeURIComponent(query)}`)]).toEqual([
        query,
        expect.stringContaining('href="/docs/reference/get_ohlcv"'),
      ]);
    }
  });
});

describe('the examples of a request', () => {
  const hostile = (): any => ({
    name: 'get_x',
    method: 'POST',
    path: '/x/{id}',
    key: 'required',
    parameters: [
      { name: 'id', in: 'path', example: "a'; reboot '", isRequired: true, type: {} },
      { name: 'q', in: 'query', example: 'a b&c', isRequired: true, type: {} },
      { name: 'market', in: 'query', example: 'RG', isRequired: false, type: { fallback: 'RG' } },
    ],
    body: { example: { text: "it's", flag: true, none: null, list: [1] } },
    answer: { hasEnvelope: true },
  });

  test('quote each value for their language, and leave out defaults', () => {
    const [curl, script, python] = requestExamples(hostile(), 'http://h').map(({ text }) => text);
    expect(curl).toContain(`-d '{"text":"it'\\''s","flag":true,"none":null,"list":[1]}'`);
    expect(curl).toContain("'http://h/x/a'\\''%3B%20reboot%20'\\''?q=a%20b%26c'");
    expect(script).toContain("fetch('http://h/x/a\\'%3B%20reboot%20\\'?q=a%20b%26c', {");
    expect(python).toContain(`json={"text": "it's", "flag": True, "none": None, "list": [1]}`);
    for (const text of [curl, script, python]) expect(text).not.toContain('RG');
  });
});

/** What the table of the parameters says about one of them. */
function requirementOf(html: string, parameter: string): string | undefined {
  const row = html.split('</tr>').find((each) => each.includes(`${parameter}</code></th>`));
  return /data-title="Required"[^>]*>(?:<div>)?(\w+)/.exec(row ?? '')?.[1];
}

/** The names of the fields of a schema, of its alternatives and of the records in it. */
/** @param around the schemas that contain it: a condition contains conditions */
function fieldsIn(schema: any, around: readonly unknown[] = []): string[] {
  const found = schema && resolved(schema);
  if (!found || around.includes(found)) return [];
  const inside = (inner: any) => fieldsIn(inner, [...around, found]);
  return [
    ...Object.entries(found.properties ?? {}).flatMap(([name, field]) => [name, ...inside(field)]),
    ...[found.items, ...(found.anyOf ?? [])].flatMap(inside),
    ...(typeof found.additionalProperties === 'object' ? inside(found.additionalProperties) : []),
  ];
}

function resolved(part: any): any {
  if (!part.$ref) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return document.components[kind][name];
}
