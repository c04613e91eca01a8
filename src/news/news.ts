import type { Article } from '../core/article.ts';
import type { Clock } from '../core/clock.ts';
import { withoutQuery } from '../core/urls.ts';
import type { Network } from '../network/public-addresses.ts';
import type { FeedClient, Validators } from './feed-client.ts';
import { FeedError, type FeedErrorReason } from './feed-error.ts';
import { FeedReader } from './feed-reader.ts';
import { type FeedArticle, merged, withinBytes } from './merge-articles.ts';
import type { NewsSettings, NewsSource } from './sources.ts';
import { TimeLimit } from './time-limit.ts';

/** Limit of an answer as JSON. Each source gets an equal share. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

interface Absence {
  readonly source: string;
  /** The URL without its query, which may contain a secret. */
  readonly feed: string;
  readonly reason: FeedErrorReason;
  readonly message: string;
}

/** The result of the last request to a source. */
interface NewsSourceState {
  readonly source: string;
  /** Null before the first request since the start of the server. */
  readonly checked_at: Date | null;
  readonly articles: number;
  readonly feeds: number;
  readonly failed_feeds: number;
}

export interface NewsServices {
  readonly settings: NewsSettings;
  /** Loads the network at the first call. */
  readonly network: () => Promise<Network>;
  readonly clock: Clock;
  onFeedError(absence: Absence): void;
}

/** A cached feed whose server supports conditional requests. */
interface Known {
  readonly validators: Validators;
  readonly articles: readonly FeedArticle[];
}

interface Round {
  readonly client: FeedClient;
  readonly reader: FeedReader;
  readonly deadline: AbortSignal;
  /** Rejects at the deadline, whatever a feed is waiting for. */
  readonly passed: Promise<never>;
}

/** Fetches the current articles of all enabled sources. */
export class News {
  readonly #services: NewsServices;
  readonly #sources: readonly NewsSource[];
  readonly #known = new Map<string, Known>();
  readonly #states = new Map<string, NewsSourceState>();

  constructor(services: NewsServices) {
    this.#services = services;
    this.#sources = services.settings.sources.filter(({ on }) => on);
  }

  /** The state of each enabled source, as of the last request to it. */
  states(): NewsSourceState[] {
    return this.#sources.map(
      ({ name, feeds }) =>
        this.#states.get(name) ?? {
          source: name,
          checked_at: null,
          articles: 0,
          feeds: feeds.length,
          failed_feeds: 0,
        },
    );
  }

  /**
   * Fetches all feeds concurrently and returns by the deadline. Never throws because of a publisher.
   * @returns articles by source, newest first; a source without articles is left out
   */
  async latest(): Promise<Record<string, Article[]>> {
    const { settings, network } = this.#services;
    const { FeedClient } = await import('./feed-client.ts');
    const client = new FeedClient(await network(), settings.max_feed_bytes);
    const reader = new FeedReader();
    const deadline = new TimeLimit(settings.deadline_ms);
    const round = { client, reader, deadline: deadline.signal, passed: passed(deadline.signal) };
    try {
      const articles = await Promise.all(this.#sources.map((source) => this.#articlesOf(source, round)));
      const named = this.#sources.map(({ name }, place) => [name, articles[place] ?? []] as const);
      return Object.fromEntries(named.filter(([, { length }]) => length > 0));
    } finally {
      deadline.end();
      await Promise.all([client.close(), reader.close()]);
    }
  }

  async #articlesOf(source: NewsSource, round: Round): Promise<Article[]> {
    const feeds = await Promise.all(source.feeds.map((feed) => this.#articlesOrNone(source, feed, round)));
    const present = feeds.filter((feed) => feed !== null);
    const articles = merged(present).map((article) => ({ source: source.name, ...article }));
    this.#states.set(source.name, {
      source: source.name,
      checked_at: this.#services.clock.now(),
      articles: articles.length,
      feeds: feeds.length,
      failed_feeds: feeds.length - present.length,
    });
    return withinBytes(articles, MAX_ANSWER_BYTES / this.#sources.length);
  }

  /** The articles of a feed; null if the feed cannot be used. */
  async #articlesOrNone(
    source: NewsSource,
    feed: string,
    round: Round,
  ): Promise<readonly FeedArticle[] | null> {
    try {
      return await Promise.race([this.#read(source, feed, round), round.passed]);
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      const { reason, message } = error;
      this.#services.onFeedError({ source: source.name, feed: withoutQuery(feed), reason, message });
      return null;
    }
  }

  async #read(
    { name, hosts, time_zone }: NewsSource,
    url: string,
    { client, reader, deadline }: Round,
  ): Promise<readonly FeedArticle[]> {
    const limit = new TimeLimit(this.#services.settings.feed_timeout_ms, deadline);
    // Two sources may read the same feed with different time zones.
    const key = `${name} ${url}`;
    const known = this.#known.get(key);
    // After a failure the next request is unconditional.
    this.#known.delete(key);
    const feed = await client
      .fetch({ url, hosts, known: known?.validators, signal: limit.signal })
      .finally(() => limit.end());
    if (feed === 'unchanged' && known) this.#known.set(key, known);
    if (feed === 'unchanged') return known?.articles ?? [];
    const articles = await reader.read(feed, time_zone);
    const { etag, last_modified } = feed.validators;
    if (etag !== null || last_modified !== null)
      this.#known.set(key, { validators: feed.validators, articles });
    return articles;
  }
}

/** @throws FeedError `late` when the deadline has passed */
function passed(deadline: AbortSignal): Promise<never> {
  const late = new Promise<never>((_resolve, reject) => {
    const onDeadline = () => reject(new FeedError('late', 'it did not arrive by the deadline'));
    deadline.addEventListener('abort', onDeadline, { once: true });
  });
  // Avoids an unhandled rejection when all feeds arrived before.
  late.catch(() => {});
  return late;
}
