import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { RequestLog } from '../../../src/api/http/monitoring/request-log.ts';
import { fakeTimers } from '../../support/cleanups.ts';

let lines: [level: string, fields: Record<string, unknown>, message: string][];
let requests: RequestLog;
const logAt = (level: string) => {
  const at = (name: string) => (fields: Record<string, unknown>, message: string) =>
    void lines.push([name, fields, message]);
  return { level, debug: at('debug'), info: at('info'), error: at('error') } as never;
};

beforeEach(() => {
  [lines, requests] = [[], new RequestLog()];
  fakeTimers();
});

/** The lines of a request that ended. */
function ended(status: number, more: { level?: string; key_id?: string; ip?: string; error?: Error } = {}) {
  const { level = 'info', key_id = '', ip = '198.51.100.7', error = null } = more;
  const request = {
    ...{ log: logAt(level), ip, key_id, id: 'r1', method: 'GET' },
    routeOptions: { url: '/foreign-flow' },
  };
  const reply = { statusCode: status, elapsedTime: 12.345, getHeader: () => '2' };
  requests.requestCompleted(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply);
  return lines.splice(0);
}
const line = { request_id: 'r1', method: 'GET', route: '/foreign-flow', ms: 12.3 };
const refused = { ...line, address: '198.51.100.7' };

test('a success has a line at debug only, a refusal at info, a failure at error', () => {
  expect(ended(200)).toEqual([]);
  expect(ended(399)).toEqual([]);
  expect(ended(200, { level: 'debug', key_id: 'k' })).toEqual([
    ['debug', { ...line, status: 200, key_id: 'k', units: '2' }, 'request'],
  ]);
  expect(ended(400)).toEqual([['info', { ...refused, status: 400 }, 'request']]);
  expect(ended(499, { key_id: 'k' })).toEqual([
    ['info', { ...refused, status: 499, key_id: 'k', units: '2' }, 'request'],
  ]);
  const error = new Error('the disk');
  expect(ended(500, { error })).toEqual([['error', { ...refused, status: 500, err: error }, 'request']]);
});

test('refusals of one kind have 5 lines a minute, then their number; failures of callers have all lines', () => {
  const count = (status: number, more: object = {}) =>
    Array.from({ length: 7 }, () => ended(status, more)).flat().length;
  expect([count(400), count(429), count(400, { key_id: 'k' }), count(400, { ip: '203.0.113.1' })]).toEqual([
    5, 5, 5, 5,
  ]);
  expect([count(500), count(500, { key_id: 'k' }), count(404, { level: 'debug' })]).toEqual([5, 7, 7]);
  vi.advanceTimersByTime(60_000);
  const of = { address: '198.51.100.7', count: 2 };
  expect(lines.splice(0).map(([level, fields]) => [level, fields])).toEqual([
    ['info', { ...of, status: 400 }],
    ['info', { ...of, status: 429 }],
    ['info', { ...of, status: 400, key_id: 'k' }],
    ['info', { ...of, status: 400, address: '203.0.113.1' }],
    ['info', { ...of, status: 500 }],
  ]);
  expect(ended(400)).toHaveLength(1);
});

test('a refused connection is a refusal of its address', () => {
  for (let times = 0; times < 6; times++)
    requests.refusedConnection(logAt('info'), '203.0.113.1', 'too many');
  expect(lines.splice(0)).toEqual(
    new Array(5).fill(['info', { address: '203.0.113.1', reason: 'too many' }, 'connection refused']),
  );
  requests.summarise(logAt('info'));
  const message = 'refused requests that were not logged one by one';
  expect(lines).toEqual([['info', { address: '203.0.113.1', status: 0, count: 1 }, message]]);
});
