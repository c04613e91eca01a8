/** A URL without its query, for output and storage. The query may contain a secret. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Whether a text is a URL or a mistyped URL, such as `https:/files.example` or `https//user:password@host`, and not the path of a folder. */
export function looksLikeUrl(text: string): boolean {
  return text.includes('://') || /^\s*(https?:|[a-z][a-z0-9+.-]*(:\/|\/\/[^/]*:[^/]*@))/i.test(text);
}

/** A URL for output: without user, password and query. For a text that is not a valid URL, only the scheme. */
export function withoutSecrets(url: string): string {
  // The end of the user and password and the start of the query are unknown.
  if (!URL.canParse(url)) return `${/^\s*[a-z][a-z0-9+.-]*:\/*/i.exec(url)?.[0] ?? ''}(secret)`;
  return url.replace(/^([^/?#]*?:\/*)[^?#]*@/, '$1(secret)@').replace(/[?#].*$/s, '?(secret)');
}

const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** A listening address in the form that URLs use; null for all addresses. */
export function hostInUrl(host: string): string | null {
  if (ALL_ADDRESSES.has(host)) return null;
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
