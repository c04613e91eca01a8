import { type Config, SETTINGS, shownValue, variableOf } from '../../server/config.ts';
import { checkSettings } from '../../server/main.ts';
import { type Output, table } from '../output.ts';

/** Checks the settings as `alir serve` does, then prints every setting with its current value. */
export async function configCommand(config: Config, output: Output): Promise<void> {
  await checkSettings(config);
  const shown = Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, shownValue(name, value)]),
  );
  const rows = Object.entries(SETTINGS).map(([name, { meaning }]) => [
    variableOf(name),
    inText(shown[name] ?? ''),
    meaning,
  ]);
  output.record(shown, table(['VARIABLE', 'VALUE', 'MEANING'], rows));
}

/** Formats a value as its variable accepts it. */
function inText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
