import { expect } from 'vitest';
import { Market } from '../../src/cli/demo/market.ts';
import { tradingCalendar } from '../../src/core/market/calendar.ts';
import { referenceFile } from '../../src/server/settings-files.ts';
import type { TestAlir } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';
import { dailyFileText, fileName, SMALL_PLAN } from '../support/small-market.ts';
import { type Cells, ledgerReader, READERS } from './engines.ts';
import { QUESTIONS } from './questions.ts';

/** Every engine answers each question at each of these. Versions 1 to 5 publish a day each; later versions correct these days. */
const VERSIONS = sized(10, 20);
const FIRST_DAYS = 5;
/** What is published meanwhile. */
const NEW_DAYS = sized(2, 20);
const CORRECTIONS = sized(10, 100);

const DAYS = tradingCalendar(referenceFile('holidays.csv'))
  .tradingDays('2026-01-05', '2026-02-20')
  .slice(0, FIRST_DAYS + NEW_DAYS);

/** Publication N is a new day, or the correction of a day that has the trades of another seed. */
async function publish(alir: TestAlir, number: number): Promise<void> {
  const later = number - VERSIONS;
  const every = Math.ceil((NEW_DAYS + CORRECTIONS) / NEW_DAYS);
  const published = later <= 0 ? FIRST_DAYS : Math.min(FIRST_DAYS + Math.ceil(later / every), DAYS.length);
  const isNew = number <= FIRST_DAYS || later % every === 1;
  const place = number <= FIRST_DAYS ? number - 1 : isNew ? published - 1 : (number * 7) % published;
  const day = DAYS[place] ?? '';
  const market = new Market({ ...SMALL_PLAN, days: DAYS, seed: `publication ${number}` });
  alir.clock.pass(3_600_001);
  expect(await alir.ingest(fileName(day), dailyFileText(market, day))).toMatchObject({ status: 'published' });
}

/** Asked about the newest version, too. */
const EACH_DAY = QUESTIONS['trades, volume and value of each day'] ?? (() => '');

const sorted = (rows: Cells) => rows.map((row) => row.join('|')).toSorted();

test(`${Object.keys(READERS).join(', ') || 'no engine that is installed'}: the same answers at each of ${VERSIONS} versions, while ${CORRECTIONS} corrections and ${NEW_DAYS} new days are published`, async ({
  alir,
}) => {
  alir.clock.time = new Date('2026-02-20T15:00:00Z');
  for (let number = 1; number <= VERSIONS; number++) await publish(alir, number);
  const { folders, manifest } = alir.stores;
  const readers = await Promise.all(Object.values(READERS).map((start) => start(folders.delta)));
  const questions = Object.entries(QUESTIONS);
  const questions_asked = readers.length * VERSIONS * questions.length;
  const later = NEW_DAYS + CORRECTIONS;

  let version = VERSIONS;
  let publishing = Promise.resolve();
  let asked = 0;
  const publishSome = () => {
    asked++;
    const due = VERSIONS + Math.floor((asked / questions_asked) * later);
    publishing = publishing.then(async () => {
      while (version < due) {
        await publish(alir, version + 1);
        version++;
      }
    });
  };
  const answersOf = async (ask: (typeof readers)[number]) => {
    const pinned: Record<string, string[]> = {};
    const newest: { from: number; to: number; rows: string[] }[] = [];
    for (let number = 1; number <= VERSIONS; number++) {
      for (const [name, question] of questions) {
        pinned[`${number}: ${name}`] = sorted(await ask.ask(question, number));
        publishSome();
      }
      const from = version;
      const rows = sorted(await ask.ask(EACH_DAY));
      newest.push({ from, to: version + 1, rows });
    }
    return { name: ask.name, pinned, newest };
  };
  const answers = await Promise.all(readers.map(answersOf));
  await publishing;
  if (readers.length > 0) expect(version).toBe(VERSIONS + later);

  const ledger = await ledgerReader(folders, () => manifest.history());
  const expected: Record<string, string[]> = {};
  for (let number = 1; number <= VERSIONS; number++) {
    for (const [name, question] of questions)
      expected[`${number}: ${name}`] = sorted(await ledger.ask(question, number));
  }
  expect(new Set(Object.values(expected).map(String)).size).toBeGreaterThan(VERSIONS * 5);
  const days: string[] = [];
  for (let number = 1; number <= version; number++)
    days[number] = String(sorted(await ledger.ask(EACH_DAY, number)));
  for (const { name, pinned, newest } of answers) {
    for (const [question, rows] of Object.entries(expected))
      expect(pinned[question], `${name}, ${question}`).toEqual(rows);
    for (const { from, to, rows } of newest) expect(days.slice(from, to + 1), name).toContain(String(rows));
  }
}, 1_800_000);
