import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { PageTranscript } from '../../support/page-transcript.ts';

const FOLDER = join(import.meta.dirname, 'transcripts');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

test.for(FILES)('%s', async (name) => {
  await new PageTranscript(join(FOLDER, name)).compare();
});
