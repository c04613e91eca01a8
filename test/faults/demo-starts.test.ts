import { describe, expect } from 'vitest';
import { startServing, stop } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';

const STARTS = sized(2, 10);

describe(`the demo on Node ${process.versions.node}`, () => {
  test(`starts ${STARTS} times in a row, answers a charged request each time, and exits with status 0`, async ({
    folder: cwd,
  }) => {
    const exit_codes: (number | null)[] = [];
    for (let start = 0; start < STARTS; start++) {
      const { child, printed } = await startServing(['demo'], { cwd });
      const response = await fetch(`${printed.url}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, {
        headers: { authorization: `Bearer ${printed.api_key}` },
      });
      expect([response.status, response.headers.get('x-request-cost')]).toEqual([200, '1']);
      await response.arrayBuffer();
      const billing = await fetch(`${printed.url}/account/keys`, {
        headers: { authorization: `Bearer ${printed.mcp_key}` },
      });
      // A key that is known, and for data only.
      expect(billing.status).toBe(403);
      exit_codes.push(await stop(child));
    }
    expect(exit_codes).toEqual(Array(STARTS).fill(0));
  });
});
