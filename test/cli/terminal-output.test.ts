import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { Invocation } from '../../src/cli/invocation.ts';
import type { Io } from '../../src/cli/io.ts';
import { counter, Progress } from '../../src/cli/progress.ts';
import { onInterrupt, StopSignals, untilStopped } from '../../src/cli/signals.ts';
import { waitForWriter } from '../../src/cli/writer-wait.ts';
import { AlirError } from '../../src/core/errors.ts';
import { testIo } from '../support/cli.ts';

const CLEARED = '\r\u001b[2K';

function streamOf(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  return { stream, written: () => String(stream.read() ?? '') };
}

describe('the progress of files', () => {
  test('has a bar, the rate and the time that is left', () => {
    const { stream, written } = streamOf(true);
    let now_ms = 5000;
    const progress = new Progress([1_000_000, 2_000_000, 1_000_000], stream, () => now_ms);
    const lines = [written()];
    for (const [seconds, bytes] of [
      [0.1, 1_000_000],
      [40, 2_000_000],
      [10, 1_000_000],
    ] as const) {
      now_ms += 1000 * seconds;
      progress.advance(bytes);
      lines.push(written());
    }
    expect(lines.map((text) => text.replace(CLEARED, ''))).toEqual([
      '[                        ] 0/3 files, 0.0 MB/s, - left',
      '[======                  ] 1/3 files, 10.0 MB/s, 0:00 left',
      '[==================      ] 2/3 files, 0.1 MB/s, 0:13 left',
      '[========================] 3/3 files, 0.1 MB/s, 0:00 left',
    ]);
    progress.clear();
    expect(written()).toBe(CLEARED);
  });

  test('says minutes and seconds, and divides no file by zero', () => {
    let now_ms = 0;
    const progress = new Progress([1, 99], streamOf(true).stream, () => now_ms);
    now_ms = 1250;
    progress.advance(1);
    expect(progress.line()).toBe('[                        ] 1/2 files, 0.0 MB/s, 2:04 left');
    expect(new Progress([0], streamOf(true).stream, () => 0).line()).toContain('0/1 files, 0.0 MB/s, - left');
  });

  test('is drawn only on a terminal', () => {
    const { stream, written } = streamOf(false);
    const progress = new Progress([1], stream, () => 0);
    progress.advance(1);
    progress.clear();
    counter(stream, 'days')(1, 1);
    expect(written()).toBe('');
  });

  test('of days is a counter that ends its line', () => {
    const { stream, written } = streamOf(true);
    const count = counter(stream, 'days');
    count(1, 2);
    count(2, 2);
    expect(written()).toBe('1/2 days\r2/2 days\n');
  });
});

describe('a signal', () => {
  test.each(['SIGTERM', 'SIGINT'])('%s stops a server', async (signal) => {
    const { io } = testIo({});
    let isStopped = false;
    const stopped = untilStopped(io).then(() => {
      isStopped = true;
    });
    await Promise.resolve();
    expect(isStopped).toBe(false);
    (io as unknown as EventEmitter).emit(signal);
    await stopped;
    expect(isStopped).toBe(true);
  });

  test.each(['SIGTERM', 'SIGINT'])(
    '%s ends the work after its step; a second one ends the process',
    (name) => {
      const { io } = testIo({});
      const seen: string[] = [];
      const signal = onInterrupt(io, () => seen.push('first'));
      expect(signal.aborted).toBe(false);
      const emitter = io as unknown as EventEmitter;
      emitter.emit(name);
      expect([signal.aborted, seen]).toEqual([true, ['first']]);
      // Without a listener, the signal ends the process.
      expect([emitter.listenerCount('SIGINT'), emitter.listenerCount('SIGTERM')]).toEqual([0, 0]);
    },
  );

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s is remembered, and passed to the listener', (name) => {
    const { io } = testIo({});
    const signals = new StopSignals(io);
    const emitter = io as unknown as EventEmitter;
    expect(signals.isStopRequested).toBe(false);
    emitter.emit(name);
    expect(signals.isStopRequested).toBe(true);
    const seen: string[] = [];
    signals.listen((signal) => seen.push(signal));
    emitter.emit(name);
    expect(seen).toEqual([name]);
  });
});

/** A process that gets signals. */
function testProcess() {
  const stdout = Object.assign(new EventEmitter(), { write: vi.fn() });
  const io = Object.assign(new EventEmitter(), { stdout, stderr: { write: vi.fn() }, exit: vi.fn() });
  return io as typeof io & Io;
}

test('a command waits ten minutes for another one that writes, and says so', () => {
  const io = testProcess();
  const notice = vi.fn();
  const { patience_ms, signal, onWait } = waitForWriter({ io, notice, record: () => {} }, 'Stopping.');
  expect(patience_ms).toBe(600_000);
  onWait();
  io.emit('SIGINT');
  expect(signal.aborted).toBe(true);
  expect(notice.mock.calls.flat()).toEqual([
    'Waiting for another Alir process that is writing to this data folder. Press Ctrl-C to cancel.',
    'Stopping.',
  ]);
});

test('output that nobody reads ends a command, and a full disk is reported', () => {
  const io = testProcess();
  new Invocation(io).endWithOutput();
  io.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect([io.stderr.write.mock.calls, io.exit.mock.calls]).toEqual([[], [[1]]]);
  io.stdout.emit('error', Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  expect(io.stderr.write.mock.calls).toEqual([['alir: Writing the output failed: no space left.\n']]);
});

test('an error of a server is a line of its log, also one that nothing handled', () => {
  const io = testProcess();
  const invocation = new Invocation(io);
  const wrong = new AlirError('bad_configuration', 'ALIR_PORT is wrong.');
  expect(invocation.report(wrong)).toBe(2);
  invocation.logErrors();
  io.emit('uncaughtException', new AlirError('no_data', 'There is none.'));
  const [[text], [line]] = io.stderr.write.mock.calls as [[string], [string]];
  expect(text).toBe('alir: ALIR_PORT is wrong.\n');
  expect(JSON.parse(line)).toEqual({ level: 'error', time: expect.any(String), msg: 'There is none.' });
  expect(io.exit.mock.calls).toEqual([[1]]);
});
