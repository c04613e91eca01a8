import type { VNode } from 'preact';
import type { BrokerStockRow } from '../../../core/market/rows.ts';
import { PositionChart } from '../brokers/position-chart.tsx';
import { type Figures, LargeFigure } from '../figures.tsx';
import { SHARES_A_LOT, useLocale } from '../locale.ts';
import { DaysNotice } from '../pictures/days-notice.tsx';
import { Picture } from '../pictures/picture.tsx';
import { dataOf } from '../requests/answer.ts';
import { brokerRequest, positionRequest } from '../requests/requests.ts';
import type { PositionData } from '../requests/rows.ts';
import { bookColumns, LARGEST_NET_FIRST, NEWEST_FIRST, positionColumns } from '../tables/table-columns.ts';
import { TotalsTable } from './totals-table.tsx';
import { useAnswers } from './use-answers.ts';
import { ViewCost } from './view-cost.tsx';
import type { ViewProps } from './view-props.ts';

/** The estimated position of one broker in one stock. */
export function PositionView(props: ViewProps<'position'>): VNode {
  const { subject, selection, days, links, isSample = false } = props;
  const { ticker, code } = subject;
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const { position, units } = texts;
  const answers = useAnswers(
    { position: positionRequest(ticker, code, selection), book: brokerRequest(code, selection) },
    ['book'],
    props,
  );
  const data = dataOf<PositionData>(answers.of('position'));
  const last = data?.days.at(-1);
  const lots = (shares: number) => numbers.signed(shares / SHARES_A_LOT);
  const net_value = data?.days.reduce((sum, day) => sum + day.net_value, 0);
  const count = (matches: (net: number) => boolean) =>
    data && numbers.full(data.days.filter(({ net_volume }) => matches(net_volume)).length);
  const share =
    last?.close && last.average_cost && last.position !== 0
      ? (last.close / last.average_cost - 1) * Math.sign(last.position)
      : undefined;
  const groups: Figures[] = [
    {
      title: dates.range(selection.from, selection.to),
      figures: [
        {
          title: `${texts.columns.net_value}, ${units.idr}`,
          text: net_value !== undefined && numbers.signedShort(net_value),
        },
        { title: position.bought_days, text: count((net) => net > 0), tone: 'up' },
        { title: position.sold_days, text: count((net) => net < 0), tone: 'down' },
      ],
    },
    {
      title: last ? position.estimated(dates.axis(last.date)) : position.estimate,
      figures: [
        {
          title: position.cost,
          text: last?.average_cost != null && numbers.full(last.average_cost, 2),
          remark: last?.close != null && position.close(numbers.price(last.close)),
        },
        {
          title: `${position.result}, ${units.idr}`,
          text: last?.result != null && numbers.signedShort(last.result),
          tone: last?.result == null || last.result === 0 ? undefined : last.result > 0 ? 'up' : 'down',
          remark: share !== undefined && numbers.signedPercent(share),
        },
      ],
    },
  ];
  return (
    <>
      <LargeFigure
        text={last && lots(last.position)}
        remark={position.held(dates.axis(selection.from))}
        groups={groups}
      />
      <DaysNotice days={days} />
      <div class="grid">
        <Picture
          {...answers.pictureOf('position')}
          id="position"
          span={8}
          title={position.title}
          note={position.note}
          caveat={position.caveat(code, dates.short(selection.from))}
          isEmpty={(each: PositionData) => each.traded_days === 0}
          columns={positionColumns(locale)}
          rowsOf={(each: PositionData) => each.days}
          order={NEWEST_FIRST}
        >
          {(each: PositionData, width) => <PositionChart rows={each.days} days={days} width={width} />}
        </Picture>
        <div class="c4 column">
          <div class="notice warn">
            <strong>{position.caveat_title}</strong>
            <p>{position.caveat(code, dates.short(selection.from))}</p>
          </div>
          <p>
            <a href={links.ticker(ticker)}>{position.to_stock(ticker)}</a> ·{' '}
            <a href={links.broker(code)}>{position.to_broker(code)}</a>
          </p>
        </div>
        {!isSample && (
          <Picture
            {...answers.pictureOf('book')}
            id="book"
            span={12}
            title={position.others(code)}
            note={texts.book.note(code)}
            invitation={position.load_others(units.cost(brokerRequest(code, selection).units))}
            columns={bookColumns(locale, links)}
            order={LARGEST_NET_FIRST}
          >
            {(rows: readonly BrokerStockRow[]) => (
              <TotalsTable
                rows={rows}
                codeOf={(row) => ({ code: row.ticker, href: links.position(row.ticker, code) })}
              />
            )}
          </Picture>
        )}
      </div>
      {!isSample && <ViewCost units={answers.units} isLoading={answers.isLoading} />}
    </>
  );
}
