import type { ComponentChildren } from 'preact';
import type { View } from './view.ts';

interface FigureLinks {
  /** The same numbers as a table: a URL, or `#ID` of the table on the page. */
  readonly table?: string;
  readonly csv?: string;
  /** The request that the numbers came from, as a `curl` command. */
  readonly curl?: string;
}

interface FigureProps {
  readonly view: View;
  readonly title: string;
  /** Unit, period and market, such as `net value, IDR, 1 Dec 2025 - 30 Jan 2026, regular market`. */
  readonly about: ComponentChildren;
  readonly links?: FigureLinks;
  /** Cost of the numbers in units. */
  readonly units: number;
  /** A sentence after the cost. */
  readonly remark: ComponentChildren;
  /** Columns of 12 that the card takes on a wide screen. Default: 12. */
  readonly span?: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** A card with a picture: what it shows, the picture, and where its numbers come from. */
export function Figure({
  view,
  title,
  about,
  links = {},
  units,
  remark,
  span = 12,
  id,
  children,
}: FigureProps) {
  const texts = view.texts.figure;
  const { table, csv, curl } = links;
  return (
    <section class={`card c${span}`} id={id}>
      <header>
        <h2>{title}</h2>
        <p>{about}</p>
      </header>
      {children}
      <footer>
        {table !== undefined && <a href={table}>{texts.table}</a>}
        {csv !== undefined && <a href={csv}>CSV</a>}
        {curl !== undefined && (
          <details class="call">
            <summary>{texts.api_call}</summary>
            <div class="code">
              <pre tabIndex={0}>{curl}</pre>
              <CopyButton view={view} />
            </div>
          </details>
        )}
        <span class="cost">
          {unitsText(view, units)} · {remark}
        </span>
      </footer>
    </section>
  );
}

function unitsText({ texts, numbers }: View, units: number): string {
  return units === 0 ? texts.figure.free : texts.figure.cost(numbers.full(units), units === 1);
}

/** Copies the `<pre>` beside it. Hidden without JavaScript. */
export function CopyButton({ view, text = '' }: { readonly view: View; readonly text?: string }) {
  return (
    <button type="button" class="copy" data-copy={text} data-copied={view.texts.figure.copied} hidden>
      {view.texts.figure.copy}
    </button>
  );
}
