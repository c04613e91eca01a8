import { expect, test } from 'vitest';
import { readHostCookie, sendHostCookie } from '../../../src/console/sessions/host-cookie.ts';

/** The cookies of a response. @param lines those that the plugins have set */
function sent(protocol: string, lines: readonly string[]): unknown {
  let header: unknown = lines;
  const reply = {
    getHeader: () => header,
    removeHeader: () => {
      header = undefined;
    },
    header: (_name: string, value: unknown) => {
      header = value;
    },
  };
  sendHostCookie({ protocol } as never, reply as never, 'alir_session');
  return header;
}

test('over https, the session cookie has its prefix and is secure, also when it is cleared', () => {
  const lines = ['alir_session=x; Path=/; Secure', 'alir_lang=en; Path=/'];
  expect(sent('https', lines)).toEqual(['__Host-alir_session=x; Path=/; Secure', 'alir_lang=en; Path=/']);
  expect(sent('https', ['alir_session=; Path=/'])).toEqual(['__Host-alir_session=; Path=/; Secure']);
  expect(sent('http', lines)).toEqual(lines);
});

test('over https, a session cookie without the prefix is none', () => {
  const read = (protocol: string, cookies: Record<string, string>) => {
    const request = { protocol, cookies };
    readHostCookie(request as never, 'alir_session');
    return request.cookies;
  };
  expect(read('https', { alir_session: 'x', other: 'y' })).toEqual({ other: 'y' });
  const both = { alir_session: 'x', '__Host-alir_session': 'z' };
  expect(read('https', both)).toEqual({ ...both, alir_session: 'z' });
  expect(read('http', { alir_session: 'x' })).toEqual({ alir_session: 'x' });
});
