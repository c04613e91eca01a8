import { type ComponentType, h } from 'preact';

interface IslandProps<Props extends object> {
  /** The name that `mount` of `islands/NAME.entry.tsx` uses. */
  readonly name: string;
  readonly component: ComponentType<Props>;
  /** Values that JSON can carry. */
  readonly props: Props;
}

/** A component that the server renders and the browser hydrates. The page lists its script: `<Page scripts={['NAME']}>`. */
export function Island<Props extends object>({ name, component, props }: IslandProps<Props>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      {h(component, props)}
    </div>
  );
}
