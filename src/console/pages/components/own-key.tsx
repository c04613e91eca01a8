import { useView } from './view.ts';

/** Beside a key that is shown once: keeps it in this tab for the examples of the guides. Hidden without JavaScript. */
export function OwnKeyOffer({ api_key }: { api_key: string }) {
  const texts = useView().texts.own_key;
  return (
    <div class="own-key" data-own-key-offer hidden>
      <button type="button" class="btn" data-own-key={api_key}>
        {texts.use}
      </button>
      <p role="status" hidden>
        {texts.used} <a href="/docs/caller">{texts.open}</a>
      </p>
    </div>
  );
}

/** In the form of the sign-in. The check box has no name: only a script of this page reads it. @param isRefused after a refused key */
export function OwnKeyChoice({ isRefused }: { isRefused: boolean }) {
  const view = useView();
  return (
    <div data-own-key-choice={isRefused ? 'refused' : ''} hidden>
      <label class="check">
        <input type="checkbox" />
        <span>{view.texts.own_key.use}</span>
      </label>
    </div>
  );
}

/** Above a guide whose examples contain the key of the reader. Hidden until a script has filled them. */
export function OwnKeyNote() {
  const texts = useView().texts.own_key;
  return (
    <div class="notice ok" data-own-key-note hidden>
      <p>
        {texts.filled} <code /> {texts.only_here}{' '}
        <button type="button" class="link">
          {texts.forget}
        </button>
      </p>
    </div>
  );
}
