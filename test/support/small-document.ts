import { render as renderInto, type VNode } from 'preact';
import { act } from 'preact/test-utils';
import { vi } from 'vitest';
import { afterThisTest } from './cleanups.ts';

type Listener = (event: object) => unknown;

/** The least that Preact needs of an element or a text, to draw and to change a page without a browser. */
export class SmallNode {
  readonly tag: string;
  readonly namespaceURI: string;
  readonly attributes = new Map<string, string>();
  readonly childNodes: SmallNode[] = [];
  readonly listeners = new Map<string, Listener>();
  parentNode: SmallNode | null = null;
  /** Of a text. */
  data = '';

  constructor(namespace: string, tag: string) {
    this.namespaceURI = namespace;
    this.tag = tag;
  }

  get nextSibling(): SmallNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  insertBefore(node: SmallNode, before: SmallNode | null): void {
    node.parentNode?.removeChild(node);
    const index = before === null ? -1 : this.childNodes.indexOf(before);
    this.childNodes.splice(index === -1 ? this.childNodes.length : index, 0, node);
    node.parentNode = this;
  }

  removeChild(node: SmallNode): void {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  addEventListener(name: string, listener: Listener): void {
    this.listeners.set(name, listener);
  }

  removeEventListener(name: string): void {
    this.listeners.delete(name);
  }

  /** The place of every element: 10 pixels from the left, 20 from the top. */
  getBoundingClientRect() {
    return { left: 10, top: 20, width: 400 };
  }

  /** All elements inside, in the order of the page. */
  get all(): SmallNode[] {
    return this.childNodes.flatMap((node) => (node.tag === '' ? [] : [node, ...node.all]));
  }

  /** The first element with a class, or of a name. */
  find(what: string): SmallNode {
    const found = this.all.find(
      (each) => each.tag === what || each.attributes.get('class')?.split(' ').includes(what),
    );
    if (!found) throw new Error(`No ${what} in: ${this.html}`);
    return found;
  }

  /** The first button or link with a text. */
  button(text: string): SmallNode {
    const found = this.all.find((each) => ['button', 'a'].includes(each.tag) && each.text === text);
    if (!found) throw new Error(`No button ${text} in: ${this.texts.join(' | ')}`);
    return found;
  }

  get text(): string {
    return this.tag === '' ? this.data : this.childNodes.map((node) => node.text).join('');
  }

  /** The texts of the elements that have any, in the order of the page. */
  get texts(): string[] {
    const hasOwn = this.childNodes.some((node) => node.tag === '' && node.data.trim() !== '');
    if (hasOwn) return [this.text.replaceAll(/\s+/g, ' ').trim()];
    return this.childNodes.flatMap((node) => (node.tag === '' ? [] : node.texts));
  }

  get html(): string {
    if (this.tag === '') return this.data;
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join('');
    return `<${this.tag}${attributes}>${this.childNodes.map(({ html }) => html).join('')}</${this.tag}>`;
  }

  /** Lets an event happen, and waits until the page has changed. */
  async on(name: string, event: object = {}): Promise<void> {
    const listener = this.listeners.get(name);
    if (!listener) throw new Error(`${this.tag} has no listener of ${name}`);
    await act(async () => {
      await listener.call(this, { type: name, currentTarget: this, preventDefault() {}, ...event });
    });
    await settle();
  }
}

/** Waits until what follows fulfilled promises has run, and the page has changed. */
export async function settle(): Promise<void> {
  await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
}

/** Draws a component as a browser does, with its effects. */
export async function opened(component: VNode): Promise<SmallNode> {
  const document = {
    createElementNS: (namespace: string, name: string) => new SmallNode(namespace, name),
    createTextNode: (data: string) => Object.assign(new SmallNode('', ''), { data }),
  };
  vi.stubGlobal('document', document);
  const page = new SmallNode('http://www.w3.org/1999/xhtml', 'body');
  afterThisTest(async () => {
    await act(() => renderInto(null, page as never));
    vi.unstubAllGlobals();
  });
  await act(async () => renderInto(component, page as never));
  // The effects of the first drawing have started requests.
  await settle();
  return page;
}

/** The numbers of an attribute with one decimal at most. */
const rounded = (text = '') =>
  text.replaceAll(/\d+\.\d+/g, (each) => String(Math.round(Number(each) * 10) / 10));

/** The class and the place of each shape, without the lines of the scale. */
export function shapesOf(picture: SmallNode): string[] {
  const shapes = picture.find('chart').all.filter(({ tag }) => /rect|line|path|circle/.test(tag));
  return shapes
    .map(({ attributes, parentNode }) => {
      const name = attributes.get('class') ?? parentNode?.attributes.get('class');
      const places = ['x', 'y', 'width', 'height', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'd']
        .filter((each) => attributes.has(each))
        .map((each) => rounded(attributes.get(each)));
      return [name, ...places].join(' ');
    })
    .filter((shape) => !/^(gridline|base)/.test(shape));
}
