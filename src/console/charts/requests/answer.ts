import type { ApiRequest } from './requests.ts';

export type Answer =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready';
      readonly data: unknown;
      /** What this page was charged for it. */
      readonly units: number;
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

/** From the headers `X-Data-...`. */
export interface AnswerCoverage {
  /** The published days of the range; null for an answer without a range. */
  readonly days: { readonly published: number } | null;
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
  const days = header('x-data-days');
  return {
    days: days === null ? null : { published: Number.parseInt(days, 10) },
    verified: Number.parseInt(header('x-data-verified') ?? '0', 10),
  };
}
