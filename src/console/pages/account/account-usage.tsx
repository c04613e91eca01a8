import type { FastifyInstance } from 'fastify';
import { historyFields } from '../../../api/endpoints/account/usage.ts';
import { oneOf, queryWith, requestOf } from '../../../api/http/requests/request-fields.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import { type Entitlement, entitlementAt } from '../../../commerce/accounts/entitlement.ts';
import type { QuotaForecast } from '../../../commerce/accounts/quota/usage-history.ts';
import { USAGE_GROUPINGS, type UsageGrouping } from '../../../core/commerce-terms.ts';
import { dateOfEpochDay, epochDay, type IsoDate, jakartaDate } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { UsageChart } from '../../charts/usage/usage-chart.tsx';
import { textsOf } from '../../texts/texts.ts';
import { Card } from '../components/card.tsx';
import { Figure } from '../components/figure.tsx';
import { Field, Submit } from '../components/forms.tsx';
import { Island } from '../components/island.tsx';
import { Choices } from '../components/links.tsx';
import { urlWith, useView } from '../components/view.ts';
import { originOf } from '../framework/origin.ts';
import { sendFile } from '../framework/page-routes.tsx';
import { type AccountContext, AccountPage, accountPage } from './account-page.tsx';
import type { AccountPageServices } from './account-services.ts';
import { csvOf, KeysCard, RowsTable } from './usage-tables.tsx';

const PATH = '/account/usage';
const RANGES = ['window', '7', '30', '90'] as const;
const CHOICES = queryWith({ by: historyFields.by, range: oneOf(RANGES).optional() });

interface Range {
  /** One of RANGES; null for other days. */
  readonly name: (typeof RANGES)[number] | null;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly by: UsageGrouping;
  /** What is wrong with the days of the URL. */
  readonly problem?: string;
}

/** `GET /account/usage`, and the same rows as `usage.csv`. */
export function usagePage(scope: FastifyInstance, services: AccountPageServices): void {
  accountPage(scope, PATH, 'usage', (context) => usageOf(services, context));

  accountPage(scope, `${PATH}.csv`, 'usage', async (context) => {
    const { accounts, usage_history, clock } = services;
    const account = await accounts.withId(context.account_id);
    const range = rangeOf(context, entitlementAt(account, clock.now()), clock.now());
    if (range.problem !== undefined) {
      throw new AlirError('invalid_request', textsOf('en').account.problems.range);
    }
    const content = csvOf(await usage_history.of(account, range));
    return sendFile(context, 'csv', { name: `usage-${range.by}-${range.from}-${range.to}`, content });
  });
}

/** The range that the URL asks for. In place of wrong days, the present cycle. @throws AlirError `invalid_request` */
function rangeOf({ query, view }: AccountContext, entitlement: Entitlement, now: Date): Range {
  const { by, range: name } = validated(CHOICES, query);
  const today = jakartaDate(now);
  const daysBack = (days: number) => ({ from: dateOfEpochDay(epochDay(today) - days + 1), to: today });
  const isCycle = entitlement.quota_window === 'cycle';
  const usual: Range = isCycle
    ? { name: 'window', from: jakartaDate(entitlement.window_start), to: today, by }
    : { name: '30', ...daysBack(30), by };
  if (name === 'window') return usual;
  if (name !== undefined) return { name, ...daysBack(Number(name)), by };
  const { from, to } = query;
  if (from === undefined && to === undefined) return usual;
  try {
    const sent = validated(requestOf(historyFields), { ...(from && { from }), ...(to && { to }), by });
    const last = sent.to ?? today;
    const first = sent.from ?? dateOfEpochDay(epochDay(last) - 29);
    if (first > last || epochDay(last) - epochDay(first) >= 366) {
      throw new AlirError('invalid_request', 'range');
    }
    return { name: null, from: first, to: last, by };
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    return { ...usual, problem: view.texts.account.problems.range };
  }
}

