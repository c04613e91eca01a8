import type { Article } from '../core/article.ts';

/** An article as read from its feed. */
export type FeedArticle = Omit<Article, 'source'>;

const ISO_NEWEST_FIRST = (a: FeedArticle, b: FeedArticle): number => {
  const [at, bt] = [a.published_date ?? '', b.published_date ?? ''];
  return at < bt ? 1 : at > bt ? -1 : 0;
};

/** Merges lists of articles: each link once, newest first, undated last. Articles of the same second keep the order of their feeds. */
export function merged(lists: readonly (readonly FeedArticle[])[]): FeedArticle[] {
  const seen = new Set<string>();
  const articles = lists.flat().filter(({ link }) => {
    if (link === '') return true;
    const isNew = !seen.has(link);
    seen.add(link);
    return isNew;
  });
  return articles.sort(ISO_NEWEST_FIRST);
}

/** Limits articles to max_bytes of JSON, in order; skips an article that does not fit. */
export function withinBytes<A extends FeedArticle>(articles: readonly A[], max_bytes: number): A[] {
  let bytes_left = max_bytes;
  return articles.filter((article) => {
    const bytes = Buffer.byteLength(JSON.stringify(article)) + 1;
    if (bytes > bytes_left) return false;
    bytes_left -= bytes;
    return true;
  });
}
