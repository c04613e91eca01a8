import type { VNode } from 'preact';
import { instantOf, isIsoDate } from '../../../core/dates.ts';
import { INVESTORS, MARKETS } from '../../../core/market/market.ts';
import type { Locale } from '../../charts/locale.ts';
import { costsOfPages, type Selection } from '../../charts/requests.ts';
import { urlWith } from '../components/view.ts';
import type { EarlierRevision, Preset } from './explorer-selection.ts';

interface ControlsProps {
  readonly locale: Locale;
  readonly selection: Selection;
  readonly problems: readonly string[];
  readonly nearest_day: string | null;
  readonly presets: readonly Preset[];
  readonly earlier: readonly EarlierRevision[];
  readonly title: string;
  readonly remark?: string | undefined;
  readonly path: string;
  readonly hasForeignFlow?: boolean;
  /** Whether an adjustment changes figures: the stock has corporate actions after the first day. */
  readonly isAdjustable?: boolean;
}

/** The title, the ranges as links, and a form with all values. Everything works without JavaScript. */
export function Controls({
  locale,
  selection,
  problems,
  nearest_day,
  presets,
  earlier,
  title,
  remark,
  path,
  hasForeignFlow = false,
  isAdjustable = false,
}: ControlsProps): VNode {
  const { page, units } = locale.texts;
  const { from, to, market, investor, adjust } = selection;
  const isSearch = path === '/explore';
  // A range that is not valid has no cost.
  const costs = isSearch || (problems.length > 0 && nearest_day === null) ? null : costsOfPages(selection);
  return (
    <div class="explorer-head">
      <div class="head">
        <h1>
          {title}
          {remark !== undefined && <small>{remark}</small>}
        </h1>
        {!isSearch && (
          <nav class="range" aria-label={page.range}>
            {presets.map((preset) => (
              <a
                key={preset.name}
                href={urlWith(path, {
                  from: preset.from,
                  to: preset.to,
                  market,
                  investor,
                  ...(adjust && { adjust }),
                })}
                aria-current={preset.from === from && preset.to === to ? 'true' : undefined}
              >
                {page.presets[preset.name]}
              </a>
            ))}
          </nav>
        )}
      </div>
      <p class="print-only">{selectionText(selection, locale)}</p>
      <div class="controls">
        <form method="get" action="/explore" class="find">
          <label for="find">{page.search}</label>
          <input
            id="find"
            type="search"
            name="q"
            list="names"
            required
            autocomplete="off"
            placeholder={page.search_hint}
            aria-keyshortcuts="/"
          />
          <datalist id="names" />
          {Object.entries(isSearch ? {} : selection).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" class="btn">
            {page.find}
          </button>
        </form>
        {!isSearch && (
          <form method="get" action={path} class="select">
            <label>
              <span>{page.from}</span>
              <input type="date" name="from" value={from} />
            </label>
            <label>
              <span>{page.to}</span>
              <input type="date" name="to" value={to} />
            </label>
            <Choices
              name="market"
              label={page.market}
              value={market}
              values={MARKETS}
              titles={page.markets}
            />
            <Choices
              name="investor"
              label={page.investor}
              value={investor}
              values={INVESTORS}
              titles={page.investors}
            />
            {isAdjustable && (
              <Choices
                name="adjust"
                label={page.adjust}
                value={adjust ?? 'none'}
                values={page.adjustments}
                titles={page.adjustments}
              />
            )}
            {(earlier.length > 0 || selection.known_at !== undefined) && (
              <Revisions earlier={earlier} known_at={selection.known_at} locale={locale} />
            )}
            <button type="submit" class="btn primary">
              {page.go}
            </button>
          </form>
        )}
      </div>
      {costs && (
        <p class="soft">
          {page.costs(units.cost(costs.stock), units.cost(costs.broker), units.cost(costs.market))}{' '}
          {hasForeignFlow &&
            market !== 'ALL' &&
            page.flow_market(page.markets[market as keyof typeof page.markets])}
        </p>
      )}
    </div>
  );
}

/** The selection on paper, where the form is not printed. */
function selectionText(
  { from, to, market, investor }: Selection,
  { texts: { page }, dates }: Locale,
): string {
  const days = [from, to].map((date) => (isIsoDate(date) ? dates.short(date) : date));
  const choices = [
    page.markets[market as keyof typeof page.markets],
    page.investors[investor as keyof typeof page.investors],
  ];
  return [days.join(' – '), ...choices].join(' · ');
}

/** The choice of the revisions that are shown: the present ones, or those before a correction. */
function Revisions({
  earlier,
  known_at,
  locale,
}: Pick<ControlsProps, 'earlier' | 'locale'> & { readonly known_at: string | undefined }): VNode {
  const { texts, dates, numbers } = locale;
  const times = earlier.map(({ trade_date, revision, known_at: time }) => ({
    time,
    title: texts.page.earlier(dates.short(trade_date), numbers.full(revision), dates.time(time)),
  }));
  if (known_at !== undefined && !times.some(({ time }) => time === known_at)) {
    times.unshift({ time: known_at, title: instantOf(known_at) ? dates.time(known_at) : known_at });
  }
  return (
    <label>
      <span>{texts.page.revisions}</span>
      <select name="known_at">
        <option value="">{texts.page.newest}</option>
        {times.map(({ time, title }) => (
          <option key={time} value={time} selected={time === known_at}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Its names are the values. */
  readonly values: object;
  readonly titles: Readonly<Record<string, string>>;
}

function Choices({ name, label, value, values, titles }: ChoicesProps): VNode {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        {Object.keys(values).map((each) => (
          <option key={each} value={each} selected={each === value}>
            {titles[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