async function usageOf(services: AccountPageServices, context: AccountContext) {
  const { view, isOwner } = context;
  const { accounts, usage_history, clock } = services;
  const account = await accounts.withId(context.account_id);
  const now = clock.now();
  const entitlement = entitlementAt(account, now);
  const range = rangeOf(context, entitlement, now);
  const history = await usage_history.of(account, range);
  const days = range.by === 'day' ? history : await usage_history.of(account, { ...range, by: 'day' });
  const keys = range.by === 'key' ? history : await usage_history.of(account, { ...range, by: 'key' });
  const forecast = await usage_history.forecast(account);
  const alerts = (await services.alerts.all(account.account_id)).length;
  const { texts, dates } = view;
  const { usage } = texts.account;
  const { quota_window, window_start, window_end } = entitlement;
  const isCycle = quota_window === 'cycle';
  const [from, to] = [dates.short(range.from), dates.short(range.to)];
  const lastDay = jakartaDate(new Date(window_end.getTime() - 1));
  const of_previous_window = isCycle && range.name === 'window' ? days.units - forecast.current_usage : 0;
  const parameters = { by: range.by, from: range.from, to: range.to };
  const origin = originOf(context.request, services.public_url);
  const chart = {
    language: view.language,
    days: days.rows.map(({ date = '', units }) => ({ date, units })),
    cycle:
      isCycle && range.name === 'window'
        ? {
            start: jakartaDate(window_start),
            end: lastDay,
            limit: forecast.monthly_limit,
            used: forecast.current_usage,
            units_per_day: forecast.units_per_day,
            used_up_on: forecast.used_up_on,
          }
        : null,
    limit_a_day: isCycle ? null : forecast.monthly_limit,
  };
  const remark = isCycle
    ? usage.window.cycle(dates.short(jakartaDate(window_start)), dates.short(lastDay))
    : usage.window.day;
  if (range.problem !== undefined) context.reply.code(400);
  return (
    <AccountPage
      {...(range.problem !== undefined && {
        outcome: { kind: 'bad', title: texts.account.failed, content: range.problem },
      })}
      tab="usage"
      remark={remark}
      scripts={['usage']}
      links={
        <Choices
          values={RANGES.filter((name) => isCycle || name !== 'window')}
          current={range.name}
          href={(name) => urlWith(view.url, { range: name, from: null, to: null })}
          text={(name) => usage.ranges[name]}
        />
      }
    >
      {of_previous_window > 0 && (
        <p class="soft">
          {usage.previous_window(dates.time(window_start), view.numbers.full(of_previous_window))}
        </p>
      )}
      {alerts > 0 && <p class="soft">{usage.alerts(view.numbers.full(alerts))}</p>}
      <div class="grid">
        <Figure
          span={9}
          title={usage.used(
            view.numbers.full(forecast.current_usage),
            view.numbers.full(forecast.monthly_limit),
          )}
          about={<Forecast forecast={forecast} />}
          links={{
            table: '#rows',
            csv: `${PATH}.csv?${new URLSearchParams(parameters)}`,
            curl: `curl -H 'Authorization: Bearer alir_live_...' \\\n  '${origin}/usage/history?${new URLSearchParams(parameters)}'`,
          }}
          units={0}
          remark={usage.exact}
        >
          <Island name="usage" component={UsageChart} props={chart} />
        </Figure>
        <KeysCard keys={keys} isOwner={isOwner} />
        <Card title={usage.by[range.by]} about={usage.about(from, to)}>
          <div class="card-bar">
            <nav class="range" aria-label={usage.grouping}>
              <Choices
                values={USAGE_GROUPINGS}
                current={range.by}
                href={(by) => `${urlWith(view.url, { by })}#rows`}
                text={(by) => usage.by[by]}
              />
            </nav>
            <form method="get" action={PATH} class="inline-form">
              <input type="hidden" name="by" value={range.by} />
              <Field name="from" type="date" label={usage.from} value={range.from} problem={range.problem} />
              <Field name="to" type="date" label={usage.to} value={range.to} />
              <Submit>{usage.show}</Submit>
            </form>
          </div>
          <RowsTable history={history} />
        </Card>
      </div>
    </AccountPage>
  );
}

/** When the quota ends at the present pace. */
function Forecast({ forecast }: { forecast: QuotaForecast }) {
  const { texts, dates, numbers } = useView();
  const { usage } = texts.account;
  const { used_up_on, resets_at, units_per_day, current_usage, monthly_limit } = forecast;
  const reset = usage.resets(dates.time(resets_at));
  if (current_usage >= monthly_limit) {
    return (
      <>
        <strong class="warn">{usage.used_up}</strong>; {reset}
      </>
    );
  }
  if (current_usage === 0) return `${usage.unused}; ${reset}`;
  if (used_up_on === null) return `${usage.lasts(numbers.full(units_per_day))}; ${reset}`;
  const days = epochDay(jakartaDate(new Date(resets_at))) - epochDay(used_up_on);
  return (
    <>
      {usage.ends_on} <strong class="down">{dates.long(used_up_on)}</strong>
      {days > 0 && `, ${usage.before_reset(numbers.full(days), days === 1)}`}; {reset}
    </>
  );
}
