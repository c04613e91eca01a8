/** The days to look at are one stop of Tab, first the newest one. The arrow keys move between them, as in the grid pattern of WAI-ARIA: a day or a week. */

const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/** The newest year comes first on a page of all years. */
function linksByDay(): HTMLAnchorElement[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.day-calendar a')];
  return links.toSorted((a, b) => dayOf(a) - dayOf(b));
}

function dayOf({ hash }: HTMLAnchorElement): number {
  return Date.parse(hash.slice('#day-'.length)) / 86_400_000;
}

/** Leaves one link for Tab. @param current the one that has the focus, or had it last */
export function oneTabStop(current?: HTMLAnchorElement): void {
  const links = linksByDay();
  const stop = current ?? links.find((link) => link.getAttribute('tabindex') === '0') ?? links.at(-1);
  for (const link of links) link.tabIndex = link === stop ? 0 : -1;
}

export function setUpDayCalendar(): void {
  oneTabStop();
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const step = STEPS[key];
    if (step === undefined || ctrlKey || metaKey || altKey) return;
    if (!(target instanceof HTMLAnchorElement) || !target.closest('.day-calendar')) return;
    event.preventDefault();
    const links = linksByDay();
    const wanted = dayOf(target) + step;
    const next =
      step > 0
        ? (links.find((link) => dayOf(link) >= wanted) ?? links.at(-1))
        : (links.findLast((link) => dayOf(link) <= wanted) ?? links[0]);
    oneTabStop(next);
    next?.focus();
  });
}
