import type { VNode } from 'preact';
import { useLocale } from './locale.ts';

interface FigureOfGroup {
  readonly title: string;
  readonly text?: string | false | undefined;
  /** In place of a text: 0.01 is 1%. */
  readonly change?: number | null;
  readonly tone?: 'foreign' | 'up' | 'down' | undefined;
  readonly remark?: string | false | undefined;
}

export interface Figures {
  /** The period. */
  readonly title: string;
  readonly figures: readonly FigureOfGroup[];
}

interface LargeFigureProps {
  readonly text: string | undefined;
  readonly change?: number | null;
  readonly remark: string;
  readonly groups: readonly Figures[];
}

/** What a page is about as one large number, and groups of small figures; each group has its period. A dash stands for no value. */
export function LargeFigure({ text, change = null, remark, groups }: LargeFigureProps): VNode {
  return (
    <div class="headline">
      <p class="large">
        <b>{text ?? '–'}</b> {change !== null && <Change value={change} />} <small>{remark}</small>
      </p>
      {groups.map(({ title, figures }) => (
        <section key={title}>
          <h2>{title}</h2>
          <dl>
            {figures.map((figure) => (
              <div key={figure.title}>
                <dt>{figure.title}</dt>
                <dd class={figure.tone}>
                  {figure.change == null ? figure.text || '–' : <Change value={figure.change} />}
                  {figure.remark && <small> {figure.remark}</small>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** A change. Its direction has a mark, a word for screen readers, and a colour. @param value 0.01 is 1% */
export function Change({ value }: { readonly value: number }): VNode {
  const { texts, numbers } = useLocale();
  const [mark, name, style] =
    value > 0
      ? ['▲', texts.kpi.up, 'up']
      : value < 0
        ? ['▼', texts.kpi.down, 'down']
        : ['', texts.kpi.unchanged, ''];
  return (
    <span class={`change ${style}`}>
      <span aria-hidden="true">{mark}</span>
      <span class="visually-hidden">{name}</span> {numbers.percent(Math.abs(value), 2)}
    </span>
  );
}
