import type { VNode } from 'preact';
import type { Condition, Limit, Screen } from '../../../market/serving/screens/screen.ts';
import { measureName, measureOf } from '../../texts/written-measures.ts';
import { useView, type View } from '../components/view.ts';
import { comparedIn } from './screen-query.ts';

/** The conditions and the order of a screen in words. */
export function ScreenWords({ where, sort, limit, adjust }: Screen): VNode {
  const view = useView();
  const { screens, measures } = view.texts;
  return (
    <ul class="plain">
      {(where?.and ?? (where ? [where] : [])).map((condition, place) => (
        <Words key={place} condition={condition} />
      ))}
      {sort && (
        <li>
          {screens.sort}: {measureName(sort.measure, measures)},{' '}
          {screens[sort.direction === 'asc' ? 'smallest' : 'largest']}
        </li>
      )}
      {limit !== undefined && (
        <li>
          {screens.at_most}: {view.numbers.full(limit)}
        </li>
      )}
      {adjust === 'none' && <li>{screens.adjusted.none}</li>}
    </ul>
  );
}

function Words({ condition }: { readonly condition: Condition }): VNode {
  const view = useView();
  const { and, or, not } = condition;
  const inner = and ?? or ?? (not && [not]);
  if (inner === undefined) return <li>{conditionWords(condition, view)}</li>;
  return (
    <li>
      {view.texts.screens.joined[and ? 'and' : or ? 'or' : 'not']}
      <ul>
        {inner.map((each, place) => (
          <Words key={place} condition={each} />
        ))}
      </ul>
    </li>
  );
}

function conditionWords(condition: Condition, view: View): string {
  const { measure = '', days_before } = condition;
  const { operator, limits } = comparedIn(condition);
  const { screens, measures } = view.texts;
  const unit = measureOf(measure)?.unit;
  const words = limits.map((limit) =>
    typeof limit !== 'number'
      ? termWords(limit, view)
      : operator === 'top' || unit === undefined
        ? view.numbers.exact(limit)
        : `${view.numbers.exact(limit)}${unit === 'percent' || unit === 'times' ? '' : ' '}${measures.units[unit]}`,
  );
  return `${termWords({ measure, days_before }, view)}: ${screens.operators[operator]} ${words.join(` ${screens.and} `)}`;
}

function termWords({ measure, days_before }: Exclude<Limit, number>, { texts, numbers }: View): string {
  const name = measureName(measure, texts.measures);
  return days_before
    ? `${name} (${texts.screens.days_before.toLowerCase()}: ${numbers.full(days_before)})`
    : name;
}
