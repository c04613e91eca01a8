import { expect, onTestFinished, test } from 'vitest';
import { confirmArguments } from '../../src/cli/operation/serve.ts';
import { logLine, logWarnings, resultLog, updateLog } from '../../src/cli/operation/server-log.ts';

function recorder() {
  const lines: [string, object, string][] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message]);
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}

test('any message is logged as one line of JSON with a level', () => {
  const line = logLine('error', 'two\nlines', { url: 'x' });
  expect(line).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(line)).toEqual({ level: 'error', time: expect.any(String), url: 'x', msg: 'two\nlines' });
});

test.each([
  ['published', 'info'],
  ['unchanged', 'info'],
  ['rejected', 'warn'],
  ['verified', 'info'],
  ['partial', 'info'],
  ['different', 'warn'],
])('a file of an update that is %s is logged at %s with its result', (status, level) => {
  const { lines, log } = recorder();
  const result = { file: 'DT260119.csv', status };
  resultLog(log, JSON.stringify(result));
  expect(lines).toEqual([[level, { update: result }, `update: DT260119.csv: ${status}`]]);
});

test('other output of an update is logged, without repeating the details of its results', () => {
  const { lines, log } = recorder();
  resultLog(log, 'not JSON');
  for (const line of ['warning: odd size', '  line 2: x', '', 'alir: No Alir data', 'Waiting'])
    updateLog(log, line);
  expect(lines.map(([level, , message]) => [level, message])).toEqual([
    ['warn', 'update: not JSON'],
    ['warn', 'update: odd size'],
    ['error', 'update: No Alir data'],
    ['warn', 'update: Waiting'],
  ]);
});

test('only the name and the message of a warning are logged, not the request that it holds', () => {
  const listeners = process.listeners('warning');
  onTestFinished(() => {
    process.removeAllListeners('warning');
    for (const listener of listeners) process.on('warning', listener);
  });
  const { lines, log } = recorder();
  logWarnings(log);
  const request = { headers: { authorization: 'Bearer hush' } };
  process.emit('warning', Object.assign(new Error('too many'), { name: 'MaxListeners', emitter: request }));
  expect(lines).toEqual([
    ['warn', { warning: { name: 'MaxListeners', message: 'too many' } }, 'Node.js warning'],
  ]);
});

test('a file that a person confirmed is ingested as that of its name, for this person', () => {
  const file = { path: '-a.csv', by: 'operator ani@example.com' };
  const command = ['ingest', '--json', '--confirm', '--by', 'operator ani@example.com'];
  expect(confirmArguments({ ...file, trade_date: null })).toEqual([...command, '--', '-a.csv']);
  expect(confirmArguments({ ...file, trade_date: '2026-01-19' })).toEqual([
    ...[...command, '--date', '2026-01-19', '--', '-a.csv'],
  ]);
});
