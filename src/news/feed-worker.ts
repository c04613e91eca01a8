import { parentPort } from 'node:worker_threads';
import { FeedAbsent } from './feed-absent.ts';
import type { ReadingAnswer, ReadingTask } from './feed-reader.ts';
import { readFeed } from './read-feed.ts';

// Runs in a thread of its own, which FeedReader kills when a feed takes too long.
parentPort?.on('message', ({ feed, time_zone }: ReadingTask) => {
  readFeed(feed, time_zone)
    .then(
      (articles): ReadingAnswer => ({ articles }),
      (error: Error): ReadingAnswer => ({
        reason: error instanceof FeedAbsent ? error.reason : 'not_a_feed',
        message: error.message,
      }),
    )
    .then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');
