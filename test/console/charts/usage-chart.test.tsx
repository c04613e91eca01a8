import { expect, test } from 'vitest';
import { UsageChart } from '../../../src/console/charts/usage/usage-chart.tsx';
import { usageSlots } from '../../../src/console/charts/usage/usage-plot.ts';
import { opened, shapesOf } from '../../support/small-document.ts';

const DAYS = [
  { date: '2026-01-15', units: 500 },
  { date: '2026-01-16', units: 0 },
  { date: '2026-01-17', units: 300 },
];
const CYCLE = {
  start: '2026-01-15',
  end: '2026-01-20',
  limit: 1000,
  used: 700,
  units_per_day: 200,
  used_up_on: '2026-01-19',
};

test('outside of a cycle, the days have no total', () => {
  expect(usageSlots(DAYS, null)).toEqual(DAYS.map((day) => ({ ...day, total: null })));
});

test('in a cycle, the totals end with the units used, and go on at the present pace up to the quota', () => {
  expect(usageSlots(DAYS, CYCLE).map(({ date, units, total }) => [date, units, total])).toEqual([
    // 100 of the 500 units belong to the previous cycle, which ended on this day.
    ['2026-01-15', 500, 400],
    ['2026-01-16', 0, 400],
    ['2026-01-17', 300, 700],
    ['2026-01-18', null, 900],
    ['2026-01-19', null, 1000],
    ['2026-01-20', null, 1000],
  ]);
});

test('a cycle without days has one slot for each of its days', () => {
  expect(usageSlots([], { ...CYCLE, used: 0, units_per_day: 0 })).toHaveLength(6);
});

const CYCLE_BARS = ['axis 0 276 100% 276', 'bar 2.3% 222 12% 54', 'bar 35.7% 243.6 12% 32.4'];
const DAY_TEXTS = ['0', '250', '500', 'units a day'];

/** The texts between what is read and the days, and the shapes: 1,060 units have 160 pixels, 1,272 too, and 500 of a day 54. */
const PICTURES = {
  'a quota that ends': {
    cycle: CYCLE,
    read: '17 Jan 2026: 300 units, 700 since the start of the cycle (70.0% of the quota)',
    texts: [
      '0',
      '500',
      'units in this cycle; dotted: forecast',
      '1,000',
      'today 700',
      'quota ends 19 Jan',
      ...DAY_TEXTS,
    ],
    shapes: [
      ...['axis 0 184 100% 184', 'quota 0 33.1 100% 33.1', 'total M0 184L166.7 123.6L333.3 123.6L500 78.3'],
      ...['forecast M500 78.3L750 33.1', 'today 50% 78.3', 'quota-end 75% 33.1', ...CYCLE_BARS],
    ],
  },
  'a quota that has ended': {
    cycle: { ...CYCLE, used: 1200 },
    read: '17 Jan 2026: 300 units, 1,200 since the start of the cycle (120.0% of the quota)',
    texts: ['0', '500', 'units in this cycle', '1,000', 'quota ends 17 Jan', ...DAY_TEXTS],
    shapes: [
      ...['axis 0 184 100% 184', 'quota 0 58.2 100% 58.2', 'total M0 184L166.7 70.8L333.3 70.8L500 33.1'],
      ...['quota-end 50% 58.2', ...CYCLE_BARS],
    ],
  },
  // On the last day, the sum is the quota.
  'a quota that has just ended': {
    cycle: { ...CYCLE, used: 1000 },
    read: '17 Jan 2026: 300 units, 1,000 since the start of the cycle (100.0% of the quota)',
    texts: ['0', '500', 'units in this cycle', '1,000', 'quota ends 17 Jan', ...DAY_TEXTS],
    shapes: [
      ...['axis 0 184 100% 184', 'quota 0 33.1 100% 33.1', 'total M0 184L166.7 78.3L333.3 78.3L500 33.1'],
      ...['quota-end 50% 33.1', ...CYCLE_BARS],
    ],
  },
  'a quota that lasts': {
    cycle: { ...CYCLE, used: 800, units_per_day: 10, used_up_on: null },
    read: '17 Jan 2026: 300 units, 800 since the start of the cycle (80.0% of the quota)',
    texts: [
      '0',
      '500',
      'units in this cycle; dotted: forecast',
      '1,000',
      'today 800',
      'quota 1,000',
      ...DAY_TEXTS,
    ],
    shapes: [
      ...['axis 0 184 100% 184', 'quota 0 33.1 100% 33.1', 'total M0 184L166.7 108.5L333.3 108.5L500 63.3'],
      ...['forecast M500 63.3L1000 58.7', 'today 50% 63.3', ...CYCLE_BARS],
    ],
  },
  'a quota of each day': {
    cycle: null,
    limit_a_day: 600,
    read: '17 Jan 2026: 300 units',
    texts: ['0', '200', '400', '600', 'units a day', 'quota 600'],
    shapes: ['axis 0 204 100% 204', 'bar 4.7% 54 24% 150', 'bar 71.3% 114 24% 90', 'quota 0 24 100% 24'],
  },
};

