/** A host that no request has. */
const HERE = 'http://local.invalid';

/** The path of a page of this server; null for anything that a browser could take for another site. */
export function localPath(text: unknown): string | null {
  if (typeof text !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) || !URL.canParse(text, HERE))
    return null;
  const { origin, pathname, search } = new URL(text, HERE);
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : null;
}

/** The sign-in page. @param next the page to open afterwards; another value than a local path is omitted */
export function signInPath(
  next: unknown,
  parameters: Readonly<Record<string, string>> = {},
  page = '',
): string {
  const local = localPath(next);
  const query = new URLSearchParams({ ...parameters, ...(local !== null && { next: local }) });
  return `/sign-in${page}${query.size === 0 ? '' : `?${query}`}`;
}
