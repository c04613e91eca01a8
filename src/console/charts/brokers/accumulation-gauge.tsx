import type { VNode } from 'preact';
import { ACCUMULATION_SIZES } from '../../../core/contract.ts';
import type { AccumulationData } from '../../../core/market/rows.ts';
import { Plot } from '../axes/plot.tsx';
import { linear } from '../axes/scale.ts';
import { useLocale } from '../locale.ts';

interface AccumulationGaugeProps {
  readonly data: AccumulationData;
  readonly width: number;
}

const ROW_HEIGHT = 30;
const LEFT_PX = 66;
const RIGHT_PX = 70;
const TOP = 8;
/** The percents at which the label changes. */
const THRESHOLDS = ACCUMULATION_SIZES.map(({ from_percent }) => from_percent).toReversed();
/** The scale always shows the thresholds, so that a neutral stock looks neutral. */
const LEAST_RANGE = 25;

/** The net buys of the top n against the net sells of the top n, in percent of the volume, and their average. */
export function AccumulationGauge({ data, width }: AccumulationGaugeProps): VNode {
  const { texts, numbers } = useLocale();
  const percent = (value: number) => numbers.signedPercent(value / 100, 2);
  const bars = [
    ...data.top.map(({ n, percent: value, net_volume, net_value }) => ({
      name: texts.accumulation.top(n),
      value,
      text: texts.accumulation.at(n, percent(value), numbers.signed(net_volume), numbers.signed(net_value)),
    })),
    {
      name: texts.accumulation.average_row,
      value: data.average_percent,
      text: texts.accumulation.average(percent(data.average_percent)),
    },
  ];
  const range = Math.max(LEAST_RANGE, ...bars.map(({ value }) => Math.abs(value)));
  const left = Math.max(LEFT_PX, 8 + 6.4 * Math.max(...bars.map(({ name }) => name.length)));
  const x = linear([-range, range], [left, width - RIGHT_PX]);
  const bottom = TOP + bars.length * ROW_HEIGHT;
  return (
    <Plot
      label={texts.accumulation.title}
      width={width}
      height={bottom + 44}
      grid={{ count: bars.length, columns: 1 }}
      start={0}
      at={(_, y) => {
        const row = Math.floor((y - TOP) / ROW_HEIGHT);
        return row >= 0 && row < bars.length ? row : undefined;
      }}
      read={(index) => bars[index]?.text ?? ''}
    >
      {(cursor) => (
        <>
          {[...THRESHOLDS.map((each) => -each), 0, ...THRESHOLDS].map((each) => (
            <g key={each}>
              <line
                class={each === 0 ? 'base' : 'gridline'}
                x1={x(each)}
                x2={x(each)}
                y1={TOP}
                y2={bottom + 4}
              />
              {(Math.abs(each) !== 12.5 || width > 420) && (
                <text x={x(each)} y={bottom + 18} text-anchor="middle">
                  {numbers.full(each, Number.isInteger(each) ? 0 : 1)}
                </text>
              )}
            </g>
          ))}
          <text class="axis-title" x={x(0)} y={bottom + 33} text-anchor="middle">
            {texts.accumulation.axis}
          </text>
          {bars.map(({ name, value }, index) => {
            const y = TOP + index * ROW_HEIGHT;
            return (
              <g key={name} class={index === bars.length - 1 ? 'gauge-row average' : 'gauge-row'}>
                {cursor === index && <rect class="highlight" x={0} y={y} width={width} height={ROW_HEIGHT} />}
                <text class="ink" x={0} y={y + 19}>
                  {name}
                </text>
                <rect
                  class={value < 0 ? 'sell' : 'buy'}
                  x={Math.min(x(0), x(value))}
                  y={y + 7}
                  width={Math.max(value === 0 ? 0 : 1.5, Math.abs(x(value) - x(0)))}
                  height={ROW_HEIGHT - 14}
                  rx={2}
                />
                <text class="ink" x={width} y={y + 19} text-anchor="end">
                  {percent(value)}
                </text>
              </g>
            );
          })}
        </>
      )}
    </Plot>
  );
}
