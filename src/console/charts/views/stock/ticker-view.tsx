import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { MAX_TRADES_DAYS } from '../../../../core/contract.ts';
import type { IsoDate } from '../../../../core/dates.ts';
import type {
  AccumulationData,
  BrokerRow,
  InventoryRow,
  PairRow,
  PriceRow,
} from '../../../../core/market/rows.ts';
import { noTradesText } from '../../axes/day-axis.tsx';
import { FlowMatrix } from '../../brokers/flow-matrix.tsx';
import { InventoryChart } from '../../brokers/inventory-chart.tsx';
import { useLocale } from '../../locale.ts';
import { DaysNotice } from '../../pictures/days-notice.tsx';
import { Picture } from '../../pictures/picture.tsx';
import { PRICE_LINES, PriceChart, type PriceLine } from '../../price-chart.tsx';
import { dataOf } from '../../requests/answer.ts';
import { isOneDay, lastDays, NEWS_REQUEST, paidFrom, tickerRequests } from '../../requests/requests.ts';
import { type Day, hasNetFigures } from '../../requests/rows.ts';
import { Switches } from '../../switches.tsx';
import {
  brokerColumns,
  inventoryColumns,
  LARGEST_NET_FIRST,
  NEWEST_FIRST,
  pairColumns,
  priceColumns,
} from '../../tables/table-columns.ts';
import { News } from '../news-view.tsx';
import { brokerCode, TotalsTable } from '../totals-table.tsx';
import { useAnswers } from '../use-answers.ts';
import { ViewCost } from '../view-cost.tsx';
import type { ViewProps } from '../view-props.ts';
import { Accumulation, AccumulationTables } from './accumulation.tsx';
import { DayAgainst } from './day-against.tsx';
import { RangeFigures } from './range-figures.tsx';
import { UnusualHere } from './unusual-here.tsx';

const HEADLINES = 6;

