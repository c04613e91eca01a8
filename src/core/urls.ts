/** What of an address may be shown and kept: its query may hold a secret. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Whether a text is an address or a mistyped one, such as `https:/files.example`, rather than the path of a folder. */
export function looksLikeUrl(text: string): boolean {
  return text.includes('://') || /^\s*(https?:|[a-z][a-z0-9+.-]*:\/)/i.test(text);
}

/** An address as it may be shown: without user, password and query. Of a text that is not a URL only the scheme is shown. */
export function withoutSecrets(url: string): string {
  // Where the user and password end, or the query begins, is not known.
  if (!URL.canParse(url)) return `${/^\s*[a-z][a-z0-9+.-]*:\/*/i.exec(url)?.[0] ?? ''}(secret)`;
  return url.replace(/^([^/?#]*?:\/*)[^?#]*@/, '$1(secret)@').replace(/[?#].*$/s, '?(secret)');
}

const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** An address that is listened on as URLs write it; null for all addresses. */
export function hostInUrl(host: string): string | null {
  if (ALL_ADDRESSES.has(host)) return null;
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
