import type { ComponentChildren, VNode } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Browser, DownloadFormat } from './answer.ts';
import { absencesText } from './day-axis.tsx';
import { FrozenPicture } from './frozen.ts';
import type { Locale } from './locale.ts';
import type { PictureProps } from './picture-props.ts';
import type { Day } from './rows.ts';

/** A card with one picture: its title, the picture or its state, its table, and where its numbers come from. */
export function Picture(props: PictureProps): VNode | null {
  const frozen = useContext(FrozenPicture);
  const { id, title, note, hint, span, answer, switches } = props;
  if (frozen) {
    if (id === frozen.id) frozen.take(props);
    return null;
  }
  return (
    <section
      class={`card picture c${span}${answer.state === 'idle' ? ' idle' : ''}`}
      id={id}
      aria-busy={answer.state === 'loading'}
    >
      <header>
        <h2>{title}</h2>
        <p>{[note, hint].filter(Boolean).join('; ')}</p>
        {switches}
      </header>
      <div class="body">
        <Body {...props} />
      </div>
      {answer.state !== 'idle' && <Foot {...props} />}
    </section>
  );
}

function Body(props: PictureProps): VNode {
  const { answer, days, locale, browser, children, isEmpty, emptyText } = props;
  const { texts } = locale;
  if (answer.state === 'idle') {
    const hasData = days.some(({ condition }) => condition === 'published');
    return hasData ? <Invitation {...props} /> : <p class="state empty">{absencesText(days, locale)}</p>;
  }
  if (answer.state === 'loading') return <Loading locale={locale} />;
  if (answer.state === 'failed') return <Failure {...props} answer={answer} />;
  if (isEmpty(answer.data as never)) {
    return (
      <p class="state empty">{texts.empty[answer.empty_reason ?? ''] ?? emptyText ?? texts.empty.none}</p>
    );
  }
  if (!browser) return <Loading locale={locale} />;
  return <Measured browser={browser}>{(width) => children(answer.data as never, width)}</Measured>;
}

/** The stylesheet shows it only when the answer is slow. */
function Loading({ locale: { texts } }: Pick<PictureProps, 'locale'>): VNode {
  return <p class="state loading">{texts.picture.loading}</p>;
}

/** What a visitor can know before the answer is charged. */
function Invitation({ invitation, remark, onLoad }: PictureProps): VNode {
  return (
    <div class="state idle">
      <p>
        <button type="button" class="btn" onClick={onLoad}>
          {invitation}
        </button>
      </p>
      {remark && <p class="note">{remark}</p>}
    </div>
  );
}

/** Draws its content again when its width changes; the data is not loaded again. */
function Measured({
  browser,
  children,
}: {
  browser: Browser;
  children: (width: number) => ComponentChildren;
}): VNode {
  const element = useRef(null);
  const [width, setWidth] = useState(0);
  useEffect(() => browser.onWidth(element.current, (px) => setWidth(Math.floor(px))), [browser]);
  return (
    <div class="drawing" ref={element}>
      {width > 0 && children(width)}
    </div>
  );
}

function Failure({
  answer,
  locale: { texts, refusals },
  browser,
  onLoad,
}: PictureProps & { readonly answer: Extract<Answer, { state: 'failed' }> }): VNode {
  const { failure, picture } = texts;
  const isQuota = answer.code.startsWith('quota_');
  const isSignedOut = answer.code === 'signed_out';
  const sentence = isQuota
    ? failure.quota
    : isSignedOut
      ? failure.signed_out
      : answer.code === 'offline'
        ? failure.offline
        : ['rate_limited', 'address_limited', 'overloaded'].includes(answer.code)
          ? failure.busy
          : failure.other;
  const said = refusals
    ? (refusals[answer.code] ?? sentence)
    : `${sentence} ${isSignedOut ? '' : answer.message}`;
  return (
    <div class="state failed" role="alert">
      <p>{said}</p>
      <p>
        {isQuota && (
          <a class="btn" href="/pricing">
            {failure.upgrade}
          </a>
        )}
        {isSignedOut && (
          <a class="btn" href={`/sign-in?next=${encodeURIComponent(browser?.page ?? '/explore')}`}>
            {failure.sign_in}
          </a>
        )}
        {!isQuota && !isSignedOut && (
          <button type="button" class="btn" onClick={onLoad}>
            {picture.retry}
          </button>
        )}
      </p>
    </div>
  );
}

