/** The palette that finds stocks, brokers, pages, saved screens and actions, over the search field of the top bar. The field works without it. */
import { MAX_COMPARED, positionPath } from '../../core/market/page-paths.ts';
import { bestMatches, type Findable } from '../charts/find.ts';

/** Free requests. The tickers that have no name are only in the last one. */
const SOURCES = ['/explore/names', '/explore/screens', '/explorer/data/market/tickers'];
const OWN = { accept: 'application/json', 'x-alir-console': '1' };
const RECENT = 'alir_recent';
const MAX_RECENT = 6;
const MAX_NAMES = 8;
const MAX_OTHERS = 5;

/** What the field has in `data-palette`: the texts of the palette. */
type Texts = Readonly<
  Record<
    | 'title'
    | 'names'
    | 'recent'
    | 'pages'
    | 'screens'
    | 'actions'
    | 'compare'
    | 'watch'
    | 'stock'
    | 'broker'
    | 'page'
    | 'position'
    | 'keys'
    | 'none',
    string
  >
>;

interface Name extends Findable {
  readonly isBroker: boolean;
}

/** A line of the palette. */
interface Choice extends Findable {
  readonly href: string;
  readonly kind: string;
}

interface Known {
  readonly names: readonly Name[];
  readonly screens: readonly { readonly name: string; readonly href: string }[];
}

export function setUpPalette(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-palette]');
  noteRecent();
  if (!form) return;
  const field = form.querySelector('input') as HTMLInputElement;
  const texts = JSON.parse(form.dataset.palette ?? '{}') as Texts;
  const palette = new Palette(form, texts);
  // Not at pointerdown: the click of the same finger would close the palette again.
  field.addEventListener('click', () => palette.open());
  field.addEventListener('input', () => {
    palette.open(field.value);
    field.value = '';
  });
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    palette.open();
  });
}