test.each(Object.entries(PICTURES))(
  'the picture of %s is to scale',
  async (_, { cycle, read, texts, shapes, ...more }) => {
    const page = await opened(
      <UsageChart language="en" days={DAYS} cycle={cycle} limit_a_day={null} {...more} />,
    );
    const days = ['15 Jan', '16 Jan', '17 Jan', '18 Jan', '19 Jan', '20 Jan'].slice(0, cycle ? 6 : 3);
    expect(page.texts).toEqual([read, ...texts, ...days]);
    expect(shapesOf(page)).toEqual(shapes);
  },
);

test('the picture has a cursor that keys and the pointer move', async () => {
  const page = await opened(<UsageChart language="en" days={DAYS} cycle={CYCLE} limit_a_day={null} />);
  const slider = page.find('plot');
  const [first, today, last] = [
    '15 Jan 2026: 500 units, 400 since the start of the cycle (40.0% of the quota)',
    '17 Jan 2026: 300 units, 700 since the start of the cycle (70.0% of the quota)',
    '20 Jan 2026: 1,000 at the present pace',
  ];
  expect(slider.attributes.get('aria-label')).toBe(
    'Units used by day. 800 units from 15 Jan 2026 to 17 Jan 2026. The largest day is 15 Jan 2026 with 500 units. Use the arrow keys to read each day.',
  );
  let prevented = 0;
  const after = async (name: string, event: object = {}) => {
    await slider.on(name, { preventDefault: () => prevented++, ...event });
    const [text, now, max] = ['aria-valuetext', 'aria-valuenow', 'aria-valuemax'].map((each) =>
      slider.attributes.get(each),
    );
    expect([page.find('readout').text, max]).toEqual([text, '5']);
    const line = page.all.find(({ attributes }) => attributes.get('class') === 'cursor');
    return [now, text, line?.attributes.get('x1')];
  };
  expect(await after('keydown', { key: 'ArrowLeft' })).toEqual(['2', today, '41.67%']);
  expect(await after('keydown', { key: 'Home' })).toEqual(['0', first, '8.33%']);
  expect(await after('keydown', { key: 'End' })).toEqual(['5', last, '91.67%']);
  expect(prevented).toBe(3);
  expect(await after('keydown', { key: 'Escape' })).toEqual(['2', today, undefined]);
  expect(prevented).toBe(3);
  // The picture begins 10 pixels from the left and is 400 wide.
  expect(await after('pointermove', { clientX: 10 + 66 })).toEqual(['0', first, '8.33%']);
  expect(await after('pointerdown', { clientX: 10 + 399 })).toEqual(['5', last, '91.67%']);
  expect(await after('pointermove', { clientX: 10 + 400 })).toEqual(['2', today, undefined]);
  expect(await after('pointermove', { clientX: 9 })).toEqual(['2', today, undefined]);
  await after('pointermove', { clientX: 10 });
  expect(await after('pointerleave')).toEqual(['2', today, undefined]);
});

test('the picture of days without units says so, and a long one names some of its days', async () => {
  const days = Array.from({ length: 17 }, (_, index) => ({ date: `2026-01-${index + 10}`, units: 0 }));
  const page = await opened(<UsageChart language="id" days={days} cycle={null} limit_a_day={null} />);
  expect(page.find('plot').attributes.get('aria-label')).toBe(
    'Unit terpakai per hari. Tidak ada pemakaian dari 10 Jan 2026 sampai 26 Jan 2026. Gunakan tombol panah untuk membaca setiap hari.',
  );
  const named = ['10 Jan', '13 Jan', '16 Jan', '19 Jan', '22 Jan', '25 Jan'];
  expect(page.texts).toEqual(['26 Jan 2026: 0 unit', '0', '1', 'unit per hari', ...named]);
  const onlyWide = page.all.filter(({ attributes }) => attributes.get('class') === 'wide-only');
  expect(onlyWide.map(({ text }) => text)).toEqual(['13 Jan', '19 Jan', '25 Jan']);
});
