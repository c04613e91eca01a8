import type { Html } from './guide.ts';

/**
 * The only place that writes HTML into a page: a guide or a text of the OpenAPI document, in which `guide.ts` has escaped all markup, or a
 * picture that Preact has written.
 */
export function Markup({
  as: Element,
  html,
  lang = 'en',
  ...rest
}: {
  as: 'article' | 'div' | 'p' | 'span';
  html: Html;
  class?: string;
  lang?: string;
}) {
  return <Element {...rest} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
