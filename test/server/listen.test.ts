import type { FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { listen, listenForMetrics } from '../../src/server/listen.ts';

/** An app whose port cannot be used for a reason; null if it can. */
function appOf(code: string | null = null) {
  const onClose: (() => unknown)[] = [];
  const app = {
    listen: vi.fn(async ({ host, port }: { host: string; port: number }) => {
      if (code !== null) throw Object.assign(new Error('no port'), { code });
      return `http://${host}:${port}`;
    }),
    addHook: (name: string, hook: () => unknown) => void onClose.push(name === 'onClose' ? hook : () => {}),
    close: vi.fn(async () => {
      for (const hook of onClose) await hook();
    }),
  };
  return app as typeof app & FastifyInstance;
}
const CONFIG = { host: '10.1.2.3', metrics_port: 9000 };
const configOf = (metrics_token: string) =>
  ({ ...CONFIG, metrics_token }) as unknown as Parameters<typeof listenForMetrics>[2];

test.for([
  ['', 'http://127.0.0.1:9000'],
  ['a secret token', 'http://10.1.2.3:9000'],
] as const)('metrics with the token %j are at %s, until the server closes', async ([token, url]) => {
  const [app, metrics] = [appOf(), appOf()];
  expect(await listenForMetrics(app, metrics, configOf(token))).toBe(url);
  expect([app.close, metrics.close].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  await app.close();
  expect(metrics.close).toHaveBeenCalledTimes(1);
});

test.for([
  ['EADDRINUSE', 'another program listens there. Stop it, or set ALIR_METRICS_PORT to another port'],
  ['EACCES', 'this user may not use the port. Set ALIR_METRICS_PORT to 1024 or above'],
] as const)('a port of metrics that cannot be used (%s) closes both servers', async ([code, reason]) => {
  const [app, metrics] = [appOf(), appOf(code)];
  await expect(listenForMetrics(app, metrics, configOf(''))).rejects.toMatchObject({
    code: 'port_in_use',
    message: `Cannot listen on 127.0.0.1:9000 (${code}): ${reason}.`,
  });
  expect(app.close).toHaveBeenCalledTimes(1);
  expect(metrics.close).toHaveBeenCalled();
});

test('a server that cannot listen is closed, and the error names its port', async () => {
  const app = appOf('EADDRINUSE');
  await expect(listen(app, { host: '::1', port: 8080 })).rejects.toThrow('set ALIR_PORT to another port');
  const other = appOf('EIO');
  await expect(listen(other, { host: '::1', port: 8080 })).rejects.toMatchObject({ code: 'EIO' });
  expect([app.close, other.close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
