import { expect, test } from 'vitest';
import { allows, STATES, stateAfter, TRANSITIONS } from '../../../src/commerce/billing/order-states.ts';
import { ORDER_STATES, type OrderState } from '../../../src/core/commerce-terms.ts';

test('the table of states is printed for readers', async () => {
  const states = Object.entries(STATES).map(([state, { shown, waits_for, about }]) => [
    state,
    about,
    `shown as ${shown}`,
    waits_for === null ? 'waits for nobody' : `waits for the ${waits_for}`,
  ]);
  const events = TRANSITIONS.map(([event, from, guard, to, effect]) => [
    event,
    from.length === ORDER_STATES.length ? 'any' : from.join(', '),
    guard === null ? 'always' : `if ${guard}`,
    to,
    effect,
  ]);
  const text = [...states, [], ...events].map((cells) => cells.join(' | ')).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../../../docs/order-states.txt');
});

test('an event that cannot happen is refused with the state and a command', () => {
  const order = { order_id: 'o1', state: 'refunded' } as const;
  expect(allows('confirmed', order)).toBe(false);
  expect(() => stateAfter('confirmed', order)).toThrow(
    'The order o1 is refunded, so it cannot be confirmed. To see it, run: alir order show o1',
  );
});

test('each state can be left for another one, but for those that end', () => {
  const refund = (state: OrderState) => allows('refunded', { order_id: 'o', state });
  expect(Object.keys(STATES).filter((state) => refund(state as OrderState))).toEqual([
    'applied',
    'attention',
  ]);
});
