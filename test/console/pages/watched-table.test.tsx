import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { type View, ViewContext } from '../../../src/console/pages/components/view.ts';
import { WatchedTable } from '../../../src/console/pages/watchlist/watched-table.tsx';
import { localeOf } from '../../../src/console/texts/texts.ts';
import type { WatchedStock } from '../../../src/market/serving/queries/watched-stocks.ts';

const NO_TRADES: WatchedStock = {
  ...{
    ticker: 'NONE',
    close: null,
    change: null,
    net_foreign: null,
    buyer: null,
    seller: null,
    unusual: null,
  },
  ...{ closes: [], flows: [] },
};
const unusual = (percentile: number) => ({ measure: 'volume_ratio_20d' as const, value: 3.5, percentile });

const top = (code: string, average: number) => ({ code, average, net_value: 1 });

const STOCKS: WatchedStock[] = [
  { ...NO_TRADES, ticker: 'HIGH', close: 50, change: 0, net_foreign: -3e9, unusual: unusual(97) },
  NO_TRADES,
  { ...NO_TRADES, ticker: 'LOW', close: 9000, change: -1.5, net_foreign: 2e9, unusual: unusual(1) },
  {
    ...{ ...NO_TRADES, ticker: 'ALL', close: 700, change: 2.25, net_foreign: 0, unusual: unusual(60) },
    ...{ buyer: top('AK', 701), seller: top('YP', 699) },
    ...{ closes: [690, null, 700], flows: [1e9, null, -1e9] },
  },
];

/** The texts of the cells of each row. */
function rowsOf(sort?: string): string[] {
  const names = {
    nameOf: (ticker: string) => (ticker === 'ALL' ? 'All Tbk' : undefined),
    isBroker: () => true,
    isForeign: (code: string) => code === 'AK',
  };
  const view = { url: '/watchlist', ...localeOf('en') } as View;
  const html = render(
    <ViewContext.Provider value={view}>
      <WatchedTable stocks={STOCKS} names={names} sort={sort} />
    </ViewContext.Provider>,
  );
  const [, body = ''] = /<tbody>(.*)<\/tbody>/s.exec(html) ?? [];
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) =>
      row
        .replaceAll(/<svg.*?<\/svg>/gs, '')
        .split(/<\/t[hd]>/)
        .map((cell) => cell.replaceAll(/<[^>]+>/g, '').trim())
        .join(' | '),
    );
}

test.for([
  [undefined, 'LOW HIGH ALL NONE'],
  ['unusual', 'ALL HIGH LOW NONE'],
  ['-ticker', 'NONE LOW HIGH ALL'],
  ['-close', 'LOW ALL HIGH NONE'],
  ['change', 'LOW HIGH ALL NONE'],
  ['-net_foreign', 'LOW ALL HIGH NONE'],
] as const)('watched stocks sorted by %s: those without a value are last', ([sort, expected]) => {
  expect(rowsOf(sort).map((row) => /[A-Z]+/.exec(row)?.[0])).toEqual(expected.split(' '));
});

test('the cells of watched stocks', () => {
  expect(rowsOf()).toMatchInlineSnapshot(`
    [
      "LOW 3.50× Volume to its median, 20 days |  | 9,000 | ▼−1.50%+2.0 B |  | +2.0 B |  |  | 3.50× Volume to its median, 20 days | 1st | ",
      "HIGH 3.50× Volume to its median, 20 days |  | 50 | 0.00%−3.0 B |  | −3.0 B |  |  | 3.50× Volume to its median, 20 days | 97th | ",
      "ALL All Tbknothing unusual |  | 700 | ▲+2.25%0 |  | 0 | AK 701 | YP 699 | nothing unusual | 60th | ",
      "NONE nothing unusual |  | no trades | –– |  | – |  |  | nothing unusual | too short | ",
    ]
  `);
});
