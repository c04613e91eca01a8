import { join } from 'node:path';
import { compareTranscripts } from '../support/http-transcript.ts';

compareTranscripts(join(import.meta.dirname, 'transcripts/market'));
