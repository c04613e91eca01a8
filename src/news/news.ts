import { withoutQuery } from '../core/urls.ts';
import { type Article, type FeedArticle, merged, withinBytes } from './article.ts';
import { type AbsenceReason, FeedAbsent } from './feed-absent.ts';
import { FeedClient, type Validators } from './feed-client.ts';
import { FeedReader } from './feed-reader.ts';
import type { Network } from './network.ts';
import type { NewsSettings, NewsSource } from './sources.ts';
import { TimeLimit } from './time-limit.ts';

/** Of an answer, as JSON. Each source has an equal part of it. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

interface Absence {
  readonly source: string;
  /** Its address without what stands behind `?`, which may be a secret. */
  readonly feed: string;
  readonly reason: AbsenceReason;
  readonly message: string;
}

export interface NewsServices {
  readonly settings: NewsSettings;
  readonly network: Network;
  onAbsence(absence: Absence): void;
}

/** What is kept of a feed whose server can say that it has not changed. */
interface Known {
  readonly validators: Validators;
  readonly articles: readonly FeedArticle[];
}

/** What fetching and reading a round of feeds needs. */
interface Round {
  readonly client: FeedClient;
  readonly reader: FeedReader;
  readonly deadline: AbortSignal;
  /** Fails when the deadline has passed, whatever a feed is waiting for. */
  readonly passed: Promise<never>;
}

/** The articles of all sources that are on, as their publishers have them now. */
export class News {
  readonly #services: NewsServices;
  readonly #sources: readonly NewsSource[];
  readonly #known = new Map<string, Known>();

  constructor(services: NewsServices) {
    this.#services = services;
    this.#sources = services.settings.sources.filter(({ on }) => on);
  }

  /**
   * Fetches every feed, all at the same time, and is done by the deadline: nothing that a publisher does makes it fail.
   * @returns by source, newest first; a source of which nothing could be had is absent
   */
  async latest(): Promise<Record<string, Article[]>> {
    const { settings, network } = this.#services;
    const client = new FeedClient(network, settings.max_feed_bytes);
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
    const feeds = await Promise.all(source.feeds.map((feed) => this.#present(source, feed, round)));
    const articles = merged(feeds).map((article) => ({ source: source.name, ...article }));
    return withinBytes(articles, MAX_ANSWER_BYTES / this.#sources.length);
  }

  /** The articles of a feed; none where it is absent. */
  async #present(source: NewsSource, feed: string, round: Round): Promise<readonly FeedArticle[]> {
    try {
      return await Promise.race([this.#read(source, feed, round), round.passed]);
    } catch (error) {
      if (!(error instanceof FeedAbsent)) throw error;
      const { reason, message } = error;
      this.#services.onAbsence({ source: source.name, feed: withoutQuery(feed), reason, message });
      return [];
    }
  }

  async #read(
    { name, hosts, time_zone }: NewsSource,
    url: string,
    { client, reader, deadline }: Round,
  ): Promise<readonly FeedArticle[]> {
    const limit = new TimeLimit(this.#services.settings.feed_timeout_ms, deadline);
    // Two sources may read the same feed in different zones.
    const key = `${name} ${url}`;
    const known = this.#known.get(key);
    // Whatever the server makes of what is known, it is asked afresh after a failure.
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

/** @throws FeedAbsent `late` when the deadline has passed */
function passed(deadline: AbortSignal): Promise<never> {
  const late = new Promise<never>((_resolve, reject) => {
    const onDeadline = () => reject(new FeedAbsent('late', 'it was not there by the deadline'));
    deadline.addEventListener('abort', onDeadline, { once: true });
  });
  // Where all feeds were there before, nobody hears of it.
  late.catch(() => {});
  return late;
}