export function TickerView(props: ViewProps<'ticker'>): VNode {
  const { subject, selection, days, before, brokers, links, browser, isSample = false } = props;
  const { ticker, isPreview = false } = subject;
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const requests = { ...tickerRequests(ticker, selection), news: NEWS_REQUEST };
  const isDay = isOneDay(selection);
  const answers = useAnswers(
    requests,
    [
      ...(subject.pairs || (isSample && !isPreview) ? [] : ['counterparties' as const]),
      ...(isSample ? ['news' as const] : []),
      ...(isPreview ? ['summary' as const, 'inventory' as const] : []),
      isDay ? 'inventory' : 'measures',
    ],
    props,
  );
  const [shape, setShape] = useState<'candles' | 'line'>('candles');
  const [lines, setLines] = useState<readonly PriceLine[]>(PRICE_LINES.filter((name) => name !== 'ma20'));
  const [sides, setSides] = useState<'net' | 'gross'>('net');
  const [unit, setUnit] = useState<'volume' | 'value'>('volume');
  // The average price of the day is a figure; a line would be that of the days before.
  const { vwap: _, ...averages } = texts.price.lines;
  const prices = dataOf<readonly PriceRow[]>(answers.of('prices')) ?? [];
  const pairs = lastDays(selection);
  const hrefOf = (code: string) => links.position(ticker, code);
  const adjustment =
    selection.adjust === 'splits'
      ? texts.page.adjusted
      : isMixed(selection.from, days)
        ? texts.page.as_traded
        : undefined;
  const not_adjusted = isMixed(selection.from, days) ? texts.page.not_adjusted : undefined;
  const isLimited = pairs.from !== selection.from;
  return (
    <>
      <RangeFigures
        prices={answers.of('prices')}
        accumulation={answers.of('accumulation')}
        selection={selection}
        days={days}
      />
      <DaysNotice days={days} />
      <div class="grid">
        <Picture
          {...answers.pictureOf('prices')}
          id="price"
          span={8}
          title={texts.price.title}
          note={isDay ? texts.price.day_note : ''}
          hint={isDay ? '' : texts.price.hint}
          switches={
            <>
              <Switches
                label={texts.price.price}
                titles={texts.price.shapes}
                chosen={[shape]}
                press={setShape}
              />
              <Switches
                label={texts.price.averages}
                titles={isDay ? averages : texts.price.lines}
                chosen={lines}
                press={(name) =>
                  setLines(lines.includes(name) ? lines.filter((each) => each !== name) : [...lines, name])
                }
              />
            </>
          }
          remark={sentences([
            prices.length > 0 && noTradesText(prices, days, selection.market, locale),
            selection.market === 'ALL' && texts.page.price_market,
            selection.market === 'NG' && texts.page.price_negotiated,
            selection.investor !== 'all' && texts.page.all_investors,
            adjustment,
          ])}
          columns={priceColumns(locale)}
          rowsOf={(rows: readonly PriceRow[]) => rows.filter(({ date }) => date >= selection.from)}
          order={NEWEST_FIRST}
        >
          {(rows: readonly PriceRow[], width) => (
            <PriceChart
              rows={rows}
              days={days}
              before={isDay ? before.filter(({ date }) => date >= paidFrom(selection)) : []}
              isLine={shape === 'line'}
              lines={lines}
              width={width}
            />
          )}
        </Picture>
        <div class="c4 column">
          <Picture
            {...answers.pictureOf('accumulation')}
            id="accumulation"
            span={12}
            title={texts.accumulation.title}
            note={texts.accumulation.note}
            remark={not_adjusted}
            emptyText={texts.empty.no_trades}
            isEmpty={(data: AccumulationData) => !hasNetFigures(data)}
            table={(data: AccumulationData) => <AccumulationTables data={data} />}
          >
            {(data: AccumulationData, width) => <Accumulation data={data} sql={subject.sql} width={width} />}
          </Picture>
          {!isDay && !isSample && (
            <UnusualHere
              {...answers.pictureOf('measures')}
              remark={selection.known_at && texts.page.newest_measures}
            />
          )}
        </div>
        {!isPreview && (
          <>
            {isDay && <DayAgainst {...answers.pictureOf('measures')} selection={selection} />}
            <Picture
              {...answers.pictureOf('summary')}
              id="brokers"
              span={12}
              title={texts.broker_summary.title}
              note={texts.broker_summary.note}
              hint={texts.broker_summary.hint}
              switches={
                <Switches
                  label={texts.broker_summary.title}
                  titles={texts.sided.sides}
                  chosen={[sides]}
                  press={setSides}
                />
              }
              remark={not_adjusted}
              columns={brokerColumns(locale, brokers, links)}
              order={LARGEST_NET_FIRST}
            >
              {(rows: readonly BrokerRow[]) => (
                <TotalsTable
                  rows={rows}
                  codeOf={({ code }) => brokerCode(brokers, code, hrefOf(code))}
                  isGross={sides === 'gross'}
                />
              )}
            </Picture>
            {!isDay && (
              <Picture
                {...answers.pictureOf('inventory')}
                id="inventory"
                span={6}
                title={texts.inventory.title}
                note={texts.inventory.note}
                switches={
                  <Switches
                    label={texts.inventory.title}
                    titles={texts.inventory.units}
                    chosen={[unit]}
                    press={setUnit}
                  />
                }
                remark={adjustment}
                columns={inventoryColumns(locale)}
                order={NEWEST_FIRST}
              >
                {(rows: readonly InventoryRow[], width) => (
                  <InventoryChart
                    rows={rows}
                    prices={answers.of('prices').state === 'idle' ? null : prices}
                    days={days}
                    isValue={unit === 'value'}
                    width={width}
                  />
                )}
              </Picture>
            )}
            <div class={`c${isDay ? 12 : 6} column`}>
              <Picture
                {...answers.pictureOf('counterparties')}
                days={days.filter(({ date }) => date >= pairs.from)}
                id="counterparties"
                span={12}
                title={texts.counterparties.title}
                note={texts.counterparties.note(dates.range(pairs.from, pairs.to))}
                invitation={texts.counterparties.load(texts.units.cost(requests.counterparties.units))}
                onLoad={() => {
                  browser?.keepInUrl('pairs', '1');
                  answers.load('counterparties');
                }}
                remark={sentences([
                  isLimited &&
                    texts.counterparties.limited(
                      numbers.full(MAX_TRADES_DAYS),
                      dates.short(pairs.from),
                      dates.short(pairs.to),
                    ),
                  selection.investor !== 'all' && texts.page.all_investors,
                  isMixed(pairs.from, days) && texts.page.not_adjusted,
                ])}
                columns={pairColumns(locale)}
              >
                {(rows: readonly PairRow[]) => <FlowMatrix rows={rows} brokers={brokers} hrefOf={hrefOf} />}
              </Picture>
              {!isSample && <News {...answers.pictureOf('news')} ticker={ticker} limit={HEADLINES} />}
            </div>
          </>
        )}
      </div>
      {!isSample && <ViewCost units={answers.units} isLoading={answers.isLoading} />}
    </>
  );
}

/** Whether the days from `from` on have trades in old and in new shares. */
function isMixed(from: IsoDate, days: readonly Day[]): boolean {
  return days.some(({ actions }) => actions?.some(({ ex_date }) => ex_date > from));
}

/** The sentences that apply, as one text. */
function sentences(texts: readonly (string | false | undefined)[]): string {
  return texts.filter(Boolean).join(' ');
}
