// A load of HTTP requests from a process of its own: for every path of a file in turn, shared out among the connections.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const { url, paths, key, connections, seconds, rate } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let next = 0;
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  ...(rate ? { overallRate: rate } : {}),
  headers: { authorization: `Bearer ${key}` },
  setupClient: (client) => {
    const share = paths.filter((_, place) => place % connections === next % connections);
    next += 1;
    client.setRequests((share.length > 0 ? share : paths).map((path) => ({ path })));
  },
});
console.log(
  JSON.stringify({
    per_second: result.requests.average,
    p99_ms: result.latency.p99,
    answered: result['2xx'],
    failed: result.non2xx + result.errors,
  }),
);
