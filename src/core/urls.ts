/** What of an address may be shown and kept: its query may hold a secret. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** An address that is listened on as URLs write it; null for all addresses. */
export function hostInUrl(host: string): string | null {
  if (ALL_ADDRESSES.has(host)) return null;
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
