import type { VNode } from 'preact';
import type { Locale } from '../locale.ts';
import { PairedBars } from '../paired-bars.tsx';
import { Picture } from '../picture.tsx';
import { marketRequests } from '../requests.ts';
import { type Day, type FlowRow, hasForeignParent, type RankedBroker } from '../rows.ts';
import { tableOf } from '../rows-table.tsx';
import { flowColumns, LARGEST_NET_FIRST, rankedBrokerColumns } from '../table-columns.ts';
import { Treemap } from '../treemap.tsx';
import { useAnswers } from './use-answers.ts';
import { ViewCost } from './view-cost.tsx';
import type { ViewProps } from './view-props.ts';

const BARS = 15;

/** The pictures of the whole market. Three of them are made from the same answer, which is loaded and charged once. */
export function MarketView(props: ViewProps<'market'>): VNode {
  const { subject, selection, days, brokers, locale, links, browser } = props;
  const { texts, numbers } = locale;
  const requests = marketRequests(selection);
  const answers = useAnswers(requests, subject.brokers ? [] : ['brokers'], props);
  const isEmpty = (rows: readonly FlowRow[]) => rows.length === 0;
  const openTicker = (ticker: string) => browser?.go(links.ticker(ticker));
  const table = (caption: string) => tableOf(caption, flowColumns(locale, links), locale);
  return (
    <>
      <div class="grid">
        <Picture
          {...answers.pictureOf('flows')}
          id="treemap"
          span={12}
          title={texts.market.treemap}
          note={texts.market.treemap_note}
          isEmpty={isEmpty}
          table={table(texts.market.treemap)}
        >
          {(rows: readonly FlowRow[], width) => (
            <Treemap rows={rows} width={width} locale={locale} open={openTicker} />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('flows')}
          id="ranking"
          sameAnswerAs={texts.market.treemap}
          span={6}
          title={texts.market.ranking}
          note={texts.market.ranking_note(numbers.full(BARS))}
          isEmpty={isEmpty}
          table={table(texts.market.ranking)}
        >
          {(rows: readonly FlowRow[], width) => (
            <PairedBars
              label={texts.market.ranking}
              items={rows.map((row) => ({ code: row.ticker, amount: row.net_foreign, is_tinted: false }))}
              count={BARS}
              headings={{
                left: texts.paired.foreign_buy,
                right: texts.paired.foreign_sell,
                amount: texts.units.idr_millions,
              }}
              colours={{ left: 'foreign', right: 'sell' }}
              width={width}
              locale={locale}
              writeAmount={(amount) => numbers.millions(amount)}
              read={({ code, amount }) =>
                texts.market[amount > 0 ? 'bought' : 'sold'](code, numbers.full(Math.abs(amount)))
              }
              open={({ code }) => openTicker(code)}
            />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('flows')}
          id="streaks"
          sameAnswerAs={texts.market.treemap}
          span={6}
          title={texts.market.streaks}
          note={texts.market.streaks_note}
          remark={streaksRemark(days, locale)}
          isEmpty={isEmpty}
          table={table(texts.market.streaks)}
        >
          {(rows: readonly FlowRow[], width) => (
            <PairedBars
              label={texts.market.streaks}
              items={rows.map((row) => ({ code: row.ticker, amount: row.streak, is_tinted: false }))}
              count={BARS}
              headings={{
                left: texts.paired.foreign_buy,
                right: texts.paired.foreign_sell,
                amount: texts.paired.days,
              }}
              colours={{ left: 'foreign', right: 'sell' }}
              width={width}
              locale={locale}
              writeAmount={(amount) => numbers.signed(amount)}
              read={({ code, amount }) =>
                texts.market[amount > 0 ? 'buying' : 'selling'](code, numbers.full(Math.abs(amount)))
              }
              open={({ code }) => openTicker(code)}
            />
          )}
        </Picture>
        <Picture
          {...answers.pictureOf('brokers')}
          id="broker-ranking"
          span={12}
          title={texts.market.brokers}
          note={texts.page.tinted(texts.market.brokers_note)}
          invitation={texts.market.load_brokers(texts.units.cost(requests.brokers.units))}
          onLoad={() => {
            browser?.keepInUrl('brokers', '1');
            answers.load('brokers');
          }}
          isEmpty={(rows: readonly RankedBroker[]) => rows.length === 0}
          table={tableOf(
            texts.market.brokers,
            rankedBrokerColumns(locale, brokers, links),
            locale,
            LARGEST_NET_FIRST,
          )}
        >
          {(rows: readonly RankedBroker[], width) => (
            <PairedBars
              label={texts.market.brokers}
              items={rows.map((row) => ({
                code: row.code,
                amount: row.buy_value - row.sell_value,
                is_tinted: hasForeignParent(brokers, row.code),
              }))}
              count={BARS}
              headings={{ left: texts.paired.buy, right: texts.paired.sell, amount: texts.paired.net_value }}
              colours={{ left: 'buy', right: 'sell' }}
              width={width}
              locale={locale}
              writeAmount={(amount) => numbers.millions(amount)}
              read={({ code, amount }) => {
                const share = rows.find((row) => row.code === code)?.share ?? 0;
                return texts.market.broker(code, numbers.percent(share / 100, 2), numbers.signed(amount));
              }}
              open={({ code }) => browser?.go(links.broker(code))}
            />
          )}
        </Picture>
      </div>
      <ViewCost units={answers.units} isLoading={answers.isLoading} locale={locale} />
    </>
  );
}

/** What days without data mean for the streaks; undefined if the days before the newest one have data. */
export function streaksRemark(days: readonly Day[], { texts }: Locale): string | undefined {
  return days.some(({ condition }) => condition === 'missing') ? texts.market.streaks_missing : undefined;
}
