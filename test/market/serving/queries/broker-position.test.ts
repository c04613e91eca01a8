import { expect, test } from 'vitest';
import { Position } from '../../../../src/market/serving/queries/broker-position.ts';
import fc from '../../../support/properties.ts';

type Fraction = readonly [bigint, bigint];

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
const reduced = ([n, d]: Fraction): Fraction => [n / gcd(n, d), d / gcd(n, d)];
const sum = ([a, b]: Fraction, [c, d]: Fraction) => reduced([a * d + c * b, b * d]);
const product = ([a, b]: Fraction, [c, d]: Fraction) => reduced([a * c, b * d]);

/** The same position as a pool of money: what adds to it brings its price, what leaves it takes its part of the pool. */
function pool(days: readonly { net: number; price: Fraction }[]): {
  shares: number;
  cost: Fraction;
  days: number;
} {
  let [shares, cost, held]: [number, Fraction, number] = [0, [0n, 1n], 0];
  for (const { net, price } of days) {
    const taken = Math.sign(net) === -Math.sign(shares) ? Math.min(Math.abs(net), Math.abs(shares)) : 0;
    if (taken > 0) cost = product(cost, [BigInt(Math.abs(shares) - taken), BigInt(Math.abs(shares))]);
    shares += Math.sign(net) * taken;
    if (shares === 0) held = 0;
    const added = Math.abs(net) - taken;
    cost = sum(cost, product([BigInt(added), 1n], price));
    shares += Math.sign(net) * added;
    if (shares !== 0) held += 1;
  }
  return { shares, cost, days: held };
}

test('a position equals a pool of money, for random days', () => {
  const day = fc.record({
    net: fc.integer({ min: -5, max: 5 }).chain((lots) => fc.constantFrom(lots * 100, lots, lots * 3)),
    price: fc.tuple(fc.bigInt(1n, 100_000n), fc.bigInt(1n, 50n)),
  });
  fc.assert(
    fc.property(fc.array(day, { maxLength: 40 }), (days) => {
      const position = new Position();
      for (const { net, price } of days) {
        if (net !== 0) position.trade(BigInt(net), price);
        position.endDay();
      }
      const { shares, cost, days: held } = pool(days);
      expect([position.shares, position.days_held]).toEqual([BigInt(shares), held]);
      const total = product(position.average, [BigInt(Math.abs(shares)), 1n]);
      expect(total).toEqual(reduced(cost));
      // A long position of value v and cost c has the result v - c; a short one c - v.
      const value = 777n * BigInt(Math.abs(shares));
      const [n, d] = sum([shares < 0 ? -value : value, 1n], shares < 0 ? cost : [-cost[0], cost[1]]);
      const off = 2n * (position.resultAt([777n, 1n]) * d - n);
      expect(off <= d && off >= -d).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
