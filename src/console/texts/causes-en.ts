import { CAUSES_EN, type CausePlace, type CauseTexts } from '../../core/market/file-causes.ts';
import { counted } from '../../core/words.ts';

/** The English texts of the reasons why a daily file is rejected or held. */
export const causes = {
  of: CAUSES_EN as CauseTexts,
  /** A cause with its place in the file. */
  at: ({ line, lines, column, cell }: CausePlace, text: string) => {
    const others = lines > 1 ? ` and ${counted(lines - 1, 'other line')}` : '';
    return [`line ${line.toLocaleString('en')}${others}:`, column, cell, text].filter(Boolean).join(' ');
  },
};
