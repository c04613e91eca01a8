import { expect, test } from 'vitest';
import { SmtpMailer, transportOf } from '../../src/network/mailer.ts';
import { mailServer } from '../support/mail-server.ts';

const MAIL = { to: 'caller@example.com', subject: 'Alir: a key was created', text: 'One line.\n' };

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true }],
  [
    'smtps://alir%40x.example:a%2Fb@[::1]:2525',
    { host: '::1', port: 2525, secure: true, auth: { user: 'alir@x.example', pass: 'a/b' } },
  ],
])('the mail server of %s is reached by its protocol, and each step has a limit', (url, transport) => {
  expect(transportOf(url)).toEqual({ ...transport, ...TIMEOUTS });
});

test('an e-mail arrives with its sender, receiver, subject and text', async () => {
  const { url, received } = await mailServer('250 accepted');
  await new SmtpMailer(url, 'Alir <alir@example.com>').send(MAIL);
  expect(received).toHaveLength(1);
  for (const line of ['From: Alir <alir@example.com>', 'To: caller@example.com', 'Subject: Alir: a key was'])
    expect(received[0]).toContain(line);
  expect(received[0]).toContain('One line.');
});

test('an e-mail that the mail server refuses is an error', async () => {
  const { url } = await mailServer('554 no');
  await expect(new SmtpMailer(url, 'alir@example.com').send(MAIL)).rejects.toThrow('554 no');
});

test('an e-mail has one receiver, whatever its address contains', async () => {
  const { url, received } = await mailServer('250 accepted');
  await new SmtpMailer(url, 'alir@example.com').send({ ...MAIL, to: 'a@example.com,b@example.com' });
  expect(received[0]).toContain('\nTo: <"a@example.com,b"@example.com>\r\n');
});

test('an e-mail has the given headers, and an id under the domain of its sender', async () => {
  const { url, received } = await mailServer('250 accepted');
  const headers = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  await new SmtpMailer(url, 'Alir <alir@example.com>').send({ ...MAIL, headers, id: 'e1.a1' });
  expect(received[0]).toContain('\nMessage-ID: <e1.a1@example.com>\r\n');
  expect(received[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
});
