/**
 * The script of the operator's pages. It sets up the arrow keys of the calendar, and keeps a page current: it replaces what changed, and
 * leaves the focus, what is open, forms and the place where the reader is.
 */

import { oneTabStop, setUpDayCalendar } from './day-calendar.ts';

const EVERY_MS = 60_000;
/** Without a key or a pointer for this time, nobody reads the page. */
const IDLE_MS = 3_600_000;

let used_ms = performance.now();
for (const type of ['keydown', 'pointerdown', 'pointermove', 'visibilitychange'])
  document.addEventListener(
    type,
    () => {
      used_ms = performance.now();
    },
    { passive: true },
  );

setUpDayCalendar();
let isRunning = false;
const timer = setInterval(() => void refresh(), EVERY_MS);
document.addEventListener('visibilitychange', () => void refresh());

async function refresh(): Promise<void> {
  if (document.hidden || isRunning || performance.now() - used_ms > IDLE_MS) return;
  isRunning = true;
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
    // The session ended: only a reload leads to the sign-in.
    if (answer.redirected) clearInterval(timer);
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [shown, current] = [document.querySelector('main'), page.querySelector('main')];
    if (shown && current) update(shown, current);
    oneTabStop();
  } catch {
    // The next run tries again.
  } finally {
    isRunning = false;
  }
}

/** Makes an element like a newer one, by the smallest parts that differ. */
function update(shown: Element, current: Element): void {
  // A person may be filling in a form, whose hidden fields also differ each time.
  if (shown.tagName === 'FORM' && current.tagName === 'FORM') return;
  if (shown.isEqualNode(current)) return;
  const [olds, news] = [[...shown.childNodes], [...current.childNodes]];
  const isAlike =
    olds.length === news.length && olds.every((node, place) => node.nodeName === news[place]?.nodeName);
  if (!isAlike) {
    if (!isInUse(shown)) shown.replaceChildren(...news.map((node) => document.importNode(node, true)));
    return;
  }
  for (const { name, value } of current.attributes)
    if (name !== 'open' && shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  olds.forEach((node, place) => {
    const other = news[place];
    if (node instanceof Element && other instanceof Element) update(node, other);
    else if (other && node.nodeValue !== other.nodeValue) node.nodeValue = other.nodeValue;
  });
}

function isInUse(element: Element): boolean {
  return element.contains(document.activeElement) || element.querySelector('details[open]') !== null;
}
