import { type Config, SETTINGS } from '../config.ts';
import { type Output, table } from './output.ts';

/** Prints every setting with its value in force. */
export function configCommand(config: Config, output: Output): void {
  const rows = Object.entries(SETTINGS).map(([name, { variable, meaning }]) => [
    variable,
    String(config[name as keyof Config]),
    meaning,
  ]);
  output.record(config, table(['VARIABLE', 'VALUE', 'MEANING'], rows));
}
