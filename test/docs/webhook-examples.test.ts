import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { signatureHeaders } from '../../src/commerce/accounts/notices/webhooks.ts';
import { test } from '../support/fixtures.ts';
import { blocks, canRunPython, PYTHON, textOf } from '../support/guide.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const [, SECTION = ''] = textOf('docs/caller.md').split('### Verify a delivery\n');
const [TYPESCRIPT = '', PYTHON_CODE = ''] = blocks(SECTION, 'text');

const SECRET = `whsec_${Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.from('vutsrqponmlkjihgfedcba9876543210').toString('base64')}`;
const BODY = '{"type":"key.created","data":{"name":"Kunci “utama” 🔑"}}';

interface Delivery {
  readonly secret: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A delivery that Alir sent some seconds ago. */
function delivery(secret = SECRET, age_s = 0): Delivery {
  const at = new Date(Date.now() - age_s * 1000);
  return { secret: SECRET, headers: signatureHeaders(secret, { id: 'e1', body: BODY, at }), body: BODY };
}

function withHeader(name: string, change: (value: string) => string): Delivery {
  const sent = delivery();
  return { ...sent, headers: { ...sent.headers, [name]: change(sent.headers[name] ?? '') } };
}

/** Made when they are verified: the age of some is a minute from the limit. */
const deliveries = (): Readonly<
  Record<string, { readonly sent: Delivery; readonly isFromAlir: boolean }>
> => ({
  'as Alir sent it': { sent: delivery(), isFromAlir: true },
  '4 minutes old': { sent: delivery(SECRET, 240), isFromAlir: true },
  'with a second signature': {
    sent: withHeader('webhook-signature', (signature) => `v1,AAAA ${signature}`),
    isFromAlir: true,
  },
  '6 minutes old': { sent: delivery(SECRET, 360), isFromAlir: false },
  '6 minutes ahead': { sent: delivery(SECRET, -360), isFromAlir: false },
  'signed with another secret': { sent: delivery(OTHER_SECRET), isFromAlir: false },
  'with a changed body': { sent: { ...delivery(), body: BODY.replace('key', 'kex') }, isFromAlir: false },
  'with another id': { sent: withHeader('webhook-id', () => 'e2'), isFromAlir: false },
  'with another time': {
    sent: withHeader('webhook-timestamp', (time) => String(Number(time) - 1)),
    isFromAlir: false,
  },
  'with a time that is no number': { sent: withHeader('webhook-timestamp', () => 'now'), isFromAlir: false },
  'with an empty signature': { sent: withHeader('webhook-signature', () => ''), isFromAlir: false },
  'with a signature of another version': {
    sent: withHeader('webhook-signature', (signature) => signature.replace('v1,', 'v2,')),
    isFromAlir: false,
  },
  'with a part of the signature': {
    sent: withHeader('webhook-signature', (signature) => signature.slice(0, -8)),
    isFromAlir: false,
  },
});
const EXPECTED = Object.entries(deliveries()).map(([name, { isFromAlir }]) => [name, isFromAlir]);

/** What a program that reads the deliveries prints, by the names of the deliveries. */
function verdicts(command: string, args: readonly string[]): [string, boolean][] {
  const sent = deliveries();
  const input = JSON.stringify(Object.values(sent).map((delivery) => delivery.sent));
  const printed = JSON.parse(execFileSync(command, args, { input, encoding: 'utf8' })) as boolean[];
  return Object.keys(sent).map((name, number) => [name, printed[number] === true]);
}

describe('the function of the guide that verifies a delivery', () => {
  test('in TypeScript compiles, and accepts only what Alir sent', ({ folder }) => {
    const source = join(folder, 'verify.mts');
    const main = `
import { readFileSync } from 'node:fs';
const sent = JSON.parse(readFileSync(0, 'utf8')) as { secret: string; headers: Record<string, string>; body: string }[];
console.log(JSON.stringify(sent.map(({ secret, headers, body }) => isFromAlir(secret, headers, body))));
`;
    writeFileSync(source, `${TYPESCRIPT}${main}`);
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    const flags = ['--strict', '--target', 'es2023', '--module', 'nodenext', ...types];
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...flags, source], { cwd: folder });
    expect(verdicts(process.execPath, [join(folder, 'verify.mjs')])).toEqual(EXPECTED);
  });

  test.skipIf(!canRunPython({ code: PYTHON_CODE, printed: '' }))(
    'in Python accepts only what Alir sent',
    ({ folder }) => {
      const source = join(folder, 'verify.py');
      const main = `
import json, sys

def verdict(sent):
    try:
        return is_from_alir(sent["secret"], sent["headers"], sent["body"].encode())
    except ValueError:
        return False

print(json.dumps([verdict(sent) for sent in json.loads(sys.stdin.buffer.read())]))
`;
      writeFileSync(source, `${PYTHON_CODE}${main}`);
      expect(verdicts(PYTHON, [source])).toEqual(EXPECTED);
    },
  );

  test('agrees with the package standardwebhooks', () => {
    for (const [name, { sent, isFromAlir }] of Object.entries(deliveries())) {
      const verify = () => new Webhook(sent.secret).verify(sent.body, sent.headers);
      if (isFromAlir) expect(verify(), name).toEqual(JSON.parse(BODY));
      else expect(verify, name).toThrow();
    }
  });
});
