import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MarketDayRow, MeasureRow, RankedBroker } from '../../../../core/market/rows.ts';
import { useLocale } from '../../locale.ts';
import { MarketFlowChart, TurnoverChart } from '../../market/market-charts.tsx';
import { Treemap } from '../../market/treemap.tsx';
import { DaysNotice } from '../../pictures/days-notice.tsx';
import { Picture } from '../../pictures/picture.tsx';
import { marketRequests, measuresOf, SPANS } from '../../requests/requests.ts';
import { Switches } from '../../switches.tsx';
import { SidedTables } from '../../tables/sided-tables.tsx';
import {
  LARGEST_NET_FIRST,
  marketDayColumns,
  measureColumns,
  NEWEST_FIRST,
  rankedBrokerColumns,
} from '../../tables/table-columns.ts';
import { brokerCode, TotalsTable } from '../totals-table.tsx';
import { useAnswers } from '../use-answers.ts';
import { ViewCost } from '../view-cost.tsx';
import type { ViewProps } from '../view-props.ts';
import { MarketFigures } from './market-figures.tsx';
import { Movers } from './movers.tsx';

const SHOWN = 10;
const MOVERS = 8;
/** The percents of one day at which the colour of a change is stronger, and of the foreign share. */
const CHANGE_STEPS = [0.1, 0.5, 2];
const SHARE_STEPS = [2, 6, 12];
/** A change over more days is larger, about by the square root of their number. */
const WIDENED = { 1: 1, 5: 2, 20: 4 } as const;

const numberOf = (row: MeasureRow, name: string) => Number(row[name] ?? 0);

/** The pictures of the whole market. Those of stocks are made from one answer, which is loaded and charged once. */
export function MarketView(props: ViewProps<'market'>): VNode {
  const { subject, selection, days, before, brokers, links, browser } = props;
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const { market, measures } = texts;
  const published = days.filter(({ condition }) => condition === 'published');
  const day = published.at(-1)?.date ?? selection.to;
  const span = SPANS.findLast((each) => each <= published.length) ?? 1;
  const names = measuresOf(span);
  const requests = marketRequests(selection, { day, span });
  const answers = useAnswers(requests, subject.brokers ? [] : ['brokers'], props);
  const [colour, setColour] = useState<'change' | 'foreign'>('change');
  const openTicker = (ticker: string) => browser?.go(links.ticker(ticker));
  const period = market.period(span, dates.axis(day));
  const ofStocks = {
    ...answers.pictureOf('measures'),
    days: published.slice(-1),
    remark: selection.known_at === undefined ? undefined : texts.page.newest_measures,
    columns: measureColumns(locale, links, span),
  };
  const ofDays = {
    ...answers.pictureOf('daily'),
    columns: marketDayColumns(locale),
    order: NEWEST_FIRST,
  };
  const percent = (value: number) => numbers.signedPercent(value / 100, 2);
  const movers = [
    { id: 'gainers', title: market.gainers, by: names.change, note: period, sign: 1 },
    { id: 'losers', title: market.losers, by: names.change, note: period, sign: -1 },
    { id: 'active', title: market.active, by: 'value', note: market.value_of(dates.axis(day)), sign: 1 },
    {
      id: 'unusual',
      title: market.unusual,
      by: 'volume_ratio_20d',
      note: measures.volume_ratio_note,
      sign: 1,
    },
  ] as const;
  return (
    <>
      <MarketFigures
        daily={answers.of('daily')}
        measures={answers.of('measures')}
        selection={selection}
        day={day}
      />
      <DaysNotice days={days} />
      <div class="grid">
        <Picture {...ofDays} id="turnover" span={5} title={market.turnover} note={market.turnover_note}>
          {(rows: readonly MarketDayRow[], width) => (
            <TurnoverChart rows={rows} days={days} before={before} width={width} />
          )}
        </Picture>
        <Picture
          {...ofDays}
          id="net-foreign"
          span={7}
          title={market.net_foreign}
          note={market.net_foreign_note}
        >
          {(rows: readonly MarketDayRow[], width) => (
            <MarketFlowChart rows={rows} days={days} before={before} width={width} />
          )}
        </Picture>
        {movers.map(({ id, title, by, note, sign }) => (
          <Picture
            key={id}
            {...ofStocks}
            id={id}
            span={3}
            title={title}
            note={note}
            order={{ id: by, is_descending: sign === 1 }}
          >
            {(rows: readonly MeasureRow[]) => (
              <Movers rows={rows} by={by} sign={sign} count={MOVERS} links={links} />
            )}
          </Picture>
        ))}
        <Picture
          {...ofStocks}
          id="treemap"
          span={12}
          title={market.treemap}
          note={`${market.value_of(dates.axis(day))}; ${period}`}
          switches={
            <Switches label={market.colour} titles={market.colours} chosen={[colour]} press={setColour} />
          }
          order={{ id: 'value', is_descending: true }}
        >
          {(rows: readonly MeasureRow[], width) => (
            <Treemap
              items={rows.map((row) => ({
                ticker: row.ticker,
                value: numberOf(row, 'value'),
                percent: row[colour === 'change' ? names.change : names.foreign_share] as number | null,
              }))}
              label={market.treemap}
              steps={colour === 'change' ? CHANGE_STEPS.map((step) => step * WIDENED[span]) : SHARE_STEPS}
              tone={colour}
              read={({ ticker, value, percent: figure }) =>
                market[colour === 'change' ? 'cell_change' : 'cell_share'](
                  ticker,
                  numbers.full(value),
                  figure === null ? '–' : percent(figure),
                )
              }
              width={width}
              open={openTicker}
            />
          )}
        </Picture>
        <Picture
          {...ofStocks}
          id="ranking"
          span={12}
          title={market.ranking}
          note={`${period}; ${market.streak_note}`}
          order={{ id: names.net_foreign, is_descending: true }}
        >
          {(rows: readonly MeasureRow[]) => (
            <SidedTables
              rows={rows}
              sides={
                ([1, -1] as const).map((sign) => ({
                  title: sign === 1 ? texts.sided.foreign_buys : texts.sided.foreign_sells,
                  tone: 'foreign' as const,
                  amount: (row: MeasureRow) => sign * numberOf(row, names.net_foreign),
                  columns: [
                    {
                      title: texts.columns.percent,
                      write: (row: MeasureRow) => percent(numberOf(row, names.foreign_share)),
                      isKept: true,
                    },
                    {
                      title: texts.columns.streak,
                      write: (row: MeasureRow) => numbers.signed(numberOf(row, 'foreign_streak')),
                    },
                  ],
                })) as never
              }
              codeOf={({ ticker }) => ({ code: ticker, href: links.ticker(ticker) })}
              amountTitle={texts.sided.net}
              write={numbers.signedShort}
              count={SHOWN}
            />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('brokers')}
          id="broker-ranking"
          span={12}
          title={market.brokers}
          note={market.brokers_note}
          invitation={market.load_brokers(texts.units.cost(requests.brokers.units))}
          onLoad={() => {
            browser?.keepInUrl('brokers', '1');
            answers.load('brokers');
          }}
          columns={rankedBrokerColumns(locale, brokers, links)}
          order={LARGEST_NET_FIRST}
        >
          {(rows: readonly RankedBroker[]) => (
            <TotalsTable rows={rows} codeOf={({ code }) => brokerCode(brokers, code, links.broker(code))} />
          )}
        </Picture>
      </div>
      <ViewCost units={answers.units} isLoading={answers.isLoading} />
    </>
  );
}
