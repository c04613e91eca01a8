import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, vi } from 'vitest';
import { LIMITS } from '../src/operations/doctor/doctor-limits.ts';
import { noteBackup, noteUpdate } from '../src/operations/doctor/last-runs.ts';
import { freshness } from '../src/operations/status.ts';
import { operationGauges } from '../src/server/operation-gauges.ts';
import type { TestAlir } from './support/alir.ts';
import { csv, DATE, FILE_NAME, line } from './support/daily-files.ts';
import { test } from './support/fixtures.ts';
import { textOf } from './support/guide.ts';
import { until } from './support/until.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const RULES = (parseYaml(textOf('deploy/prometheus/alerts.yml')) as any).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
) as Rule[];
const DASHBOARD = JSON.parse(textOf('deploy/grafana/alir.json'));
const PANELS: Panel[] = DASHBOARD.panels.filter(({ type }: Panel) => type !== 'row');
const EXPRESSIONS = [
  ...RULES.map(({ expr }) => expr),
  ...PANELS.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];
const METRIC = /\b(?:alir|nodejs|process)_[a-z0-9_]+/g;
const USED = new Set(EXPRESSIONS.flatMap((expr) => expr.match(METRIC) ?? []));

async function scrape(alir: TestAlir): Promise<string> {
  return (await fetch(`${await alir.url()}/metrics`)).text();
}

/** The names of all time series, also those of a histogram. */
function seriesIn(metrics: string): Set<string> {
  const types = [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    ),
  );
}

describe('the alert rules and the dashboard', () => {
  test('use only metrics that the server exports', async ({ alir }) => {
    const series = seriesIn(await scrape(alir));
    expect(USED.size).toBeGreaterThan(20);
    expect([...USED].filter((name) => !series.has(name))).toEqual([]);
    expect(DASHBOARD.templating.list[1].query).toBe('label_values(alir_published_days, instance)');
  });

  test('use every figure of alir doctor', ({ alir }) => {
    const gauges = Object.keys(operationGauges({ ...alir.stores, source: '' }));
    const others = ['missing_days', 'held_files', 'rejected_files'];
    expect([...gauges, ...others].filter((name) => !USED.has(`alir_${name}`))).toEqual([]);
  });
});

