import type { VNode } from 'preact';
import type { Locale } from '../locale.ts';
import { PairedBars } from '../paired-bars.tsx';
import { Picture } from '../picture.tsx';
import { brokerRequest } from '../requests.ts';
import type { BrokerStockRow } from '../rows.ts';
import { tableOf } from '../rows-table.tsx';
import { bookColumns, LARGEST_NET_FIRST } from '../table-columns.ts';
import { Figure } from './key-figures.tsx';
import { useAnswers } from './use-answers.ts';
import { ViewCost } from './view-cost.tsx';
import type { ViewProps } from './view-props.ts';

const BARS = 25;

/** What one broker bought and sold. */
export function BrokerView(props: ViewProps<'broker'>): VNode {
  const { subject, selection, locale, links, browser } = props;
  const { texts, numbers } = locale;
  const { code } = subject;
  const requests = { book: brokerRequest(code, selection) };
  const answers = useAnswers(requests, [], props);
  const answer = answers.of('book');
  return (
    <>
      <BookTotals
        rows={answer.state === 'ready' ? (answer.data as readonly BrokerStockRow[]) : undefined}
        locale={locale}
      />
      <div class="grid">
        <Picture
          {...answers.pictureOf('book')}
          id="book"
          span={12}
          title={texts.book.title(code)}
          note={texts.book.note(numbers.full(BARS))}
          isEmpty={(rows: readonly BrokerStockRow[]) => rows.length === 0}
          table={tableOf(texts.book.title(code), bookColumns(locale, links), locale, LARGEST_NET_FIRST)}
        >
          {(rows: readonly BrokerStockRow[], width) => (
            <PairedBars
              label={texts.book.title(code)}
              items={rows.map((row) => {
                const amount = row.buy_value - row.sell_value;
                const average = amount > 0 ? row.buy_avg : row.sell_avg;
                return { code: row.ticker, amount, average, is_tinted: false };
              })}
              count={BARS}
              headings={{ left: texts.paired.buy, right: texts.paired.sell, amount: texts.paired.net_value }}
              colours={{ left: 'buy', right: 'sell' }}
              width={width}
              locale={locale}
              writeAmount={(amount) => numbers.millions(amount)}
              read={({ code: ticker, amount, average = 0 }) =>
                texts.book[amount > 0 ? 'buyer' : 'seller'](
                  ticker,
                  numbers.full(Math.abs(amount)),
                  numbers.full(average, 2),
                )
              }
              open={({ code: ticker }) => browser?.go(links.ticker(ticker))}
            />
          )}
        </Picture>
      </div>
      <ViewCost units={answers.units} isLoading={answers.isLoading} locale={locale} />
    </>
  );
}

/** What the broker bought and sold in all stocks. */
function BookTotals({
  rows,
  locale: { texts, numbers },
}: {
  rows: readonly BrokerStockRow[] | undefined;
  locale: Locale;
}): VNode {
  const sum = (field: 'buy_value' | 'sell_value') => rows?.reduce((total, row) => total + row[field], 0) ?? 0;
  const [bought, sold] = [sum('buy_value'), sum('sell_value')];
  const { book, units } = texts;
  return (
    <dl class="kpi figures">
      <Figure title={book.bought} unit={units.idr}>
        {rows && numbers.short(bought)}
      </Figure>
      <Figure title={book.sold} unit={units.idr}>
        {rows && numbers.short(sold)}
      </Figure>
      <Figure title={book.net} unit={units.idr}>
        {rows && numbers.signed(bought - sold)}
      </Figure>
      <Figure title={book.stocks} unit={undefined}>
        {rows && numbers.full(rows.length)}
      </Figure>
    </dl>
  );
}
