import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { Drain } from '../../../src/api/http/drain.ts';
import { afterThisTest } from '../../support/alir.ts';

/** A server beside others, with one connection that is kept open after a response. */
async function served() {
  const app = fastify({ return503OnClosing: false });
  const drain = new Drain(app, true);
  app.get('/', async () => 'answered');
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterThisTest(async () => {
    agent.destroy();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const ask = async () => {
    const [response] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return [response.statusCode, response.headers.connection];
  };
  expect(await ask()).toEqual([200, 'keep-alive']);
  return { drain, ask };
}

test('a server with peers keeps the connections of clients open until each has got a 503', async () => {
  const { drain, ask } = await served();
  let isDrained = false;
  const drained = drain.drain().then(() => {
    isDrained = true;
  });
  // No request runs, so nothing but the open connection is waited for.
  await new Promise(setImmediate);
  expect(isDrained).toBe(false);
  expect(await ask()).toEqual([503, 'close']);
  await drained;
});
