import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocale } from '../locale.ts';

/** A broker or a stock in a table of one side. */
export interface SidedCode {
  readonly code: string;
  readonly name?: string | undefined;
  readonly href: string | undefined;
  /** Whether it belongs to a foreign group. */
  readonly isTinted?: boolean;
}

/** A column after the amount. */
export interface SidedColumn<Row> {
  readonly title: string;
  readonly write: (row: Row) => string;
  /** Whether a phone shows it too. */
  readonly isKept?: boolean;
}

interface Side<Row> {
  readonly title: string;
  readonly columns: readonly SidedColumn<Row>[];
  /** The colour of the bars and of the tinted cells. */
  readonly tone: 'buy' | 'sell' | 'foreign';
  /** The amount of a row of this side; 0 or less if the row is not of this side. */
  readonly amount: (row: Row) => number;
}

interface SidedTablesProps<Row> {
  readonly rows: readonly Row[];
  readonly sides: readonly [Side<Row>, Side<Row>];
  readonly codeOf: (row: Row) => SidedCode;
  /** The title of the amounts, with their unit. */
  readonly amountTitle: string;
  readonly write: (amount: number) => string;
  /** Rows of each side at first. */
  readonly count: number;
}

/** Classes of tint, `size-0` to `size-5`. */
const SIZES = 5;
const BAR_PX = 40;

/** The rows of one side, the largest amount first. */
export function sideOf<Row>(rows: readonly Row[], amount: (row: Row) => number): Row[] {
  return rows.filter((row) => amount(row) > 0).sort((a, b) => amount(b) - amount(a));
}

/** Two tables beside each other, such as net buyers and net sellers. Their bars and tints have one scale. */
export function SidedTables<Row>(props: SidedTablesProps<Row>): VNode {
  const { rows, sides, count } = props;
  const { texts, numbers } = useLocale();
  const [isWhole, setWhole] = useState(false);
  const hasNames = rows.some((row) => props.codeOf(row).name !== undefined);
  const of = sides.map(({ amount }) => sideOf(rows, amount));
  const largest = Math.max(
    0,
    ...sides.map(({ amount }, index) => Math.max(0, ...(of[index] ?? []).map(amount))),
  );
  return (
    <>
      <div class={hasNames ? 'sided' : 'sided stocks'}>
        {sides.map((side, index) => (
          <SideTable
            key={side.title}
            {...props}
            side={side}
            hasNames={hasNames}
            largest={largest}
            sign={index === 0 ? 1 : -1}
            shown={(of[index] ?? []).slice(0, isWhole ? undefined : count)}
          />
        ))}
      </div>
      {!isWhole && of.some(({ length }) => length > count) && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {texts.table.more(numbers.full(of.reduce((sum, { length }) => sum + length, 0)))}
        </button>
      )}
    </>
  );
}

interface SideTableProps<Row> extends SidedTablesProps<Row> {
  readonly side: Side<Row>;
  readonly shown: readonly Row[];
  readonly hasNames: boolean;
  readonly largest: number;
  readonly sign: 1 | -1;
}

function SideTable<Row>({ side, shown, hasNames, largest, sign, ...props }: SideTableProps<Row>): VNode {
  const { texts } = useLocale();
  return (
    <table class={`dense ${side.tone}`}>
      <thead>
        <tr>
          <th scope="col">{side.title}</th>
          {hasNames && (
            <th scope="col" class="wide-only name">
              {texts.columns.name}
            </th>
          )}
          <th scope="col" class="r" colSpan={2}>
            {props.amountTitle}
          </th>
          {side.columns.map(({ title, isKept }) => (
            <th key={title} scope="col" class={isKept ? 'r' : 'r wide-only'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => {
          const { code, name, href, isTinted } = props.codeOf(row);
          const amount = side.amount(row);
          const tag = isTinted ? 'code tinted' : 'code';
          return (
            <tr key={code}>
              <th scope="row">
                {href === undefined ? (
                  <span class={tag}>{code}</span>
                ) : (
                  <a class={tag} href={href} title={name}>
                    {code}
                  </a>
                )}
              </th>
              {hasNames && <td class="wide-only name">{name}</td>}
              <NumberBar text={props.write(amount * sign)} share={largest === 0 ? 0 : amount / largest} />
              {side.columns.map(({ title, write, isKept }) => (
                <td key={title} class={isKept ? 'r' : 'r wide-only'}>
                  {write(row)}
                </td>
              ))}
            </tr>
          );
        })}
        {shown.length === 0 && (
          <tr>
            <td colSpan={side.columns.length + 4}>{texts.table.empty}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** A number in a cell that is tinted by its size, and its bar in the next cell. @param share of the largest number, up to 1 */
function NumberBar({ text, share }: { readonly text: string; readonly share: number }): VNode {
  return (
    <>
      <td class={`r amount size-${Math.ceil(share * SIZES)}`}>{text}</td>
      <td class="bar">
        <svg width={BAR_PX} height="14" aria-hidden="true">
          <rect width={Math.max(1, share * BAR_PX).toFixed(1)} height="14" rx="2" />
        </svg>
      </td>
    </>
  );
}