class Palette {
  readonly #form: HTMLFormElement;
  readonly #texts: Texts;
  /** The searches of an operator: a title and a path. */
  readonly #searches: readonly (readonly [title: string, path: string])[];
  readonly #dialog = element('dialog', { class: 'palette' });
  readonly #field = element('input', {
    ...{ type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', 'aria-expanded': 'true' },
    ...{ 'aria-controls': 'palette-list', 'aria-autocomplete': 'list' },
  });
  readonly #list = element('div', { id: 'palette-list', role: 'listbox' });
  readonly #state = element('p', { class: 'visually-hidden', role: 'status' });
  #known: Known = { names: [], screens: [] };
  #choices: Choice[] = [];
  #current = 0;

  constructor(form: HTMLFormElement, texts: Texts) {
    this.#form = form;
    this.#texts = texts;
    this.#searches = JSON.parse(form.dataset.searches ?? '[]');
    for (const part of [this.#dialog, this.#field, this.#list]) part.setAttribute('aria-label', texts.title);
    const keys = element('p', { class: 'keys' }, texts.keys);
    this.#dialog.append(this.#field, this.#list, keys, this.#state);
    document.body.append(this.#dialog);
    this.#field.addEventListener('input', () => this.#show());
    this.#field.addEventListener('keydown', (event) => this.#onKey(event));
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open(text = ''): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#field.value = text;
    this.#field.focus();
    this.#show();
    void this.#load();
  }

  async #load(): Promise<void> {
    // An operator without an account reads no data.
    if (this.#known.names.length > 0 || !this.#form.elements.namedItem('q')) return;
    // Without an answer, the palette has the pages, and Enter searches on the server.
    const answers = await Promise.all(SOURCES.map((path) => fetch(path, { headers: OWN }))).catch(() => []);
    if (answers.length === 0 || answers.some(({ ok }) => !ok)) return;
    const [names, screens, tickers] = await Promise.all(answers.map((answer) => answer.json()));
    const named = new Set((names as Name[]).map(({ code }) => code));
    const others = (tickers.data as { ticker: string }[]).filter(({ ticker }) => !named.has(ticker));
    const unnamed = others.map(({ ticker }) => ({ code: ticker, name: '', isBroker: false }));
    this.#known = { names: [...names, ...unnamed], screens };
    this.#show();
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && this.#choices.length > 0) {
      event.preventDefault();
      this.#select((this.#current + step + this.#choices.length) % this.#choices.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const choice = this.#choices[this.#current];
    if (choice && event.ctrlKey) window.open(choice.href, '_blank', 'noopener');
    else if (choice) location.assign(choice.href);
    else if (this.#field.value.trim() !== '') {
      (this.#form.elements.namedItem('q') as HTMLInputElement).value = this.#field.value;
      this.#form.submit();
    }
  }

  #show(): void {
    const groups = this.#groups(this.#field.value.trim()).filter(({ choices }) => choices.length > 0);
    this.#choices = groups.flatMap(({ choices }) => choices);
    let index = 0;
    this.#list.replaceChildren(
      ...groups.map(({ title, choices }, place) => {
        const group = element('div', { role: 'group', 'aria-labelledby': `palette-group-${place}` });
        const heading = element('p', { id: `palette-group-${place}`, role: 'presentation' }, title);
        group.append(heading, ...choices.map((choice) => optionOf(choice, index++)));
        return group;
      }),
    );
    if (this.#choices.length === 0) this.#list.append(element('p', {}, this.#texts.none));
    this.#state.textContent = this.#choices.length === 0 ? this.#texts.none : String(this.#choices.length);
    this.#select(0);
  }

  #select(index: number): void {
    this.#current = index;
    for (const [place, option] of [...this.#list.querySelectorAll('[role=option]')].entries()) {
      option.setAttribute('aria-selected', String(place === index));
      if (place === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (this.#choices.length === 0) this.#field.removeAttribute('aria-activedescendant');
    else this.#field.setAttribute('aria-activedescendant', `palette-${index}`);
  }

  #groups(text: string): { title: string; choices: Choice[] }[] {
    const { names, recent, pages, screens, actions } = this.#texts;
    const links = pagesOf(this.#texts.page);
    if (text === '') {
      return [
        { title: recent, choices: recentPages() },
        { title: pages, choices: links.slice(0, MAX_OTHERS) },
      ];
    }
    const found = bestMatches(text, this.#known.names, MAX_NAMES);
    const saved = this.#known.screens.map((screen) => ({ ...screen, code: '', kind: screens }));
    return [
      { title: actions, choices: this.#several(text) },
      { title: names, choices: found.map((name) => this.#choiceOf(name)) },
      { title: screens, choices: bestMatches(text, saved, MAX_OTHERS) },
      { title: pages, choices: bestMatches(text, links, MAX_OTHERS) },
      {
        title: actions,
        choices: [
          ...(found[0] && !found[0].isBroker ? this.#actionsFor(found[0].code) : []),
          ...this.#searches.map(([title, path]) => searchFor(text, title, path)),
        ],
      },
    ];
  }

  #choiceOf({ code, name, isBroker }: Name): Choice {
    const { broker, stock } = this.#texts;
    return {
      code,
      name,
      href: this.#withRange(`/${isBroker ? 'brokers' : 'explore'}/${code}`),
      kind: isBroker ? broker : stock,
    };
  }

  /** `BBCA BBRI` compares stocks, `YP CC` brokers; `LG MEDC` is a broker in a stock. */
  #several(text: string): Choice[] {
    const codes = [...new Set(text.toUpperCase().split(/[\s,]+/))];
    const known = codes.flatMap((code) => this.#known.names.filter((each) => each.code === code).slice(0, 1));
    if (codes.length < 2 || codes.length > MAX_COMPARED || known.length !== codes.length) return [];
    const [broker, stock] = [known.find(({ isBroker }) => isBroker), known.find(({ isBroker }) => !isBroker)];
    const { compare, position } = this.#texts;
    const name = codes.join(', ');
    if (!broker || !stock) {
      const kind = broker ? 'brokers' : 'tickers';
      return [{ code: '', name, kind: compare, href: this.#withRange(`/compare?${kind}=${codes.join()}`) }];
    }
    if (codes.length !== 2) return [];
    return [
      {
        code: '',
        name,
        kind: position,
        href: this.#withRange(positionPath(stock.code, broker.code)),
      },
    ];
  }

  /** A path with the range of the page, which the form of the search keeps. */
  #withRange(path: string): string {
    const kept = [...new FormData(this.#form)].filter(([name]) => name !== 'q');
    if (kept.length === 0) return path;
    return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(kept as [string, string][])}`;
  }

  #actionsFor(code: string): Choice[] {
    const { compare, watch } = this.#texts;
    return [
      { code: '', name: compare, kind: code, href: `/compare?tickers=${code}` },
      { code: '', name: watch, kind: code, href: `/watchlist?ticker=${code}#add` },
    ];
  }
}

function searchFor(text: string, title: string, path: string): Choice {
  return {
    code: '',
    name: `${title} “${text}”`,
    kind: '',
    href: `${path}?${new URLSearchParams({ search: text })}`,
  };
}

/** The links of the top bar, and the tabs of the page. */
function pagesOf(kind: string): Choice[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('header nav a, header .menu a, nav.tabs a');
  const pages = [...links].map(({ href, textContent }) => ({
    code: '',
    name: textContent.trim(),
    href,
    kind,
  }));
  return [...new Map(pages.map((page) => [page.href, page])).values()];
}

function optionOf({ code, name, href, kind }: Choice, index: number): HTMLElement {
  const option = element('a', { id: `palette-${index}`, role: 'option', href, tabindex: '-1' });
  option.append(element('b', {}, code), element('span', {}, name), element('small', {}, kind));
  return option;
}

function recentPages(): Choice[] {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? '[]') as Choice[];
  } catch {
    return [];
  }
}

/** Keeps which stocks, brokers and screens this browser opened last, until the sign-out. */
function noteRecent(): void {
  const [, , code] = /^\/(explore|brokers)\/([A-Z0-9-]+)$/.exec(location.pathname) ?? [];
  const name = document.querySelector('h1 small')?.textContent ?? '';
  try {
    if (code !== undefined && document.querySelector('.notice.bad') === null) {
      const others = recentPages().filter((each) => each.code !== code);
      const kept = [{ code, name, href: location.pathname, kind: '' }, ...others].slice(0, MAX_RECENT);
      localStorage.setItem(RECENT, JSON.stringify(kept));
    }
    const end = document.querySelector('form[action="/sign-out"]');
    end?.addEventListener('submit', () => localStorage.removeItem(RECENT));
  } catch {
    // The browser keeps nothing.
  }
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}
