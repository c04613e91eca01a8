import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServedDocument } from '../../../api/http/responses/document.ts';
import type { Snapshot } from '../../../commerce/accounts/snapshots.ts';
import { AlirError } from '../../../core/errors.ts';
import { requireVisitor, visitorOf } from '../../sessions/visitor.ts';
import { ButtonLink } from '../components/links.tsx';
import { Empty, Heading, Notice } from '../components/notice.tsx';
import { Secret } from '../components/secret.tsx';
import { useView, type View, viewOf } from '../components/view.ts';
import type { Html } from '../docs/guide.ts';
import { Markup } from '../docs/markup.tsx';
import { Page } from '../framework/layout.tsx';
import { originOf } from '../framework/origin.ts';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import { type OpenPages, sendPage } from '../framework/render.tsx';
import { PREVIEW } from './preview.ts';
import type { SharingServices } from './share-picture.ts';
import { type SnapshotContent, type StillPicture, stillPicture } from './still-picture.tsx';

/** Widths in pixels at which a picture is drawn, for a wide screen and for a phone. */
const WIDTHS = { wide: 1190, narrow: 330 } as const;

interface Services extends SharingServices {
  readonly pages: OpenPages;
}

/** `GET /s/ID`: a snapshot, and the picture that chats show of it. */
export function snapshotPages(routes: FastifyInstance, services: Services): void {
  const { sharing, snapshots, pages, public_url } = services;
  const route = { config: PAGE_ROUTE, preHandler: sharing === 'account' ? [requireVisitor] : [] };
  type Of = { Params: { snapshot_id: string } };
  const find = async (request: FastifyRequest, snapshot_id: string) => {
    const found = sharing === 'off' ? undefined : await snapshots.find(snapshot_id);
    const isOwn = visitorOf(request)?.accounts.some(({ account_id }) => account_id === found?.account_id);
    return found && (sharing === 'anyone' || isOwn) ? { ...found, isOwn } : undefined;
  };

  routes.get<Of>('/s/:snapshot_id', route, async (request, reply) => {
    const { snapshot_id } = request.params;
    const snapshot = await find(request, snapshot_id);
    reply.header('x-robots-tag', 'noindex');
    if (!snapshot) {
      const view = viewOf(request, visitorOf(request));
      return sendPage(request, reply, view, <Gone />, 404);
    }
    const origin = originOf(request, public_url);
    const write = async (view: View) => {
      const row = await snapshots.contentOf(snapshot);
      const content = row && (JSON.parse(`${await promisify(gunzip)(row.content)}`) as SnapshotContent);
      const still = content && stillPicture(view.language, content);
      if (!still) return <Gone />;
      return <SnapshotPage {...{ snapshot, still, origin, sharing, known_at: content.known_at }} />;
    };
    return pages.send(request, reply, {
      url: `/s/${snapshot_id}`,
      version: snapshot.created_at,
      origin,
      write,
    });
  });

  routes.get<Of>('/s/:snapshot_id/preview.png', route, async (request, reply) => {
    const snapshot = await find(request, request.params.snapshot_id);
    const row = snapshot && (await snapshots.contentOf(snapshot));
    if (!row) throw new AlirError('not_found', 'There is no such picture.');
    return new ServedDocument('image/png', row.preview, { 'x-robots-tag': 'noindex' }).send(request, reply);
  });
}

interface SnapshotPageProps {
  readonly snapshot: Snapshot & { readonly isOwn: boolean | undefined };
  readonly still: StillPicture;
  readonly origin: string;
  readonly sharing: SharingServices['sharing'];
  readonly known_at: string;
}

function SnapshotPage({ snapshot, still, origin, sharing, known_at }: SnapshotPageProps) {
  const view = useView();
  const { texts, dates } = view;
  const { heading, title, selection, note, remark, coverage } = still;
  const address = `${origin}/s/${snapshot.snapshot_id}`;
  const meta = {
    'og:type': 'article',
    'og:site_name': 'Alir',
    'og:title': `${heading} · ${title}`,
    'og:description': snapshot.note ?? selection,
    'og:url': address,
    'og:image': `${address}/preview.png`,
    'og:image:width': PREVIEW.width,
    'og:image:height': PREVIEW.height,
    'og:image:alt': `${heading} · ${title}, ${selection}`,
  };
  const head = (
    <>
      <meta name="robots" content="noindex" />
      {sharing === 'anyone' && (
        <>
          {Object.entries(meta).map(([name, content]) => (
            <meta key={name} property={name} content={String(content)} />
          ))}
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
  return (
    <Page title={`${heading} · ${title}`} head={head}>
      <Heading title={heading} remark={selection} />
      {snapshot.isOwn && <Own sharing={sharing} address={address} />}
      {snapshot.note !== null && (
        <figure class="shared-note">
          <figcaption>{texts.snapshot.note}</figcaption>
          <blockquote>{snapshot.note}</blockquote>
        </figure>
      )}
      <section class="card picture still">
        <header>
          <h2>{title}</h2>
          <p>{note}</p>
        </header>
        <Drawn still={still} />
        {remark !== '' && <p class="note">{remark}</p>}
        <footer>
          <span>{texts.snapshot.as_known(dates.time(known_at))}</span>
          <span class="cost">{coverage}</span>
        </footer>
        <details>
          <summary>{texts.snapshot.numbers}</summary>
          <Markup as="div" class="table" lang={view.language} html={still.table()} />
        </details>
      </section>
      <Markup as="div" lang={view.language} html={still.notice()} />
      {view.visitor === null && (
        <Notice title={texts.snapshot.invitation_title}>
          {texts.snapshot.invitation} <a href="/">{texts.snapshot.home}</a> ·{' '}
          <a href="/pricing">{texts.snapshot.plans}</a>
        </Notice>
      )}
    </Page>
  );
}

function Own({ sharing, address }: Pick<SnapshotPageProps, 'sharing'> & { readonly address: string }) {
  const { snapshot } = useView().texts;
  return (
    <section class="card own-snapshot">
      <p>
        {sharing === 'anyone' ? snapshot.for_anyone : snapshot.for_account}{' '}
        <a href="/account/saved#snapshots">{snapshot.all}</a>
      </p>
      <Secret text={address} />
    </section>
  );
}

/** The picture for wide screens and for phones. The stylesheet shows one of them, so their parts have different names. */
function Drawn({ still }: { readonly still: StillPicture }) {
  const { language } = useView();
  const narrow = still.draw(WIDTHS.narrow).replaceAll(/(id="|url\(#)/g, '$1narrow-') as Html;
  return (
    <div class="body">
      <Markup as="div" class="wide" lang={language} html={still.draw(WIDTHS.wide)} />
      <Markup as="div" class="narrow" lang={language} html={narrow} />
    </div>
  );
}

function Gone() {
  const { snapshot, errors } = useView().texts;
  return (
    <Page title={snapshot.gone_title} head={<meta name="robots" content="noindex" />}>
      <Empty title={snapshot.gone_title}>{snapshot.gone}</Empty>
      <p class="buttons">
        <ButtonLink to="/">{errors.home}</ButtonLink>
      </p>
    </Page>
  );
}
