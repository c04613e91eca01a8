import type { ComponentChildren, VNode } from 'preact';

export interface ChoiceLink {
  readonly title: string;
  readonly href: string;
  readonly isChosen: boolean;
}

/** The row of a page that stays in view: what the page is about, and what can be chosen. On a phone it slides sideways. */
export function ChoiceRow({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <search class="choices" aria-label={label}>
      {children}
    </search>
  );
}

/** A bar of links that marks the chosen one. */
export function Segments({ label, links }: { label: string; links: readonly ChoiceLink[] }): VNode {
  return (
    <nav class="segments" aria-label={label}>
      {links.map(({ title, href, isChosen }) => (
        <a key={title} href={href} aria-current={isChosen ? 'true' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

/** A button that opens choices below it, without JavaScript. */
export function ChoiceMenu({
  id,
  label,
  chosen,
  children,
}: {
  id: string;
  label: string;
  chosen: string;
  children: ComponentChildren;
}): VNode {
  return (
    <>
      <button type="button" class="chooser" popovertarget={id} title={label}>
        <span class="visually-hidden">{label}:</span> {chosen}
      </button>
      <div id={id} class="chooser-choices" popover="auto">
        {children}
      </div>
    </>
  );
}

/** A menu of links that marks the chosen one. */
export function MenuLinks({ links }: { links: readonly ChoiceLink[] }): VNode {
  return (
    <ul>
      {links.map(({ title, href, isChosen }) => (
        <li key={title}>
          <a href={href} aria-current={isChosen ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
