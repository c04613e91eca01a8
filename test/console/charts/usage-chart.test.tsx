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

const QUOTAS = {
  'a quota that ends': { cycle: CYCLE },
  'a quota that has ended': { cycle: { ...CYCLE, used: 1200 } },
  // On the last day, the sum is the quota.
  'a quota that has just ended': { cycle: { ...CYCLE, used: 1000 } },
  'a quota that lasts': { cycle: { ...CYCLE, used: 800, units_per_day: 10, used_up_on: null } },
  'a quota of each day': { cycle: null, limit_a_day: 600 },
};

test('the picture of each quota is to scale: 1,060 units have 160 pixels, 1,272 too, and 500 of a day 54', async () => {
  const lines: string[] = [];
  for (const [name, quota] of Object.entries(QUOTAS)) {
    const page = await opened(<UsageChart language="en" days={DAYS} limit_a_day={null} {...quota} />);
    lines.push(`=== ${name}`, ...page.texts, '', ...shapesOf(page), '');
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('pictures/usage-quotas.txt');
});

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
