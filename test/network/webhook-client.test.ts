import { once } from 'node:events';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { sendWebhook } from '../../src/network/webhook-client.ts';

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
