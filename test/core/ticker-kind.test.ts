import { describe, expect, test } from 'vitest';
import { TICKER_KINDS, type TickerKind, tickerKind } from '../../src/core/market/ticker-kind.ts';

const TICKERS: Readonly<Record<TickerKind, readonly string[]>> = {
  fund: ['XIIT', 'XCID', 'R-LQ45X', 'R-ABFII'],
  stock: ['BBCA', 'GOTO', 'GOTOM', 'EXCL', 'AAXX'],
  right: ['BRMS-R', 'BRMS-R2', 'XBCA-R'],
  warrant: ['BRMS-W', 'BRMS-W2', 'BRMS-W10'],
  structured_warrant: ['ADRODRCM3A', 'BBRIDRCM3A', 'BBCAYPPX5B'],
  other: ['BRMS-X', 'BRMS-', 'BRMS-WA', 'BRMSW', 'BRM', 'B1MS', '1', 'ADRODRXM3A', 'R', 'R-'],
};

describe('the kind of a ticker', () => {
  test.for(TICKER_KINDS)('is %s by its form', (kind) => {
    for (const ticker of TICKERS[kind]) expect([ticker, tickerKind(ticker)]).toEqual([ticker, kind]);
  });
});
