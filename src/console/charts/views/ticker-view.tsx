import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { MAX_TRADES_DAYS } from '../../../core/contract.ts';
import type { IsoDate } from '../../../core/dates.ts';
import type { Answer } from '../answer.ts';
import { noTradesText } from '../day-axis.tsx';
import { FlowDiagram } from '../flow-diagram.tsx';
import { FlowMatrix } from '../flow-matrix.tsx';
import { InventoryChart } from '../inventory-chart.tsx';
import { PairedBars } from '../paired-bars.tsx';
import { Picture } from '../picture.tsx';
import { PriceChart } from '../price-chart.tsx';
import { lastDays, NEWS_REQUEST, tickerRequests } from '../requests.ts';
import {
  type AccumulationData,
  type Article,
  type BrokerRow,
  type Day,
  hasForeignParent,
  hasNetFigures,
  type InventoryRow,
  type PairRow,
  type PriceRow,
} from '../rows.ts';
import { RowsTable, tableOf } from '../rows-table.tsx';
import {
  brokerColumns,
  inventoryColumns,
  LARGEST_NET_FIRST,
  NEWEST_FIRST,
  pairColumns,
  priceColumns,
} from '../table-columns.ts';
import { Accumulation, AccumulationTables } from './accumulation.tsx';
import { KeyFigures } from './key-figures.tsx';
import { NewsList, newestFirst } from './news-list.tsx';
import { newsColumns } from './news-view.tsx';
import { useAnswers } from './use-answers.ts';
import { ViewCost } from './view-cost.tsx';
import type { ViewProps } from './view-props.ts';

const BARS = 15;
const HEADLINES = 8;

