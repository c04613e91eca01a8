import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { sendWebhook } from '../../src/network/webhook-client.ts';
import { Publishers } from '../support/publishers.ts';

test('an attempt that ends before it is connected leaves no socket open', async () => {
  const stopping = new AbortController();
  const socket = new Socket();
  const network = {
    resolve: async () => ['93.184.216.34'],
    // The receiver never answers.
    dial: () => {
      setImmediate(() => stopping.abort());
      return socket;
    },
  };
  const message = { url: 'https://receiver.example/', headers: {}, body: '{}' };
  const closed = once(socket, 'close');
  await expect(sendWebhook(network, message, stopping.signal)).rejects.toThrow('the connection failed');
  expect(socket.destroyed).toBe(true);
  await closed;
});

describe('an attempt', () => {
  const url = 'https://receiver.example/path';
  const send = (publishers: Publishers, to = url) =>
    sendWebhook(
      publishers.network,
      { url: to, headers: { 'webhook-id': 'x' }, body: '{}' },
      new AbortController().signal,
    );
  const reasonOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'sent',
      (error: Error) => error.message,
    );

  test('has the status of the answer, also of a redirect or of an answer without end', async () => {
    const publishers = await Publishers.start();
    publishers.serveHost('receiver.example', async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { method, url, headers } = request;
      expect([method, url, headers['webhook-id'], body]).toEqual(['POST', '/path', 'x', '{}']);
      response.writeHead(307, { location: 'https://other.example/' });
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(64 * 1024), more);
      };
      more();
    });
    expect(await send(publishers)).toBe(307);
    expect(publishers.dialled).toEqual(['receiver.example 93.184.216.34']);
  });

  test('is refused for an address that is not public, whose name it does not tell', async () => {
    const publishers = await Publishers.start();
    publishers.resolveTo('receiver.example', '10.0.0.1');
    expect(await reasonOf(send(publishers))).toBe(
      'the host name has no public address, or not only public ones',
    );
    expect(await reasonOf(send(publishers, 'http://other.example/'))).toBe('the connection failed');
    expect(publishers.dialled).toEqual([]);
  });

  test('fails with the code of the system, or with its time limit', async () => {
    const publishers = await Publishers.start();
    publishers.serveHost('receiver.example', (request) => request.socket.resetAndDestroy());
    expect(await reasonOf(send(publishers))).toBe('the connection failed (ECONNRESET)');
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    expect(await reasonOf(send(publishers))).toBe('no answer within 10 s');
    expect(limit.mock.calls).toEqual([[10_000]]);
  });
});
