import { expect } from 'vitest';
import { BrowserSession, mailsOf } from '../../support/browser-session.ts';
import { test } from '../../support/fixtures.ts';
import { until } from '../../support/until.ts';

const EMAIL = 'test@example.com';

test('1,000 guesses of codes and keys from one address sign nobody in', async ({ alir }) => {
  const mails = mailsOf(alir);
  const browser = new BrowserSession(alir);
  await browser.post('/sign-in/code', { email: EMAIL });
  await until('the e-mail is sent', () => mails.length === 1);
  const guesses = Array.from({ length: 1000 }, (_, count) =>
    count % 2 === 0
      ? browser.post('/sign-in', { email: EMAIL, code: String(count).padStart(8, '0') })
      : browser.post('/sign-in/key', { key: `alir_live_${String(count).padStart(40, '0')}` }),
  );
  // A refusal is sent after a delay, or the connection is closed.
  const statuses = await Promise.all(
    guesses.map((guess) =>
      guess.then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
  expect(statuses.filter((status) => status === 303).length).toBeLessThan(120);
  expect(browser.cookies.has('alir_session')).toBe(false);
  alir.clock.elapsed_ms += 60_000;
  // The guesses have used up the code.
  const late = await browser.post('/sign-in', {
    email: EMAIL,
    code: /\d{8}/.exec(mails[0]?.subject ?? '')?.[0] ?? '',
  });
  expect(late.headers.get('location')).toBe('/sign-in/code?error=sign_in_refused');
});
