import { expect } from 'vitest';
import { briefOfFiles } from '../support/brief-oracle.ts';
import { test } from '../support/fixtures.ts';
import { dailyFileOf, tradingDays } from '../support/measure-market.ts';
import { fileName } from '../support/small-market.ts';

const DAYS = tradingDays(26);
const [BEFORE, LAST] = [DAYS.at(-2) as string, DAYS.at(-1) as string];

test('GET /market/brief equals an oracle on two days, and before and after a correction', async ({
  alir,
}) => {
  const texts = DAYS.map((day, place) => dailyFileOf(day, place, 'brief 91', 1000));
  for (const [place, text] of texts.entries()) await alir.ingest(fileName(DAYS[place] as string), text);
  const later = () => alir.clock.pass(60_000);
  const asked = async (query: Record<string, string>) => {
    const { headers, body } = await alir.get('/market/brief', query);
    return [headers.get('x-data-publication'), body.data.date, body.data.lines];
  };
  later();
  await alir.measure();
  const measured = later();
  const lines = briefOfFiles(DAYS, texts);
  expect(new Set(lines.map(({ kind }) => kind)).size).toBe(6);
  expect(await asked({})).toEqual(['26', LAST, lines]);
  expect(await asked({ date: BEFORE })).toEqual([
    '26',
    BEFORE,
    briefOfFiles(DAYS.slice(0, -1), texts.slice(0, -1)),
  ]);

  const corrected = dailyFileOf(BEFORE, 24, 'brief corrected', 1000);
  await alir.ingest(fileName(BEFORE), corrected);
  later();
  // Neither measures nor brokers of the correction are in the brief until its measures are computed.
  expect(await asked({})).toEqual(['26', LAST, lines]);
  await alir.measure();
  later();
  expect(await asked({})).toEqual(['27', LAST, briefOfFiles(DAYS, texts.with(24, corrected))]);
  expect(await asked({ known_at: measured })).toEqual(['26', LAST, lines]);
}, 300_000);
