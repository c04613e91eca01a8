import { afterAll, afterEach } from 'vitest';
import { endFile, endTest } from './cleanups.ts';

// Vitest runs this before each test file.

afterEach(endTest);
afterAll(endFile);
