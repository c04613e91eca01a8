/**
 * Grades the answers of an agent to the questions of clients/agent/questions.json, which are about the data of `alir demo`.
 *
 *     node scripts/grade-agent.mjs                prints the questions, for the agent
 *     node scripts/grade-agent.mjs answers.json   prints what is wrong; exit code 1 if anything is
 *
 * answers.json has an object for each id: {"flow-bbca-sold": {"answer": "-1234 IDR", "tools": ["get_foreign_flow"]}, ...}
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const QUIZ = JSON.parse(
  readFileSync(new URL('../clients/agent/questions.json', import.meta.url), 'utf8'),
);

/** The number and the unit of an answer; undefined for other answers. */
function quantity(text) {
  const [, number, unit] = /^(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?) ?([a-z% ]+)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  // One unit, two units.
  return {
    number: Number(number.replaceAll(',', '')),
    unit: unit.trim().replace('%', 'percent').replace(/s$/, ''),
  };
}

/** What is wrong with an answer; undefined if it is right. Upper case, final periods and thousands separators do not matter. */
export function wrongIn({ answer: expected, tools: allowed }, { answer, tools }) {
  const [given, right] = [answer, expected].map((text) =>
    String(text).trim().replace(/\.$/, '').replaceAll(/\s+/g, ' ').toLowerCase(),
  );
  const used = tools.find((tool) => ![...allowed, ...QUIZ.free_tools].includes(tool));
  if (used !== undefined) return `${used} is not a tool for this question`;
  if (given === right) return undefined;
  const [sent, wanted] = [quantity(given), quantity(right)];
  if (!wanted) return 'is another answer';
  if (!sent) return 'must be a number with its unit';
  if (sent.unit !== wanted.unit) return 'has another unit';
  return sent.number === wanted.number ? undefined : 'is another number';
}

/** Grades all answers. @returns a line for each question that is not answered correctly */
export function grade(answers) {
  return QUIZ.questions.flatMap((question) => {
    const given = answers[question.id];
    const is = given ? wrongIn(question, given) : 'has no answer';
    const expected = given ? `: ${given.answer}; the answer is ${question.answer}` : '';
    return is === undefined ? [] : [`${question.id} ${is}${expected}`];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [path] = process.argv.slice(2);
  if (path === undefined) {
    const lines = QUIZ.questions.map(({ id, question }) => `${id}: ${question}`);
    console.log([QUIZ.answers, ...lines].join('\n'));
  } else {
    const wrong = grade(JSON.parse(readFileSync(path, 'utf8')));
    console.log([...wrong, `${QUIZ.questions.length - wrong.length} of ${QUIZ.questions.length}`].join('\n'));
    process.exitCode = wrong.length > 0 ? 1 : 0;
  }
}
