import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { llmsFullText, llmsText } from '../../../src/api/openapi/llms.ts';
import type { OpenApiDocument } from '../../../src/api/openapi/openapi.ts';
import { referenceOf } from '../../../src/api/openapi/reference.ts';

/** A document with each form that the document of the API uses. What is made from it was reviewed in the files beside it. */
const DOCUMENT: OpenApiDocument = JSON.parse(
  readFileSync(new URL('small-document.json', import.meta.url), 'utf8'),
);

const TOOLS = ['get_foreign_flow', 'get_ohlcv'];
const GUIDES = [
  {
    name: 'caller.md',
    title: 'For callers',
    about: 'How to call.',
    text: '# For callers\n\nSee [limits](limits.md) and [a page](https://x.example).\n\n```sh\n# a comment\n```\n',
  },
];

test('the reference has the groups, the requests, their fields, headers and errors', async () => {
  const reference = JSON.stringify(referenceOf(DOCUMENT), null, 2);
  await expect(`${reference}\n`).toMatchFileSnapshot('small-reference.txt');
});

test('llms.txt lists the operations on data and the guides', async () => {
  await expect(llmsText(DOCUMENT, GUIDES, TOOLS, '')).toMatchFileSnapshot('small-llms.txt');
});

test('llms-full.txt has the guides, the operations, the fields and the errors', async () => {
  await expect(llmsFullText(DOCUMENT, GUIDES, TOOLS)).toMatchFileSnapshot('small-llms-full.txt');
});
