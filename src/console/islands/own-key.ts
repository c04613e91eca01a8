/**
 * The reader's own key in the examples of the guides. Only this tab keeps the key: the server stores nothing but hashes of keys, and no
 * request contains what is kept here.
 */

const STORED = 'alir_own_key';
/** `alir_live_` and letters and digits: nothing that a shell, TypeScript or Python would interpret. */
const KEY = /^alir_[a-z]+_[0-9A-Za-z]{8,80}$/;
/** Forms after which the key may no longer work. The page does not know which of the keys of the account is kept. */
const FORGETTING = [
  'form[action="/sign-out"]',
  'form[action^="/account/keys/"][action$="/revoke"]',
  'form[action^="/account/keys/"][action$="/replace"]',
].join();
/** The placeholder in commands that are copied. */
const IN_COMMAND = /\$KEY\b/g;

export function setUpOwnKey(): void {
  offer();
  keepAtSignIn();
  fill();
  for (const form of document.querySelectorAll(FORGETTING)) form.addEventListener('submit', forget);
}

/** `<div data-own-key-offer hidden>` with a `<button data-own-key="KEY">` and, for afterwards, a `<p hidden>`. */
function offer(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-own-key-offer]')) {
    const button = part.querySelector<HTMLButtonElement>('button[data-own-key]');
    if (!button || !isUsable()) continue;
    part.hidden = false;
    button.addEventListener('click', () => {
      keep(button.dataset.ownKey ?? '');
      button.hidden = true;
      for (const text of part.querySelectorAll('p')) text.hidden = false;
    });
  }
}

/** `<label data-own-key-choice hidden>` in the form of the sign-in. Its check box has no name, so it is not sent. */
function keepAtSignIn(): void {
  for (const choice of document.querySelectorAll<HTMLElement>('[data-own-key-choice]')) {
    const form = choice.closest('form');
    const box = choice.querySelector('input');
    const field = form?.querySelector<HTMLInputElement>('input[name="key"]');
    if (!form || !box || !field || !isUsable()) continue;
    choice.hidden = false;
    // The key that was sent before was refused.
    if (choice.dataset.ownKeyChoice === 'refused') forget();
    form.addEventListener('submit', () => {
      if (box.checked) keep(field.value.trim());
    });
  }
}

/** Writes the key over `<span data-key>`, with quotes over `<span data-key="quoted">`, and into copied commands, and shows `<div data-own-key-note hidden>`. */
function fill(): void {
  const key = kept();
  const note = document.querySelector<HTMLElement>('[data-own-key-note]');
  if (key === null || !note) return;
  const filled = [...document.querySelectorAll<HTMLElement>('[data-key]')].map((place) => {
    const placeholder = place.textContent;
    place.textContent = place.dataset.key === 'quoted' ? `'${key}'` : key;
    return () => {
      place.textContent = placeholder;
    };
  });
  const copied = [...document.querySelectorAll<HTMLElement>('button[data-copy]')].map((button) => {
    const command = button.dataset.copy ?? '';
    button.dataset.copy = command.replace(IN_COMMAND, () => key);
    return () => {
      button.dataset.copy = command;
    };
  });
  const masked = note.querySelector('code');
  if (masked) masked.textContent = `${key.slice(0, 4)}...${key.slice(-4)}`;
  note.hidden = false;
  note.querySelector('button')?.addEventListener('click', () => {
    forget();
    for (const restore of [...filled, ...copied]) restore();
    note.hidden = true;
  });
}

/** Whether the browser lets pages keep something. */
function isUsable(): boolean {
  try {
    sessionStorage.getItem(STORED);
    return true;
  } catch {
    return false;
  }
}

function kept(): string | null {
  const key = isUsable() ? sessionStorage.getItem(STORED) : null;
  return key !== null && KEY.test(key) ? key : null;
}

function keep(key: string): void {
  if (KEY.test(key)) sessionStorage.setItem(STORED, key);
}

function forget(): void {
  if (isUsable()) sessionStorage.removeItem(STORED);
}
