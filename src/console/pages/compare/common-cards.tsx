import type { VNode } from 'preact';
import { Card } from '../components/card.tsx';
import { useView } from '../components/view.ts';
import { type ComparedSubject, commonRows } from './compared.ts';
import { SubjectTable } from './subject-table.tsx';

interface CommonCardsProps {
  readonly subjects: readonly ComparedSubject[];
  readonly titles: Readonly<Record<'buy' | 'sell', string>>;
  readonly about: string;
  /** The title of the column of the codes. */
  readonly first: string;
  readonly nobody: string;
  readonly linkOf: (code: string) => VNode;
}

/** For compared stocks, the brokers that bought or sold all of them, net. For compared brokers, the stocks that all of them bought or sold, net. */
export function CommonCards({ subjects, titles, about, first, nobody, linkOf }: CommonCardsProps): VNode {
  const { numbers, texts } = useView();
  const columns = [
    ...subjects.map(({ code }) => ({ title: code })),
    ...subjects.map(({ code }) => ({ title: texts.compare.average(code), only: 'wide' as const })),
  ];
  return (
    <>
      {(['buy', 'sell'] as const).map((side) => (
        <Card key={side} title={titles[side]} about={about} span={6}>
          <SubjectTable
            id={`common-${side}`}
            caption={titles[side]}
            first={first}
            columns={columns}
            rows={commonRows(subjects, side).map(({ code, nets, averages }) => ({
              title: linkOf(code),
              cells: [
                ...nets.map((net, place) => (
                  <span key={place} class={side === 'buy' ? 'up' : 'down'}>
                    {numbers.signedShort(net)}
                  </span>
                )),
                ...averages.map((average) => numbers.full(average)),
              ],
            }))}
            empty={<p class="note">{nobody}</p>}
          />
        </Card>
      ))}
    </>
  );
}
