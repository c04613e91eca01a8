import { once } from 'node:events';
import { get } from 'node:http';
import zlib from 'node:zlib';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { ServedDocument } from '../../src/api/http/responses/document.ts';
import { afterThisTest } from '../support/alir.ts';

test('a document whose compression failed is compressed at the next request, and then cached', async () => {
  const app = fastify();
  afterThisTest(async () => void (await app.close()));
  const text = 'All the same. '.repeat(1000);
  const served = new ServedDocument('text/plain', text);
  app.get('/', (request, reply) => served.send(request, reply));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async () => {
    const [response] = await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response');
    response.resume();
    await once(response, 'end');
    return [response.statusCode, response.headers['content-encoding']];
  };
  const compress = vi.spyOn(zlib.BrotliCompress.prototype, 'end');
  compress.mockImplementationOnce(function (this: zlib.BrotliCompress) {
    return this.destroy(new Error('out of memory'));
  });
  expect(await ask()).toEqual([500, undefined]);
  compress.mockImplementationOnce(function (this: zlib.BrotliCompress) {
    this.push(text);
    this.push(null);
    return this;
  });
  expect(await ask()).toEqual([200, undefined]);
  for (let requests = 0; requests < 3; requests++) expect(await ask()).toEqual([200, 'br']);
  expect(compress).toHaveBeenCalledTimes(3);
});
