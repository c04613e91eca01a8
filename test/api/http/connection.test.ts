import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { isDisconnected } from '../../../src/api/http/requests/connection.ts';
import { listen } from '../../support/listen.ts';
import { RawClient } from '../../support/raw-client.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('a client that closed its sending side gets no response from Node, and isDisconnected is true at once', async () => {
  const server = createServer();
  const client = await RawClient.open(`http://127.0.0.1:${await listen(server)}`);
  client.write(REQUEST);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const { socket } = response;
  expect(isDisconnected(response)).toBe(false);

  const halfClosed = new Promise((resolve) =>
    socket?.once('end', () => resolve([socket.destroyed, isDisconnected(response)])),
  );
  client.end();
  expect(await halfClosed).toEqual([false, true]);
  response.end('too late');
  await client.closed;
  expect(client.responses()).toEqual([]);
});

test('a response to a pipelined request is disconnected until its turn comes', async () => {
  const server = createServer();
  const client = await RawClient.open(`http://127.0.0.1:${await listen(server)}`);
  const responses: ServerResponse[] = [];
  server.on('request', (_request, response) => responses.push(response));
  client.write(REQUEST.repeat(2));
  while (responses.length < 2) await once(server, 'request');
  const [first, second] = responses as [ServerResponse, ServerResponse];
  expect([isDisconnected(first), isDisconnected(second)]).toEqual([false, true]);
  first.end();
  await once(first, 'close');
  expect(isDisconnected(second)).toBe(false);
});
