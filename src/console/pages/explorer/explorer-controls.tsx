import type { VNode } from 'preact';
import { instantOf, isIsoDate } from '../../../core/dates.ts';
import { ADJUSTMENTS } from '../../../core/market/corporate-actions.ts';
import { INVESTORS, MARKETS } from '../../../core/market/market.ts';
import type { Locale } from '../../charts/locale.ts';
import { costsOfPages, type Selection } from '../../charts/requests/requests.ts';
import { ChoiceMenu, ChoiceRow, MenuLinks, Segments } from '../components/choices.tsx';
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
  readonly sample: object | null;
}

/** The row that stays in view, with the ranges as links and the other choices, and the title. Everything works without JavaScript. */
export function Controls(props: ControlsProps): VNode {
  const { locale, selection, presets, title, remark, path } = props;
  const { page } = locale.texts;
  const { from, to, market, investor } = selection;
  const isSearch = path === '/explore';
  const chosen = Object.fromEntries(Object.entries(selection).filter(([name]) => name !== 'known_at'));
  const linksOf = (name: 'market' | 'investor', values: object, titles: Readonly<Record<string, string>>) =>
    Object.keys(values).map((value) => ({
      title: titles[value] ?? value,
      href: urlWith(path, { ...selection, [name]: value }),
      isChosen: selection[name] === value,
    }));
  return (
    <div class="explorer-head">
      {!isSearch && (
        <ChoiceRow label={page.choices}>
          <strong>{title}</strong>
          <Segments
            label={page.range}
            links={presets.map((preset) => ({
              title: page.presets[preset.name],
              href: urlWith(path, { ...chosen, from: preset.from, to: preset.to }),
              isChosen: preset.from === from && preset.to === to,
            }))}
          />
          <ChoiceMenu id="choose-days" label={page.range} chosen={daysText(selection, locale)}>
            <DaysForm {...props} />
          </ChoiceMenu>
          <ChoiceMenu id="choose-market" label={page.market} chosen={titleOf(page.markets, market)}>
            <MenuLinks links={linksOf('market', MARKETS, page.markets)} />
            {props.hasForeignFlow && market !== 'ALL' && (
              <p>{page.flow_market(titleOf(page.markets, market))}</p>
            )}
          </ChoiceMenu>
          <ChoiceMenu id="choose-investor" label={page.investor} chosen={titleOf(page.investors, investor)}>
            <MenuLinks links={linksOf('investor', INVESTORS, page.investors)} />
          </ChoiceMenu>
          <span class="kept-figure" aria-hidden="true" />
        </ChoiceRow>
      )}
      <h1>
        {title}
        {remark !== undefined && <small>{remark}</small>}
      </h1>
      <p class="print-only">{selectionText(selection, locale)}</p>
    </div>
  );
}

/** The days, the adjustment and the revisions, and what a page about them costs. */
function DaysForm({
  locale,
  selection,
  problems,
  nearest_day,
  earlier,
  path,
  isAdjustable = false,
  sample,
}: ControlsProps): VNode {
  const { page, units } = locale.texts;
  const { from, to, market, investor, adjust } = selection;
  // The sample costs nothing, and a range that is not valid has no cost.
  const costs =
    sample !== null || (problems.length > 0 && nearest_day === null) ? null : costsOfPages(selection);
  return (
    <form method="get" action={path}>
      <label>
        <span>{page.from}</span>
        <input type="date" name="from" value={isIsoDate(from) ? from : undefined} />
      </label>
      <label>
        <span>{page.to}</span>
        <input type="date" name="to" value={isIsoDate(to) ? to : undefined} />
      </label>
      <input type="hidden" name="market" value={market} />
      <input type="hidden" name="investor" value={investor} />
      {isAdjustable && (
        <label>
          <span>{page.adjust}</span>
          <select name="adjust">
            {ADJUSTMENTS.map((each) => (
              <option key={each} value={each} selected={each === (adjust ?? 'none')}>
                {page.adjustments[each]}
              </option>
            ))}
          </select>
        </label>
      )}
      {(earlier.length > 0 || selection.known_at !== undefined) && (
        <Revisions earlier={earlier} known_at={selection.known_at} locale={locale} />
      )}
      <button type="submit" class="btn primary">
        {page.go}
      </button>
      {costs && (
        <p>{page.costs(units.cost(costs.stock), units.cost(costs.broker), units.cost(costs.market))}</p>
      )}
    </form>
  );
}

/** The title of a choice. A value that is none of the choices is written as it is. */
function titleOf(titles: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(titles, value) ? (titles[value] as string) : value;
}

/** The days of a selection. A day that is not valid is written as it is. */
function daysText({ from, to }: Selection, { dates }: Locale): string {
  return isIsoDate(from) && isIsoDate(to) && from <= to ? dates.range(from, to) : `${from} – ${to}`;
}

/** The selection on paper, where the choices are not printed. */
export function selectionText(selection: Selection, locale: Locale): string {
  const { market, investor } = selection;
  const { page } = locale.texts;
  const choices = [titleOf(page.markets, market), titleOf(page.investors, investor)];
  return [daysText(selection, locale), ...choices].join(' · ');
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
