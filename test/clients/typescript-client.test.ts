import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { generatedApi } from '../../scripts/typescript-client.ts';
import { textOf } from '../support/guide.ts';

const API = fileURLToPath(new URL('../../clients/typescript/src/api.ts', import.meta.url));

test('the TypeScript client has the version of the server', () => {
  const [client, server] = ['clients/typescript/package.json', 'package.json'].map((path) =>
    JSON.parse(textOf(path)),
  );
  expect(client.version).toBe(server.version);
});

test('the types and operations of the TypeScript client are generated from docs/openapi.json', async () => {
  const document = JSON.parse(textOf('docs/openapi.json'));
  await expect(await generatedApi(document)).toMatchFileSnapshot(API);
});
