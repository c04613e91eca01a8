import type { VNode } from 'preact';
import { ACCUMULATION_SIZES } from '../../../../core/contract.ts';
import type { AccumulationData } from '../../../../core/market/rows.ts';
import { AccumulationGauge } from '../../brokers/accumulation-gauge.tsx';
import { useLocale } from '../../locale.ts';
import { RowsTable } from '../../tables/rows-table.tsx';
import { accumulationColumns, concentrationColumns } from '../../tables/table-columns.ts';

/** The label, the gauge and how both are computed. */
export function Accumulation({
  data,
  sql,
  width,
}: {
  data: AccumulationData;
  sql: string;
  width: number;
}): VNode {
  const { texts, numbers } = useLocale();
  const { accumulation } = texts;
  const percent = numbers.signedPercent(data.average_percent / 100, 2);
  const kind = data.average_percent > 0 ? 'ok' : 'bad';
  return (
    <>
      <p class="verdict">
        <span class={data.label === 'Neutral' ? 'tag' : `tag ${kind}`}>
          {accumulation.labels[data.label] ?? data.label}
        </span>{' '}
        {accumulation.verdict(percent)} ·{' '}
        {accumulation.sides(numbers.full(data.net_buyers), numbers.full(data.net_sellers))}
      </p>
      <AccumulationGauge data={data} width={width} />
      <p class="note">{accumulation.explained}</p>
      <Formula data={data} />
      <details class="sql">
        <summary>{accumulation.sql}</summary>
        <pre tabIndex={0}>{sql}</pre>
      </details>
    </>
  );
}

/** The figures of the gauge in words, the first of them with its numbers. */
function Formula({ data }: { data: AccumulationData }): VNode {
  const { texts, numbers } = useLocale();
  const { formula, labels } = texts.accumulation;
  const [first] = data.top;
  const percent = (value: number) => numbers.percent(value / 100, Number.isInteger(value) ? 0 : 1);
  const sizes = ACCUMULATION_SIZES.toReversed();
  return (
    <details class="sql">
      <summary>{formula.title}</summary>
      <ul>
        <li>{formula.net}</li>
        <li>{formula.top}</li>
        <li>
          {formula.value}{' '}
          {first &&
            formula.example(
              first.n,
              numbers.signed(first.net_volume),
              numbers.full(data.value),
              numbers.full(data.volume),
              numbers.signed(first.net_value),
            )}
        </li>
        <li>{formula.average}</li>
        <li>
          {formula.neutral(labels.Neutral ?? '', percent(sizes[0]?.from_percent ?? 0))}{' '}
          {sizes
            .map(({ name, from_percent }) =>
              formula.from(
                percent(from_percent),
                labels[`${name} Accumulation`] ?? '',
                labels[`${name} Distribution`] ?? '',
              ),
            )
            .join(' ')}
        </li>
      </ul>
    </details>
  );
}

export function AccumulationTables({ data }: { data: AccumulationData }): VNode {
  const locale = useLocale();
  const { accumulation } = locale.texts;
  return (
    <>
      <RowsTable caption={accumulation.title} columns={accumulationColumns(locale)} rows={data.top} />
      <RowsTable
        caption={accumulation.concentration}
        columns={concentrationColumns(locale)}
        rows={[
          { side: accumulation.buys, ...data.buy_share },
          { side: accumulation.sells, ...data.sell_share },
        ]}
      />
    </>
  );
}
