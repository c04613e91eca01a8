import type { ComponentChildren, VNode } from 'preact';
import { DataTable } from '../components/data-table.tsx';
import { useView } from '../components/view.ts';

interface SubjectTableProps {
  readonly id?: string;
  readonly caption: string;
  /** The title of the first column. */
  readonly first: string;
  /** A column for each compared stock or broker. */
  readonly columns: readonly { readonly title: ComponentChildren; readonly only?: 'wide' }[];
  readonly rows: readonly {
    readonly title: ComponentChildren;
    readonly cells: readonly ComponentChildren[];
  }[];
  readonly empty?: ComponentChildren;
}

/** Numbers of compared stocks or brokers beside each other. */
export function SubjectTable({ first, columns, ...table }: SubjectTableProps): VNode {
  return (
    <DataTable
      {...table}
      columns={[
        { title: first, cell: ({ title }) => title },
        ...columns.map((column, place) => ({
          ...column,
          isNumber: true,
          cell: ({ cells }: SubjectTableProps['rows'][number]) => cells[place],
        })),
      ]}
      narrow="scroll"
    />
  );
}

export function ChargedUnits({ units }: { readonly units: number }): VNode {
  const { screens, figure } = useView().texts;
  return (
    <span class="cost">{units === 0 ? screens.not_again : figure.cost(String(units), units === 1)}</span>
  );
}
