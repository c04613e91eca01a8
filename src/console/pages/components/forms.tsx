import { type ComponentChildren, createContext, type HTMLInputTypeAttribute } from 'preact';
import { useContext } from 'preact/hooks';
import { useView } from './view.ts';

type Texts = Readonly<Record<string, string>>;

/** What was sent to a form that was refused, and what is wrong with it. */
interface Sent {
  readonly sent: Texts;
  readonly problems: Texts;
}

const NOTHING: Sent = { sent: {}, problems: {} };

/** The form that was refused, for the page that shows it again. `refused` is the last part of its path. */
export const RefusedForm = createContext<Sent & { readonly refused: string }>({ ...NOTHING, refused: '' });

/** The form that contains a field. */
const FormOfField = createContext<Sent & { readonly id?: string | undefined }>(NOTHING);

interface FormProps {
  readonly action: string;
  /** Distinguishes its fields from those of the same name in other forms of the page. */
  readonly id?: string;
  /** Default: whether a form with the last part of this path was refused */
  readonly isRefused?: boolean;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A form that changes something: POST with the CSRF token of the visitor. After it was refused, its fields have what was sent. */
export function Form({ action, id, isRefused, children, class: style }: FormProps) {
  const { visitor } = useView();
  const last = useContext(RefusedForm);
  const { sent, problems } = (isRefused ?? action.split('/').at(-1) === last.refused) ? last : NOTHING;
  return (
    <form method="post" action={action} class={style}>
      {visitor && <input type="hidden" name="_csrf" value={visitor.csrf_token} />}
      <FormOfField.Provider value={{ id, sent, problems }}>{children}</FormOfField.Provider>
    </form>
  );
}

interface LabelledProps {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  /** What is wrong with the value that was sent. Default: what the refusal says of this field */
  readonly problem?: string | undefined;
}

/** A field with what its form knows of it: its id, the value that was sent, and what is wrong with it. */
function useField<
  Props extends { readonly name: string; readonly value?: unknown; readonly problem?: string | undefined },
>(props: Props) {
  const { id, sent, problems } = useContext(FormOfField);
  const { name, value, problem } = props;
  return {
    ...props,
    id: id === undefined ? name : `${id}-${name}`,
    value: sent[name] ?? value,
    problem: problem ?? problems[name],
  };
}

interface FieldProps extends LabelledProps {
  readonly type?: HTMLInputTypeAttribute;
  readonly value?: string | number | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly maxLength?: number;
  readonly min?: string | number;
  readonly pattern?: string;
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'url';
}

/** A labelled field, with a hint and the problem of the value that was sent. */
export function Field({ type = 'text', autocomplete, ...props }: FieldProps) {
  const field = useField(props);
  const { label, hint, problem, id, value, ...rest } = field;
  return (
    <Labelled {...field}>
      {/* Preact types each kind of field on its own. */}
      <input {...controlOf(field, autocomplete)} {...({ type, value, ...rest } as object)} />
    </Labelled>
  );
}

/** A field for a whole number. */
export function NumberField({ min = 1, ...props }: Omit<FieldProps, 'type' | 'inputMode'>) {
  return <Field type="number" inputMode="numeric" min={min} {...props} />;
}

interface SelectProps extends LabelledProps {
  readonly value?: string | undefined;
  readonly options: readonly { readonly value: string; readonly title: string }[];
}

export function Select({ options, ...props }: SelectProps) {
  const field = useField(props);
  return (
    <Labelled {...field}>
      <select {...controlOf(field)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === field.value}>
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

export function TextArea({ rows, maxLength, autocomplete, ...props }: TextAreaProps) {
  const field = useField(props);
  return (
    <Labelled {...field}>
      <textarea {...controlOf(field)} rows={rows} maxLength={maxLength} autocomplete={autocomplete}>
        {field.value}
      </textarea>
    </Labelled>
  );
}

type KnownField = LabelledProps & { readonly id: string };

/** The label of a field, its hint, and the problem of the value that was sent. */
function Labelled({
  id,
  label,
  hint,
  problem,
  children,
}: KnownField & { readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={`field-${id}`}>{label}</label>
      {children}
      <Remarks name={id} hint={hint} problem={problem} />
    </div>
  );
}

/** The attributes that connect a field with its label, its hint and its problem. */
function controlOf({ id, name, hint, problem }: KnownField, autocomplete?: string) {
  return {
    id: `field-${id}`,
    name,
    ...(autocomplete !== undefined && { autocomplete }),
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': describedBy(id, hint, problem),
  };
}

/** A single check box. It is checked after its form was refused if it was sent. */
export function CheckBox({ name, label }: { readonly name: string; readonly label: string }) {
  const { id, value } = useField({ name });
  return (
    <p class="check">
      <input type="checkbox" id={`field-${id}`} name={name} value="yes" checked={value !== undefined} />
      <label for={`field-${id}`}>{label}</label>
    </p>
  );
}

interface ChecksProps {
  readonly name: string;
  /** What the boxes are about; none for a single box. */
  readonly label?: string;
  readonly options: readonly { readonly value: string; readonly title: ComponentChildren }[];
  readonly chosen: readonly string[];
}

export function Checks({ name, label, options, chosen }: ChecksProps) {
  const { problem } = useField({ name });
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
