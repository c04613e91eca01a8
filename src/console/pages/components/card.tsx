import type { ComponentChildren } from 'preact';

export interface CardProps {
  readonly title: ComponentChildren;
  readonly about?: ComponentChildren;
  /** Columns of 12 that the card takes on a wide screen. Default: 12. */
  readonly span?: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12;
  readonly id?: string | undefined;
  readonly children: ComponentChildren;
  readonly footer?: ComponentChildren;
}

/** A part of a page with a title. */
export function Card({ title, about, span = 12, id, children, footer }: CardProps) {
  return (
    <section class={`card c${span}`} id={id}>
      <header>
        <h2>{title}</h2>
        {about !== undefined && <p>{about}</p>}
      </header>
      {children}
      {footer !== undefined && <footer>{footer}</footer>}
    </section>
  );
}
