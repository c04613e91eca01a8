import type { ComponentChildren, VNode } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { absencesText } from '../axes/day-axis.tsx';
import { useLocale } from '../locale.ts';
import type { Answer, Browser } from '../requests/answer.ts';
import { FrozenPicture } from './frozen.ts';
import { Foot, isEmptyPicture } from './picture-foot.tsx';
import type { PictureProps } from './picture-props.ts';

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
  const { answer, days, browser, children, emptyText } = props;
  const locale = useLocale();
  const { texts } = locale;
  if (answer.state === 'idle') {
    const hasData = days.some(({ condition }) => condition === 'published');
    return hasData ? <Invitation {...props} /> : <p class="state empty">{absencesText(days, locale)}</p>;
  }
  if (answer.state === 'loading') return <Loading />;
  if (answer.state === 'failed') return <Failure {...props} answer={answer} />;
  if (isEmptyPicture(props, answer.data)) {
    return (
      <p class="state empty">{texts.empty[answer.empty_reason ?? ''] ?? emptyText ?? texts.empty.none}</p>
    );
  }
  if (!browser) return <Loading />;
  return <Measured browser={browser}>{(width) => children(answer.data as never, width)}</Measured>;
}

/** The stylesheet shows it only when the answer is slow. */
function Loading(): VNode {
  const { texts } = useLocale();
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
  browser,
  onLoad,
}: PictureProps & { readonly answer: Extract<Answer, { state: 'failed' }> }): VNode {
  const { texts, refusals } = useLocale();
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
