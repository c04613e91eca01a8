import { describe, expect, test } from 'vitest';
import {
  type DoctorFacts,
  diagnose,
  type Finding,
  findingText,
  ITEMS,
  type Item,
  type State,
} from '../../src/operations/doctor/doctor.ts';
import type { LastBackup, LastUpdate } from '../../src/operations/doctor/last-runs.ts';
import type { Status } from '../../src/operations/status.ts';

const NOW = '2026-03-01T05:00:00.000Z';
const GB = 1e9;

const STATUS: Status = {
  days: 3,
  first_day: '2026-02-25',
  newest_day: '2026-02-27',
  gaps: [],
  gap_ranges: [],
  last_update: null,
  corrections: [],
  rejected: [],
  held: [],
  unfinished: [],
  unmeasured: [],
  has_earlier_measures: false,
  damaged: [],
  verified_days: 1,
  regular_verified_days: 0,
  differing_days: [],
  broker_tables: { equal: 0, exchanged: 0, different: 0, undecided: 0, first: null },
  bytes: { lake: 1, replaced: 1, serving: 1, ledger: 1 },
};

const UPDATE: LastUpdate = {
  started_at: '2026-03-01T04:54:00.000Z',
  ended_at: '2026-03-01T04:55:00.000Z',
  outcome: 'complete',
  failures: [],
  completed_at: '2026-03-01T04:55:00.000Z',
  was_complete: true,
  clock_ahead_ms: null,
};

const BACKUP: LastBackup = {
  ended_at: '2026-02-28T20:00:00.000Z',
  taken_at: '2026-02-28T19:59:00.000Z',
  folder: '/mnt/backup/1',
  days: 3,
  bytes: 1000,
};

const UNRECORDED = {
  order_id: 'ord_1',
  kind: 'paid',
  payment_reference: 'inv-1',
  amount_idr: 200_000,
} as const;

const FACTS: DoctorFacts = {
  now: new Date(NOW),
  data_folder: { path: '/data', trouble: null, notice: null, unknown_days: { value: 0 } },
  source: { name: '/data/inbox', command: 'update', update_minutes: 5, last_update: { value: UPDATE } },
  status: { value: STATUS },
  disk: { value: { free_bytes: 100 * GB, size_bytes: 200 * GB } },
  day_sizes: { value: [] },
  backup: { value: BACKUP },
  clocks: [{ clock: 'the newest time in the ledger', ahead_ms: 0 }],
  certificate: null,
  ledger: { path: '/data/ledger.sqlite', trouble: null, damage: { value: null }, write_problem: null },
  corporate_actions: { trouble: null, jumps: { value: [] } },
  orders: { value: [] },
  payment: { provider: 'manual', isSandbox: false, trouble: null, unrecorded: { value: [] } },
  versions: {
    alir: { value: '0.1.0' },
    node: { value: '24.1.0' },
    duckdb: { value: '1.5.6' },
    ledger: { value: 'SQLite 3.53.2, schema 20' },
  },
};

const UNKNOWN = { unknown: 'the ledger cannot be used' };
const TROUBLE = { what: 'It is broken.', fix: 'Repair it.' };

const withStatus = (changed: Partial<Status>): Partial<DoctorFacts> => ({
  status: { value: { ...STATUS, ...changed } },
});
const withUnmeasured = (published_at: string) =>
  withStatus({ unmeasured: [{ trade_date: '2026-02-27', published_at }] });
const withUpdate = (changed: Partial<LastUpdate>, update_minutes = 5): Partial<DoctorFacts> => ({
  source: { ...FACTS.source, update_minutes, last_update: { value: { ...UPDATE, ...changed } } },
});
/** Of a data folder that copies another lake. */
const inCopy = (last_update: LastUpdate | null): Partial<DoctorFacts> => ({
  source: {
    ...FACTS.source,
    name: 'https://first.example.com',
    command: 'sync',
    last_update: { value: last_update },
  },
});
const withBackup = (ended_at: string): Partial<DoctorFacts> => ({
  backup: { value: { ...BACKUP, ended_at } },
});
const withFree = (free_bytes: number, bytes_a_day = 0): Partial<DoctorFacts> => ({
  disk: { value: { free_bytes, size_bytes: 200 * GB } },
  day_sizes: {
    value: [
      { trade_date: '2026-02-26', bytes: 1 },
      { trade_date: '2026-02-27', bytes: bytes_a_day },
    ],
  },
});
const withCertificate = (expires_at: string, distrust: string | null = null): Partial<DoctorFacts> => ({
  certificate: { value: { server: 'files.example.com:443', expires_at: new Date(expires_at), distrust } },
});
const withClock = (clock: string, ahead_ms: number): Partial<DoctorFacts> => ({
  clocks: [...FACTS.clocks, { clock, ahead_ms }],
});
const withLedger = (changed: Partial<DoctorFacts['ledger']>): Partial<DoctorFacts> => ({
  ledger: { ...FACTS.ledger, ...changed },
});
const damage = (failure: string | null, rebuilt_at: string | null = null) =>
  withStatus({
    damaged: [{ file_name: '2026-02.arrow', problem: 'is missing', found_at: NOW, failure, rebuilt_at }],
  });
