import type { VNode } from 'preact';
import type { BrokerStockRow } from '../../../core/market/rows.ts';
import { LargeFigure } from '../figures.tsx';
import { useLocale } from '../locale.ts';
import { DaysNotice } from '../pictures/days-notice.tsx';
import { Picture } from '../pictures/picture.tsx';
import { dataOf } from '../requests/answer.ts';
import { brokerRequest } from '../requests/requests.ts';
import { bookColumns, LARGEST_NET_FIRST } from '../tables/table-columns.ts';
import { TotalsTable } from './totals-table.tsx';
import { useAnswers } from './use-answers.ts';
import { ViewCost } from './view-cost.tsx';
import type { ViewProps } from './view-props.ts';

const SHOWN = 20;

/** What one broker bought and sold. */
export function BrokerView(props: ViewProps<'broker'>): VNode {
  const { subject, selection, days, links } = props;
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const { book, units } = texts;
  const { code } = subject;
  const requests = { book: brokerRequest(code, selection) };
  const answers = useAnswers(requests, [], props);
  const rows = dataOf<readonly BrokerStockRow[]>(answers.of('book'));
  const sum = (field: 'buy_value' | 'sell_value') => rows?.reduce((total, row) => total + row[field], 0) ?? 0;
  const [bought, sold] = [sum('buy_value'), sum('sell_value')];
  return (
    <>
      <LargeFigure
        text={rows && numbers.signedShort(bought - sold)}
        remark={book.net_remark}
        groups={[
          {
            title: dates.range(selection.from, selection.to),
            figures: [
              { title: `${book.bought}, ${units.idr}`, text: rows && numbers.short(bought), tone: 'up' },
              { title: `${book.sold}, ${units.idr}`, text: rows && numbers.short(sold), tone: 'down' },
              { title: book.stocks, text: rows && numbers.full(rows.length) },
            ],
          },
        ]}
      />
      <DaysNotice days={days} />
      <div class="grid">
        <Picture
          {...answers.pictureOf('book')}
          id="book"
          span={12}
          title={book.title(code)}
          note={book.note(code)}
          columns={bookColumns(locale, links)}
          order={LARGEST_NET_FIRST}
        >
          {(data: readonly BrokerStockRow[]) => (
            <TotalsTable
              rows={data}
              codeOf={({ ticker }) => ({ code: ticker, href: links.position(ticker, code) })}
              count={SHOWN}
            />
          )}
        </Picture>
      </div>
      <ViewCost units={answers.units} isLoading={answers.isLoading} />
    </>
  );
}
