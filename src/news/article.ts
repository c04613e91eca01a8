import type { z } from 'zod';
import { record, text, timestamp } from '../core/answer-fields.ts';

/** One article; spec.md part 2. Every field is always there. */
export const article = record('Article', 'One article', {
  source: text('Name of the source: the key under which the article stands'),
  title: text('Headline, without HTML'),
  description: text("Summary, without HTML; '' where the feed gives none"),
  link: text("http or https URL of the full article; '' where the feed gives none"),
  image_url: text("http or https URL of an image; '' where there is none"),
  guid: text("The feed's own identifier; null where it gives none").nullable(),
  published_date: timestamp(
    'When it was published, to the second; null where that cannot be read',
  ).nullable(),
});

export type Article = Readonly<z.output<typeof article>>;

/** An article as its feed has it. */
export type FeedArticle = Omit<Article, 'source'>;

const ISO_NEWEST_FIRST = (a: FeedArticle, b: FeedArticle): number => {
  const [at, bt] = [a.published_date ?? '', b.published_date ?? ''];
  return at < bt ? 1 : at > bt ? -1 : 0;
};

/** The lists as one: each link once, newest first, undated last; of equally old ones, in the order of the feeds. */
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

/** The first of the articles that together take at most so many bytes of JSON; one that does not fit is left out. */
export function withinBytes<A extends FeedArticle>(articles: readonly A[], max_bytes: number): A[] {
  let bytes_left = max_bytes;
  return articles.filter((article) => {
    const bytes = Buffer.byteLength(JSON.stringify(article)) + 1;
    if (bytes > bytes_left) return false;
    bytes_left -= bytes;
    return true;
  });
}