const order = (state: 'paid_not_applied' | 'attention', reason: string) => ({
  order_id: 'ord_1',
  account_id: 'acc_1',
  state,
  reason,
  paid_at: NOW,
});

const jump = (ticker: string) => ({
  ...{ ticker, date: '2026-02-20', day_before: '2026-02-19' },
  ...{ close_before: 5000, open: 1010, factor: '5/1' },
});
const withActions = (changed: Partial<DoctorFacts['corporate_actions']>): Partial<DoctorFacts> => ({
  corporate_actions: { ...FACTS.corporate_actions, ...changed },
});

/** One changed fact, and the state of the finding about it. The files doctor-texts-*.txt have its text. */
const CASES: [Item, State, string, Partial<DoctorFacts>?][] = [
  ['data_folder', 'ok', 'usable'],
  ['data_folder', 'problem', 'unusable', { data_folder: { ...FACTS.data_folder, trouble: TROUBLE } }],
  [
    'data_folder',
    'problem',
    'with a lake that the ledger does not know',
    { data_folder: { ...FACTS.data_folder, unknown_days: { value: 2 } } },
  ],
  [
    'data_folder',
    'warning',
    'open to others',
    { data_folder: { ...FACTS.data_folder, notice: 'Others can read /data. Run: chmod 700 /data' } },
  ],

  ['ledger', 'ok', 'intact'],
  ['ledger', 'ok', 'on a server', withLedger({ damage: null })],
  ['ledger', 'problem', 'not opened', withLedger({ trouble: TROUBLE })],
  ['ledger', 'problem', 'damaged', withLedger({ damage: { value: 'page 3 is never used' } })],
  ['ledger', 'problem', 'not writable', withLedger({ write_problem: 'the disk is full' })],
  [
    'ledger',
    'warning',
    'not checked',
    withLedger({ damage: { unknown: 'the check took longer than 60 seconds' } }),
  ],

  ['serving', 'ok', 'intact'],
  ['serving', 'ok', 'rebuilt', damage(null, NOW)],
  ['serving', 'warning', 'damaged', damage(null)],
  ['serving', 'problem', 'not rebuildable', damage('The lake is damaged.')],
  ['serving', 'warning', 'unfinished', withStatus({ unfinished: ['2026-02-27'] })],
  [
    'serving',
    'warning',
    'unfinished in a copy',
    { ...withStatus({ unfinished: ['2026-02-27'] }), ...inCopy(UPDATE) },
  ],
  ['serving', 'warning', 'unknown', { status: UNKNOWN }],

  ['source', 'ok', 'checked 5 minutes ago'],
  [
    'source',
    'ok',
    'while an update runs',
    withUpdate({ outcome: 'running', ended_at: null, started_at: '2026-03-01T04:59:00.000Z' }),
  ],
  ['source', 'warning', 'never checked', { source: { ...FACTS.source, last_update: { value: null } } }],
  ['source', 'ok', 'checked an hour ago', withUpdate({ completed_at: '2026-03-01T04:00:00.000Z' })],
  [
    'source',
    'warning',
    'checked more than an hour ago',
    withUpdate({ completed_at: '2026-03-01T03:59:59.999Z', outcome: 'running', ended_at: null }),
  ],
  [
    'source',
    'ok',
    'checked within three long intervals',
    withUpdate({ completed_at: '2026-03-01T02:30:00.000Z' }, 60),
  ],
  ['source', 'problem', 'not checked for a day', withUpdate({ completed_at: '2026-02-28T04:59:59.999Z' })],
  [
    'source',
    'warning',
    'failed once',
    withUpdate({ outcome: 'failed', failures: ['The source folder /data/inbox does not exist.'] }),
  ],
  [
    'source',
    'problem',
    'failing for a day',
    withUpdate({
      outcome: 'failed',
      failures: ['The server is down.'],
      completed_at: '2026-02-27T05:00:00.000Z',
    }),
  ],
  [
    'source',
    'warning',
    'its record is damaged',
    { source: { ...FACTS.source, last_update: { unknown: 'x is damaged' } } },
  ],
  [
    'source',
    'ok',
    'without automatic updates, over holidays',
    withUpdate({ completed_at: '2026-02-19T05:00:00.000Z' }, 0),
  ],
  [
    'source',
    'warning',
    'without automatic updates, for long',
    withUpdate({ completed_at: '2026-02-19T04:00:00.000Z' }, 0),
  ],
  [
    'source',
    'warning',
    'the record of the copy is damaged',
    { source: { ...FACTS.source, command: 'sync', last_update: { unknown: 'x is damaged' } } },
  ],
  ['source', 'warning', 'never copied', inCopy(null)],
  [
    'source',
    'warning',
    'the copied server refuses the key',
    inCopy({ ...UPDATE, outcome: 'failed', failures: ['the key is revoked'] }),
  ],
  [
    'source',
    'problem',
    'not copied for a day',
    inCopy({ ...UPDATE, completed_at: '2026-02-28T04:59:59.999Z' }),
  ],

  ['certificate', 'ok', 'of a folder'],
  ['certificate', 'ok', 'for 14 days', withCertificate('2026-03-15T05:00:00Z')],
  ['certificate', 'warning', 'for less than 14 days', withCertificate('2026-03-15T04:59:59Z')],
  ['certificate', 'problem', 'for less than 3 days', withCertificate('2026-03-04T04:59:59Z')],
  ['certificate', 'problem', 'expired now', withCertificate('2026-03-01T05:00:00Z')],
  [
    'certificate',
    'problem',
    'expired on the last day of a month',
    withCertificate('2026-02-28T23:59:59Z', 'CERT_HAS_EXPIRED'),
  ],
  [
    'certificate',
    'problem',
    'not trusted',
    withCertificate('2027-03-01T00:00:00Z', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
  ],
  ['certificate', 'warning', 'unreachable', { certificate: { unknown: 'connect ECONNREFUSED 127.0.0.1:1' } }],

  ['missing_days', 'ok', 'none'],
  ['missing_days', 'warning', 'without data', withStatus({ days: 0, first_day: null, newest_day: null })],
  [
    'missing_days',
    'problem',
    'two',
    withStatus({
      gaps: ['2026-01-30', '2026-02-02'],
      gap_ranges: [{ from: '2026-01-30', to: '2026-02-02', trading_days: 2 }],
    }),
  ],
  [
    'missing_days',
    'problem',
    'one in a copy',
    {
      ...withStatus({
        gaps: ['2026-01-30'],
        gap_ranges: [{ from: '2026-01-30', to: '2026-01-30', trading_days: 1 }],
      }),
      ...inCopy(UPDATE),
    },
  ],
  ['measures', 'ok', 'complete'],
  ['measures', 'warning', 'of another version', withStatus({ has_earlier_measures: true })],
  ['measures', 'ok', 'missing for an hour', withUnmeasured('2026-03-01T04:00:00.000Z')],
  ['measures', 'warning', 'missing for longer', withUnmeasured('2026-03-01T03:59:59.999Z')],

  ['held_files', 'ok', 'none'],
  [
    'held_files',
    'problem',
    'one',
    withStatus({
      held: [
        {
          source: '/data/inbox/DT260227.csv',
          trade_date: '2026-02-27',
          reason: 'it has no trade of the regular market',
          causes: [],
          seen_at: NOW,
          command: 'alir ingest --confirm /data/inbox/DT260227.csv',
        },
      ],
    }),
  ],
  ['rejected_files', 'ok', 'none'],
  [
    'rejected_files',
    'problem',
    'four',
    withStatus({
      rejected: ['a', 'b', 'c', 'd'].map((source) => ({
        source,
        trade_date: '2026-02-27',
        reason: 'line 3: bad price',
        causes: [],
        seen_at: NOW,
        file: null,
        report: '/data/inbox/rejected/a.report.txt',
      })),
    }),
  ],
  ['differing_days', 'ok', 'none'],
  [
    'differing_days',
    'problem',
    'one',
    withStatus({
      differing_days: [
        {
          trade_date: '2026-02-27',
          revision: 1,
          source: '/data/official/a.json',
          checked_at: NOW,
          tickers: 900,
          differing_tickers: 5,
          differences: 9,
          patterns: [],
        },
      ],
    }),
  ],

  ['corporate_actions', 'ok', 'without a jump'],
  ['corporate_actions', 'problem', 'in a wrong file', withActions({ trouble: TROUBLE })],
  ['corporate_actions', 'warning', 'unknown', withActions({ jumps: UNKNOWN })],
  ['corporate_actions', 'warning', 'missing', withActions({ jumps: { value: [jump('BBCA')] } })],
  [
    'corporate_actions',
    'warning',
    'missing for some stocks',
    withActions({ jumps: { value: ['BBCA', 'BBRI', 'BRMS', 'TLKM'].map(jump) } }),
  ],
  ['disk', 'ok', 'with an unknown growth', { day_sizes: UNKNOWN }],
  ['disk', 'ok', 'without growth', withFree(100 * GB, 0)],
  ['disk', 'ok', 'for 30 days', withFree(30 * GB, GB)],
  ['disk', 'warning', 'for 29 days', withFree(29.9 * GB, GB)],
  ['disk', 'problem', 'for 6 days', withFree(6.9 * GB, GB)],
  ['disk', 'warning', 'with little free space', withFree(1.9 * GB)],
  ['disk', 'problem', 'almost full', withFree(GB / 2 - 1)],
  ['disk', 'problem', 'full', withFree(0, GB)],
  ['disk', 'problem', 'full at night', { ...withFree(0, GB), now: new Date('2026-03-01T17:00Z') }],
  ['disk', 'warning', 'unknown', { disk: { unknown: 'EIO' } }],

  ['backup', 'ok', 'of last night'],
  ['backup', 'ok', 'of 2 days ago, in another month', withBackup('2026-02-27T05:00:00.000Z')],
  ['backup', 'warning', 'older than 2 days', withBackup('2026-02-27T04:59:59.999Z')],
  ['backup', 'warning', 'of 7 days ago', withBackup('2026-02-22T05:00:00.000Z')],
  ['backup', 'problem', 'older than 7 days', withBackup('2026-02-22T04:59:59.999Z')],
  ['backup', 'problem', 'never made', { backup: { value: null } }],
  ['backup', 'warning', 'with a damaged record', { backup: { unknown: 'x is damaged' } }],
  ['backup', 'ok', 'of PostgreSQL', { backup: null }],

  ['clock', 'ok', 'right'],
  ['clock', 'ok', 'alone', { clocks: [] }],
  ['clock', 'ok', 'a minute off', withClock('the clock of PostgreSQL', -60_000)],
  ['clock', 'warning', 'more than a minute off', withClock('the clock of PostgreSQL', -60_001)],
  [
    'clock',
    'problem',
    'with two times in the future',
    {
      clocks: [
        { clock: 'the newest time in the ledger', ahead_ms: 3 * 86_400_000 },
        { clock: 'the clock of the source', ahead_ms: 7_200_000 },
      ],
    },
  ],

  ['orders', 'ok', 'none'],
  [
    'orders',
    'problem',
    'paid and not applied',
    { orders: { value: [order('paid_not_applied', 'paid too late')] } },
  ],
  [
    'orders',
    'problem',
    'with attention',
    { orders: { value: [order('attention', 'The payment was charged back.')] } },
  ],

  ['payment', 'ok', 'by hand'],
  ['payment', 'ok', 'by a provider', { payment: { ...FACTS.payment, provider: 'xendit' } }],
  [
    'payment',
    'warning',
    'in a test system',
    { payment: { ...FACTS.payment, provider: 'midtrans', isSandbox: true } },
  ],
  [
    'payment',
    'problem',
    'with a payment that was not recorded',
    { payment: { ...FACTS.payment, provider: 'xendit', unrecorded: { value: [UNRECORDED] } } },
  ],
  ['payment', 'problem', 'with a missing key', { payment: { ...FACTS.payment, trouble: TROUBLE } }],

  ['versions', 'ok', 'current'],
  ['versions', 'warning', 'of an old Node', { versions: { ...FACTS.versions, node: { value: '20.19.0' } } }],
  [
    'versions',
    'problem',
    'without DuckDB',
    { versions: { ...FACTS.versions, duckdb: { unknown: 'no such file' } } },
  ],
];

describe('one finding for each item', () => {
  const found = (item: Item, changed: Partial<DoctorFacts> = {}) =>
    diagnose({ ...FACTS, ...changed }).findings.find((each) => each.item === item) as Finding;

  test.each(CASES)('%s: %s if %s', (item, state, _, changed) => {
    expect(diagnose({ ...FACTS, ...changed }).findings.map((each) => each.item)).toEqual(ITEMS);
    const finding = found(item, changed);
    expect(finding.state).toBe(state);
    // Every finding is one or more sentences, and one that is not ok has a step.
    expect(finding.what).toMatch(/^[A-Z/0-9].*\.$/s);
    if (state === 'ok') expect(finding.fix).toBeNull();
    else expect(finding.fix).toMatch(/^[A-Z]/);
    expect(findingText('en', finding)).toEqual({ what: finding.what, fix: finding.fix });
  });

  test.each(['en', 'id'] as const)(
    'has the texts that were reviewed, in the language %s',
    async (language) => {
      const texts = CASES.map(([item, state, name, changed]) => {
        const { what, fix } = findingText(language, found(item, changed));
        return [`${item}, ${state}: ${name}`, what, fix].filter(Boolean).join('\n  ');
      });
      await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(`doctor-texts-${language}.txt`);
    },
  );

  const files = ['a', 'b'].map((name) => ({
    ...{ source: `/data/inbox/${name}.csv`, trade_date: `2026-02-2${name === 'a' ? 6 : 7}`, causes: [] },
    ...{ seen_at: NOW, file: null, reason: `reason ${name}`, report: `/data/${name}.txt` },
    ...{ command: `alir ingest --confirm ${name}`, revision: 1, checked_at: NOW },
    ...{ tickers: 900, differing_tickers: 5, differences: 9, patterns: [] },
  }));
  test.each<[Item, Partial<DoctorFacts>, string, RegExp]>([
    ['held_files', withStatus({ held: files }), 'reason a', /--confirm a/],
    ['rejected_files', withStatus({ rejected: files }), 'reason a', /\/data\/a\.txt/],
    ['differing_days', withStatus({ differing_days: files }), '2026-02-26', /a\.csv/],
    [
      'orders',
      {
        orders: { value: ['a', 'b'].map((id) => ({ ...order('attention', `reason ${id}`), order_id: id })) },
      },
      'reason a',
      /order show a\b.*order confirm a\b.*order refund a\b/,
    ],
    [
      'payment',
      {
        payment: {
          ...{ ...FACTS.payment, provider: 'xendit' },
          unrecorded: { value: ['a', 'b'].map((order_id) => ({ ...UNRECORDED, order_id })) },
        },
      },
      'order a',
      /order ask a\b/,
    ],
  ])('of several, %s has the step of the first', (item, changed, what, fix) => {
    expect(found(item, changed).what).toContain(what);
    for (const language of ['en', 'id'] as const)
      expect(findingText(language, found(item, changed)).fix).toMatch(fix);
  });

  test('is tested for every item', () => {
    const covered = new Set(CASES.map(([item]) => item));
    expect([...covered]).toEqual(ITEMS);
  });
});

test('the state of the diagnosis is the worst state of an item', () => {
  const stateWith = (changed: Partial<DoctorFacts>) => diagnose({ ...FACTS, ...changed }).state;
  expect(diagnose(FACTS)).toMatchObject({ checked_at: NOW, state: 'ok' });
  expect(stateWith(withFree(1.9 * GB))).toBe('warning');
  expect(stateWith({ ...withFree(1.9 * GB), backup: { value: null } })).toBe('problem');
});

test('without a ledger, the other items are still judged', () => {
  const { findings, state } = diagnose({
    ...FACTS,
    ...withLedger({ trouble: TROUBLE }),
    status: UNKNOWN,
    orders: UNKNOWN,
    day_sizes: UNKNOWN,
  });
  const itemsIn = (each: State) => findings.filter((found) => found.state === each).map(({ item }) => item);
  expect(state).toBe('problem');
  expect(itemsIn('problem')).toEqual(['ledger']);
  expect(itemsIn('warning')).toEqual([
    'serving',
    'missing_days',
    'measures',
    'held_files',
    'rejected_files',
    'differing_days',
    'orders',
  ]);
});
