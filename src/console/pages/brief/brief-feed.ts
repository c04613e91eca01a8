import type { FastifyInstance } from 'fastify';
import { queryOf } from '../../../api/http/requests/validation.ts';
import { ServedDocument } from '../../../api/http/responses/document.ts';
import type { SavedItems } from '../../../commerce/accounts/saved-items.ts';
import { LANGUAGES, type Language } from '../../../core/commerce-terms.ts';
import type { IsoDate } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { type Brief, briefOf } from '../../../core/market/brief.ts';
import { isSameSecret } from '../../../core/secret.ts';
import type { Briefs } from '../../../market/serving/queries/brief.ts';
import { type Feed, feedKey } from '../../sessions/feed-key.ts';
import type { SessionServices } from '../../sessions/sessions.ts';
import { localeOf } from '../../texts/texts.ts';
import { urlWith } from '../components/view.ts';
import { escaped } from '../docs/guide.ts';
import { originOf } from '../framework/origin.ts';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import type { PublicDay } from '../offer/public-day.ts';
import { type BriefList, briefHtml, briefPath } from './brief-mail.tsx';

const PATH = '/brief.atom';
const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

export interface FeedServices extends Pick<SessionServices, 'ledger' | 'accounts'> {
  readonly briefs: Briefs;
  readonly saved: SavedItems;
  readonly manifest: {
    /** The time of the newest publication whose measures are in force. */
    measuredAt(): Promise<string | null>;
  };
  readonly public_day: PublicDay;
  readonly public_url: string;
}

/** The address of a feed. Readers of feeds send no credentials, so one that is not public has a key in it. @param owner null if it is public */
export async function feedPath(
  ledger: SessionServices['ledger'],
  language: Language,
  owner: Feed | null,
): Promise<string> {
  if (owner === null) return urlWith(PATH, { language });
  const { account_id: account, watchlist } = owner;
  return urlWith(PATH, { language, account, watchlist, key: await feedKey(ledger, owner) });
}

/** `GET /brief.atom`: the newest brief as an Atom feed (RFC 4287). */
export function feedRoute(routes: FastifyInstance, services: FeedServices): void {
  const { briefs, manifest, public_url } = services;
  routes.get(PATH, { config: PAGE_ROUTE }, async (request, reply) => {
    const query = queryOf(request) as Readonly<Record<string, unknown>>;
    const language = LANGUAGES.find((each) => each === query.language) ?? 'en';
    const watched = await watchedBy(services, query);
    // Before the brief: a publication in between changes the time of the next response.
    const updated = await manifest.measuredAt();
    const all = await briefs.read();
    const brief = all && briefOf(all, watched?.content ?? null);
    const feed = { language, watchlist: watched, origin: originOf(request, public_url) };
    const text = atomOf(brief, updated, { ...feed, path: request.url });
    return new ServedDocument(ATOM_TYPE, text).send(request, reply);
  });
}

/** The watchlist of a feed; null for the whole market. @throws AlirError `not_found` if the address may not be read */
async function watchedBy(
  services: FeedServices,
  { account, watchlist, key }: Readonly<Record<string, unknown>>,
) {
  const { saved, accounts, ledger, public_day } = services;
  if (account === undefined && public_day === 'newest') return null;
  const [account_id, list] = [String(account), typeof watchlist === 'string' ? watchlist : null];
  const refusal = new AlirError('not_found', 'This path does not exist.');
  if (!isSameSecret(String(key), await feedKey(ledger, { account_id, watchlist: list }))) throw refusal;
  const { suspended_at, deleted_at } = await accounts.withId(account_id);
  if (suspended_at !== null || deleted_at !== null) throw refusal;
  return list === null ? null : { saved_id: list, ...(await saved.watchlist(account_id, list)) };
}

interface WrittenFeed {
  readonly language: Language;
  readonly watchlist: BriefList;
  readonly origin: string;
  readonly path: string;
}

function atomOf(
  brief: Brief | null,
  updated: string | null,
  { language, watchlist, origin, path }: WrittenFeed,
): string {
  const locale = localeOf(language);
  const { title, subject } = locale.texts.brief;
  const ending = watchlist === null ? '' : `, ${watchlist.name}`;
  const page = (date: IsoDate | null) => escaped(`${origin}${briefPath(date, watchlist)}`);
  // Without the key, which is a secret.
  const id = escaped(`${origin}${path.replace(/&key=.*/, '')}`);
  const time = updated ?? '1970-01-01T00:00:00Z';
  const entry = brief && [
    '<entry>',
    `<id>${id}#${brief.date}</id>`,
    `<title>${escaped(subject(locale.dates.short(brief.date)) + ending)}</title>`,
    `<updated>${time}</updated>`,
    `<link href="${page(brief.date)}"/>`,
    `<content type="html">${escaped(briefHtml(brief, locale, origin))}</content>`,
    '</entry>',
  ];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${id}</id>`,
    `<title>${escaped(`Alir: ${title}${ending}`)}</title>`,
    `<updated>${time}</updated>`,
    '<author><name>Alir</name></author>',
    `<link rel="self" href="${escaped(`${origin}${path}`)}"/>`,
    `<link href="${page(null)}"/>`,
    ...(entry ?? []),
    '</feed>',
    '',
  ].join('\n');
}
