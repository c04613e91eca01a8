import { Worker } from 'node:worker_threads';
import { workerScript } from './package-files.ts';

/** A worker thread that answers one message at a time. The first message starts it, and the next one after it has failed. */
export class WorkerThread<Message, Answer> {
  readonly #name: string;
  readonly #data: unknown;
  #worker: Worker | undefined;
  #end: (answer: Answer | null) => void = () => {};

  /** @param name of its script @param data the `workerData` of the thread */
  constructor(name: string, data: unknown = null) {
    this.#name = name;
    this.#data = data;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Call it again only after the answer. @returns null if the thread ended, or if the system has no thread left */
  ask(message: Message): Promise<Answer | null> {
    return new Promise((resolve) => {
      this.#end = resolve;
      try {
        this.#worker ??= this.#start();
        this.#worker.postMessage(message);
      } catch {
        resolve(null);
      }
    });
  }

  async terminate(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerScript(this.#name), { workerData: this.#data });
    worker.unref();
    worker.on('message', (answer: Answer) => this.#end(answer));
    // A thread that fails exits.
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#end(null);
    });
    return worker;
  }
}
