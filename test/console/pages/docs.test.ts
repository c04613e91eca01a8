import { beforeAll, describe, expect, test } from 'vitest';
import { readGuides } from '../../../src/api/openapi/guides.ts';
import { renderGuide } from '../../../src/console/pages/docs/guide.ts';
import { searchGuides } from '../../../src/console/pages/docs/search.ts';
import { textsOf } from '../../../src/console/texts/texts.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';

let alir: TestAlir;
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
});

const page = async (path: string, language = 'en') =>
  (await alir.raw(path, {}, { accept: 'text/html', 'accept-language': language })).text();

const rendered = (text: string) =>
  renderGuide(
    { name: 'x.md', title: 'X', about: '', text },
    textsOf('en').figure,
    (file) => file === 'caller.md',
  );

describe('a guide', () => {
  test('shows HTML as text, and no link runs a script', () => {
    const { html } = rendered(
      '# X\n\n<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> and [link](javascript:alert(1)) `<b>`\n\n| <i> |\n|---|\n| <u> |\n\n```sh\n</code><script>\n```\n',
    );
    expect(html).not.toMatch(/<(script|img|b|i|u)\b|javascript:/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('has headings with the ids that links in guides use, and links to the pages of guides', () => {
    const { html, sections } = rendered(
      '# X\n\n## Arrow, CSV & `x`\n\n## Keys\n\n## Keys\n\n[a](caller.md#keys) [b](../LICENSE) [c](#keys)\n',
    );
    expect(sections.map(({ id }) => id)).toEqual(['', 'arrow-csv--x', 'keys', 'keys-1']);
    expect(html).toContain('<a href="/docs/caller#keys">a</a> b <a href="#keys">c</a>');
  });

  test('copies the commands of a console block without the prompt and the output', () => {
    const { html } = rendered('# X\n\n```console\n$ curl a \\\n  -s\n{"out":1}\n$ alir b\n```\n');
    expect(html).toContain('data-copy="curl a \\\n  -s\nalir b"');
    expect(html).toContain('<span class="out">{&quot;out&quot;:1}</span>');
  });
});

describe('the documentation', () => {
  test('has a page for each guide whose links to parts exist, in both languages', async () => {
    const index = await page('/docs');
    const names = [...new Set([...index.matchAll(/href="\/docs\/([a-z-]+)"/g)].map(([, name = '']) => name))];
    const guides = readGuides().map(({ name }) => name.replace('.md', ''));
    expect(names.filter((name) => name !== 'reference').toSorted()).toEqual(guides.toSorted());
    const pages = new Map<string, string>();
    for (const name of guides) pages.set(name, await page(`/docs/${name}`));
    for (const html of pages.values()) {
      for (const [, name = '', id = ''] of html.matchAll(/href="\/docs\/([a-z-]+)#([^"/]+)"/g)) {
        expect(pages.get(name)).toContain(`id="${id}"`);
      }
    }
    const notice = 'Panduan dan referensi API berbahasa Inggris.';
    expect(await page('/docs', 'id')).toContain(notice);
    expect(await page('/docs?q=quota', 'id')).toContain(notice);
    expect(await page('/docs/caller', 'id')).toContain('Panduan ini berbahasa Inggris.');
  });

  test('shows the address of the server that the reader uses', async () => {
    const url = await alir.url();
    const html = await page('/docs/caller');
    expect(html).toContain(`${url}/foreign-flow?ticker=BBCA`);
    expect(html).not.toContain('127.0.0.1:8080');
  });

  test('lists every request and keeps the files of the guides', async () => {
    const index = await page('/docs');
    const { body } = await alir.request('/openapi.json');
    for (const path of Object.keys(body.paths).filter((each) =>
      /^\/(stocks|market|foreign-flow|news)/.test(each),
    ))
      expect(index).toContain(path);
    expect((await alir.raw('/docs/caller.md')).headers.get('content-type')).toContain('text/markdown');
  });

  test('shows whole words of a section, and separates the cells of a table', () => {
    const words = Array.from({ length: 80 }, (_, n) => `word${n}`);
    const guide = rendered(
      `# X\n\n## A\n\n${words.join(' ')}\n\n## B\n\n| code | meaning |\n|---|---|\n| \`rate_limited\` | too many requests |\n`,
    );
    const excerpt = (query: string) => searchGuides([guide], query)[0]?.excerpt.join('') ?? '';
    const cut = excerpt('word40');
    expect(cut).toMatch(/^… word\d+ .* word\d+ …$/);
    expect(cut.split(' ').filter((each) => each !== '…' && !words.includes(each))).toEqual([]);
    expect(excerpt('rate_limited')).toBe('code · meaning · rate_limited · too many requests');
  });

  test('finds sections that have all words, those with the words in the heading first', async () => {
    const guides = readGuides().map((guide) => renderGuide(guide, textsOf('en').figure, () => true));
    const headings = searchGuides(guides, 'foreign flow ranking').map(({ section }) => section.heading);
    expect(headings[0]?.toLowerCase()).toContain('ranking');
    expect(searchGuides(guides, 'webhook signature').length).toBeGreaterThan(0);
    expect(searchGuides(guides, 'nosuchword')).toEqual([]);
    expect(searchGuides(guides, '((((')).toEqual([]);
    const html = await page('/docs?q=retry-after');
    expect(html).toContain('<mark>');
    const long = await page(`/docs?q=${'y'.repeat(120)}`);
    expect(/<h1>[^<]*?(y+)/.exec(long)?.[1]).toHaveLength(100);
    expect(await page('/docs?q=%22%3E%3Cscript%3E1')).not.toContain('<script>1');
  });
});
