import type { Gauges } from '../api/http/monitoring/metrics.ts';
import { refreshed } from '../api/http/responses/stale-while-revalidate.ts';
import { looksLikeUrl } from '../core/urls.ts';
import { certificateOf } from '../operations/doctor/certificate.ts';
import { type Figures, figuresOf } from '../operations/doctor/doctor-figures.ts';
import type { Stores } from './stores.ts';

/** A scrape computes the figures at most once a minute, and connects to the source at most once an hour. */
const FIGURES_INTERVAL_MS = 60_000;
const CERTIFICATE_INTERVAL_MS = 3_600_000;
/** A scrape waits this long for new figures, then it gets the previous ones. */
const WAIT_MS = 500;

/** The metrics that show what `alir doctor` shows. Alerts on them are in deploy/prometheus/alerts.yml. */
export function operationGauges({
  source,
  clock,
  ...services
}: Pick<Stores, 'folders' | 'ledger' | 'manifest' | 'clock'> & { readonly source: string }): Gauges {
  const figures = refreshed(
    () => figuresOf(services),
    { interval_ms: FIGURES_INTERVAL_MS, wait_ms: WAIT_MS },
    clock,
  );
  const certificate = refreshed(
    async () => (looksLikeUrl(source) ? await certificateOf(source) : undefined),
    { interval_ms: CERTIFICATE_INTERVAL_MS, wait_ms: WAIT_MS },
    clock,
  );
  const gauge = (help: string, name: keyof Figures) => ({
    help,
    read: async () => (await figures())?.[name] ?? Number.NaN,
  });
  return {
    published_days: gauge('Published days', 'published_days'),
    newest_day_timestamp_seconds: gauge(
      'Start of the newest published day in Jakarta, in seconds since 1970; 0 without a day',
      'newest_day_s',
    ),
    differing_days: gauge("Published days that differ from the exchange's figures", 'differing_days'),
    damaged_serving_files: gauge(
      'Serving files that are damaged and not rebuilt yet',
      'damaged_serving_files',
    ),
    orders_waiting: gauge("Orders that wait for the operator's decision", 'orders_waiting'),
    disk_free_bytes: gauge('Free bytes on the disk of the data folder', 'disk_free_bytes'),
    disk_size_bytes: gauge('Size of the disk of the data folder in bytes', 'disk_size_bytes'),
    disk_until_full_days: gauge(
      'Days until this disk is full at the growth of the last published days; NaN if unknown',
      'disk_until_full_days',
    ),
    last_backup_timestamp_seconds: gauge(
      'End of the last backup, in seconds since 1970; 0 without a backup, NaN for a ledger in PostgreSQL',
      'last_backup_s',
    ),
    last_update_timestamp_seconds: gauge(
      'End of the last complete check of the source, in seconds since 1970; 0 without a check',
      'last_update_s',
    ),
    last_update_success: gauge(
      '1 if the last check of the source was complete, 0 if it failed; NaN before the first check',
      'last_update_success',
    ),
    source_certificate_expiry_timestamp_seconds: {
      help: 'Expiry of the TLS certificate of the source, in seconds since 1970; NaN for a folder, or if unknown',
      read: async () => {
        const expires_at = (await certificate())?.expires_at;
        return expires_at === undefined ? Number.NaN : expires_at.getTime() / 1000;
      },
    },
  };
}
