import type { HeldDay } from '../../../../operations/intake.ts';
import { MinuteChart } from '../../../charts/minute-chart.tsx';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { useOperator } from '../operator-page.tsx';
import { timeText } from '../operator-texts.ts';
import { FileAction, Reasons } from './file-actions.tsx';

const SHARES_OF_LOT = 100;
const HALF_HOUR = 30;

type HeldTotals = NonNullable<HeldDay['totals']>;
type DayTotals = HeldTotals['file'];

export function Held({ held, isBusy }: { held: readonly HeldDay[]; isBusy: boolean }) {
  const { view, texts } = useOperator();
  const t = texts.days;
  return (
    <Card title={t.held} about={t.held_about} id="held">
      {held.map((day, index) => (
        <article key={day.source} class="file">
          <h3>
            {day.file}
            <small>
              {day.trade_date === null ? '' : `${view.dates.long(day.trade_date)} · `}
              {t.seen_at(view.dates.time(day.seen_at))}
            </small>
          </h3>
          <div class="two">
            <div>
              <h4>{t.why}</h4>
              <Reasons causes={day.causes} />
              <p class="note">
                <code>{day.kept_at ?? day.source}</code>
              </p>
            </div>
            <Comparison day={day} />
          </div>
          {day.totals !== null && <Totals totals={day.totals} id={`totals-${index}`} />}
          {day.totals?.minutes && day.totals.minutes.length > 0 && (
            <Minutes minutes={day.totals.minutes} id={`minutes-${index}`} />
          )}
          {!isBusy && (
            <>
              <FileAction
                name="publish"
                index={index}
                source={day.source}
                kind="primary"
                title={t.publish}
                effect={t.publish_effect(
                  day.trade_date === null ? day.file : view.dates.short(day.trade_date),
                  day.published === null ? null : view.numbers.full(day.published.revision),
                )}
              />
              <FileAction
                name="dismiss-held"
                index={index}
                source={day.source}
                title={t.dismiss_held}
                effect={t.dismiss_held_effect}
              />
            </>
          )}
          <p class="note">{t.wrong}</p>
        </article>
      ))}
    </Card>
  );
}

/** The size of the held file beside that of a usual day. */
function Totals({ totals, id }: { totals: HeldTotals; id: string }) {
  const { view, texts } = useOperator();
  const t = texts.days;
  const { file, usual } = totals;
  const full = (value: number) => view.numbers.full(value);
  const rows = [
    { name: t.trades, of: ({ trades }: DayTotals) => trades },
    { name: t.value, of: ({ value }: DayTotals) => value },
    { name: t.lots, of: ({ volume }: DayTotals) => Math.floor(volume / SHARES_OF_LOT) },
    { name: t.tickers, of: ({ tickers }: DayTotals) => tickers },
  ];
  const part = (own: number, median: number) =>
    median === 0 ? texts.none : view.numbers.percent(own / median, 0);
  return (
    <DataTable
      caption={usual === null ? t.totals_alone : t.totals_about(full(usual.days))}
      id={id}
      columns={[
        { title: t.total, cell: ({ name }) => name },
        { title: t.in_file, number: ({ of }) => of(file) },
        ...(usual === null
          ? []
          : [
              { title: t.usual, number: ({ of }: (typeof rows)[number]) => of(usual) },
              {
                title: t.part_of_usual,
                isNumber: true,
                cell: ({ of }: (typeof rows)[number]) => part(of(file), of(usual)),
              },
            ]),
      ]}
      rows={rows}
    />
  );
}

/** The trades per minute of the held file beside those of a usual day, as a picture, and their sums by half hours: a cut is seen. */
export function Minutes({ minutes, id }: { minutes: NonNullable<HeldTotals['minutes']>; id: string }) {
  const { texts } = useOperator();
  const t = texts.days;
  const slots = [...new Set(minutes.map(({ minute }) => Math.floor(minute / HALF_HOUR)))];
  const rows = slots.map((slot) => {
    const each = minutes.filter(({ minute }) => Math.floor(minute / HALF_HOUR) === slot);
    const sumOf = (name: 'file' | 'usual') => each.reduce((sum, trades) => sum + trades[name], 0);
    return { start: slot * HALF_HOUR, file: sumOf('file'), usual: sumOf('usual') };
  });
  const timeOf = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return (
    <>
      <p class="note">{t.minutes_about}</p>
      <MinuteChart minutes={minutes} label={t.minutes_about} />
      <details class="fold">
        <summary>{t.minutes_table}</summary>
        <DataTable
          caption={t.minutes_table}
          id={id}
          columns={[
            { title: t.half_hour, cell: ({ start }) => timeOf(start) },
            { title: t.in_file, number: ({ file }) => file },
            { title: t.usual, number: ({ usual }) => usual },
          ]}
          rows={rows}
        />
      </details>
    </>
  );
}

/** The published revision that the held file would replace. */
function Comparison({ day }: { day: HeldDay }) {
  const { view, texts } = useOperator();
  const t = texts.days;
  const { published } = day;
  return (
    <div>
      <h4>{t.compared}</h4>
      {published === null ? (
        <p class="note">{t.nothing_published}</p>
      ) : (
        <Facts
          facts={[
            [
              t.published_revision(view.numbers.full(published.revision)),
              timeText(view, published.published_at),
            ],
            [t.trades, view.numbers.full(published.trades_rows)],
            [t.value, view.numbers.full(published.value)],
          ]}
        />
      )}
    </div>
  );
}
