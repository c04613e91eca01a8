import { expect, test } from 'vitest';
import { brokerSummaryEndpoints } from '../../../../src/api/endpoints/market/broker-summary.ts';
import { refuseEncoded } from '../../../../src/api/http/admission/admission.ts';
import { parseInput, RequestParser, resolved } from '../../../../src/api/http/admission/parsed-request.ts';
import { actionsOf } from '../../../support/corporate-actions.ts';

const [summary, batch, daily] = brokerSummaryEndpoints({} as never, actionsOf());
const RANGE = { from: '2026-01-05', to: '2026-01-09', investor: 'all' };
const ONE = { ticker: 'BBCA', ...RANGE };
const TWO = { tickers: ['BBCA', 'BBRI'], ...RANGE };

test('equal requests have one name, and each difference has another', () => {
  const name = (endpoint = summary, sent: object = ONE) => parseInput(endpoint as never, sent).name;
  const { ticker, ...rest } = ONE;
  for (const same of [
    { ...rest, ticker: ' bbca' },
    { ...ONE, market: 'rg' },
    { ...ONE, names: '1' },
  ])
    expect(name(summary, same)).toBe(name());
  const others = [
    name(),
    name(daily),
    name(batch, TWO),
    name(batch, { ...TWO, dry_run: true }),
    ...[
      { market: 'NG' },
      { investor: 'f' },
      { to: '2026-01-08' },
      { ticker: 'BBRI' },
      { known_at: '2026-01-10T00:00:00Z' },
      { known_at: '2026-01-11T00:00:00Z' },
    ].map((change) => name(summary, { ...ONE, ...change })),
  ];
  expect(new Set(others).size).toBe(others.length);
});

test('a body is refused if it is encoded', () => {
  const refuse = (encoding?: string) => () =>
    refuseEncoded({ headers: { 'content-encoding': encoding } } as never);
  for (const plain of [undefined, 'identity']) expect(refuse(plain)).not.toThrow();
  expect(refuse('gzip')).toThrow('The Content-Encoding gzip is not supported.');
});

test('a dry run has a cost, and is free', () => {
  expect(parseInput(batch as never, TWO)).toMatchObject({ units: 2, dry_run_units: null, has_names: false });
  expect(parseInput(batch as never, { ...TWO, dry_run: true })).toMatchObject({ units: 0, dry_run_units: 2 });
  expect(parseInput(summary as never, { ...ONE, names: '1' })).toMatchObject({
    has_names: true,
    known_at: null,
  });
});

test('the name of a request has what its references stood for', async () => {
  const parsed = parseInput(summary as never, ONE);
  const nameWith = async (ticker: string) =>
    (await resolved({ resolve: async () => ({ ticker }) } as never, parsed, {} as never)).name;
  const names = [parsed.name, await nameWith('BBCA'), await nameWith('BBRI')];
  expect(new Set(names).size).toBe(3);
  expect(await resolved({} as never, parsed, {} as never)).toBe(parsed);
});

test('a POST has no query parameters, and no field twice', () => {
  const read = (url: string, body: object, params: object = {}) =>
    new RequestParser().read(batch as never, { raw: { url }, params, headers: {}, body } as never);
  expect(read('/stocks/broker-summary/batch', TWO)).toMatchObject({ units: 2 });
  expect(() => read('/stocks/broker-summary/batch?names=1', TWO)).toThrow(
    'names is not a field of this endpoint: remove it',
  );
  expect(() => read('/', TWO, { from: '2026-01-01' })).toThrow('from is not a field of this endpoint');
});
