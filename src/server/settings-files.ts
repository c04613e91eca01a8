import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Prices, readPrices } from '../commerce/billing/prices/prices.ts';
import { AlirError } from '../core/errors.ts';
import { type CorporateAction, corporateActionsIn } from '../core/market/corporate-actions.ts';
import { packageFile, packageText } from '../core/package-files.ts';
import { type NewsSettings, readNewsSettings } from '../news/sources.ts';
import type { Config } from './config.ts';

export function referenceFile(name: string): string {
  return packageText(`data/reference/${name}`);
}

/** The path of a reference file; the folder of the reference files if the name is empty. */
export function referencePath(name: string): string {
  return fileURLToPath(packageFile(`data/reference/${name}`));
}

/** @throws AlirError `bad_configuration` */
export function pricesOf({ prices }: Config): Prices {
  return settingsFile('ALIR_PRICES', prices, 'prices.json', readPrices);
}

/** @throws AlirError `bad_configuration` */
export function newsSettingsOf({ news_sources }: Config): NewsSettings {
  return settingsFile('ALIR_NEWS_SOURCES', news_sources, 'news-sources.json', readNewsSettings);
}

/** @throws AlirError `bad_configuration` */
export function corporateActionsOf({ corporate_actions }: Config): CorporateAction[] {
  const read = (text: string, path: string) => corporateActionsIn(text, `The corporate actions in ${path}`);
  return settingsFile('ALIR_CORPORATE_ACTIONS', corporate_actions, 'corporate-actions.csv', read);
}

/** Reads the settings file that a variable names, or the default file of the package. @throws AlirError `bad_configuration` */
function settingsFile<Settings>(
  variable: string,
  own: string,
  default_name: string,
  read: (text: string, path: string) => Settings,
): Settings {
  if (own === '') return read(referenceFile(default_name), referencePath(default_name));
  try {
    return read(readFileSync(own, 'utf8'), own);
  } catch (error) {
    if (error instanceof AlirError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'which does not exist' : `which cannot be read (${code})`;
    throw new AlirError(
      'bad_configuration',
      `${variable} is set to ${resolve(own)}, ${problem}. Check the path and the permissions of the file.`,
    );
  }
}
