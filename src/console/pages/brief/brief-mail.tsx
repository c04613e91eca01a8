import { Fragment } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { SentBrief } from '../../../commerce/accounts/alerts/brief-subscriptions.ts';
import type { Language } from '../../../core/commerce-terms.ts';
import type { IsoDate } from '../../../core/dates.ts';
import type { Brief } from '../../../core/market/brief.ts';
import { localeOf } from '../../texts/texts.ts';
import { urlWith } from '../components/view.ts';
import { type BriefLocale, writtenKinds } from './brief-lines.ts';

/** The watchlist of a brief; null for the whole market. */
export type BriefList = SentBrief['watchlist'];

interface BriefMailOptions {
  readonly language: Language;
  /** Of this server, such as `https://alir.example`. */
  readonly origin: string;
  /** After the brief. */
  readonly footer: string;
}

/** The path of the page of a brief. @param date null for the newest day */
export function briefPath(date: IsoDate | null, watchlist: BriefList): string {
  return urlWith('/brief', { date, watchlist: watchlist?.saved_id ?? null });
}

/** The content of the e-mail of a brief, as text and as HTML. */
export function briefMail(brief: SentBrief, { language, origin, footer }: BriefMailOptions) {
  const locale = localeOf(language);
  const { note, nothing } = locale.texts.brief;
  const parts = writtenKinds(brief, locale).map(({ title, about, titles, lines }) => {
    const rows = lines.map(({ cells, page }) => [...cells, `${origin}${page}`]);
    const texts = rows.length === 0 ? [[nothing]] : [titles, ...rows];
    return [`${title} (${about})`, ...texts.map((cells) => cells.join('  '))].join('\n');
  });
  const page = `${origin}${briefPath(brief.date, brief.watchlist)}`;
  const end = [page, footer].map((each) => renderToString(<p>{each}</p>)).join('');
  return {
    text: `${[...parts, note, page, footer].join('\n\n')}\n`,
    html: `${briefHtml(brief, locale, origin)}${end}`,
  };
}

/** The content of an e-mail or an entry of a feed: without a style sheet, which their readers do not load. */
export function briefHtml(brief: Brief, locale: BriefLocale, origin: string): string {
  const align = (column: number) => (column === 0 ? 'left' : 'right');
  return renderToString(
    <>
      {writtenKinds(brief, locale).map(({ kind, title, about, titles, lines }) => (
        <Fragment key={kind}>
          <h3>{title}</h3>
          <p>{lines.length === 0 ? locale.texts.brief.nothing : about}</p>
          {lines.length > 0 && (
            <table cellpadding="4">
              <tr>
                {titles.map((each, column) => (
                  <th key={each} align={align(column)}>
                    {each}
                  </th>
                ))}
              </tr>
              {lines.map(({ cells, page }) => (
                <tr key={page}>
                  {cells.map((cell, column) => (
                    <td key={cell} align={align(column)}>
                      {column === 0 ? <a href={`${origin}${page}`}>{cell}</a> : cell}
                    </td>
                  ))}
                </tr>
              ))}
            </table>
          )}
        </Fragment>
      ))}
      <p>{locale.texts.brief.note}</p>
    </>,
  );
}
