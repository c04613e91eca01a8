import type { VNode } from 'preact';

/** Buttons of which one is pressed. */
export function Choice<Name extends string>({
  label,
  titles,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly titles: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
}): VNode {
  return <Buttons label={label} titles={titles} isPressed={(name) => name === chosen} press={choose} />;
}

/** Buttons of which any number is pressed. */
export function Toggles<Name extends string>({
  label,
  titles,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly titles: Partial<Readonly<Record<Name, string>>>;
  readonly chosen: readonly Name[];
  readonly choose: (names: Name[]) => void;
}): VNode {
  const press = (name: Name) =>
    choose(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return <Buttons label={label} titles={titles} isPressed={(name) => chosen.includes(name)} press={press} />;
}

function Buttons<Name extends string>({
  label,
  titles,
  isPressed,
  press,
}: {
  readonly label: string;
  readonly titles: Partial<Readonly<Record<Name, string>>>;
  readonly isPressed: (name: Name) => boolean;
  readonly press: (name: Name) => void;
}): VNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be styled as a row
    <div class="segments" role="group" aria-label={label}>
      {(Object.keys(titles) as Name[]).map((name) => (
        <button key={name} type="button" aria-pressed={isPressed(name)} onClick={() => press(name)}>
          {titles[name]}
        </button>
      ))}
    </div>
  );
}
