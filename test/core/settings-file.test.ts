import { expect, test } from 'vitest';
import { z } from 'zod';
import { readSettings, settingsObject } from '../../src/core/settings-file.ts';

const price = z.int('must be a whole number').min(1, 'must be 1 or more');
const schema = settingsObject({
  plan: settingsObject({ price }),
  note: z.string('must be a text').optional(),
});
const read = (text: string) => readSettings(schema, text, 'The prices in my.json');

test('a settings file may begin with a byte order mark', () => {
  expect(read('\uFEFF{"plan":{"price":5}}')).toEqual({ plan: { price: 5 } });
});

test.each([
  ['{"plan":{}}', 'plan.price must be a whole number; it is missing.'],
  ['{"plan":null}', 'plan must be an object; its entries are price; it is null.'],
  ['{"plan":{"price":0}}', 'plan.price must be 1 or more; it is 0.'],
  [`{"plan":{"price":"${'5'.repeat(58)}"}}`, `plan.price must be a whole number; it is "${'5'.repeat(58)}".`],
  [
    `{"plan":{"price":"${'5'.repeat(59)}"}}`,
    `plan.price must be a whole number; it is "${'5'.repeat(59)}....`,
  ],
  ['{"plan":{"price":1},"x":1,"y":1}', 'the file has an unknown entry "x", "y"; its entries are plan, note.'],
  ['[]', 'the file must be an object; its entries are plan, note; it is [].'],
])('%s is refused with the entry, its rule and its value', (text, problem) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ code: 'bad_configuration', message: `The prices in my.json: ${problem}` }),
  );
});

test('text that is not JSON is refused with its line', () => {
  expect(() => read('{\n"plan": 5\n]')).toThrow(
    /^The prices in my\.json: the file is not valid JSON in line 3 \(.+\)\.$/,
  );
});
