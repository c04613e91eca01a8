import { describe, expect } from 'vitest';
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
});
