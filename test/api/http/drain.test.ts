import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { Drain } from '../../../src/api/http/drain.ts';
import { afterThisTest } from '../../support/alir.ts';
import { fakeTimers } from '../../support/cleanups.ts';

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

test.for([
  ['a request that never ends', false, true, 15_000],
  ['a request that never ends, with peers', true, true, 15_000],
  ['the connection of a client, with peers', true, false, 2000],
  ['the connection of a client', false, false, 0],
] as const)('the drain waits for %s for a limited time', async ([, hasPeers, isRunning, expected_ms]) => {
  fakeTimers({ toFake: ['setTimeout'] });
  const server = Object.assign(new EventEmitter(), { closeAllConnections: vi.fn() });
  let onRequest: (request: object, reply: object, done: () => void) => void = () => {};
  const addHook = (_name: string, hook: typeof onRequest) => {
    onRequest = hook;
  };
  const app = { server, addHook };
  let waited_ms = 0;
  const sleep = async (ms: number) => {
    waited_ms += ms;
  };
  const drain = new Drain(app as unknown as FastifyInstance, hasPeers, sleep);
  const response = { writableFinished: !isRunning, headersSent: false, setHeader: vi.fn() };
  onRequest({ raw: { socket: new EventEmitter() } }, { raw: response }, () => {});
  await drain.drain();
  expect(waited_ms).toBe(expected_ms);
  expect(response.setHeader.mock.calls).toEqual(isRunning ? [['connection', 'close']] : []);
  vi.advanceTimersByTime(999);
  expect(server.closeAllConnections).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(server.closeAllConnections).toHaveBeenCalledTimes(1);
});
