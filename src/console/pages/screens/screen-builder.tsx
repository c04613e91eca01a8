import type { VNode } from 'preact';
import { MEASURES } from '../../../core/market/measure-list.ts';
import { measureDefinition, measureName, measureOf } from '../../texts/written-measures.ts';
import { useView } from '../components/view.ts';
import { type ConditionRow, OPERATORS, type ScreenForm } from './screen-query.ts';

/** Rows of the form: those that are filled, and empty ones to add. */
const EMPTY_ROWS = 2;
const NO_ROW: ConditionRow = { measure: '', days_before: '', operator: 'gte', limit: '' };

interface ScreenBuilderProps {
  readonly form: ScreenForm;
  /** What a new screen costs. */
  readonly cost: string;
}

/** The conditions in words. A form with GET: its address has all of them. */
export function ScreenBuilder({ form, cost }: ScreenBuilderProps): VNode {
  const texts = useView().texts.screens;
  const rows = [...form.rows, ...Array.from({ length: EMPTY_ROWS }, () => NO_ROW)];
  return (
    <form method="get" action="/screens" class="screen-form">
      {rows.map((row, place) => (
        <fieldset key={place}>
          <legend class="visually-hidden">{texts.condition(place + 1)}</legend>
          <Measures name="m" label={texts.measure} value={row.measure} />
          <input
            name="d"
            value={row.days_before}
            inputMode="numeric"
            size={3}
            aria-label={texts.days_before}
            placeholder={texts.days}
          />
          <select name="op" aria-label={texts.comparison}>
            {OPERATORS.map((operator) => (
              <option key={operator} value={operator} selected={operator === row.operator}>
                {texts.operators[operator]}
              </option>
            ))}
          </select>
          <input name="v" value={row.limit} size={12} aria-label={texts.limit_of} autocomplete="off" />
          <Definition name={row.measure} />
        </fieldset>
      ))}
      <p class="note">
        {texts.hint} {texts.adjusted[form.adjust === 'none' ? 'none' : 'splits']}
      </p>
      {form.adjust !== '' && <input type="hidden" name="adjust" value={form.adjust} />}
      <details open={form.json !== ''}>
        <summary>{texts.json}</summary>
        <textarea name="where" rows={4} aria-label={texts.json} spellcheck={false}>
          {form.json}
        </textarea>
      </details>
      <p class="buttons">
        <Measures name="sort" label={texts.sort} value={form.sort} />
        <select name="dir" aria-label={texts.direction}>
          <option value="desc">{texts.largest}</option>
          <option value="asc" selected={form.direction === 'asc'}>
            {texts.smallest}
          </option>
        </select>
        <input
          name="limit"
          value={form.limit}
          inputMode="numeric"
          size={4}
          aria-label={texts.at_most}
          placeholder="50"
        />
        <button type="submit" class="btn primary">
          {texts.run}
        </button>{' '}
        <small>{texts.costs(cost)}</small>
      </p>
    </form>
  );
}

interface MeasuresProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

function Measures({ name, label, value }: MeasuresProps): VNode {
  const { texts } = useView();
  const { units } = texts.measures;
  return (
    <select name={name} aria-label={label}>
      <option value="">{label}</option>
      {MEASURES.map((measure) => (
        <option key={measure.name} value={measure.name} selected={measure.name === value}>
          {measureName(measure.name, texts.measures)} ({units[measure.unit]})
        </option>
      ))}
    </select>
  );
}

/** The name of a measure in the API, and how it is computed. */
function Definition({ name }: { readonly name: string }): VNode | null {
  const { texts } = useView();
  const measure = measureOf(name);
  if (!measure) return null;
  return (
    <small>
      <code>{name}</code> · {texts.measures.units[measure.unit]} ·{' '}
      {measureDefinition(measure, texts.measures)}
    </small>
  );
}
