import type { VNode } from 'preact';
import type { Article } from '../../../core/article.ts';
import { type Locale, useLocale } from '../locale.ts';
import { Picture } from '../pictures/picture.tsx';
import type { AnsweredPicture } from '../pictures/picture-props.ts';
import { NEWS_REQUEST } from '../requests/requests.ts';
import type { RowsColumn } from '../tables/table-columns.ts';
import { NewsList, newestFirst } from './news-list.tsx';
import { useAnswers } from './use-answers.ts';
import { ViewCost } from './view-cost.tsx';
import type { ViewProps } from './view-props.ts';

type BySource = Readonly<Record<string, readonly Article[]>>;

const HEADLINES = 100;

/** The newest articles of all sources. */
export function NewsView(props: ViewProps<'news'>): VNode {
  const answers = useAnswers({ news: NEWS_REQUEST }, [], props);
  return (
    <>
      <div class="grid">
        <News {...answers.pictureOf('news')} limit={HEADLINES} />
      </div>
      <ViewCost units={answers.units} isLoading={answers.isLoading} />
    </>
  );
}

type NewsProps = AnsweredPicture & Pick<Parameters<typeof NewsList>[0], 'ticker' | 'limit'>;

/** A list of articles; with a ticker, those that name it first. */
export function News({ ticker, limit, ...picture }: NewsProps): VNode {
  const locale = useLocale();
  const { texts } = locale;
  return (
    <Picture
      {...picture}
      days={[]}
      id="news"
      span={12}
      title={texts.news.title}
      note={texts.news.note}
      hasFiles={false}
      emptyText={texts.news.none}
      columns={newsColumns(locale)}
      rowsOf={newestFirst}
    >
      {(bySource: BySource) => (
        <NewsList bySource={bySource} {...(ticker !== undefined && { ticker })} limit={limit} />
      )}
    </Picture>
  );
}

function newsColumns(locale: Locale): RowsColumn<Article>[] {
  const { news } = locale.texts;
  return [
    {
      id: 'published_date',
      title: news.time,
      value: ({ published_date }) => published_date,
      write: (time) => locale.dates.time(String(time)),
    },
    { id: 'source', title: news.source, value: ({ source }) => source },
    { id: 'title', title: news.title_column, value: ({ title }) => title },
  ];
}
