import { Parser } from 'htmlparser2';

/** Words that every English sentence has some of, and no Indonesian one. */
const ENGLISH = /\b(the|of|is|are|was|were|and|with|not|this|that|from|your|for|has|have)\b/i;
const INDONESIAN = /\b(yang|dan|dari|untuk|tidak|dengan|ini|adalah|atau|pada|belum|sudah)\b/i;

/** The texts of a page in its own language: not code, and nothing in an element with another `lang`. */
function ownTexts(html: string, language: string): string[] {
  const texts: string[] = [];
  const open: boolean[] = [];
  let text = '';
  const parser = new Parser({
    onopentag(name, { lang, title = '', placeholder = '', 'aria-label': label = '' }) {
      const isOwn = (open.at(-1) ?? true) && !['code', 'pre', 'script'].includes(name);
      open.push(isOwn && (lang === undefined || lang === language));
      if (open.at(-1)) texts.push(title, placeholder, label);
    },
    ontext(part) {
      if (open.at(-1)) text += part;
    },
    onclosetag() {
      if (text.trim() !== '') texts.push(text.trim());
      text = '';
      open.pop();
    },
  });
  parser.end(html);
  return texts;
}

/** The texts of a page that are in the other language than the page. */
export function foreignTexts(html: string, language: string): string[] {
  const words = language === 'id' ? ENGLISH : INDONESIAN;
  // The names of documents and of their chapters are English.
  const own = ownTexts(html, language).map((text) => text.replaceAll(/("[^"]*" di )?docs\/\w+\.md/g, ''));
  return own.filter((text) => words.test(text));
}
