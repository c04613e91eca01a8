import { createInterface, type Interface } from 'node:readline';
import { AlirError } from '../../core/errors.ts';
import { sql } from '../../core/package-files.ts';
import { example, examples } from './examples.ts';
import { help } from './help.ts';
import type { History } from './history.ts';
import { StatementCutter } from './statements.ts';

const PROMPT = 'alir> ';
const CONTINUED = '  ..> ';

type Command = 'help' | 'quit' | 'views' | 'examples';

/** How each command may be typed: as in psql, and as in the shells of DuckDB and SQLite. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['help', 'help'],
  ['\\?', 'help'],
  ['.help', 'help'],
  ['quit', 'quit'],
  ['exit', 'quit'],
  ['\\q', 'quit'],
  ['.quit', 'quit'],
  ['.exit', 'quit'],
  ['.views', 'views'],
  ['.examples', 'examples'],
]);

const NOT_A_COMMAND = `This line is part of your query. Ctrl-C discards the query, and Ctrl-D ends the prompt.
`;

export interface PromptSettings {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whether a person types. Otherwise the input is a script, and only answers are printed. */
  readonly isTerminal: boolean;
  readonly history: History | undefined;
  /** Runs a query and shows its answer. @throws AlirError */
  readonly ask: (question: string) => Promise<void>;
  readonly stop: () => void;
  readonly onError: (error: AlirError) => void;
}

/** Reads queries and commands line by line, and runs them one after the other. */
export class Prompt {
  readonly #settings: PromptSettings;
  #lines: Interface | undefined;
  readonly #typed = new StatementCutter();
  #isAsking = false;
  #failed = false;
  #isOver = false;
  #isClosed = false;

  constructor(settings: PromptSettings) {
    this.#settings = settings;
  }

  /** @returns whether every query succeeded */
  async run(): Promise<boolean> {
    const { input, output, isTerminal, history } = this.#settings;
    // Created here, because lines that arrive before a listener exists are lost.
    const lines = createInterface({
      input,
      ...(isTerminal ? { output, history: history?.lines() ?? [], historySize: history?.size ?? 0 } : {}),
      terminal: isTerminal,
    });
    lines.on('history', (typed: string[]) => history?.save(typed));
    lines.on('SIGINT', () => this.interrupt());
    lines.on('close', () => {
      this.#isClosed = true;
    });
    this.#lines = lines;
    this.#prompt();
    for await (const line of lines) {
      await this.#take(line);
      if (this.#isOver) break;
      this.#prompt();
    }
    if (!this.#isOver && !isTerminal) await this.#try(() => this.#askIfAny(this.#typed.rest));
    lines.close();
    return !this.#failed;
  }

  /** Handles Ctrl-C: stops the query, or discards the typed text. Ends a script that runs no query. */
  interrupt(): void {
    if (this.#isAsking) this.#settings.stop();
    else if (this.#settings.isTerminal) {
      this.#typed.clear();
      // The typed text is discarded on a new line, and stays readable on the old one.
      this.#settings.output.write('^C\n');
      this.#lines?.write(null, { ctrl: true, name: 'e' });
      this.#lines?.write(null, { ctrl: true, name: 'u' });
      this.#prompt();
    } else this.end();
  }

  /** Stops the query and runs no other. */
  end(): void {
    this.#isOver = true;
    this.#failed = true;
    if (this.#isAsking) this.#settings.stop();
    this.#lines?.close();
  }

  async #take(line: string): Promise<void> {
    const command = line.replace(/[\s;]+$/, '').trimStart();
    if (this.#isCommand(command)) return this.#try(() => this.#command(command));
    if (isWord(command) && this.#settings.isTerminal) this.#settings.output.write(NOT_A_COMMAND);
    for (const statement of this.#typed.take(line)) {
      if (this.#isOver) return;
      await this.#try(() => this.#askIfAny(statement));
    }
  }

  /** A later line of a query may be a word, or start with a dot. It starts with a backslash only within a quotation. */
  #isCommand(line: string): boolean {
    if (this.#typed.isInQuotation) return false;
    return line.startsWith('\\') || (this.#typed.isEmpty && (isWord(line) || line.startsWith('.')));
  }

  async #command(line: string): Promise<void> {
    const [typed = '', argument] = line.split(/\s+/);
    const name = COMMANDS.get(typed.toLowerCase());
    if (name === 'quit') this.#isOver = true;
    else if (name === 'help') this.#settings.output.write(help());
    else if (name === 'views') await this.#askIfAny(sql('analyst/list_views'));
    else if (name === 'examples' && argument === undefined) this.#settings.output.write(listOfExamples());
    else if (name === 'examples') {
      const { sql: question } = example(String(argument));
      if (this.#settings.isTerminal) this.#settings.output.write(`${question}\n`);
      await this.#askIfAny(question);
    } else throw new AlirError('bad_query', `${typed} is not a command. To list the commands, type help`);
  }

  async #askIfAny(question: string): Promise<void> {
    if (question === '') return;
    this.#isAsking = true;
    try {
      await this.#settings.ask(question);
    } finally {
      this.#isAsking = false;
    }
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AlirError)) throw error;
      this.#failed = true;
      this.#settings.onError(error);
    }
  }

  #prompt(): void {
    if (!this.#settings.isTerminal || this.#isClosed) return;
    this.#lines?.setPrompt(this.#typed.isEmpty ? PROMPT : CONTINUED);
    this.#lines?.prompt();
  }
}

/** Whether the line is a command without a dot or a backslash. */
function isWord(line: string): boolean {
  return /^\w/.test(line) && COMMANDS.has(line.toLowerCase());
}

function listOfExamples(): string {
  return examples()
    .map(({ number, name, question }) => `${String(number).padStart(2)}  ${name}\n      ${question}\n`)
    .join('');
}
