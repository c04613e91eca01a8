/** The page that sends requests to the API. */
import { type PlayAnswer, Playground, type PlaygroundProps } from '../charts/requests/playground.tsx';
import { newCharge } from './kept-answers.ts';
import { mount } from './mount.ts';

async function send(address: string): Promise<PlayAnswer> {
  const headers = { accept: 'application/json', 'x-alir-console': '1', 'idempotency-key': newCharge() };
  const response = await fetch(address, { headers, credentials: 'same-origin' });
  const body = await response.text();
  return {
    status: `${response.status} ${response.statusText}`,
    bytes: new TextEncoder().encode(body).length,
    headers: [...response.headers],
    body,
  };
}

function BrowserPlayground(props: PlaygroundProps) {
  const browser = {
    send: (path: string) => send(props.isSample ? path : `/explorer/data${path}`),
    copy: async (text: string) => navigator.clipboard.writeText(text),
  };
  return <Playground {...props} browser={browser} />;
}

mount('playground', BrowserPlayground);
