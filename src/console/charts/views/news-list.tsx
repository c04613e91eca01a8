import type { VNode } from 'preact';
import type { Article } from '../../../core/article.ts';
import { useLocale } from '../locale.ts';

interface NewsListProps {
  /** The answer of GET /news: articles by source. */
  readonly bySource: Readonly<Record<string, readonly Article[]>>;
  /** Articles that name the ticker are first. */
  readonly ticker?: string | undefined;
  readonly limit: number;
}

/** All articles, newest first; those without a time are last. */
export function newestFirst(bySource: Readonly<Record<string, readonly Article[]>>): Article[] {
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
