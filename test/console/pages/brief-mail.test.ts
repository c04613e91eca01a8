import { expect, test } from 'vitest';
import { briefMail } from '../../../src/console/pages/brief/brief-mail.tsx';
import type { BriefLine } from '../../../src/core/market/brief.ts';

const NOTHING = {
  ticker: 'BBCA',
  broker: null,
  percentile: null,
  percentile_rows: null,
  streak: null,
  premium: null,
  figure_before: null,
};
const LINES: readonly BriefLine[] = [
  { ...NOTHING, kind: 'accumulated', figure: 10.56, percentile: 100, percentile_rows: 250 },
  { ...NOTHING, kind: 'accumulated', figure: 7, percentile: 99.8, percentile_rows: 250 },
  { ...NOTHING, kind: 'distributed', figure: -6.5, percentile: 0, percentile_rows: 60 },
  { ...NOTHING, kind: 'volume', figure: 2.3, percentile: 96.67, percentile_rows: 60 },
  {
    ...NOTHING,
    kind: 'streak_began',
    figure: 4_410_117_500,
    streak: 5,
    percentile: 2.4,
    percentile_rows: 250,
  },
  { ...NOTHING, kind: 'streak_ended', figure: 288_201_000, streak: -8 },
  {
    ...NOTHING,
    kind: 'negotiated',
    figure: 16_769_682_900,
    premium: -0.01,
    percentile: 71,
    percentile_rows: 250,
  },
  { ...NOTHING, kind: 'broker_turned', broker: 'AK', figure: -7_965_185_000, figure_before: 1_992_194_000 },
  { ...NOTHING, kind: 'broker_turned', ticker: null, broker: 'PD', figure: 6e9, figure_before: -4e9 },
];

test('the e-mail of a brief has its lines as text and as HTML, in both languages', async () => {
  const sent = { is_test: false, is_correction: false, watchlist: null };
  const brief = { date: '2026-01-30', from: '2026-01-26', lines: LINES, ...sent };
  const mails = (['en', 'id'] as const).map((language) => {
    const watchlist = { saved_id: 'ID', name: 'My <banks>' };
    const options = { language, origin: 'https://alir.example', footer: 'To stop: <link>' };
    const mail = briefMail({ ...brief, watchlist }, options);
    return [mail.text, mail.html.replaceAll(/<(h3|table|tr)/g, '\n<$1'), ''].join('\n');
  });
  const none = briefMail(
    { ...brief, lines: [] },
    { language: 'en', origin: 'https://alir.example', footer: '-' },
  );
  await expect([...mails, none.text].join('\n')).toMatchFileSnapshot('outlines/brief-mail.txt');
});
