import type { Reporter, TestModule } from 'vitest/node';

/** Names the test files that are running when the run is ended by a signal: a test in an endless loop blocks the limits of Vitest too. */
export default class UnfinishedReporter implements Reporter {
  readonly #running = new Set<string>();

  onInit(): void {
    process.once('SIGTERM', () => {
      for (const name of this.#running) console.error(`FAILED: not finished: ${name}`);
      process.exit(1);
    });
  }

  onTestModuleStart({ relativeModuleId, project }: TestModule): void {
    this.#running.add(`${project.name} ${relativeModuleId}`);
  }

  onTestModuleEnd({ relativeModuleId, project }: TestModule): void {
    this.#running.delete(`${project.name} ${relativeModuleId}`);
  }
}
