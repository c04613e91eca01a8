import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { compressed } from '../../../src/api/http/responses/compression.ts';
import { isNamedIn, ServedDocument } from '../../../src/api/http/responses/document.ts';

test.for([
  [undefined, false],
  ['', false],
  ['*', true],
  [' * ', true],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['"b"', false],
  ['a', false],
] as const)('If-None-Match %j names the entity tag: %s', ([list, isNamed]) => {
  expect([isNamedIn(list, '"a"'), isNamedIn(list, 'W/"a"')]).toEqual([isNamed, isNamed]);
});

test('a document that was sent uncompressed, because too many bodies waited, is compressed later', async () => {
  const document = new ServedDocument('text/plain', 'x'.repeat(5000));
  const encodings: unknown[] = [];
  const send = async () => {
    const sent: Record<string, unknown> = {};
    const reply = {
      headers: () => reply,
      getHeader: () => undefined,
      code: () => reply,
      send: () => reply,
      header: (name: string, value: unknown) => {
        sent[name] = value;
        return reply;
      },
    };
    const request = { headers: { 'accept-encoding': 'gzip' } };
    await document.send(request as unknown as FastifyRequest, reply as unknown as FastifyReply);
    encodings.push(sent['content-encoding']);
  };
  const others = Array.from({ length: 66 }, () => compressed(Buffer.alloc(2000), 'gzip'));
  await send();
  await Promise.all(others);
  await send();
  await send();
  expect(encodings).toEqual([undefined, 'gzip', 'gzip']);
});
