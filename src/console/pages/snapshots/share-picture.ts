import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, Caller } from '../../../commerce/accounts/accounts.ts';
import type { Snapshots } from '../../../commerce/accounts/snapshots.ts';
import type { Clock } from '../../../core/clock.ts';
import { AlirError, invalidField } from '../../../core/errors.ts';
import { WorkerQueue } from '../../../core/worker-queue.ts';
import { coverageOf } from '../../charts/requests/answer.ts';
import { pageCaller } from '../../sessions/explorer-caller.ts';
import { signedIn } from '../../sessions/visitor.ts';
import type { View } from '../components/view.ts';
import { originOf } from '../framework/origin.ts';
import { textsIn } from '../framework/page-routes.tsx';
import { previewSvg } from './preview.ts';
import { type SnapshotContent, stillPicture } from './still-picture.tsx';

/** Draws an SVG as a PNG, in a thread of its own. Its only font is Inter, in two weights. */
const pictures = new WorkerQueue<string, Uint8Array>('png');

export interface SharingServices {
  readonly snapshots: Snapshots;
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** Who may open the snapshots of an account. */
  readonly sharing: 'off' | 'account' | 'anyone';
  readonly public_url: string;
  /** Answers a GET of market data for a caller, as the API does. @param charge the Idempotency-Key */
  readonly askForPicture: (
    request: string,
    caller: Caller,
    charge: string,
    response: ServerResponse,
  ) => Promise<{ readonly data: unknown; readonly header: (name: string) => string | null }>;
}

/** Makes a snapshot of a picture of a page. The rows of a picture that was paid for cost nothing again. */
export async function sharePicture(
  services: SharingServices,
  { request, reply, view }: { request: FastifyRequest; reply: FastifyReply; view: View },
  page: Pick<SnapshotContent, 'props' | 'heading'>,
): Promise<FastifyReply> {
  const { snapshots, clock, sharing, public_url } = services;
  if (sharing === 'off') throw new AlirError('not_found', 'This server shares no pictures.');
  const { picture = '', charge = '', note = null } = textsIn(request.body);
  const caller = await pageCaller(services, request);
  const { account_id } = caller;
  // Before anything is charged.
  await snapshots.check(account_id, note);
  const { language } = view;
  const known_at = page.props.selection.known_at ?? clock.now().toISOString();
  const wanted = { ...page, picture, path: '', answer: { state: 'idle' as const }, known_at };
  const path = stillPicture(language, wanted)?.request.path;
  if (path === undefined) throw invalidField('picture', 'is not a picture of this page');
  const { data, header } = await services.askForPicture(path, caller, charge, reply.raw);
  const empty_reason = header('x-empty-reason');
  const coverage = coverageOf(header);
  const answer = { state: 'ready' as const, data, units: 0, coverage, empty_reason };
  const content = { ...wanted, path, answer };
  const still = stillPicture(language, content);
  if (!still || still.isEmpty) throw invalidField('picture', 'has no rows');
  const host = new URL(originOf(request, public_url)).host;
  const footer = `Alir · ${host} · ${view.texts.snapshot.as_known(view.dates.time(known_at))}`;
  const preview = Buffer.from(await pictures.ask(previewSvg(still, footer)));
  const title = `${still.heading} · ${still.title}`;
  const compressed = await promisify(gzip)(JSON.stringify(content));
  const made = { title, note, content: compressed, preview };
  const snapshot_id = await snapshots.create(account_id, made, signedIn(request).actor);
  return reply.redirect(`/s/${snapshot_id}`, 303);
}
