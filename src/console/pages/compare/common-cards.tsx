import type { VNode } from 'preact';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import type { View } from '../components/view.ts';
import { type CommonRow, type ComparedSubject, commonRows } from './compared.ts';

interface CommonCardsProps {
  readonly subjects: readonly ComparedSubject[];
  readonly titles: Readonly<Record<'buy' | 'sell', string>>;
  readonly about: string;
  /** Of the column of the codes. */
  readonly title: string;
  readonly nobody: string;
  readonly linkOf: (code: string) => VNode;
  readonly view: View;
}

/** For compared stocks, the brokers that bought or sold all of them, net. For compared brokers, the stocks that all of them bought or sold, net. */
export function CommonCards({ titles, about, ...props }: CommonCardsProps): VNode {
  return (
    <>
      {(['buy', 'sell'] as const).map((side) => (
        <Card key={side} title={titles[side]} about={about} span={6}>
          <Common {...props} caption={titles[side]} side={side} />
        </Card>
      ))}
    </>
  );
}

interface CommonProps extends Omit<CommonCardsProps, 'titles' | 'about'> {
  readonly caption: string;
  readonly side: 'buy' | 'sell';
}

function Common({ subjects, caption, side, title, nobody, linkOf, view }: CommonProps): VNode {
  const { numbers, texts } = view;
  const columns: Column<CommonRow>[] = [
    { title, cell: ({ code }) => linkOf(code) },
    ...subjects.map(
      ({ code }, place): Column<CommonRow> => ({
        title: code,
        isNumber: true,
        cell: ({ nets }) => (
          <span class={side === 'buy' ? 'up' : 'down'}>{numbers.signedShort(nets[place] ?? 0)}</span>
        ),
      }),
    ),
    ...subjects.map(
      ({ code }, place): Column<CommonRow> => ({
        title: texts.compare.average(code),
        isNumber: true,
        only: 'wide',
        cell: ({ averages }) => numbers.full(averages[place] ?? 0),
      }),
    ),
  ];
  return (
    <DataTable
      id={`common-${side}`}
      caption={caption}
      rows={commonRows(subjects, side)}
      columns={columns}
      narrow="scroll"
      empty={<p class="note">{nobody}</p>}
    />
  );
}
