import { createInterface, type Interface } from 'node:readline';
import { AlirError } from '../../core/errors.ts';
import { sql } from '../../core/package-files.ts';
import { example, examples } from './examples.ts';
import type { History } from './history.ts';
import { StatementCutter } from './statements.ts';

const PROMPT = 'alir> ';
const CONTINUED = '  ..> ';

const HELP = `End a query with ; it may span several lines. Ctrl-C stops the running query, or discards the typed text.
If the query does not stop, press Ctrl-C again to end the program.

  .views           list the views with their columns, types and units
  .examples        list the example queries
  .examples 3      show and run one example, by number or name
  .help            show this help
  .quit            end the prompt (also Ctrl-D)
`;

export interface PromptSettings {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whether a person types. Otherwise the input is a script, and only answers are printed. */
  readonly isTerminal: boolean;
  readonly history: History | undefined;
  /** Runs a query and shows its answer. @throws AlirError */
  readonly ask: (question: string) => Promise<void>;
  /** Stops the running query. */
  readonly stop: () => void;
  /** Reports an error. */
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
  /** Whether the input is closed. */
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
    if (this.#typed.isEmpty && line.trimStart().startsWith('.')) {
      await this.#try(() => this.#command(line.trim()));
      return;
    }
    for (const statement of this.#typed.take(line)) {
      if (this.#isOver) return;
      await this.#try(() => this.#askIfAny(statement));
    }
  }

  async #command(line: string): Promise<void> {
    const [name, argument] = line.split(/\s+/);
    if (name === '.quit' || name === '.exit') this.#isOver = true;
    else if (name === '.help') this.#settings.output.write(HELP);
    else if (name === '.views') await this.#askIfAny(sql('analyst/list_views'));
    else if (name === '.examples' && argument === undefined) this.#settings.output.write(listOfExamples());
    else if (name === '.examples') {
      const { sql: question } = example(String(argument));
      if (this.#settings.isTerminal) this.#settings.output.write(`${question}\n`);
      await this.#askIfAny(question);
    } else throw new AlirError('bad_query', `${name} is not a command. To list the commands, type .help`);
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

function listOfExamples(): string {
  return examples()
    .map(({ number, name, question }) => `${String(number).padStart(2)}  ${name}\n      ${question}\n`)
    .join('');
}
