import type { ComponentChildren } from 'preact';

/** A link that looks like a button. */
export function ButtonLink({ to, children }: { readonly to: string; readonly children: ComponentChildren }) {
  return (
    <a class="btn" href={to}>
      {children}
    </a>
  );
}

interface ChoicesProps<Value extends string | number> {
  readonly values: readonly Value[];
  /** The value that the page shows. */
  readonly current: Value | null;
  readonly href: (value: Value) => string;
  readonly text: (value: Value) => ComponentChildren;
  /** `page` for links to other pages; `true` for what this page shows. */
  readonly kind?: 'page' | 'true';
}

/** Links to what a page can show instead. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { values, current, href, text, kind = 'true' } = props;
  return values.map((value) => (
    <a key={value} href={href(value)} aria-current={value === current ? kind : undefined}>
      {text(value)}
    </a>
  ));
}
