import { createServer, type Socket } from 'node:net';
import { afterThisTest } from './alir.ts';
import { listen } from './listen.ts';

/** A mail server on this machine that accepts each message with a status. */
export async function mailServer(status = '250 accepted'): Promise<{ url: string; received: string[] }> {
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
  const port = await listen(server);
  afterThisTest(async () => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: `smtp://127.0.0.1:${port}`, received };
}

/** The text of a message as its reader sees it, without the encoding of long lines. */
export function textOf(message: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(message)) return message;
  return message
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