/** The pictures of one stock. */
export function TickerView(props: ViewProps<'ticker'>): VNode {
  const { subject, selection, days, brokers, locale, links, browser } = props;
  const { ticker } = subject;
  const { texts, numbers, dates } = locale;
  const requests = { ...tickerRequests(ticker, selection), news: NEWS_REQUEST };
  const answers = useAnswers(requests, subject.pairs ? [] : ['counterparties'], props);
  const prices = dataOf<readonly PriceRow[]>(answers.of('prices')) ?? [];
  const pairs = lastDays(selection);
  const adjustment =
    selection.adjust === 'splits'
      ? texts.page.adjusted
      : isMixed(selection.from, days)
        ? texts.page.as_traded
        : undefined;
  const isLimited = pairs.from !== selection.from;
  return (
    <>
      <KeyFigures
        prices={answers.of('prices')}
        accumulation={answers.of('accumulation')}
        selection={selection}
        days={days}
        locale={locale}
      />
      <div class="grid">
        <Picture
          {...answers.pictureOf('prices')}
          id="price"
          span={8}
          title={texts.price.title}
          note={texts.price.note}
          remark={sentences([
            prices.length > 0 && noTradesText(prices, days, selection.market, locale),
            selection.market === 'ALL' && texts.page.price_market,
            selection.market === 'NG' && texts.page.price_negotiated,
            selection.investor !== 'all' && texts.page.all_investors,
            adjustment,
          ])}
          isEmpty={(rows: readonly PriceRow[]) => rows.length === 0}
          table={tableOf(texts.price.title, priceColumns(locale), locale, NEWEST_FIRST)}
        >
          {(rows: readonly PriceRow[], width) => (
            <PriceChart rows={rows} days={days} width={width} locale={locale} />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('accumulation')}
          id="accumulation"
          span={4}
          title={texts.accumulation.title}
          note={texts.accumulation.note}
          remark={isMixed(selection.from, days) ? texts.page.not_adjusted : undefined}
          emptyText={texts.empty.no_trades}
          isEmpty={(data: AccumulationData) => !hasNetFigures(data)}
          table={(data: AccumulationData) => <AccumulationTables data={data} locale={locale} />}
        >
          {(data: AccumulationData, width) => (
            <Accumulation data={data} sql={subject.sql} width={width} locale={locale} />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('summary')}
          id="brokers"
          span={7}
          title={texts.broker_summary.title}
          note={texts.page.tinted(texts.broker_summary.note(numbers.full(BARS)))}
          remark={isMixed(selection.from, days) ? texts.page.not_adjusted : undefined}
          isEmpty={(rows: readonly BrokerRow[]) => rows.length === 0}
          table={tableOf(
            texts.broker_summary.title,
            brokerColumns(locale, brokers, links),
            locale,
            LARGEST_NET_FIRST,
          )}
        >
          {(rows: readonly BrokerRow[], width) => (
            <PairedBars
              label={texts.broker_summary.title}
              items={rows.map((row) => {
                const amount = row.buy_value - row.sell_value;
                const average = amount > 0 ? row.buy_avg : row.sell_avg;
                return { code: row.code, amount, average, is_tinted: hasForeignParent(brokers, row.code) };
              })}
              count={BARS}
              headings={{ left: texts.paired.buy, right: texts.paired.sell, amount: texts.paired.net_value }}
              colours={{ left: 'buy', right: 'sell' }}
              width={width}
              locale={locale}
              writeAmount={(amount) => numbers.millions(amount)}
              read={({ code, amount, average = 0 }) =>
                texts.broker_summary[amount > 0 ? 'buyer' : 'seller'](
                  nameOf(brokers, code),
                  numbers.full(Math.abs(amount)),
                  numbers.full(average, 2),
                )
              }
              open={({ code }) => browser?.go(links.broker(code))}
            />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('inventory')}
          id="inventory"
          span={5}
          title={texts.inventory.title}
          note={texts.page.tinted(texts.inventory.note)}
          remark={adjustment}
          isEmpty={(rows: readonly InventoryRow[]) => rows.length === 0}
          table={tableOf(texts.inventory.title, inventoryColumns(locale), locale, NEWEST_FIRST)}
        >
          {(rows: readonly InventoryRow[], width) => (
            <InventoryChart
              rows={rows}
              prices={prices}
              days={days}
              brokers={brokers}
              width={width}
              locale={locale}
            />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('counterparties')}
          days={days.filter(({ date }) => date >= pairs.from)}
          id="counterparties"
          span={8}
          title={texts.counterparties.title}
          note={texts.page.tinted(texts.counterparties.note(dates.range(pairs.from, pairs.to)))}
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
          isEmpty={(rows: readonly PairRow[]) => rows.length === 0}
          table={tableOf(texts.counterparties.title, pairColumns(locale), locale)}
        >
          {(rows: readonly PairRow[], width) => (
            <Choice
              label={texts.counterparties.title}
              options={[
                {
                  title: texts.counterparties.diagram,
                  content: () => <FlowDiagram rows={rows} brokers={brokers} width={width} locale={locale} />,
                },
                {
                  title: texts.counterparties.matrix,
                  content: () => <FlowMatrix rows={rows} brokers={brokers} locale={locale} />,
                },
              ]}
            />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('news')}
          days={[]}
          id="news"
          span={4}
          title={texts.news.title}
          note={texts.news.note}
          hasFiles={false}
          emptyText={texts.news.none}
          isEmpty={(bySource: Readonly<Record<string, readonly Article[]>>) =>
            newestFirst(bySource).length === 0
          }
          table={(bySource: Readonly<Record<string, readonly Article[]>>) => (
            <RowsTable
              caption={texts.news.title}
              columns={newsColumns(locale)}
              rows={newestFirst(bySource)}
              locale={locale}
            />
          )}
        >
          {(bySource: Readonly<Record<string, readonly Article[]>>) => (
            <NewsList bySource={bySource} ticker={ticker} limit={HEADLINES} locale={locale} />
          )}
        </Picture>
      </div>
      <ViewCost units={answers.units} isLoading={answers.isLoading} locale={locale} />
    </>
  );
}

/** Whether the days from `from` on have trades in old and in new shares. */
function isMixed(from: IsoDate, days: readonly Day[]): boolean {
  return days.some(({ actions }) => actions?.some(({ ex_date }) => ex_date > from));
}

/** The data of an answer that is ready. */
function dataOf<Data>(answer: Answer): Data | undefined {
  return answer.state === 'ready' ? (answer.data as Data) : undefined;
}

/** `AK, UBS Sekuritas Indonesia`. */
function nameOf(brokers: ViewProps<'ticker'>['brokers'], code: string): string {
  const name = brokers[code]?.name;
  return name === undefined ? code : `${code}, ${name},`;
}

/** Buttons that select one of several pictures of the same numbers. */
function Choice({
  label,
  options,
}: {
  readonly label: string;
  readonly options: readonly { readonly title: string; readonly content: () => ComponentChildren }[];
}): VNode {
  const [selected, setSelected] = useState(0);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be styled as a row */}
      <div class="choice" role="group" aria-label={label}>
        {options.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            aria-pressed={index === selected}
            onClick={() => setSelected(index)}
          >
            {title}
          </button>
        ))}
      </div>
      {options[selected]?.content()}
    </>
  );
}

/** The sentences that apply, as one text. */
function sentences(texts: readonly (string | false | undefined)[]): string {
  return texts.filter(Boolean).join(' ');
}
