import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { SmtpMailer } from '../../src/network/mailer.ts';
import { afterThisTest } from '../support/alir.ts';

/** A mail server on this machine that accepts each message with a status. */
async function mailServer(status: string): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isData = false;
    let text = '';
    socket.on('error', () => {});
    socket.write('220 localhost\r\n');
    socket.on('data', (data) => {
      text += data;
      if (isData && text.endsWith('\r\n.\r\n')) {
        received.push(text);
        isData = false;
        text = '';
        socket.write(`${status}\r\n`);
      } else if (!isData && text.endsWith('\r\n')) {
        isData = text === 'DATA\r\n';
        socket.write(isData ? '354 go on\r\n' : '250 localhost\r\n');
        text = '';
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterThisTest(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const MAIL = { to: 'caller@example.com', subject: 'Alir: a key was created', text: 'One line.\n' };

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
