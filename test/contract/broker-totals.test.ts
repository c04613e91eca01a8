import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const QUERY = { from: DATE, to: DATE, investor: 'all' };

/** AK and ZP bought for 126,000 each, XL sold. AK also bought BBCA on the negotiated market. */
test.beforeAll(async ({ sharedAlir }) => {
  await sharedAlir.ingest(
    FILE_NAME,
    csv([
      line({ BRK_COD1: 'ZP', INV_TYP1: 'I' }),
      line({ BRK_COD1: 'AK', INV_TYP1: 'A' }),
      line({ BRK_COD1: 'AK', INV_TYP1: 'A', STK_CODE: 'BBCA', TRX_TYPE: 'NG' }),
    ]),
  );
});

const codesOf = async (alir: TestAlir, query: object = {}) =>
  (await alir.get('/brokers/ranking', { ...QUERY, ...query })).body.data.map(({ code }: any) => code);

describe('GET /brokers/ranking', () => {
  test('has the order of fields, the order of rows, and the share of each broker', async ({ sharedAlir }) => {
    const { status, headers, body } = await sharedAlir.get('/brokers/ranking', QUERY);
    expect(status).toBe(200);
    expect(headers.get('x-request-cost')).toBe('5');
    expect(headers.get('x-data-days')).toBe('1/1');
    expect(JSON.stringify(body.data)).toBe(
      '[{"code":"AK","buy_freq":1,"sell_freq":0,"buy_volume":100,"sell_volume":0,"buy_value":126000,"sell_value":0,"buy_avg":1260,"sell_avg":0,"share":25},' +
        '{"code":"ZP","buy_freq":1,"sell_freq":0,"buy_volume":100,"sell_volume":0,"buy_value":126000,"sell_value":0,"buy_avg":1260,"sell_avg":0,"share":25},' +
        '{"code":"XL","buy_freq":0,"sell_freq":2,"buy_volume":0,"sell_volume":200,"buy_value":0,"sell_value":252000,"buy_avg":0,"sell_avg":1260,"share":50}]',
    );
  });

  test('has only brokers with trades of the investor and the market', async ({ sharedAlir: alir }) => {
    expect(await codesOf(alir, { investor: 'f' })).toEqual(['AK']);
    expect(await codesOf(alir, { investor: 'd' })).toEqual(['ZP', 'XL']);
    expect(await codesOf(alir, { market: 'ng' })).toEqual(['AK', 'XL']);
    expect(await codesOf(alir, { market: 'ALL' })).toEqual(['AK', 'ZP', 'XL']);
  });
});

describe('GET /brokers/{code}/summary', () => {
  test('has the order of fields and the order of rows', async ({ sharedAlir }) => {
    const { status, headers, body } = await sharedAlir.get('/brokers/AK/summary', {
      ...QUERY,
      market: 'ALL',
    });
    expect([status, headers.get('x-request-cost')]).toEqual([200, '5']);
    expect(JSON.stringify(body.data)).toBe(
      '[{"ticker":"BBCA","buy_freq":1,"sell_freq":0,"buy_volume":100,"sell_volume":0,"buy_value":126000,"sell_value":0,"buy_avg":1260,"sell_avg":0},' +
        '{"ticker":"BRMS","buy_freq":1,"sell_freq":0,"buy_volume":100,"sell_volume":0,"buy_value":126000,"sell_value":0,"buy_avg":1260,"sell_avg":0}]',
    );
  });

  test('the market is RG by default', async ({ sharedAlir }) => {
    const { body } = await sharedAlir.get('/brokers/AK/summary', QUERY);
    expect(body.data.map(({ ticker }: any) => ticker)).toEqual(['BRMS']);
  });

  test('accepts the code in any case, with spaces', async ({ sharedAlir }) => {
    const { body } = await sharedAlir.get('/brokers/AK/summary', QUERY);
    for (const code of ['ak', 'Ak', '%20ak%20']) {
      expect((await sharedAlir.get(`/brokers/${code}/summary`, QUERY)).body).toEqual(body);
    }
  });

  test.for(['A', 'AKX', 'ranking', 'A-', '%C3%9F', "A'", '%00K', '__proto__'])(
    'refuses the code %s and says what to send',
    async (code, { sharedAlir }) => {
      const { status, headers, body } = await sharedAlir.get(`/brokers/${code}/summary`, QUERY);
      expect([status, body.code, headers.get('x-request-cost')]).toEqual([400, 'invalid_request', '0']);
      expect(body.errors).toEqual([
        {
          field: 'code',
          message: expect.stringMatching(/is not a broker code: send 2 letters or digits, such as AK$/),
        },
      ]);
    },
  );

  test('an unknown broker has no rows, with the reason no_trades', async ({ sharedAlir }) => {
    const ask = async (code: string, date: string) => {
      const { body, headers } = await sharedAlir.get(`/brokers/${code}/summary`, {
        ...QUERY,
        from: date,
        to: date,
      });
      expect(body.data).toEqual([]);
      return [headers.get('x-empty-reason'), headers.get('x-request-cost')];
    };
    expect(await ask('QQ', DATE)).toEqual(['no_trades', '5']);
    expect(await ask('QQ', '2026-01-18')).toEqual(['no_trading_day', '5']);
    expect(await ask('AK', '2026-01-20')).toEqual(['missing_day', '5']);
  });
});

describe.for(['/brokers/ranking', '/brokers/AK/summary'])('%s', (path) => {
  test('an invalid request names the field', async ({ sharedAlir }) => {
    const { investor, ...range } = QUERY;
    const fieldOf = async (query: Record<string, string>) => {
      const { status, body } = await sharedAlir.get(path, query);
      expect(status).toBe(400);
      return body.errors.map(({ field }: any) => field);
    };
    expect(await fieldOf(range)).toEqual(['investor']);
    expect(await fieldOf({ ...QUERY, market: 'TN' })).toEqual(['market']);
    expect(await fieldOf({ ...QUERY, to: '2027-01-20' })).toEqual(['to']);
    expect(await fieldOf({ ...QUERY, code: 'AK' })).toEqual(['code']);
    expect(await fieldOf({ ...QUERY, limit: '5' })).toEqual(['limit']);
  });

  test('costs 5 units, also from the cache', async ({ sharedAlir }) => {
    const used = async () => (await sharedAlir.get('/usage', {})).body.data.account.current_usage;
    const before = await used();
    for (const _ of ['computed', 'cached']) {
      expect((await sharedAlir.get(path, QUERY)).headers.get('x-request-cost')).toBe('5');
    }
    expect(await used()).toBe(before + 10);
  });
});