describe('the alert rules', () => {
  test('have a name of their own, a severity, and annotations that say what to do', () => {
    expect(new Set(RULES.map(({ alert }) => alert)).size).toBe(RULES.length);
    for (const { alert, labels, annotations } of RULES) {
      expect(['warning', 'critical'], alert).toContain(labels.severity);
      expect(annotations.summary, alert).toMatch(/^(\{\{|"|[A-Z0-9]).*[.]$/);
      expect(annotations.action, alert).toMatch(/^[A-Z]/);
    }
  });

  test('have the limits of alir doctor', () => {
    const limitsOf = (name: string) => {
      const [, limit = ''] =
        RULES.find(({ alert }) => alert === name)?.expr.match(/[<>] ([\d.e* ]+)(?: or|$)/) ?? [];
      return limit.split('*').reduce((product, factor) => product * Number(factor), 1);
    };
    const DAY_S = 86_400;
    const { backup_days, certificate_days, disk_days, update_ms } = LIMITS;
    expect(limitsOf('AlirBackupOld')).toBe(backup_days.warning * DAY_S);
    expect(limitsOf('AlirBackupMissing')).toBe(backup_days.problem * DAY_S);
    expect(limitsOf('AlirCertificateExpires')).toBe(certificate_days.warning * DAY_S);
    expect(limitsOf('AlirCertificateExpired')).toBe(certificate_days.problem * DAY_S);
    expect(limitsOf('AlirDiskFillsUp')).toBe(disk_days.warning);
    expect(limitsOf('AlirDiskFull')).toBe(disk_days.problem);
    expect(limitsOf('AlirUpdateOld')).toBe(update_ms.problem / 1000);
    for (const [name, bytes] of [
      ['AlirDiskFillsUp', LIMITS.disk_bytes.warning],
      ['AlirDiskFull', LIMITS.disk_bytes.problem],
    ] as const) {
      const [, limit] = RULES.find(({ alert }) => alert === name)?.expr.match(/free_bytes < (\S+)/) ?? [];
      expect(Number(limit)).toBe(bytes);
    }
  });
});

test('the panels of the dashboard have a title, a description, a unit and a place of their own', () => {
  const places = DASHBOARD.panels.map(({ gridPos: { x, y } }: any) => `${x} ${y}`);
  expect(new Set(places).size).toBe(places.length);
  for (const panel of PANELS as any[]) {
    expect(panel).toMatchObject({
      title: expect.stringMatching(/./),
      description: expect.stringMatching(/\.$/),
      fieldConfig: { defaults: { unit: expect.stringMatching(/./) } },
    });
  }
});

test('GET /metrics has the figures of alir doctor, computed at most once a minute', async ({ alir }) => {
  await alir.ingest(FILE_NAME, csv([line()]));
  const { sources, manifest, calendar, clock } = alir.stores;
  vi.spyOn(sources, 'held').mockResolvedValue(Array(3).fill({}));
  vi.spyOn(sources, 'rejected').mockResolvedValue(Array(4).fill({}));
  const { newest_day_age_days, gaps } = await freshness(manifest, sources, calendar, clock.now());
  const figures = async () => {
    const lines = [...(await scrape(alir)).matchAll(/^(alir_\w+) (\S+)$/gm)];
    return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
  };
  // A scrape that has waited for half a second gets the previous figures.
  await until('the figures are computed', async () => (await figures()).alir_published_days === 1);
  expect(await figures()).toMatchObject({
    alir_newest_day_age_days: newest_day_age_days,
    alir_missing_days: gaps,
    alir_held_files: 3,
    alir_rejected_files: 4,
    alir_published_days: 1,
    alir_newest_day_timestamp_seconds: Date.parse(`${DATE}T00:00:00+07:00`) / 1000,
    alir_differing_days: 0,
    alir_damaged_serving_files: 0,
    alir_orders_waiting: 0,
    alir_disk_free_bytes: expect.any(Number),
    alir_disk_until_full_days: Number.NaN,
    alir_last_backup_timestamp_seconds: alir.stores.ledger.sharesUsage ? Number.NaN : 0,
    alir_last_update_timestamp_seconds: 0,
    alir_last_update_success: Number.NaN,
    alir_source_certificate_expiry_timestamp_seconds: Number.NaN,
  });
  await alir.stores.manifest.noteServingDamage('2026-01.arrow', 'is missing');
  alir.clock.elapsed_ms += 59_000;
  expect(await figures()).toMatchObject({ alir_damaged_serving_files: 0 });
  alir.clock.elapsed_ms += 1000;
  await until('the damage is counted', async () => (await figures()).alir_damaged_serving_files === 1);
});

test('each figure of alir doctor is a metric of its own', async ({ alir }) => {
  const { folders, clock } = alir.stores;
  const backup = { taken_at: clock.now().toISOString(), folder: '/b', days: 1, bytes: 1 };
  await noteBackup(folders, backup as Parameters<typeof noteBackup>[1], clock);
  const backed_up_ms = clock.now().getTime();
  alir.clock.time = new Date(backed_up_ms + 60_000);
  const noteEnd = await noteUpdate(folders, clock);
  await noteEnd({ outcome: 'complete', failures: [] });
  const gauges = operationGauges({
    ...{ folders, clock, source: '' },
    ledger: { sharesUsage: false, all: async () => Array(5) } as never,
    manifest: {
      allPublishedDays: async () => ['2026-01-15', '2026-01-16', DATE],
      officialChecks: async () => [0, 1, 2].map((differences) => ({ differences })),
      servingDamages: async () => Array(4).fill({ rebuilt_at: null }),
    } as never,
  });
  const names = Object.entries(gauges).filter(([name]) => !/disk|certificate/.test(name));
  const read = names.map(async ([name, gauge]) => [name, await gauge.read()] as const);
  expect(Object.fromEntries(await Promise.all(read))).toEqual({
    published_days: 3,
    newest_day_timestamp_seconds: Date.parse(`${DATE}T00:00:00+07:00`) / 1000,
    differing_days: 2,
    damaged_serving_files: 4,
    orders_waiting: 5,
    last_backup_timestamp_seconds: backed_up_ms / 1000,
    last_update_timestamp_seconds: backed_up_ms / 1000 + 60,
    last_update_success: 1,
  });
  const [free, size] = [await gauges.disk_free_bytes?.read(), await gauges.disk_size_bytes?.read()];
  expect(free).toBeLessThan(Number(size));
});
