import { describe, expect } from 'vitest';
import { runProcess } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';

const REVISIONS = sized(6, 10);
const CALLERS = 16;
const TICKERS = ['BRMS', 'BBCA', 'GOTO', 'ANTM'];

/** Every ticker was bought for the same number of shares, which is that of the revision: a mix of revisions would show. */
const revision = (number: number) =>
  csv(TICKERS.map((STK_CODE) => line({ STK_CODE, STK_VOLM: number * 100 })));

describe('a day replaced by other processes while a server is under load', () => {
  test('no answer mixes revisions or is older than a previous one', async ({ alir }) => {
    await alir.ingest(FILE_NAME, revision(1));
    let isOver = false;
    let answers = 0;
    const call = async () => {
      let last = 0;
      while (!isOver) {
        const { status, body } = await alir.post('/stocks/broker-summary/batch', {
          tickers: TICKERS,
          from: DATE,
          to: DATE,
        });
        expect(status).toBe(200);
        const volumes = TICKERS.map((ticker) => body.data[ticker][0].buy_volume);
        expect(new Set(volumes).size).toBe(1);
        expect(volumes[0]).toBeGreaterThanOrEqual(last);
        last = volumes[0];
        answers += 1;
      }
      return last;
    };
    const callers = Array.from({ length: CALLERS }, call);
    for (let number = 2; number <= REVISIONS; number++) {
      const file = await writeTo(alir.outside, FILE_NAME, revision(number));
      const { code } = await runProcess(['ingest', '--confirm', file], {
        data_dir: alir.stores.folders.root,
      });
      expect(code).toBe(0);
    }
    isOver = true;
    const last = await Promise.all(callers);
    console.log(`${answers} answers while ${REVISIONS - 1} revisions were published`);
    expect(answers).toBeGreaterThan(100);
    expect(Math.min(...last)).toBeGreaterThanOrEqual((REVISIONS - 1) * 100);
  });
});
