import { expect, test, vi } from 'vitest';
import { toolsOf } from '../../../src/api/mcp/tool.ts';
import { AlirError } from '../../../src/core/errors.ts';

test.for([
  ['internal_error', true],
  ['overloaded', true],
  ['quota_exceeded', false],
  ['invalid_request', false],
] as const)('a call that fails with %s is a failure of the server: %s', async ([code, isFailure]) => {
  const error = new AlirError(code, 'not now');
  const ask = () => Promise.reject(error);
  const endpoint = { name: 'get_news', method: 'GET', path: '/news' };
  const [tool] = toolsOf([endpoint] as never, { ask } as never);
  const onFailure = vi.fn();
  const context = { withCurrentLimits: async (shown: AlirError) => shown };
  const defer = () => 'later';
  const result = await tool?.call({ context, input: {}, response: null, defer, onFailure } as never);
  expect(result).toMatchObject({ isError: true });
  expect(onFailure.mock.calls).toEqual(isFailure ? [[error]] : []);
});
