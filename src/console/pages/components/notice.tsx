import type { ComponentChildren } from 'preact';

/** `warn`: something to act on. `bad`: an action failed. `ok`: an action succeeded. */
export type NoticeKind = 'info' | 'ok' | 'warn' | 'bad';

/** A message at the top of a page or a card: what happened, then what to do. */
export function Notice({
  kind = 'info',
  title,
  children,
}: {
  kind?: NoticeKind;
  title?: string;
  children?: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

/** In place of a picture or a table without rows: why it is empty, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

/** A short state beside a name. The text says the state; the colour repeats it. */
export function Tag({
  kind = 'info',
  children,
}: {
  kind?: NoticeKind | 'corrected';
  children: ComponentChildren;
}) {
  return <span class={`tag ${kind}`}>{children}</span>;
}

/** The title of a page, a remark beside it, and links or buttons at the end of the line. */
export function Heading({
  title,
  remark,
  children,
}: {
  title: ComponentChildren;
  remark?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <div class="head">
      <h1>
        {title}
        {remark !== undefined && <small>{remark}</small>}
      </h1>
      {children !== undefined && <div class="range">{children}</div>}
    </div>
  );
}
