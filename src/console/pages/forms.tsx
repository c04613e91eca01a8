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

interface FieldProps {
  readonly name: string;
  readonly label: ComponentChildren;
  /** Distinguishes fields of the same name on one page. */
  readonly form?: string;
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
  readonly hint?: ComponentChildren;
  /** What is wrong with the value that was sent. */
  readonly problem?: string | undefined;
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
export function Field({
  name,
  label,
  form,
  type = 'text',
  hint,
  problem,
  autocomplete,
  ...rest
}: FieldProps) {
  const id = idOf(name, form);
  return (
    <div class="field">
      <label for={`field-${id}`}>{label}</label>
      <input
        id={`field-${id}`}
        name={name}
        autocomplete={autocomplete}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={describedBy(id, hint, problem)}
        // Preact types each kind of field on its own.
        {...({ type, ...rest } as object)}
      />
      <Remarks name={id} hint={hint} problem={problem} />
    </div>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: ComponentChildren;
  /** As for a field. */
  readonly form?: string;
  readonly value?: string | undefined;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly hint?: ComponentChildren;
  readonly problem?: string | undefined;
}

export function Select({ name, label, form, value, options, hint, problem }: SelectProps) {
  const id = idOf(name, form);
  return (
    <div class="field">
      <label for={`field-${id}`}>{label}</label>
      <select
        id={`field-${id}`}
        name={name}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={describedBy(id, hint, problem)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.title}
          </option>
        ))}
      </select>
      <Remarks name={id} hint={hint} problem={problem} />
    </div>
  );
}

interface TextAreaProps {
  readonly name: string;
  /** As for a field. */
  readonly form?: string;
  readonly label: ComponentChildren;
  readonly value: string;
  readonly rows: number;
  readonly hint?: ComponentChildren;
  readonly problem?: string | undefined;
  readonly maxLength?: number;
  readonly autocomplete?: string;
}

/** A labelled field of several lines. */
export function TextArea({ name, form, label, value, hint, problem, ...rest }: TextAreaProps) {
  const id = idOf(name, form);
  return (
    <div class="field">
      <label for={`field-${id}`}>{label}</label>
      <textarea
        id={`field-${id}`}
        name={name}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={describedBy(id, hint, problem)}
        {...rest}
      >
        {value}
      </textarea>
      <Remarks name={id} hint={hint} problem={problem} />
    </div>
  );
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

function idOf(name: string, form: string | undefined): string {
  return form === undefined ? name : `${form}-${name}`;
}

/** A button that sends its form. `primary` for the one main action of a page, `danger` for what cannot be undone. */
export function Submit({
  children,
  kind = 'plain',
  name,
  value,
}: {
  readonly children: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'danger';
  readonly name?: string;
  readonly value?: string;
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
  readonly name: string;
  readonly hint: ComponentChildren;
  readonly problem: string | undefined;
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
