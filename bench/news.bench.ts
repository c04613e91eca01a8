import { expect, test } from 'vitest';
import { serveHostileFeeds, startNewsServer } from '../test/support/hostile-feeds.ts';
import { Publishers } from '../test/support/publishers.ts';
import { median } from './support/demo-data.ts';
import { load } from './support/load.ts';
import { report } from './support/report.ts';

const ROUNDS = 5;

test('GET /usage while hostile publishers are read, beside idle', async () => {
  const publishers = await Publishers.start();
  const server = await startNewsServer(publishers, serveHostileFeeds(publishers));
  const { url, key } = server;
  const usage = () => load({ url, paths: ['/usage'], key, connections: 10, rate: 500, seconds: 4 });
  const p99_ms = { idle: [] as number[], hostile: [] as number[] };
  const news_s: number[] = [];
  await usage();
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await usage();
    const started = performance.now();
    const news = server.get('/news').then(async (answer) => {
      expect(Object.keys(((await answer.json()) as { data: object }).data)).toHaveLength(8);
      news_s.push((performance.now() - started) / 1000);
    });
    const hostile = await usage();
    await news;
    server.later();
    expect(idle.failed + hostile.failed).toBe(0);
    p99_ms.idle.push(idle.p99_ms);
    p99_ms.hostile.push(hostile.p99_ms);
  }
  const ratio = median(p99_ms.hostile.map((ms, round) => ms / (p99_ms.idle[round] ?? 1)));
  report('news from hostile publishers', [
    { what: 'GET /usage, 500 a second, idle', 'p99 ms': median(p99_ms.idle), ratio: 1 },
    { what: 'while hostile feeds are read', 'p99 ms': median(p99_ms.hostile), ratio, 'at most': 5 },
    { what: 'GET /news meanwhile', seconds: median(news_s), 'at most': 5 },
  ]);
});
