import type { TestProject } from 'vitest/node';
import { PostgresServer, whyNoPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL server that all test files of the run share; null if there is none. */
    postgres_url: string | null;
  }
}

/** Starts a PostgreSQL server for all files of a project. A file uses databases of its own: see createDatabase. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const reason = whyNoPostgres();
  if (reason !== undefined) {
    console.log(`${reason}: the tests with PostgreSQL are skipped`);
    project.provide('postgres_url', null);
    return async () => {};
  }
  const server = await PostgresServer.start();
  project.provide('postgres_url', server.url('postgres'));
  return () => server.stop();
}
