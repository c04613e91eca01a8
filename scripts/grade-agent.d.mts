interface Question {
  readonly id: string;
  readonly question: string;
  readonly tools: readonly string[];
  readonly answer: string;
}

interface GivenAnswer {
  readonly answer: string;
  readonly tools: readonly string[];
}

export const QUIZ: {
  readonly answers: string;
  readonly free_tools: readonly string[];
  readonly questions: readonly Question[];
};
export function wrongIn(question: Pick<Question, 'answer' | 'tools'>, given: GivenAnswer): string | undefined;
export function grade(answers: Readonly<Record<string, GivenAnswer>>): string[];
