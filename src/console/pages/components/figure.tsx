import type { ComponentChildren } from 'preact';
import { Card, type CardProps } from './card.tsx';
import { useView, type View } from './view.ts';

interface FigureLinks {
  /** The same numbers as a table: a URL, or `#ID` of the table on the page. */
  readonly table?: string;
  readonly csv?: string;
  /** The request that the numbers came from, as a `curl` command. */
  readonly curl?: string;
}

interface FigureProps extends Omit<CardProps, 'footer'> {
  readonly links?: FigureLinks;
  /** Cost of the numbers in units. */
  readonly units: number;
  /** A sentence after the cost. */
  readonly remark: ComponentChildren;
}

/** A card with a picture: what it shows, the picture, and where its numbers come from. */
export function Figure({ links = {}, units, remark, children, ...card }: FigureProps) {
  const view = useView();
  const texts = view.texts.figure;
  const { table, csv, curl } = links;
  return (
    <Card
      {...card}
      footer={
        <>
          {table !== undefined && <a href={table}>{texts.table}</a>}
          {csv !== undefined && <a href={csv}>CSV</a>}
          {curl !== undefined && (
            <details class="call">
              <summary>{texts.api_call}</summary>
              <div class="code">
                <pre tabIndex={0}>{curl}</pre>
                <CopyButton />
              </div>
            </details>
          )}
          <span class="cost">
            {unitsText(view, units)} · {remark}
          </span>
        </>
      }
    >
      {children}
    </Card>
  );
}

function unitsText({ texts, numbers }: View, units: number): string {
  return units === 0 ? texts.figure.free : texts.figure.cost(numbers.full(units), units === 1);
}

/** Copies the `<pre>` beside it. Hidden without JavaScript. */
export function CopyButton({ text = '', label }: { text?: string; label?: string }) {
  const view = useView();
  return (
    <button type="button" class="copy" data-copy={text} data-copied={view.texts.figure.copied} hidden>
      {label ?? view.texts.figure.copy}
    </button>
  );
}
