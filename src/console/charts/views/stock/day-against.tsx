import type { VNode } from 'preact';
import type { MeasureRow } from '../../../../core/market/rows.ts';
import { useLocale } from '../../locale.ts';
import { Picture } from '../../pictures/picture.tsx';
import type { AnsweredPicture } from '../../pictures/picture-props.ts';
import { DAY_MEASURES, RANKED_ROWS, type Selection } from '../../requests/requests.ts';
import { DayStrip } from '../../sparklines/day-strip.tsx';
import { dayMeasureColumns, NEWEST_FIRST } from '../../tables/table-columns.ts';

/** A range of one day: its measures among those of the days before it. */
export function DayAgainst({
  selection,
  ...picture
}: AnsweredPicture & { readonly selection: Selection }): VNode {
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const { day } = texts;
  const title = day.title(dates.axis(selection.to));
  const percent = (value: number) => numbers.signedPercent(value / 100, 2);
  const times = (value: number) => `${numbers.full(value, 2)}×`;
  return (
    <Picture
      {...picture}
      id="day"
      span={12}
      title={title}
      note={day.note}
      emptyText={day.none}
      remark={selection.known_at === undefined ? undefined : texts.page.newest_measures}
      isEmpty={(rows: readonly MeasureRow[]) => rows.at(-1)?.date !== selection.to}
      columns={dayMeasureColumns(locale, DAY_MEASURES)}
      order={NEWEST_FIRST}
    >
      {(rows: readonly MeasureRow[], width) => {
        const columns = width < 520 ? 1 : width < 900 ? 2 : 4;
        const last = rows.at(-1);
        const numberOf = (row: MeasureRow | undefined, name: string) =>
          (row?.[name] ?? null) as number | null;
        return (
          <div class="day-strips">
            {DAY_MEASURES.map((name) => (
              <DayStrip
                key={name}
                title={day.measures[name]}
                value={numberOf(last, name)}
                earlier={rows.slice(0, -1).flatMap((row) => numberOf(row, name) ?? [])}
                percentile={numberOf(last, `${name}_p${RANKED_ROWS}`)}
                ranked={RANKED_ROWS}
                write={name === 'value_ratio_20d' ? times : percent}
                isForeign={name === 'foreign_share_1d'}
                width={Math.floor((width - 24 * (columns - 1)) / columns)}
              />
            ))}
          </div>
        );
      }}
    </Picture>
  );
}
