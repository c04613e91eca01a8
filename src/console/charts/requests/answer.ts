import type { ApiRequest } from './requests.ts';

export type Answer =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready';
      readonly data: unknown;
      /** What this page was charged for it. */
      readonly units: number;
      /** Whether an earlier page of this tab was charged for it. */
      readonly is_kept: boolean;
      readonly coverage: AnswerCoverage;
      readonly empty_reason: string | null;
      /** The Idempotency-Key of the charge: the same rows are free with it. */
      readonly charge?: string;
    }
  | {
      readonly state: 'failed';
      /** The code of the API's error; `offline` if no answer arrived. */
      readonly code: string;
      readonly message: string;
    };

export function dataOf<Data>(answer: Answer): Data | undefined {
  return answer.state === 'ready' ? (answer.data as Data) : undefined;
}

/** The published and the expected days of the range, from the headers `X-Data-...`; null for an answer without a range. */
export interface AnswerCoverage {
  readonly days: { readonly published: number; readonly expected: number } | null;
  readonly missing: readonly string[];
  /** The days whose figures in the answer equal the exchange's. */
  readonly verified: number;
}

export type DownloadFormat = 'csv' | 'xlsx' | 'parquet';

/** What the pictures need from a browser. The server draws them without it: every picture is loading there. */
export interface Browser {
  /** The address of the service, for the commands that are shown. */
  readonly origin: string;
  /** Whether requests go to the sample, which needs no key. */
  readonly isSample: boolean;
  /** The path and the query string of the page. */
  readonly page: string;
  load(request: ApiRequest): Promise<Answer>;
  /** Saves an answer as a file. @param charge of the answer @returns its cost in units; undefined if it failed */
  download(request: ApiRequest, format: DownloadFormat, charge?: string): Promise<number | undefined>;
  /** Calls back with the width of an element in pixels, now and after each change. @returns a function that stops observing */
  onWidth(element: unknown, changed: (width: number) => void): () => void;
  /** Changes a parameter of the page's URL without loading the page. */
  keepInUrl(name: string, value: string): void;
  copy(text: string): Promise<void>;
  go(url: string): void;
}

export function coverageOf(header: (name: string) => string | null): AnswerCoverage {
  const days = /^(\d+)\/(\d+)$/.exec(header('x-data-days') ?? '');
  return {
    days: days && { published: Number(days[1]), expected: Number(days[2]) },
    missing: (header('x-data-missing') ?? '').split(',').filter((day) => day !== ''),
    verified: Number.parseInt(header('x-data-verified') ?? '0', 10),
  };
}
