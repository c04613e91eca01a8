import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signatureHeaders } from '../../src/commerce/accounts/notices/webhooks.ts';
import { textOf } from '../support/guide.ts';

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
test('the call of the guide accepts only what Alir sent', () => {
  expect(textOf('docs/caller.md')).toContain('new Webhook(secret).verify(body, headers)');
  for (const [name, { sent, isFromAlir }] of Object.entries(deliveries())) {
    const verify = () => new Webhook(sent.secret).verify(sent.body, sent.headers);
    if (isFromAlir) expect(verify(), name).toEqual(JSON.parse(BODY));
    else expect(verify, name).toThrow();
  }
});
