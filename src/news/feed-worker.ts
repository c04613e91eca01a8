import { parentPort } from 'node:worker_threads';
import { FeedError } from './feed-error.ts';
import type { ReadingAnswer, ReadingTask } from './feed-reader.ts';
import { readFeed } from './read-feed.ts';

// Runs in a worker thread, which FeedReader terminates when a feed takes too long.
parentPort?.on('message', ({ feed, time_zone }: ReadingTask) => {
  readFeed(feed, time_zone)
    .then(
      (articles): ReadingAnswer => ({ articles }),
      (error: Error): ReadingAnswer => ({
        reason: error instanceof FeedError ? error.reason : 'not_a_feed',
        message: error.message,
      }),
    )
    .then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');
