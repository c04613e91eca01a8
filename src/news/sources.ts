import * as z from 'zod';
import { readSettings, settingsObject } from '../core/settings-file.ts';

const HOST = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/;

/** Shorter than the time a stopping server waits for its last answers. */
const MAX_TIME_MS = 10_000;

const wholeNumber = (max: number) => {
  const error = `must be a whole number from 1 to ${max}`;
  return z.int({ error }).min(1, { error }).max(max, { error });
};

/** A rule for text, with one error message for a wrong type and a wrong value. */
const text = (error: string, isRight: (value: string) => boolean) =>
  z.string({ error }).refine(isRight, { error });

const listOf = <Item extends z.ZodType>(item: Item, max: number) => {
  const error = `must be a list of 1 to ${max}`;
  return z.array(item, { error }).min(1, { error }).max(max, { error });
};

const source = settingsObject({
  /** The key of its articles in the answer. */
  name: text('must be 1 to 64 letters, digits, - or _, and start with a letter', (name) =>
    /^[A-Za-z][\w-]{0,63}$/.test(name),
  ),
  on: z.boolean({ error: 'must be true or false' }),
  /** Merged into one list, with each link once. */
  feeds: listOf(text('must be an http or https URL, without a password', isFeedUrl), 20),
  /** Hosts that its feeds may be on and may redirect to, including their subdomains. */
  hosts: listOf(
    text('must be a host name in lower case', (name) => HOST.test(name)),
    100,
  ),
  /** Time zone of dates without one, such as Asia/Jakarta. */
  time_zone: text('must be an IANA time zone, such as Asia/Jakarta', isTimeZone),
}).superRefine(({ feeds, hosts }, context) => {
  feeds.forEach((feed, place) => {
    if (!isFeedUrl(feed) || isAllowedHost(hosts, new URL(feed).hostname)) return;
    const message = 'must be on one of the hosts of the same source, or on a subdomain of one';
    context.addIssue({ code: 'custom', path: ['feeds', place], message });
  });
});

const newsSettings = settingsObject({
  /** Time limit of a request to /news. */
  deadline_ms: wholeNumber(MAX_TIME_MS),
  /** Time limit of one feed, including its redirects. */
  feed_timeout_ms: wholeNumber(MAX_TIME_MS),
  /** Maximum length of a feed after decompression. */
  max_feed_bytes: wholeNumber(2_000_000),
  sources: z
    .array(source, { error: 'must be a list of at most 50 sources' })
    .max(50, { error: 'must be a list of at most 50 sources' })
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
      error: 'contains a source twice',
    }),
});

export type NewsSource = z.output<typeof source>;
/** The news sources and their limits, as in `data/reference/news-sources.json`. */
export type NewsSettings = z.output<typeof newsSettings>;

/** @param path named in errors @throws AlirError `bad_configuration` that names the first invalid entry */
export function readNewsSettings(text: string, path: string): NewsSettings {
  return readSettings(newsSettings, text, `The news sources in ${path}`);
}

/** True for a listed host or a subdomain of one. */
export function isAllowedHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}

function isFeedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** Those that were asked for. A format takes half a millisecond, and all sources usually have the same time zone. */
const TIME_ZONES = new Set<string>();

function isTimeZone(name: string): boolean {
  if (TIME_ZONES.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    TIME_ZONES.add(name);
    return true;
  } catch {
    return false;
  }
}
