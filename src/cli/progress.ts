import type { Io } from './io.ts';

const WIDTH = 24;

/** A progress bar on one line of a terminal; draws nothing if the stream is not a terminal. */
export class Progress {
  readonly #total_bytes: number;
  readonly #total: number;
  readonly #started_ms: number;
  readonly #now_ms: () => number;
  readonly #stream: Io['stderr'];
  #done_bytes = 0;
  #done = 0;

  constructor(sizes: readonly number[], stream: Io['stderr'], now_ms: () => number) {
    this.#total = sizes.length;
    this.#total_bytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
    this.#stream = stream;
    this.#now_ms = now_ms;
    this.#started_ms = now_ms();
    this.#draw();
  }

  advance(bytes: number): void {
    this.#done += 1;
    this.#done_bytes += bytes;
    this.#draw();
  }

  /** Clears the line before other output. */
  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[2K');
  }

  #draw(): void {
    if (!this.#stream.isTTY) return;
    this.clear();
    this.#stream.write(this.line());
  }

  line(): string {
    const seconds = (this.#now_ms() - this.#started_ms) / 1000;
    const part = this.#total_bytes === 0 ? 0 : this.#done_bytes / this.#total_bytes;
    const bar = '='.repeat(Math.round(part * WIDTH)).padEnd(WIDTH);
    const rate = seconds > 0 ? this.#done_bytes / seconds : 0;
    const left = rate > 0 ? duration((this.#total_bytes - this.#done_bytes) / rate) : '-';
    return `[${bar}] ${this.#done}/${this.#total} files, ${(rate / 1e6).toFixed(1)} MB/s, ${left} left`;
  }
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}

/** Shows how many are done on one line of a terminal, such as `3/20 days`. An error of the command replaces the line. */
export function counter(stream: Io['stderr'], unit: string): (done: number, total: number) => void {
  return (done, total) => {
    if (stream.isTTY) stream.write(`${done}/${total} ${unit}${done === total ? '\n' : '\r'}`);
  };
}
