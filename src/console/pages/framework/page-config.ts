/** The config of each route of the console: browsers get errors as HTML pages, and the routes are not part of the API. */
export const PAGE_ROUTE = { units: 0, anonymous: 'page', errors: 'page' } as const;
