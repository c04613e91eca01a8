import { type Config, SECRETS, SETTINGS } from '../config.ts';
import { type Output, table } from './output.ts';

/** Prints every setting with its value in force. */
export function configCommand(config: Config, output: Output): void {
  const shown = Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      SECRETS.has(name) && value !== '' ? '(secret)' : value,
    ]),
  );
  const rows = Object.entries(SETTINGS).map(([name, { variable, meaning }]) => [
    variable,
    String(shown[name]),
    meaning,
  ]);
  output.record(shown, table(['VARIABLE', 'VALUE', 'MEANING'], rows));
}
