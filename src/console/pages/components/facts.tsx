import { type ComponentChildren, Fragment } from 'preact';

/** A name, its value, and a remark after the value. */
export type Fact = readonly [name: ComponentChildren, value: ComponentChildren, remark?: ComponentChildren];

/** Names beside their values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value], place) => (
        <Fragment key={place}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The most important numbers of a page, in large type. */
export function KeyFigures({ facts, isWide = false }: { facts: readonly Fact[]; isWide?: boolean }) {
  return (
    <dl class={isWide ? 'kpi wide' : 'kpi'}>
      {facts.map(([name, value, remark], place) => (
        <div key={place}>
          <dt>{name}</dt>
          <dd>
            {value}
            {remark && <small> {remark}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
