import { describe, expect, test } from 'vitest';
import { afterThisTest } from '../support/alir.ts';
import { textOf } from '../support/guide.ts';
import { requestsIn } from '../support/openapi.ts';
import { BEHAVIOURS, ScriptedServer } from './behaviours.ts';
import { largestFields, moneyFields } from './money.ts';

const document = JSON.parse(textOf('docs/openapi.json'));
const operations = requestsIn(document);
const replies = BEHAVIOURS.flatMap(({ server }) => server);

describe('the behaviours of clients', () => {
  test('have different names, and operations and parameters of the document', () => {
    expect(new Set(BEHAVIOURS.map(({ name }) => name)).size).toBe(BEHAVIOURS.length);
    for (const { name, call } of BEHAVIOURS) {
      const operation = operations.find((each) => each.name === call.operation)?.operation;
      const body = JSON.stringify(operation.requestBody?.content['application/json'].schema ?? {});
      const known = (field: string) =>
        operation.parameters?.some((parameter: any) => parameter.name === field) || body.includes('$ref');
      expect(
        Object.keys(call.parameters).filter((field) => !known(field)),
        name,
      ).toEqual([]);
    }
  });

  test('cover every error status of the document', () => {
    const statuses = new Set(operations.flatMap(({ operation }) => Object.keys(operation.responses)));
    const played = new Set(replies.map(({ status = 200 }) => String(status)));
    expect([...statuses].filter((status) => status >= '400' && !played.has(status))).toEqual([]);
  });

  test('cover 2^53 - 1 in each field of rupiah of each request', () => {
    const exact = BEHAVIOURS.filter(({ name }) => name.startsWith('integers to 2^53 - 1'));
    const missing = operations.flatMap((operation) => {
      const played = exact.filter(({ call }) => call.operation === operation.name);
      const found = largestFields(played.map(({ server }) => server));
      return moneyFields(document, operation)
        .filter((field) => !found.includes(field))
        .map((field) => `${operation.name}: ${field}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('the scripted server', () => {
  test('plays the replies in order, notes the requests, and drops connections', async () => {
    const server = await ScriptedServer.start();
    afterThisTest(() => server.close());
    const replies = [
      { status: 503, code: 'overloaded', headers: { 'retry-after': '5' } },
      { drop: 'before_request_read' },
      { drop: 'after_request_read' },
      { data: [1], units: 2, drop: 'mid_body' },
      { data: [1], units: 2 },
    ];
    const base_url = await server.play(replies);
    const post = () => fetch(`${base_url}/a/b?c=d`, { method: 'POST', body: '{"e":"é"}' });
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ success: false, code: 'overloaded' });
    await expect(post()).rejects.toThrow();
    await expect(post()).rejects.toThrow();
    await expect(post().then((response) => response.text())).rejects.toThrow();
    const answer = await post();
    expect(answer.headers.get('x-request-cost')).toBe('2');
    expect(await answer.json()).toEqual({ success: true, data: [1], error: null });
    const received = await server.requests(base_url, 5);
    expect(received.map(({ body }) => body)).toEqual(['{"e":"é"}', null, ...Array(3).fill('{"e":"é"}')]);
    expect(received[0]).toMatchObject({ method: 'POST', path: '/a/b', query: { c: 'd' } });
    expect((await post()).status).toBe(599);
  });
});
