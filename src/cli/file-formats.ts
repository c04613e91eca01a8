/** The forms in which `alir sql` writes rows. */
export const SQL_FORMATS = ['table', 'csv', 'json', 'ndjson', 'parquet', 'arrow'] as const;
export type SqlFormat = (typeof SQL_FORMATS)[number];

/** The files that `alir export` writes. */
export const EXPORT_FORMATS = ['parquet', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
