import type { IsoDate } from '../../../../core/dates.ts';
import type { HeldDay, RejectedDay } from '../../../../operations/intake.ts';
import { Form, Submit } from '../../components/forms.tsx';
import { Reasons } from '../days/file-actions.tsx';
import { Minutes } from '../days/held-files.tsx';
import { type OperatorContext, useOperator } from '../operator-page.tsx';
import { causeTexts, fileOf } from '../operator-texts.ts';
import { type DayProblem, dayProblems } from './day-problems.ts';
import type { Todo } from './todo.tsx';

const DAYS_PAGE = '/operator/days';
/** The problems of days that are shown one by one. */
const MAX_PROBLEMS = 6;
/** The missing days that a card names. */
const MAX_NAMED = 10;

type Problem = DayProblem<HeldDay, RejectedDay>;

export interface DayFacts {
  /** In order. */
  readonly missing: readonly IsoDate[];
  readonly held: readonly HeldDay[];
  readonly rejected: readonly RejectedDay[];
  /** Whether this server can check the source. */
  readonly canCheck: boolean;
}

/** The problems of days, each with its files. */
export function todosOfDays(context: OperatorContext, facts: DayFacts): Todo[] {
  const { view, texts } = context;
  const problems = dayProblems(facts.missing, facts.held, facts.rejected);
  const todos = problems.slice(0, MAX_PROBLEMS).map((problem) => todoOf(context, problem, facts.canCheck));
  const others = problems.length - todos.length;
  if (others === 0) return todos;
  const t = texts.today;
  const title = t.days_more(view.numbers.full(others), others === 1);
  const action = { href: DAYS_PAGE, label: t.open.days };
  return [...todos, { key: 'more days', severity: 'problem', title, what: t.days_more_text, action }];
}

function todoOf(context: OperatorContext, problem: Problem, canCheck: boolean): Todo {
  const { days, held, rejected } = problem;
  return {
    key: `days ${days[0] ?? ''} ${(held[0] ?? rejected[0])?.source ?? ''}`,
    severity: 'problem',
    ...textsOf(context, problem),
    action: actionOf(context, problem, canCheck),
    details: <Details problem={problem} />,
  };
}

function actionOf(
  { texts }: OperatorContext,
  { held, rejected }: Problem,
  canCheck: boolean,
): Todo['action'] {
  const { open } = texts.today;
  const [file] = held;
  if (file) {
    const kept = keptRevision(file);
    if (kept === null) return { href: `${DAYS_PAGE}#held`, label: open.held };
    return { form: <KeepRevision source={file.source} revision={String(kept)} /> };
  }
  const isRejected = rejected.length > 0;
  if (canCheck) return { form: <CheckSource label={isRejected ? open.again : open.check} /> };
  return isRejected
    ? { href: `${DAYS_PAGE}#rejected`, label: open.rejected }
    : { href: DAYS_PAGE, label: open.days };
}

/** Dismisses a held file. */
function KeepRevision({ source, revision }: { source: string; revision: string }) {
  const t = useOperator().texts.today;
  return (
    <Form action="/operator/keep">
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="reason" value={t.keep_reason(revision)} />
      <Submit kind="primary">{t.open.keep(revision)}</Submit>
    </Form>
  );
}

export function CheckSource({ label }: { label: string }) {
  return (
    <Form action="/operator/check">
      <Submit kind="primary">{label}</Submit>
    </Form>
  );
}

/** The published revision that stays if a held file is dismissed, if the file has fewer trades than it: it is probably cut. */
function keptRevision({ published, totals }: HeldDay): number | null {
  if (published === null || totals === null || totals.file.trades >= published.trades_rows) return null;
  return published.revision;
}

function textsOf({ view, texts }: OperatorContext, { days, isMissing, held, rejected }: Problem) {
  const t = texts.today.day_problems;
  const { numbers, dates } = view;
  const [day] = days;
  const [first_held] = held;
  const file = first_held ?? rejected[0];
  if (!file) {
    const named = days.slice(0, MAX_NAMED).map((each) => dates.short(each));
    const more = days.length - named.length;
    if (more > 0) named.push(texts.today.and_more(numbers.full(more)));
    const isOne = days.length === 1;
    return {
      title: isOne ? t.missing_one(named.join()) : t.missing(numbers.full(days.length)),
      what: [...(isOne ? [] : [`${named.join(', ')}.`]), t.no_file].join(' '),
    };
  }
  const [cause] = causeTexts(view, file.causes);
  const reason = cause === undefined ? <span lang="en">{file.reason}</span> : cause;
  const name = day === undefined ? ('name' in file ? file.name : file.file) : dates.short(day);
  const published = first_held?.published ?? null;
  const { totals = null } = first_held ?? {};
  const title = first_held
    ? published
      ? t.correction_held(name)
      : t.held(name)
    : isMissing
      ? t.missing_rejected(name)
      : t.rejected(name);
  const what = (
    <>
      {published && totals ? (
        t.of_published(numbers.full(totals.file.trades), numbers.full(published.trades_rows))
      ) : (
        <>
          {t.reason} {reason}.
        </>
      )}{' '}
      {published ? t.stays(numbers.full(published.revision)) : isMissing ? t.incomplete : ''}
    </>
  );
  return { title, what };
}

/** The files of a problem: why they are held or rejected, where they are, and what else can be done. */
function Details({ problem: { days, held, rejected } }: { problem: Problem }) {
  const { view, texts } = useOperator();
  const t = texts.today.day_problems;
  const [first] = days;
  return (
    <>
      {held.map((file, place) => (
        <div key={file.source}>
          <h4>{file.file}</h4>
          <Reasons causes={file.causes} />
          {file.totals?.minutes && file.totals.minutes.length > 0 && (
            <Minutes minutes={file.totals.minutes} id={`minutes-${first ?? 'file'}-${place}`} />
          )}
          <p class="note">
            {texts.days.seen_at(view.dates.time(file.seen_at))}: <code>{file.kept_at ?? file.source}</code>
          </p>
          <p>
            <a href={`${DAYS_PAGE}#held`}>{t.other_choices}</a>
          </p>
        </div>
      ))}
      {rejected.map((file) => (
        <div key={file.source}>
          <h4>{file.name}</h4>
          <Reasons causes={file.causes} />
          <p class="note">
            {texts.days.rejected_at} {view.dates.time(file.seen_at)}: <code>{file.source}</code>
          </p>
          <p>
            <a href={`${DAYS_PAGE}#rejected`}>{t.report}</a>
          </p>
        </div>
      ))}
      {held.length === 0 && first !== undefined && (
        <p class="note">
          {t.by_hand} <code>{`alir ingest PATH/TO/${fileOf(first)}`}</code>
        </p>
      )}
    </>
  );
}
