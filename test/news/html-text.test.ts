import { describe, expect, test } from 'vitest';
import { folded, htmlText } from '../../src/news/html-text.ts';
import fc from '../support/properties.ts';

describe('text of HTML', () => {
  test.each([
    ['IHSG naik', 'IHSG naik'],
    ['<p>IHSG <b>na</b>ik</p><p>tajam</p>', 'IHSG naik tajam'],
    ['Satu<br>dua<br/>tiga', 'Satu dua tiga'],
    ['  a \t\n b&nbsp;c\u00a0d  ', 'a b c d'],
    ['AT&amp;T &quot;x&quot; &#39;y&#39; &#x2013; &eacute; &copy', `AT&T "x" 'y' – é ©`],
    ['R&D dan M&A', 'R&D dan M&A'],
    ['&lt;b&gt;tebal&lt;/b&gt; &amp;amp; miring', 'tebal & miring'],
    ['&amp;lt;p&amp;gt;dua kali&amp;lt;/p&amp;gt;', 'dua kali'],
    ['laba < 100 dan > 50', 'laba < 100 dan > 50'],
    ['a <3 b', 'a <3 b'],
    ['Saham <Rp100 naik >5%', 'Saham < Rp100 naik >5%'],
    ['dari <asing', 'dari < asing'],
    ['<o:p>Kata</o:p> <foo>lain</foo> <my-tag a=1>x', 'Kata lain x'],
    ['x<script src="a"/>alert(1)</script>y<style/>p{}</style>z', 'xyz'],
    ['x<script>alert("<b>")</script>y<style>p{}</style>z', 'xyz'],
    ['x<SCRIPT src=a>alert(1)</SCRIPT >y', 'xy'],
    ['x<script>never closed', 'x'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;jelas', 'jelas'],
    ['x<template>a<style>p{}</style>b<script>c</script>d</template>y', 'xy'],
    ['&amp;amp;lt;b&amp;amp;gt;tiga kali', 'tiga kali'],
    ['&amp;amp;amp;lt;b&amp;amp;amp;gt;empat kali', '< b>empat kali'],
    ['x<!-- a <b> comment -->y', 'xy'],
    ['<![CDATA[isi <i>data</i>]]>', 'isi data'],
    ['terpotong <img src="https://a/', 'terpotong'],
    ['<<b>script>alert(1)', ''],
    ['<<b></b><b>i>x', 'x'],
    ['a<b title=">">c</b>', 'ac'],
    ['kata\u200bpisah\u00adan\u0000\u0007', 'katapisahan'],
    ['👨‍👩‍👧 baik', '👨‍👩‍👧 baik'],
    ['&#xD800;&#0;', '\ufffd\ufffd'],
    ['a\ud83db \u202eterbalik\u2066 \u{e0041}x', 'ab terbalik x'],
  ])('%j', (html, text) => {
    expect(htmlText(html).text).toBe(text);
  });

  test('has the sources of its images', () => {
    const { images } = htmlText(
      '<IMG alt="x" SRC="https://a/1.jpg?x=1&amp;y=2" src="second"><img><img src=https://a/2.jpg /><script><img src=no></script><template><img src=no></template>&lt;img src="https://a/3.jpg"&gt;',
    );
    expect(images).toEqual(['https://a/1.jpg?x=1&y=2', 'https://a/2.jpg', 'https://a/3.jpg']);
    const many = Array.from({ length: 12 }, (_, n) => `<img src="${n}">`).join('');
    expect(htmlText(many).images).toEqual(Array.from({ length: 10 }, (_, n) => String(n)));
  });

  test('input that is slow in other parsers is read in linear time', () => {
    expect(htmlText('<'.repeat(1e6)).text).toBe('<'.repeat(1e6));
    expect(htmlText('<p '.repeat(1e6)).text).toBe('');
    expect(htmlText('<a>'.repeat(5e5) + '</b>'.repeat(5e5)).text).toBe('');
    expect(htmlText(`&${'amp;'.repeat(1e6)}lt;b>`).text.length).toBeGreaterThan(3e6);
  });
});

/** What an HTML tokenizer takes for a tag, a comment or a declaration: spec part 13.2.5.6, tag open state. */
const TAG = /<[a-zA-Z/!?]/;

const scraps = fc.constantFrom(
  ...[
    '<',
    '>',
    '/',
    '!',
    '?',
    '=',
    '"',
    "'",
    '&',
    ';',
    ' ',
    '\n',
    '-',
    '--',
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
  ],
  ...[
    'b',
    'script',
    'style',
    'img',
    'p',
    'src',
    'onerror',
    'x',
    '1',
    '&lt;',
    '&gt;',
    '&amp;',
    '&amp;lt;',
    '&#60;',
  ],
  ...[
    '&#x3c;',
    '&lt',
    '<b>',
    '</b>',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<title>',
    '\u0000',
    '\ue000',
  ],
  ...[
    '<p',
    '<a href="',
    '<textarea>',
    '<svg>',
    '<br/>',
    '&nbsp;',
    '\u00ad',
    '\u200b',
    '<template>',
    '<%',
    '<1',
  ],
);

test('never contains a tag, for any input', () => {
  fc.assert(
    fc.property(fc.array(scraps, { maxLength: 60 }), (soup) => {
      const { text } = htmlText(soup.join(''));
      expect(text).not.toMatch(TAG);
      expect(folded(soup.join(''))).not.toMatch(TAG);
    }),
    { numRuns: 20_000 },
  );
});

test('text without HTML is unchanged, except for white space', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w .,:;()%+-]*$/), (text) => {
      expect(htmlText(text).text).toBe(text.replace(/ +/g, ' ').trim());
    }),
  );
});
