/** The script of every page: the theme switch, copy buttons, the search key and the palette, the arrow keys of tables, forms that are sent once, and the reader's own key. Each page works without it. */

import { setUpOwnKey } from './own-key.ts';
import { setUpPalette } from './palette.ts';

/** `<html data-url="URL">` of an answer to a form: Reload and Back open the page, and do not ask whether to send the form again. */
const { url } = document.documentElement.dataset;
if (url !== undefined) history.replaceState(null, '', url);

const ONE_YEAR_S = 31_536_000;
const COPIED_MS = 1500;
/** For this time, a form is not sent again. */
const SENT_MS = 3000;

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-theme-to]')) {
  link.addEventListener('click', (event) => {
    const theme = link.dataset.themeTo ?? '';
    event.preventDefault();
    document.documentElement.dataset.theme = theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = `alir_theme=${theme}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`;
    document.querySelector<HTMLElement>(`a[data-theme-to]:not([data-theme-to="${theme}"])`)?.focus();
  });
}

/** `<button data-copy="TEXT" data-copied="LABEL" hidden>`; without TEXT, the text of the `<pre>` beside it. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = button.dataset.copy || (button.parentElement?.querySelector('pre')?.textContent ?? '');
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.copied ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MS);
  });
}

/** `/` moves the focus to the search field. */
document.addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey) return;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return;
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/** The forms that were sent: a double click sends a form once. */
const sent = new WeakSet<HTMLFormElement>();
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.method !== 'post' || event.defaultPrevented) return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), SENT_MS);
});

setUpOwnKey();
setUpPalette();

/** The arrow keys move between the first links of the rows of a table of stocks. */
document.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { activeElement } = document;
  if (step === undefined || !activeElement?.closest('#watched, #screened')) return;
  const links = [...document.querySelectorAll<HTMLElement>('#watched tbody th a, #screened tbody th a')];
  const row = activeElement.closest('tr')?.querySelector<HTMLElement>('th a');
  event.preventDefault();
  links[row ? links.indexOf(row) + step : 0]?.focus();
});
