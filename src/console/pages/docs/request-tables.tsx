import type {
  ReferencedError,
  ReferencedHeader,
  ReferencedParameter,
} from '../../../api/openapi/reference.ts';
import type { FieldType, ReferencedField } from '../../../api/openapi/reference-fields.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { useView, type View } from '../components/view.ts';
import type { DocumentMarkdown } from './guide.ts';
import { Markup } from './markup.tsx';

type Field = ReferencedField & Partial<Pick<ReferencedParameter, 'in'>>;

/** Fields of a request or a response. @param isInput with the limits that the server checks */
export function FieldsTable({
  id,
  caption,
  fields,
  markdown,
  isInput = false,
}: {
  id: string;
  caption: string;
  fields: readonly Field[];
  markdown: DocumentMarkdown;
  isInput?: boolean;
}) {
  const { reference } = useView().texts;
  const place: Column<Field> = {
    title: reference.place,
    cell: (field) => field.in && reference.places[field.in],
  };
  const required: Column<Field> = {
    title: reference.required,
    cell: ({ isRequired }) => (isRequired ? reference.yes : reference.no),
  };
  const columns: readonly Column<Field>[] = [
    {
      title: reference.field,
      cell: ({ parent, name }) => (
        <code>
          {parent !== '' && <span class="mute">{parent}</span>}
          <wbr />
          {name}
        </code>
      ),
    },
    ...(fields.some((field) => field.in !== undefined) ? [place] : []),
    { title: reference.type, cell: ({ type }) => <Type type={type} isInput={isInput} /> },
    ...(isInput ? [required] : []),
    {
      title: reference.description,
      cell: ({ description }) => <Line markdown={markdown} text={description} />,
    },
  ];
  return <DataTable id={id} caption={caption} columns={columns} rows={fields} />;
}

export function HeadersTable({
  headers,
  markdown,
}: {
  headers: readonly ReferencedHeader[];
  markdown: DocumentMarkdown;
}) {
  const { reference } = useView().texts;
  const columns: readonly Column<ReferencedHeader>[] = [
    { title: reference.header, cell: ({ name }) => <code>{name}</code> },
    {
      title: reference.description,
      cell: ({ description }) => <Line markdown={markdown} text={description} />,
    },
    { title: reference.example, cell: ({ example }) => example !== '' && <code>{example}</code> },
  ];
  return <DataTable id="headers-table" caption={reference.headers_about} columns={columns} rows={headers} />;
}

export function ErrorsTable({
  errors,
  markdown,
}: {
  errors: readonly ReferencedError[];
  markdown: DocumentMarkdown;
}) {
  const { reference } = useView().texts;
  const columns: readonly Column<ReferencedError>[] = [
    { title: reference.code, cell: ({ code, status }) => <code>{code ?? status}</code> },
    { title: reference.status, cell: ({ status }) => status },
    { title: reference.when, cell: ({ when }) => <Line markdown={markdown} text={when} /> },
  ];
  return <DataTable id="errors-table" caption={reference.errors_about} columns={columns} rows={errors} />;
}

function Line({ markdown, text }: { markdown: DocumentMarkdown; text: string }) {
  return <Markup as="span" html={markdown.line(text)} />;
}

function Type({ type, isInput }: { type: FieldType; isInput: boolean }) {
  const view = useView();
  const { reference } = view.texts;
  const limits = isInput ? limitsOf(view, type) : null;
  // The values of an array are those of its items.
  const values = type.of?.values ?? type.values;
  return (
    <>
      {typeText(view, type)}
      {type.isNullable && ` ${reference.or} ${reference.types.null}`}
      {values.length > 0 && (
        <div class="limits">
          {reference.one_of}{' '}
          {values.map((value, place) => (
            <span key={place}>
              {place > 0 && ', '}
              <code>{String(value)}</code>
            </span>
          ))}
        </div>
      )}
      {limits !== null && <div class="limits">{limits}</div>}
      {isInput && type.pattern !== null && (
        <div class="limits">
          {reference.pattern}: <code>{type.pattern}</code>
        </div>
      )}
      {type.fallback !== undefined && (
        <div class="limits">
          {reference.fallback}: <code>{String(type.fallback)}</code>
        </div>
      )}
    </>
  );
}

/** Such as `array of objects`. @param isPlural for the items of an array */
function typeText(view: View, { kinds, of }: FieldType, isPlural = false): string {
  const { reference } = view.texts;
  return kinds
    .map((kind) => {
      if (kind !== 'list' && kind !== 'map') return (isPlural ? reference.many : reference.types)[kind];
      const inner = of ? typeText(view, of, true) : reference.many.any;
      if (kind === 'list') return isPlural ? reference.arrays_of(inner) : reference.array_of(inner);
      return isPlural ? reference.objects_of(inner) : reference.object_of(inner);
    })
    .join(` ${reference.or} `);
}

/** Such as `Items: 1 to 50`. */
function limitsOf({ texts: { reference }, numbers }: View, { min, max, limited }: FieldType): string | null {
  if (min === null && max === null) return null;
  const text = (limit: number) => numbers.full(limit);
  const range =
    min !== null && max !== null
      ? reference.between(text(min), text(max))
      : min !== null
        ? reference.at_least(text(min))
        : reference.at_most(text(max ?? 0));
  return `${reference.limited[limited]}: ${range}`;
}
