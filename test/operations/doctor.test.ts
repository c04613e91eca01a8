import { describe, expect, test } from 'vitest';
import {
  type DoctorFacts,
  diagnose,
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
  damaged: [],
  verified_days: 1,
  regular_verified_days: 0,
  differing_days: [],
  broker_tables: { equal: 0, exchanged: 0, different: 0, undecided: 0, first: null },
  bytes: { lake: 1, serving: 1, ledger: 1 },
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

const FACTS: DoctorFacts = {
  now: new Date(NOW),
  data_folder: { path: '/data', trouble: null, notice: null, unknown_days: { value: 0 } },
  source: { name: '/data/inbox', update_minutes: 5, last_update: { value: UPDATE } },
  status: { value: STATUS },
  disk: { value: { free_bytes: 100 * GB, size_bytes: 200 * GB } },
  day_sizes: { value: [] },
  backup: { value: BACKUP },
  clocks: [{ clock: 'the newest time in the ledger', ahead_ms: 0 }],
  certificate: null,
  ledger: { path: '/data/ledger.sqlite', trouble: null, damage: { value: null }, write_problem: null },
  orders: { value: [] },
  payment: { provider: 'manual', isSandbox: false, trouble: null },
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
const withUpdate = (changed: Partial<LastUpdate>, update_minutes = 5): Partial<DoctorFacts> => ({
  source: { ...FACTS.source, update_minutes, last_update: { value: { ...UPDATE, ...changed } } },
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
const order = (state: 'paid_not_applied' | 'applied', reason: string | null, attention: string | null) => ({
  order_id: 'ord_1',
  account_id: 'acc_1',
  state,
  reason,
  attention,
  paid_at: NOW,
});

/** One changed fact, and the finding about it. */
const CASES: [Item, State, string, Partial<DoctorFacts>, RegExp][] = [
  ['data_folder', 'ok', 'usable', {}, /^The data folder is \/data\.$/],
  [
    'data_folder',
    'problem',
    'unusable',
    { data_folder: { ...FACTS.data_folder, trouble: TROUBLE } },
    /^It is broken\. Repair it\.$/,
  ],
  [
    'data_folder',
    'problem',
    'with a lake that the ledger does not know',
    { data_folder: { ...FACTS.data_folder, unknown_days: { value: 2 } } },
    /contains 2 days\. .*alir restore DIR/,
  ],
  [
    'data_folder',
    'warning',
    'open to others',
    { data_folder: { ...FACTS.data_folder, notice: 'Others can read /data. Run: chmod 700 /data' } },
    /^Others can read \/data\. Run: chmod 700 \/data$/,
  ],

  ['ledger', 'ok', 'intact', {}, /commits, and its structure has no errors\.$/],
  ['ledger', 'ok', 'on a server', withLedger({ damage: null }), /its database server checks the structure/],
  ['ledger', 'problem', 'not opened', withLedger({ trouble: TROUBLE }), /^It is broken\. Repair it\.$/],
  [
    'ledger',
    'problem',
    'damaged',
    withLedger({ damage: { value: 'page 3 is never used' } }),
    /is damaged: page 3 is never used\. .*alir restore DIR/,
  ],
  [
    'ledger',
    'problem',
    'not writable',
    withLedger({ write_problem: 'the disk is full' }),
    /does not commit: the disk is full\./,
  ],
  [
    'ledger',
    'warning',
    'not checked',
    withLedger({ damage: { unknown: 'the check took longer than 60 seconds' } }),
    /was not checked: the check took longer/,
  ],

  ['serving', 'ok', 'intact', {}, /No serving file is damaged/],
  ['serving', 'ok', 'rebuilt', damage(null, NOW), /No serving file is damaged/],
  ['serving', 'warning', 'damaged', damage(null), /1 serving file is damaged and not rebuilt yet: 2026-02/],
  [
    'serving',
    'problem',
    'not rebuildable',
    damage('The lake is damaged.'),
    /cannot be rebuilt: The lake is damaged\. Run "alir verify"/,
  ],
  ['serving', 'warning', 'unfinished', withStatus({ unfinished: ['2026-02-27'] }), /2026-02-27 is not fin/],
  ['serving', 'warning', 'unknown', { status: UNKNOWN }, /could not be checked: the ledger cannot be used\./],

  [
    'source',
    'ok',
    'checked 5 minutes ago',
    {},
    /^The last complete check of the source \/data\/inbox was at 2026-03-01T04:55:00\.000Z\.$/,
  ],
  [
    'source',
    'ok',
    'while an update runs',
    withUpdate({ outcome: 'running', ended_at: null, started_at: '2026-03-01T04:59:00.000Z' }),
    /An update that started at 2026-03-01T04:59:00\.000Z is running\.$/,
  ],
  [
    'source',
    'warning',
    'never checked',
    { source: { ...FACTS.source, last_update: { value: null } } },
    /never checked for new files\. Start the server/,
  ],
  ['source', 'ok', 'checked an hour ago', withUpdate({ completed_at: '2026-03-01T04:00:00.000Z' }), /./],
  [
    'source',
    'warning',
    'checked more than an hour ago',
    withUpdate({ completed_at: '2026-03-01T03:59:59.999Z', outcome: 'running', ended_at: null }),
    /not checked completely for 60 minutes\. .* is running or was killed\. Check that the server is running/,
  ],
  [
    'source',
    'ok',
    'checked within three long intervals',
    withUpdate({ completed_at: '2026-03-01T02:30:00.000Z' }, 60),
    /./,
  ],
  [
    'source',
    'problem',
    'not checked for a day',
    withUpdate({ completed_at: '2026-02-28T04:59:59.999Z' }),
    /not checked completely for 24 hours/,
  ],
  [
    'source',
    'warning',
    'failed once',
    withUpdate({ outcome: 'failed', failures: ['The source folder /data/inbox does not exist.'] }),
    /failed: The source folder \/data\/inbox does not exist\. The last complete check .*alir update$/,
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
    /failed: The server is down\./,
  ],
  [
    'source',
    'warning',
    'its record is damaged',
    { source: { ...FACTS.source, last_update: { unknown: 'x is damaged' } } },
    /could not be checked: x is damaged\. .*alir update$/,
  ],
  [
    'source',
    'ok',
    'without automatic updates, over holidays',
    withUpdate({ completed_at: '2026-02-19T05:00:00.000Z' }, 0),
    /./,
  ],
  [
    'source',
    'warning',
    'without automatic updates, for long',
    withUpdate({ completed_at: '2026-02-19T04:00:00.000Z' }, 0),
    /for 10 days\. .*run this command regularly: alir update$/,
  ],

  ['certificate', 'ok', 'of a folder', {}, /is a folder/],
  ['certificate', 'ok', 'for 14 days', withCertificate('2026-03-15T05:00:00Z'), /in 14 days\.$/],
  [
    'certificate',
    'warning',
    'for less than 14 days',
    withCertificate('2026-03-15T04:59:59Z'),
    /expires on 2026-03-15, in 13 days\. Ask the operator of files\.example\.com:443 to renew it/,
  ],
  ['certificate', 'problem', 'for less than 3 days', withCertificate('2026-03-04T04:59:59Z'), /in 2 days/],
  [
    'certificate',
    'problem',
    'expired on the last day of a month',
    withCertificate('2026-02-28T23:59:59Z', 'CERT_HAS_EXPIRED'),
    /expired on 2026-02-28\. Ask/,
  ],
  [
    'certificate',
    'problem',
    'not trusted',
    withCertificate('2027-03-01T00:00:00Z', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    /is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
  ],
  [
    'certificate',
    'warning',
    'unreachable',
    { certificate: { unknown: 'connect ECONNREFUSED 127.0.0.1:1' } },
    /could not be checked: connect ECONNREFUSED 127\.0\.0\.1:1\. Check the address in ALIR_SOURCE/,
  ],

  ['missing_days', 'ok', 'none', {}, /the newest is 2026-02-27\.$/],
  [
    'missing_days',
    'warning',
    'without data',
    withStatus({ days: 0, first_day: null, newest_day: null }),
    /^No day is published\./,
  ],
  [
    'missing_days',
    'problem',
    'two',
    withStatus({
      gaps: ['2026-01-30', '2026-02-02'],
      gap_ranges: [{ from: '2026-01-30', to: '2026-02-02', trading_days: 2 }],
    }),
    /^2 trading days are not published: 2026-01-30 to 2026-02-02\. .*alir ingest PATH\/TO\/DT260130\.csv$/,
  ],
  ['held_files', 'ok', 'none', {}, /^No file is held\.$/],
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
    /^1 file is held .* first: it has no trade of the regular market\. .*publish it: alir ingest --confirm \/data/,
  ],
  ['rejected_files', 'ok', 'none', {}, /^No file is rejected\.$/],
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
    /^4 files are rejected: a, b, c, 1 more\. .* line 3: bad price\. .*report\.txt\. .*alir rejected dismiss 2026-02-27$/,
  ],
  ['differing_days', 'ok', 'none', {}, /^1 of 3 published days were compared/],
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
    /^1 published day differs .*2026-02-27\. .*alir verify --official \/data\/official\/a\.json/,
  ],

  ['disk', 'ok', 'with an unknown growth', { day_sizes: UNKNOWN }, /has 100\.0 GB free of 200\.0 GB\.$/],
  ['disk', 'ok', 'without growth', withFree(100 * GB, 0), /has 100\.0 GB free of 200\.0 GB\.$/],
  ['disk', 'ok', 'for 30 days', withFree(30 * GB, GB), /it will be full on 2026-03-31\.$/],
  ['disk', 'warning', 'for 29 days', withFree(29.9 * GB, GB), /full on 2026-03-30\. Make the disk larger/],
  ['disk', 'problem', 'for 6 days', withFree(6.9 * GB, GB), /full on 2026-03-07\. /],
  ['disk', 'warning', 'with little free space', withFree(1.9 * GB), /has 1\.9 GB free/],
  ['disk', 'problem', 'almost full', withFree(GB / 2 - 1), /has 500\.0 MB free/],
  ['disk', 'problem', 'full', withFree(0, GB), /full on 2026-03-01\./],
  [
    'disk',
    'problem',
    'full at night',
    { ...withFree(0, GB), now: new Date('2026-03-01T17:00Z') },
    /on 2026-03-02\./,
  ],
  ['disk', 'warning', 'unknown', { disk: { unknown: 'EIO' } }, /could not be checked: EIO\. .*df -h$/],

  ['backup', 'ok', 'of last night', {}, /9 hours ago, in \/mnt\/backup\/1\.$/],
  ['backup', 'ok', 'of 2 days ago, in another month', withBackup('2026-02-27T05:00:00.000Z'), /2 days ago/],
  ['backup', 'warning', 'older than 2 days', withBackup('2026-02-27T04:59:59.999Z'), /2 days ago/],
  ['backup', 'warning', 'of 7 days ago', withBackup('2026-02-22T05:00:00.000Z'), /7 days ago/],
  ['backup', 'problem', 'older than 7 days', withBackup('2026-02-22T04:59:59.999Z'), /alir backup DIR/],
  ['backup', 'problem', 'never made', { backup: { value: null } }, /^No backup .* was made\. Make one:/],
  ['backup', 'warning', 'with a damaged record', { backup: { unknown: 'x is damaged' } }, /x is damaged\. /],
  ['backup', 'ok', 'of PostgreSQL', { backup: null }, /pg_dump/],

  ['clock', 'ok', 'right', {}, /^The clock agrees with the newest time in the ledger\.$/],
  ['clock', 'ok', 'alone', { clocks: [] }, /no other time/],
  [
    'clock',
    'ok',
    'a minute off',
    withClock('the clock of PostgreSQL', -60_000),
    /the clock of PostgreSQL\.$/,
  ],
  [
    'clock',
    'warning',
    'more than a minute off',
    withClock('the clock of PostgreSQL', -60_001),
    /^The clock of this machine may be wrong: the clock of PostgreSQL is 1 minute behind it\. /,
  ],
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
    /the newest time in the ledger is 3 days ahead of it, the clock of the source is 2 hours ahead of it\. /,
  ],

  ['orders', 'ok', 'none', {}, /^No order waits/],
  [
    'orders',
    'problem',
    'paid and not applied',
    { orders: { value: [order('paid_not_applied', 'paid too late', null)] } },
    /^1 order waits for your decision: ord_1\. .* paid too late\. Show the order: alir order show ord_1\. /,
  ],
  [
    'orders',
    'problem',
    'with attention',
    { orders: { value: [order('applied', null, 'The payment was charged back.')] } },
    /The reason of the first: The payment was charged back\. /,
  ],

  ['payment', 'ok', 'by hand', {}, /alir order confirm ID/],
  ['payment', 'ok', 'by a provider', { payment: { ...FACTS.payment, provider: 'xendit' } }, /with xendit\.$/],
  [
    'payment',
    'warning',
    'in a test system',
    { payment: { ...FACTS.payment, provider: 'midtrans', isSandbox: true } },
    /no money is received\. .*ALIR_PAYMENT_SANDBOX=no/,
  ],
  ['payment', 'problem', 'with a missing key', { payment: { ...FACTS.payment, trouble: TROUBLE } }, /Repair/],

  [
    'versions',
    'ok',
    'current',
    {},
    /^Alir 0\.1\.0, Node 24\.1\.0, DuckDB 1\.5\.6, ledger: SQLite 3\.53\.2, /,
  ],
  [
    'versions',
    'warning',
    'of an old Node',
    { versions: { ...FACTS.versions, node: { value: '20.19.0' } } },
    /end of life\. Install Node 24/,
  ],
  [
    'versions',
    'problem',
    'without DuckDB',
    { versions: { ...FACTS.versions, duckdb: { unknown: 'no such file' } } },
    /npm ci/,
  ],
];

describe('one finding for each item', () => {
  test.each(CASES)('%s: %s if %s', (item, state, _, changed, text) => {
    const { findings } = diagnose({ ...FACTS, ...changed });
    expect(findings.map((each) => each.item)).toEqual(ITEMS);
    const found = findings.find((each) => each.item === item);
    expect(found).toMatchObject({ state });
    expect([found?.what, found?.fix].filter(Boolean).join(' ')).toMatch(text);
    // Every finding is one or more sentences, and one that is not ok has a step.
    expect(found?.what).toMatch(/^[A-Z/0-9].*\.$/s);
    if (state === 'ok') expect(found?.fix).toBeNull();
    else expect(found?.fix).toMatch(/^[A-Z]/);
  });

  test.each(CASES)('%s is %s: %s, in Indonesian', (item, _state, _name, changed) => {
    const found = diagnose({ ...FACTS, ...changed }).findings.find((each) => each.item === item);
    if (!found) throw new Error(`${item} has no finding`);
    expect(findingText('en', found)).toEqual({ what: found.what, fix: found.fix });
    const { what, fix } = findingText('id', found);
    expect(fix === null).toBe(found.fix === null);
    // A finding that an error describes has the text of the error.
    if (found.code === 'trouble') return expect({ what, fix }).toEqual({ what: found.what, fix: found.fix });
    const given = found.values.flat().filter((value) => typeof value === 'string');
    const own = given
      .toSorted((one, other) => other.length - one.length)
      .reduce((text, value) => text.replaceAll(value, ''), `${what} ${fix ?? ''}`);
    expect(own.replaceAll(/"[^"]*"|docs\/\w+\.md/g, '')).not.toMatch(
      /\b([Tt]he|of|is|are|was|not|to|and|[Ii]f|[Rr]un|your)\b/,
    );
    // The same names, days and commands.
    for (const value of given.filter((each) => /[/.\d]/.test(each))) {
      expect([value, what.includes(value) || (fix ?? '').includes(value)]).toEqual([
        value,
        found.what.includes(value) || (found.fix ?? '').includes(value),
      ]);
    }
    return expect(what).toMatch(/\.$/s);
  });

  test('has the texts that were reviewed, in Indonesian', async () => {
    const texts = CASES.map(([item, state, name, changed]) => {
      const finding = diagnose({ ...FACTS, ...changed }).findings.find((each) => each.item === item);
      const { what, fix } = finding ? findingText('id', finding) : {};
      return [`${item}, ${state}: ${name}`, what, fix].filter(Boolean).join('\n  ');
    });
    await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('doctor-texts-id.txt');
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
    'held_files',
    'rejected_files',
    'differing_days',
    'orders',
  ]);
});