function Foot({
  id,
  token,
  address,
  request,
  answer,
  days,
  locale,
  browser,
  onCost,
  hasFiles = true,
  table,
  isEmpty,
  remark,
}: PictureProps): VNode {
  const { texts } = locale;
  const [isTable, setTable] = useState(false);
  const [isCall, setCall] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const charge = answer.state === 'ready' ? answer.charge : undefined;
  const data =
    answer.state === 'ready' && !isEmpty(answer.data as never) ? (answer.data as never) : undefined;
  return (
    <>
      {remark && <p class="note">{remark}</p>}
      <footer>
        <button
          type="button"
          class="link"
          disabled={data === undefined}
          aria-expanded={isTable}
          aria-controls={`${id}-table`}
          onClick={() => setTable(!isTable)}
        >
          {texts.picture.table}
        </button>
        {hasFiles && (
          <Downloads
            request={request}
            charge={charge}
            locale={locale}
            browser={data === undefined ? undefined : browser}
            onCost={onCost}
          />
        )}
        <PageLink href={`${address}#${id}`} locale={locale} browser={browser} />
        {hasFiles && token !== undefined && (
          <button
            type="button"
            class="link"
            disabled={data === undefined || charge === undefined}
            aria-expanded={isSharing}
            aria-controls={`${id}-share`}
            onClick={() => setSharing(!isSharing)}
          >
            {texts.picture.share}
          </button>
        )}
        <button
          type="button"
          class="link"
          aria-expanded={isCall}
          aria-controls={`${id}-call`}
          onClick={() => setCall(!isCall)}
        >
          {texts.picture.api}
        </button>
        <span class="cost">{coverageText(answer, days, locale)}</span>
      </footer>
      {isSharing && (
        <form class="share-form" id={`${id}-share`} method="post" action={address}>
          {Object.entries({ _csrf: token, picture: id, charge }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p class="note">{texts.picture.share_about}</p>
          <label>
            <span>{texts.picture.share_note}</span>
            <input name="note" maxLength={280} autocomplete="off" />
          </label>
          <button type="submit" class="btn">
            {texts.picture.share_submit}
          </button>
        </form>
      )}
      {isCall && browser && <Call id={id} request={request} locale={locale} browser={browser} />}
      {isTable && data !== undefined && (
        <div class="table" id={`${id}-table`}>
          {table(data)}
        </div>
      )}
    </>
  );
}

/** Copies the address; without a clipboard or JavaScript, it is a link. */
function PageLink({
  href,
  locale: { texts },
  browser,
}: Pick<PictureProps, 'locale' | 'browser'> & { readonly href: string }): VNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (event: Event) => {
    if (!browser) return;
    event.preventDefault();
    try {
      await browser.copy(browser.origin + href);
      setCopied(true);
    } catch {
      browser.go(href);
    }
  };
  return (
    <a href={href} onClick={copy}>
      <span role="status">{isCopied ? texts.picture.copied : texts.picture.link}</span>
    </a>
  );
}

const FORMATS: readonly DownloadFormat[] = ['csv', 'xlsx', 'parquet'];

/** A download has the rows that the answer was charged for. */
function Downloads({
  request,
  charge,
  locale: { texts },
  browser,
  onCost,
}: Pick<PictureProps, 'request' | 'locale' | 'onCost' | 'browser'> & {
  readonly charge: string | undefined;
}): VNode {
  const [status, setStatus] = useState('');
  const download = async (format: DownloadFormat) => {
    if (!browser) return;
    setStatus(texts.picture.downloading);
    const units = await browser.download(request, format, charge);
    setStatus(units === undefined ? texts.picture.download_failed : '');
    if (units !== undefined) onCost(units);
  };
  return (
    <>
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          class="link"
          disabled={!browser}
          title={texts.picture.paid_for}
          onClick={() => download(format)}
        >
          {texts.picture[format]}
        </button>
      ))}
      <span role="status">{status}</span>
    </>
  );
}

/** The request as a command. */
function Call({
  id,
  request,
  locale: { texts },
  browser,
}: Pick<PictureProps, 'id' | 'request' | 'locale'> & { readonly browser: Browser }): VNode {
  const [isCopied, setCopied] = useState(false);
  const command = browser.isSample
    ? `curl '${browser.origin}/sample${request.path}'`
    : `curl -H "Authorization: Bearer $KEY" '${browser.origin}${request.path}'`;
  return (
    <div class="code" id={`${id}-call`}>
      <pre tabIndex={0}>{command}</pre>
      <button
        type="button"
        class="copy"
        onClick={async () => {
          await browser.copy(command);
          setCopied(true);
        }}
      >
        {isCopied ? texts.picture.copied : texts.picture.copy}
      </button>
      {!browser.isSample && (
        <a href={`/account/keys?request=${encodeURIComponent(request.path)}#link`}>{texts.picture.sheet}</a>
      )}
    </div>
  );
}

/** How many of the days a picture has: `39 of 40 trading days`; and, if the answer is of these days, how many match the exchange. */
export function coverageText(
  answer: Answer,
  days: readonly Day[],
  { texts, numbers, dates }: Locale,
): string {
  const count = (...conditions: Day['condition'][]) =>
    days.filter(({ condition }) => conditions.includes(condition)).length;
  const [published, expected] = [count('published'), count('published', 'missing', 'due')];
  const [only] = days;
  if (expected === 0 || only === undefined) return '';
  if (published === 1 && days.length === 1) return dates.short(only.date);
  const text = texts.picture.days(numbers.full(published), numbers.full(expected));
  const coverage = answer.state === 'ready' ? answer.coverage : undefined;
  const isSame = coverage?.days?.published === published;
  return isSame && coverage.verified > 0
    ? `${text} · ${texts.picture.verified(numbers.full(coverage.verified))}`
    : text;
}
