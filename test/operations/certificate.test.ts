import { EventEmitter } from 'node:events';
import type { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { certificateOf } from '../../src/operations/doctor/certificate.ts';

const VALID_TO = 'Mar  1 12:00:00 2026 GMT';

/** A TLS connection that does one thing. @returns the certificate, or the error, and the options of the connection */
async function asked(url: string, event: string, socket: object = {}, ...values: unknown[]) {
  const seen: { options?: object; timeout_ms?: number } = {};
  const open = (options: object) => {
    seen.options = options;
    const connection = Object.assign(new EventEmitter(), {
      getPeerCertificate: () => ({ valid_to: VALID_TO }),
      authorizationError: null,
      setTimeout(ms: number, onTimeout: () => void) {
        seen.timeout_ms = ms;
        if (event === 'timeout') setImmediate(onTimeout);
      },
      destroy(error?: Error) {
        if (error) connection.emit('error', error);
      },
      ...socket,
    });
    setImmediate(() => connection.emit(event, ...values));
    return connection;
  };
  const result = await certificateOf(url, open as unknown as typeof connect).catch(
    (error: Error) => error.message,
  );
  return { ...seen, result };
}

test.each([
  [
    'https://data.example',
    'data.example:443',
    { host: 'data.example', port: 443, servername: 'data.example' },
  ],
  [
    'https://data.example:8443/x',
    'data.example:8443',
    { host: 'data.example', port: 8443, servername: 'data.example' },
  ],
  // A name of a server is never an address.
  ['https://10.0.0.1', '10.0.0.1:443', { host: '10.0.0.1', port: 443 }],
  ['https://[2001:db8::1]:444', '[2001:db8::1]:444', { host: '2001:db8::1', port: 444 }],
])('the certificate of %s is read', async (url, server, options) => {
  expect(await asked(url, 'secureConnect')).toEqual({
    options: { ...options, rejectUnauthorized: false },
    timeout_ms: 5000,
    result: { server, expires_at: new Date('2026-03-01T12:00:00Z'), distrust: null },
  });
});

test.each([
  [
    'is not trusted',
    'secureConnect',
    { authorizationError: 'CERT_HAS_EXPIRED' },
    { distrust: 'CERT_HAS_EXPIRED' },
  ],
  [
    'sends no certificate',
    'secureConnect',
    { getPeerCertificate: () => ({}) },
    'a.example:443 sent no certificate',
  ],
  ['does not respond', 'timeout', {}, 'a.example:443 did not respond within 5 seconds'],
] as const)('a server that %s', async (_, event, socket, expected) => {
  const { result } = await asked('https://a.example', event, socket);
  if (typeof expected === 'string') expect(result).toBe(expected);
  else expect(result).toMatchObject(expected);
});

test('a server that cannot be reached', async () => {
  expect((await asked('https://a.example', 'error', {}, new Error('ECONNREFUSED'))).result).toBe(
    'ECONNREFUSED',
  );
});
