import type { VNode } from 'preact';

interface SwitchesProps<Name extends string> {
  readonly label: string;
  readonly titles: Partial<Readonly<Record<Name, string>>>;
  /** Those that are pressed. */
  readonly chosen: readonly Name[];
  readonly press: (name: Name) => void;
}

/** Buttons that change a picture. */
export function Switches<Name extends string>({ label, titles, chosen, press }: SwitchesProps<Name>): VNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be styled as a row
    <div class="segments" role="group" aria-label={label}>
      {(Object.keys(titles) as Name[]).map((name) => (
        <button key={name} type="button" aria-pressed={chosen.includes(name)} onClick={() => press(name)}>
          {titles[name]}
        </button>
      ))}
    </div>
  );
}
