import type { ComponentChildren } from 'preact';
import type { View } from './view.ts';

interface FormProps {
  readonly view: View;
  readonly action: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A form that changes something: POST with the CSRF token of the visitor. */
export function Form({ view, action, children, class: style }: FormProps) {
  return (
    <form method="post" action={action} class={style}>
      {view.visitor && <input type="hidden" name="_csrf" value={view.visitor.csrf_token} />}
      {children}
    </form>
  );
}

interface LabelledProps {
  readonly name: string;
  readonly label: ComponentChildren;
  /** Distinguishes fields of the same name on one page. */
  readonly form?: string | undefined;
  readonly hint?: ComponentChildren;
  /** What is wrong with the value that was sent. */
  readonly problem?: string | undefined;
}

interface FieldProps extends LabelledProps {
  readonly type?:
    | 'text'
    | 'email'
    | 'password'
    | 'number'
    | 'date'
    | 'month'
    | 'datetime-local'
    | 'search'
    | 'url';
  readonly value?: string | number | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly pattern?: string;
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'url';
}

/** A labelled field, with a hint and the problem of the value that was sent. */
export function Field({ type = 'text', autocomplete, ...props }: FieldProps) {
  const { label, hint, problem, form, ...rest } = props;
  return (
    <Labelled {...props}>
      {/* Preact types each kind of field on its own. */}
      <input {...controlOf(props, autocomplete)} {...({ type, ...rest } as object)} />
    </Labelled>
  );
}

interface SelectProps extends LabelledProps {
  readonly value?: string | undefined;
  readonly options: readonly { readonly value: string; readonly title: string }[];
}

export function Select({ value, options, ...props }: SelectProps) {
  return (
    <Labelled {...props}>
      <select {...controlOf(props)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.title}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

interface TextAreaProps extends LabelledProps {
  readonly value: string;
  readonly rows: number;
  readonly maxLength?: number;
  readonly autocomplete?: string;
}

/** A labelled field of several lines. */
export function TextArea({ value, rows, maxLength, autocomplete, ...props }: TextAreaProps) {
  return (
    <Labelled {...props}>
      <textarea {...controlOf(props)} rows={rows} maxLength={maxLength} autocomplete={autocomplete}>
        {value}
      </textarea>
    </Labelled>
  );
}

/** The label of a field, its hint, and the problem of the value that was sent. */
function Labelled({ label, children, ...props }: LabelledProps & { readonly children: ComponentChildren }) {
  const id = idOf(props);
  return (
    <div class="field">
      <label for={`field-${id}`}>{label}</label>
      {children}
      <Remarks name={id} hint={props.hint} problem={props.problem} />
    </div>
  );
}

/** The attributes that connect a field with its label, its hint and its problem. */
function controlOf(props: Omit<LabelledProps, 'label'>, autocomplete?: string) {
  const id = idOf(props);
  return {
    id: `field-${id}`,
    name: props.name,
    ...(autocomplete !== undefined && { autocomplete }),
    'aria-invalid': props.problem === undefined ? undefined : true,
    'aria-describedby': describedBy(id, props.hint, props.problem),
  };
}

interface ChecksProps {
  readonly name: string;
  /** What the boxes are about; none for a single box. */
  readonly label?: string;
  readonly options: readonly { readonly value: string; readonly title: ComponentChildren }[];
  readonly chosen: readonly string[];
  readonly problem?: string | undefined;
}

/** Checkboxes of one name. */
export function Checks({ name, label, options, chosen, problem }: ChecksProps) {
  return (
    <fieldset class="field checks">
      {label !== undefined && <legend>{label}</legend>}
      {options.map(({ value, title }) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={chosen.includes(value)}
            aria-describedby={describedBy(name, undefined, problem)}
          />
          <span>{title}</span>
        </label>
      ))}
      <Remarks name={name} hint={undefined} problem={problem} />
    </fieldset>
  );
}

function idOf({ name, form }: Pick<LabelledProps, 'name' | 'form'>): string {
  return form === undefined ? name : `${form}-${name}`;
}

/** A button that sends its form. `primary` for the one main action of a page, `danger` for what cannot be undone. */
export function Submit({
  children,
  kind = 'plain',
  name,
  value,
}: {
  children: ComponentChildren;
  kind?: 'plain' | 'primary' | 'danger';
  name?: string;
  value?: string;
}) {
  return (
    <button type="submit" class={kind === 'plain' ? 'btn' : `btn ${kind}`} name={name} value={value}>
      {children}
    </button>
  );
}

function describedBy(name: string, hint: ComponentChildren, problem: string | undefined): string | undefined {
  const ids = [
    ...(problem === undefined ? [] : [`problem-${name}`]),
    ...(hint === undefined ? [] : [`hint-${name}`]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}

function Remarks({
  name,
  hint,
  problem,
}: {
  name: string;
  hint: ComponentChildren;
  problem: string | undefined;
}) {
  return (
    <>
      {problem !== undefined && (
        <p class="problem" id={`problem-${name}`}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`hint-${name}`}>
          {hint}
        </p>
      )}
    </>
  );
}
