import type { VNode } from 'preact';
import type { MeasureRow } from '../../../../core/market/rows.ts';
import { useLocale } from '../../locale.ts';
import { Picture } from '../../pictures/picture.tsx';
import type { AnsweredPicture } from '../../pictures/picture-props.ts';
import { dataOf } from '../../requests/answer.ts';
import { RANGE_MEASURES, RANKED_ROWS } from '../../requests/requests.ts';
import { percentileAmong } from '../../sparklines/day-strip.tsx';
import { PercentileDot } from '../../sparklines/percentile-dot.tsx';
import { dayMeasureColumns, NEWEST_FIRST } from '../../tables/table-columns.ts';

/** The measures of the last day, the most unusual first, each with its place among the days before. */
export function UnusualHere({
  remark,
  ...picture
}: AnsweredPicture & { readonly remark: string | undefined }): VNode {
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const { day, units } = texts;
  const last = dataOf<readonly MeasureRow[]>(picture.answer)?.at(-1);
  const write = (name: string, value: number) =>
    name === 'volume_ratio_20d' ? `${numbers.full(value, 2)}×` : numbers.signedPercent(value / 100, 2);
  return (
    <Picture
      {...picture}
      id="unusual"
      span={12}
      title={day.unusual}
      note={last === undefined ? day.unusual_note : `${dates.axis(last.date)}; ${day.unusual_note}`}
      invitation={day.load(units.cost(picture.request.units))}
      emptyText={day.none}
      remark={remark}
      columns={dayMeasureColumns(locale, RANGE_MEASURES)}
      order={NEWEST_FIRST}
    >
      {(rows: readonly MeasureRow[]) => (
        <table class="dense">
          <tbody>
            {measuresOf(rows)
              .sort((one, other) => distance(other) - distance(one))
              .map(({ name, value, percentile }) => (
                <tr key={name}>
                  <th scope="row">{day.measures[name]}</th>
                  <td class="r">{value === null ? '–' : write(name, value)}</td>
                  <td>
                    <PercentileDot percentile={percentile} texts={texts.percentile} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </Picture>
  );
}

function measuresOf(rows: readonly MeasureRow[]) {
  return RANGE_MEASURES.map((name) => {
    const values = rows.map((row) => (row[name] ?? null) as number | null);
    const value = values.at(-1) ?? null;
    const known = (rows.at(-1)?.[`${name}_p${RANKED_ROWS}`] ?? null) as number | null;
    const earlier = values.slice(0, -1).filter((each) => each !== null);
    return { name, value, percentile: known ?? percentileAmong(value, earlier) };
  });
}

function distance({ percentile }: { readonly percentile: number | null }): number {
  return percentile === null ? -1 : Math.abs(percentile - 50);
}
