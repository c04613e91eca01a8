/** A text of HTML without its entities. */
export function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** The props of the first island of a page; null without one. */
export function islandProps(html: string) {
  return JSON.parse(decoded(/data-props="([^"]*)"/.exec(html)?.[1] ?? 'null'));
}
