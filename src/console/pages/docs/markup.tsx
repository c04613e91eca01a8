import type { Html } from './guide.ts';

/** The only place that writes HTML into a page: a guide or a text of the OpenAPI document, in which `guide.ts` has escaped all markup. */
export function Markup({
  as: Element,
  html,
  ...rest
}: {
  as: 'article' | 'div' | 'p' | 'span';
  html: Html;
  class?: string;
}) {
  return <Element {...rest} lang="en" dangerouslySetInnerHTML={{ __html: html }} />;
}
