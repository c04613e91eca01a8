import type { VNode } from 'preact';
import type { Article } from '../../../core/article.ts';
import { type Locale, useLocale } from '../locale.ts';
import { Picture } from '../pictures/picture.tsx';
import type { AnsweredPicture } from '../pictures/picture-props.ts';
import { NEWS_REQUEST } from '../requests/requests.ts';
import type { RowsColumn } from '../tables/table-columns.ts';
import { useAnswers } from './use-answers.ts';
import { ViewCost } from './view-cost.tsx';
import type { ViewProps } from './view-props.ts';

/** The answer of GET /news: articles by source. */
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

type NewsProps = AnsweredPicture & Pick<NewsListProps, 'ticker' | 'limit'>;

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

interface NewsListProps {
  readonly bySource: BySource;
  /** Articles that name the ticker are first. */
  readonly ticker?: string | undefined;
  readonly limit: number;
}

/** All articles, newest first; those without a time are last. */
export function newestFirst(bySource: BySource): Article[] {
  return Object.values(bySource)
    .flat()
    .sort((a, b) => (b.published_date ?? '').localeCompare(a.published_date ?? ''));
}

/** Whether an article names a ticker as a word of its own. */
function names({ title, description }: Article, ticker: string): boolean {
  return `${title} ${description}`.split(/[^A-Za-z0-9-]+/).includes(ticker);
}

/** Headlines with their source and time. Links lead to the publishers. */
export function NewsList({ bySource, ticker, limit }: NewsListProps): VNode {
  const { texts, dates } = useLocale();
  const articles = newestFirst(bySource);
  if (articles.length === 0) return <p class="empty">{texts.news.none}</p>;
  const about = ticker === undefined ? [] : articles.filter((article) => names(article, ticker));
  const other = articles.filter((article) => !about.includes(article));
  const list = (items: readonly Article[]) => (
    <ul class="news-list">
      {items.map((article, index) => (
        <li key={index}>
          {isWebAddress(article.link) ? (
            <a href={article.link} rel="noopener noreferrer nofollow" target="_blank">
              {article.title || texts.news.untitled}
            </a>
          ) : (
            <span>{article.title || texts.news.untitled}</span>
          )}
          <small>
            {article.source}
            {article.published_date && <> · {dates.time(article.published_date)}</>}
          </small>
        </li>
      ))}
    </ul>
  );
  return (
    <div class="news">
      {ticker !== undefined && (
        <>
          {about.length > 0 ? (
            <>
              <h3>{texts.news.about(ticker)}</h3>
              {list(about.slice(0, limit))}
            </>
          ) : (
            <p class="soft">{texts.news.none_about(ticker)}</p>
          )}
          <h3>{texts.news.other}</h3>
        </>
      )}
      {list(other.slice(0, Math.max(3, limit - about.length)))}
    </div>
  );
}

/** A feed can contain any text as a link: only web addresses become links. */
function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link);
}
