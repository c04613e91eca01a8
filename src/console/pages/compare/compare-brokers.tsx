import type { VNode } from 'preact';
import { positionPath } from '../../../core/market/page-paths.ts';
import { extent, linear } from '../../charts/axes/scale.ts';
import { Card } from '../components/card.tsx';
import { useView } from '../components/view.ts';
import { BrokerLink, type StockNames } from '../watchlist/watched-table.tsx';
import { CommonCards } from './common-cards.tsx';
import { type ComparedSubject, netsByCode } from './compared.ts';
import { ChargedUnits, SubjectTable } from './subject-table.tsx';

const MAX_STOCKS = 15;
const BAR_PX = 120;

interface CompareBrokersProps {
  readonly brokers: readonly ComparedSubject[];
  readonly units: number;
  readonly range: { readonly from: string; readonly to: string };
  readonly names: StockNames;
}

/** What several brokers bought and sold in the same stocks, on one scale. */
export function CompareBrokers({ brokers, units, range, names }: CompareBrokersProps): VNode {
  const { texts, numbers, dates } = useView();
  const { compare: own } = texts;
  const sum = (of: (row: ComparedSubject['rows'][number]) => number) =>
    brokers.map(({ rows }) => rows.reduce((total, row) => total + of(row), 0));
  const count = (sign: 1 | -1) =>
    brokers
      .map(({ rows }) => rows.filter((row) => sign * (row.buy_value - row.sell_value) > 0).length)
      .map((stocks) => numbers.full(stocks));
  const net = sum(({ buy_value, sell_value }) => buy_value - sell_value);
  const totals = [
    { title: own.bought, cells: sum(({ buy_value }) => buy_value).map(numbers.short) },
    { title: own.sold, cells: sum(({ sell_value }) => sell_value).map(numbers.short) },
    { title: own.net, cells: net.map(numbers.signedShort) },
    { title: own.stocks_bought, cells: count(1) },
    { title: own.stocks_sold, cells: count(-1) },
  ];
  const nets = netsByCode(brokers).slice(0, MAX_STOCKS);
  const x = linear(extent([0, ...nets.flatMap(({ values }) => values)]), [0, BAR_PX]);
  const stockLink = (code: string) => <a href={`/explore/${code}`}>{code}</a>;
  return (
    <div class="grid">
      <Card
        title={own.side}
        about={dates.range(range.from, range.to)}
        span={5}
        footer={<ChargedUnits units={units} />}
      >
        <SubjectTable
          id="side-by-side"
          caption={own.side}
          first={own.measure_idr}
          columns={brokers.map(({ code }) => ({ title: <BrokerLink code={code} names={names} /> }))}
          rows={totals}
        />
      </Card>
      <Card title={own.by_stock} about={own.by_stock_about} span={7}>
        <SubjectTable
          id="net-by-stock"
          caption={own.by_stock}
          first={own.stock}
          columns={brokers.map(({ code }) => ({ title: code }))}
          rows={nets.map(({ code, values }) => ({
            title: stockLink(code),
            cells: brokers.map((broker, place) => (
              <a key={broker.code} class="net-bar" href={positionPath(code, broker.code)}>
                {numbers.signedShort(values[place] ?? 0)} <NetBar value={values[place] ?? 0} x={x} />
              </a>
            )),
          }))}
        />
      </Card>
      <CommonCards
        subjects={brokers}
        titles={{ buy: own.buy_stocks, sell: own.sell_stocks }}
        about={own.stocks_about}
        first={own.stock}
        nobody={own.no_stock}
        linkOf={stockLink}
      />
    </div>
  );
}

/** A bar from the zero of a scale that all rows share. */
function NetBar({ value, x }: { readonly value: number; readonly x: (value: number) => number }): VNode {
  return (
    <svg class="chart compare" width={BAR_PX} height="14" aria-hidden="true">
      <line class="gridline" x1={x(0)} x2={x(0)} y1="0" y2="14" />
      <rect
        class={value < 0 ? 'sell' : 'buy'}
        x={Math.min(x(0), x(value))}
        width={Math.abs(x(value) - x(0))}
        height="14"
      />
    </svg>
  );
}
