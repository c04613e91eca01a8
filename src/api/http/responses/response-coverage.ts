import { actionText } from '../../../core/market/corporate-actions.ts';
import { type Coverage, EMPTY_REASONS, type RangeCoverage } from '../../../core/market/coverage.ts';
import type { HeaderList } from './envelope.ts';

/**
 * Finds the coverage of an answer. It is called before the answer is computed: a day that is published meanwhile may be in the answer and
 * not in the coverage, but not the reverse.
 */
export type CoverageSource = (
  input: unknown,
  figures: readonly ('prices' | 'foreign')[],
  /** Why the answer is an estimate. */
  estimate?: string,
) => Promise<{
  readonly coverage: Coverage;
  /** The coverage with the reason why the answer is empty. */
  ofEmpty(): Promise<Coverage>;
}>;

/** The coverage of a body with its headers, which are made once and cached with the body. */
export interface BodyCoverage {
  readonly coverage: Coverage;
  /** The number of publications that the answer is made from. */
  readonly publication: number;
  readonly headers: HeaderList;
}

/** Whether an answer has no data: no rows, for no ticker, or only zeros. */
export function isEmptyAnswer(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return data === 0;
  // Rows, as an array or in columns.
  if ('length' in data) return data.length === 0;
  const values = data instanceof Map ? [...data.values()] : Object.values(data);
  return values.length > 0 && values.every(isEmptyAnswer);
}

export function withHeaders(coverage: Coverage, publication: number): BodyCoverage {
  const { through, range, empty_reason, isAdjusted, actions, estimate } = coverage;
  const headers = ['x-data-publication', String(publication)];
  if (through !== null) headers.push('x-data-through', through);
  if (range) {
    headers.push('x-data-days', `${range.published}/${range.expected}`);
    headers.push('x-data-verified', `${range.verified}/${range.published}`);
    if (range.missing > 0) headers.push('x-data-missing', range.missing_days.join());
  }
  if (empty_reason !== null) headers.push('x-empty-reason', empty_reason);
  if (isAdjusted) headers.push('x-data-adjusted', 'splits');
  if (actions && actions.length > 0) headers.push('x-data-actions', actions.map(actionText).join(', '));
  if (estimate !== undefined) headers.push('x-data-estimate', estimate);
  return { coverage, publication, headers };
}

/** Says the same as the headers in one sentence. */
export function coverageSentence({ coverage, publication }: Omit<BodyCoverage, 'headers'>): string {
  const { through, range, empty_reason, estimate } = coverage;
  const reason =
    empty_reason === null
      ? ''
      : `The result is empty because ${EMPTY_REASONS[empty_reason]} (${empty_reason}); `;
  const newest =
    through === null
      ? `no trading day is published yet (publication ${publication})`
      : `the newest published day is ${through} (publication ${publication})`;
  const sentence = `${reason}${newest}${range ? daysOf(range) : ''}.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${adjustmentOf(coverage)}${estimate === undefined ? '' : ` ${estimate}`}`;
}

function adjustmentOf({ through, isAdjusted, actions = null }: Coverage): string {
  if (through === null) return '';
  const listed = (actions ?? []).map(actionText).join(', ');
  if (isAdjusted)
    return ` Volumes and prices are adjusted to the shares of ${through}${actions === null ? '' : `, by these corporate actions: ${listed || 'none'}`}.`;
  return listed === ''
    ? ''
    : ` Volumes and prices are as traded, not adjusted for these corporate actions: ${listed}.`;
}

function daysOf({ published, verified, expected, missing, missing_days }: RangeCoverage): string {
  if (expected === 0) return '';
  const listed = `${missing_days.join(', ')}${missing > missing_days.length ? ' and later days' : ''}`;
  const note = missing === 0 ? '' : ` (${missing} missing: ${listed})`;
  const tied = verified === 0 ? '' : `, ${verified} of them verified with the exchange's Stock Summary`;
  const days =
    expected === 1
      ? `the only trading day of the range up to today is${published === 1 ? '' : ' not'} published`
      : `${published} of the ${expected} trading days of the range up to today are published`;
  return `, and ${days}${note}${tied}`;
}
