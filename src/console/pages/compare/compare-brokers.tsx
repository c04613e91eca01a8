import type { VNode } from 'preact';
import { extent, linear } from '../../charts/scale.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import type { View } from '../components/view.ts';
import type { StockNames } from '../watchlist/watched-table.tsx';
import { CommonCards } from './common-cards.tsx';
import { type ComparedSubject, netsByCode } from './compared.ts';

const MAX_STOCKS = 15;
const BAR_PX = 120;

interface CompareBrokersProps {
  readonly brokers: readonly ComparedSubject[];
  readonly units: number;
  readonly range: { readonly from: string; readonly to: string };
  readonly names: StockNames;
  readonly view: View;
}

/** What several brokers bought and sold in the same stocks, on one scale. */
export function CompareBrokers({ brokers, units, range, names, view }: CompareBrokersProps): VNode {
  const { texts, numbers, dates } = view;
  const { compare: own, figure } = texts;
  const sum = (of: (row: ComparedSubject['rows'][number]) => number) =>
    brokers.map(({ rows }) => rows.reduce((total, row) => total + of(row), 0));
  const count = (sign: 1 | -1) =>
    brokers.map(({ rows }) => rows.filter((row) => sign * (row.buy_value - row.sell_value) > 0).length);
  const short = (values: readonly number[]) => values.map(numbers.short);
  const full = (values: readonly number[]) => values.map((value) => numbers.full(value));
  const totals = [
    { title: own.bought, cells: short(sum(({ buy_value }) => buy_value)) },
    { title: own.sold, cells: short(sum(({ sell_value }) => sell_value)) },
    {
      title: own.net,
      cells: sum(({ buy_value, sell_value }) => buy_value - sell_value).map(numbers.signedShort),
    },
    { title: own.stocks_bought, cells: full(count(1)) },
    { title: own.stocks_sold, cells: full(count(-1)) },
  ];
  const nets = netsByCode(brokers).slice(0, MAX_STOCKS);
  const x = linear(extent([0, ...nets.flatMap(({ values }) => values)]), [0, BAR_PX]);
  const codeLink = (code: string) => (
    <a class={names.isForeign(code) ? 'broker-code tinted' : 'broker-code'} href={`/brokers/${code}`}>
      {code}
    </a>
  );
  const columns: Column<(typeof totals)[number]>[] = [
    { title: own.measure_idr, cell: ({ title }) => title },
    ...brokers.map(
      ({ code }, place): Column<(typeof totals)[number]> => ({
        title: codeLink(code),
        isNumber: true,
        cell: ({ cells }) => cells[place],
      }),
    ),
  ];
  const stocks: Column<(typeof nets)[number]>[] = [
    { title: own.stock, cell: ({ code }) => <a href={`/explore/${code}`}>{code}</a> },
    ...brokers.map(
      (broker, place): Column<(typeof nets)[number]> => ({
        title: broker.code,
        isNumber: true,
        cell: ({ code, values }) => (
          <a class="net-bar" href={`/explore/${code}/broker/${broker.code}`}>
            {numbers.signedShort(values[place] ?? 0)} <NetBar value={values[place] ?? 0} x={x} />
          </a>
        ),
      }),
    ),
  ];
  return (
    <div class="grid">
      <Card
        title={own.side}
        about={dates.range(range.from, range.to)}
        span={5}
        footer={
          <span class="cost">
            {units === 0 ? texts.screens.not_again : figure.cost(String(units), units === 1)}
          </span>
        }
      >
        <DataTable id="side-by-side" caption={own.side} rows={totals} columns={columns} narrow="scroll" />
      </Card>
      <Card title={own.by_stock} about={own.by_stock_about} span={7}>
        <DataTable id="net-by-stock" caption={own.by_stock} rows={nets} columns={stocks} narrow="scroll" />
      </Card>
      <CommonCards
        subjects={brokers}
        titles={{ buy: own.buy_stocks, sell: own.sell_stocks }}
        about={own.stocks_about}
        title={own.stock}
        nobody={own.no_stock}
        linkOf={(code) => <a href={`/explore/${code}`}>{code}</a>}
        view={view}
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
