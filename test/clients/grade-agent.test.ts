import { expect, test } from 'vitest';
import { grade, QUIZ, wrongIn } from '../../scripts/grade-agent.mjs';

const wrong = (answer: string, given: string, tools: string[] = ['get_ohlcv']) =>
  wrongIn({ answer, tools: ['get_ohlcv'] }, { answer: given, tools });

test.each([
  ['-1234567 IDR', '-1,234,567 IDR'],
  ['-1234567 IDR', ' -1234567 idr. '],
  ['5.1 percent', '5.10%'],
  ['1 unit', '1 units'],
  ['LG, DX', 'lg,  dx'],
  ['no data: no_trades', 'No data: no_trades'],
])('%s is answered by %j', (answer, given) => {
  expect(wrong(answer, given)).toBeUndefined();
});

test.each([
  ['-1234567 IDR', '1234567 IDR', 'is another number'],
  ['-1234567 IDR', '-1.234.567 IDR', 'must be a number with its unit'],
  ['-1234567 IDR', '-1234567', 'must be a number with its unit'],
  ['-1234567 IDR', '-1.23 million IDR', 'has another unit'],
  ['-1234567 IDR', '-1,23,4567 IDR', 'must be a number with its unit'],
  ['1200 shares', '12 lots', 'has another unit'],
  ['5 IDR per share', '5 IDR', 'has another unit'],
  ['5.12 percent', '5.1 percent', 'is another number'],
  ['2026-01-20', '2026-01-21', 'is another answer'],
  ['2026-01-20', '20 January 2026', 'is another answer'],
  ['LG, DX', 'DX, LG', 'is another answer'],
  ['no data: no_trades', '0 IDR', 'is another answer'],
  ['5 days', 'no data: no_trades', 'must be a number with its unit'],
])('%s is not answered by %j, which %s', (answer, given, problem) => {
  expect(wrong(answer, given)).toBe(problem);
});

test('only tools of the question and free ones may be called', () => {
  expect(wrong('MEDC', 'MEDC', ['get_market_calendar', 'get_ohlcv'])).toBeUndefined();
  expect(wrong('MEDC', 'MEDC', ['get_news'])).toBe('get_news is not a tool for this question');
});

test('a question without an answer is wrong, and each question has one identifier', () => {
  expect(grade({})).toEqual(QUIZ.questions.map(({ id }) => `${id} has no answer`));
  expect(new Set(QUIZ.questions.map(({ id }) => id)).size).toBe(50);
});
