import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Language } from '../../../core/commerce-terms.ts';
import { LocaleContext } from '../../charts/locale.ts';
import { DaysNotice } from '../../charts/pictures/days-notice.tsx';
import { FrozenPicture } from '../../charts/pictures/frozen.ts';
import { coverageText, isEmptyPicture, tableOf } from '../../charts/pictures/picture-foot.tsx';
import type { PictureProps } from '../../charts/pictures/picture-props.ts';
import type { Answer } from '../../charts/requests/answer.ts';
import { ExplorerApp, localeOf } from '../../charts/views/explorer-app.tsx';
import type { ExplorerProps } from '../../charts/views/view-props.ts';
import type { Html } from '../docs/guide.ts';
import { selectionText } from '../explorer/explorer-controls.tsx';

/** What a snapshot is drawn from: nothing else decides what it shows. */
export interface SnapshotContent {
  /** Of the page that has the picture. */
  readonly props: Omit<ExplorerProps, 'language'>;
  /** The stock or the broker of the page, with its name. */
  readonly heading: string;
  /** The id of the picture on the page. */
  readonly picture: string;
  readonly path: string;
  readonly answer: Answer;
  /** The time of the numbers, as ISO 8601. */
  readonly known_at: string;
}

/** A picture as HTML without links, buttons and scripts. */
export interface StillPicture {
  readonly request: PictureProps['request'];
  readonly heading: string;
  readonly title: string;
  readonly note: string;
  readonly remark: string;
  /** The days, the market and the investor. */
  readonly selection: string;
  readonly coverage: string;
  readonly isEmpty: boolean;
  draw(width: number, isPreview?: boolean): Html;
  table(): Html;
  /** What is known of its days, such as a correction. */
  notice(): Html;
}

/** Undefined if the page has no such picture. */
export function stillPicture(language: Language, content: SnapshotContent): StillPicture | undefined {
  const { props, heading, picture: id, path, answer } = content;
  const locale = localeOf(language);
  const found: PictureProps[] = [];
  const take = (picture: PictureProps) => found.push(picture);
  const written = (children: ComponentChildren, isPreview = false) =>
    renderToString(
      <LocaleContext.Provider value={locale}>
        <FrozenPicture.Provider value={{ id, path, answer, isPreview, take }}>
          {children}
        </FrozenPicture.Provider>
      </LocaleContext.Provider>,
    );
  written(<ExplorerApp {...props} language={language} />);
  const [picture] = found;
  if (!picture) return undefined;
  const { request, title, note, remark, caveat, days, children } = picture;
  const data = (answer.state === 'ready' ? answer.data : undefined) as never;
  return {
    ...{ request, title, note },
    remark: [remark, caveat].filter(Boolean).join(' '),
    heading: props.subject.page === 'market' ? locale.texts.page.market_title : heading,
    selection: selectionText(props.selection, locale),
    coverage: coverageText(answer, days, locale),
    isEmpty: data === undefined || isEmptyPicture(picture, data),
    draw: (width, isPreview) => still(written(children(data, width), isPreview)),
    table: () => still(written(tableOf(picture, data))),
    notice: () => still(written(<DaysNotice days={days} />)),
  };
}

function still(html: string): Html {
  return html
    .replaceAll(/<p class="readout".*?<\/p>/g, '')
    .replaceAll(/<button [^>]*class="quiet".*?<\/button>/g, '')
    .replaceAll(/<\/?(a|button)\b[^>]*>/g, '')
    .replaceAll(/<div class="plot[ "][^>]*>/g, '<div class="plot">') as Html;
}
