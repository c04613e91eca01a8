import type { FastifyInstance } from 'fastify';
import { createAccount, listAccounts } from '../../../../api/endpoints/admin/admin-accounts.ts';
import { queryWith } from '../../../../api/http/requests/request-fields.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import type { AccountOverview } from '../../../../commerce/accounts/overview.ts';
import { PLAN_MONTHS, PLAN_NAMES } from '../../../../core/commerce-terms.ts';
import { MAX_EMAIL_CHARACTERS } from '../../../../core/email.ts';
import { type Column, DataTable, type Sorting, sortingOf } from '../../components/data-table.tsx';
import { Field, NumberField, Select, Submit } from '../../components/forms.tsx';
import { Empty, Tag } from '../../components/notice.tsx';
import type { Outcome } from '../../framework/page-routes.tsx';
import { Action, operationForm } from '../operator-action.tsx';
import { AccountLink } from '../operator-links.tsx';
import { type OperatorContext, OperatorPage, operatorPage, useOperator } from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { dayText, planText, timeText } from '../operator-texts.ts';

const PAGE = '/operator/accounts';
const NEAR_QUOTA_PERCENT = 80;
const ENDING_DAYS = 7;
/** A page with more rows takes long to read and to render. */
const MAX_ROWS = 500;

const SORTED = {
  email: ({ email }: AccountOverview) => email,
  plan: ({ plan }: AccountOverview) => PLAN_NAMES.indexOf(plan),
  until: ({ period_end }: AccountOverview) => period_end ?? '9',
  used: ({ used_percent }: AccountOverview) => used_percent,
  last: ({ last_request_at }: AccountOverview) => last_request_at ?? '',
  paid: ({ applied_idr }: AccountOverview) => applied_idr,
};

const FILTER = queryWith(listAccounts.input.shape);

export function accountListPages(pages: FastifyInstance, services: OperatorServices): void {
  const page = operatorPage(pages, PAGE, (context) => accountsPage(services, context));
  operationForm(pages, services, `${PAGE}/create`, createAccount, page, { after: showKeys });
}

/** The accounts that match a search. */
export async function accountsPage({ administration }: OperatorServices, context: OperatorContext) {
  const { view, texts, query } = context;
  const t = texts.accounts;
  const filter = validated(FILTER, query);
  const { search, near_quota, ending_days } = filter;
  const all = await administration.overviews();
  const found = await administration.overviews(filter);
  const sorting = sortingOf(query.sort, Object.keys(SORTED));
  const rows = sorted(found, sorting).slice(0, MAX_ROWS);
  const full = (value: number) => view.numbers.full(value);
  const chips = [
    [texts.all, PAGE, near_quota === undefined && ending_days === undefined],
    [t.near_quota, `${PAGE}?near_quota=${NEAR_QUOTA_PERCENT}`, near_quota !== undefined],
    [t.ending, `${PAGE}?ending_days=${ENDING_DAYS}`, ending_days !== undefined],
  ] as const;
  return (
    <OperatorPage section="accounts" remark={t.shown(full(rows.length), full(all.length))}>
      <div class="filters">
        <form method="get" action={PAGE} class="filter-form">
          <Field
            name="search"
            type="search"
            label={t.search}
            value={search}
            maxLength={MAX_EMAIL_CHARACTERS}
          />
          <Submit>{texts.show}</Submit>
        </form>
        <p class="chips">
          {chips.map(([title, href, isCurrent]) => (
            <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </p>
      </div>
      <div class="grid">
        <section class="card c12">
          {all.length === 0 ? (
            <Empty title={t.first}>{t.first_text}</Empty>
          ) : (
            <AccountTable rows={rows} sorting={sorting} />
          )}
        </section>
        <section class="card c12 actions">
          <CreateAccount />
        </section>
      </div>
    </OperatorPage>
  );
}

/** Shows the keys of a new account once. */
function showKeys(
  { api_key, mcp_key }: { readonly api_key: string; readonly mcp_key: string },
  { texts }: OperatorContext,
): Outcome {
  const t = texts.accounts;
  return {
    kind: 'ok',
    title: texts.done.account_created,
    content: (
      <>
        {t.new_keys}
        <br />
        {t.api_key}: <code class="long">{api_key}</code>
        <br />
        {t.mcp_key}: <code class="long">{mcp_key}</code>
      </>
    ),
  };
}

export function PlanFields() {
  const { texts, view } = useOperator();
  const t = texts.accounts;
  return (
    <>
      <Select
        name="plan"
        label={t.plan}
        options={PLAN_NAMES.map((plan) => ({ value: plan, title: planText(view, plan, null) }))}
      />
      <Select
        name="months"
        label={t.months}
        options={PLAN_MONTHS.map((months) => ({
          value: String(months),
          title: texts.months(view.numbers.full(months)),
        }))}
      />
      <NumberField min={0} name="paid_idr" label={t.paid_outside} hint={t.paid_outside_hint} />
      <fieldset class="triple">
        <legend>{t.own_terms}</legend>
        <NumberField name="units" label={t.units} />
        <NumberField name="requests_per_minute" label={t.rpm} />
        <NumberField name="keys" label={t.keys_allowed} />
      </fieldset>
    </>
  );
}

function CreateAccount() {
  const t = useOperator().texts.accounts;
  return (
    <Action
      name="create"
      operation={createAccount}
      to={PAGE}
      title={t.create}
      effect={t.create_effect}
      kind="primary"
    >
      <Field name="email" type="email" label={t.email} required maxLength={MAX_EMAIL_CHARACTERS} />
      <PlanFields />
    </Action>
  );
}

function AccountTable({ rows, sorting }: { rows: readonly AccountOverview[]; sorting: Sorting | undefined }) {
  const { view, texts } = useOperator();
  const t = texts.accounts;
  const columns: readonly Column<AccountOverview>[] = [
    {
      sort: 'email',
      title: t.account,
      cell: ({ account_id, email }) => <AccountLink id={account_id} email={email} />,
    },
    { sort: 'plan', title: t.plan, cell: ({ plan }) => planText(view, plan, null) },
    { sort: 'until', title: t.ends, cell: ({ period_end }) => dayText(view, period_end) },
    {
      sort: 'used',
      title: t.used,
      isNumber: true,
      cell: (account) => <Used account={account} />,
    },
    { title: t.keys, number: ({ live_keys }) => live_keys },
    {
      sort: 'last',
      title: t.last_request,
      cell: ({ last_request_at }) => (last_request_at ? timeText(view, last_request_at) : t.never),
    },
    { sort: 'paid', title: t.paid, number: ({ applied_idr }) => applied_idr || null },
    { title: t.credit, number: ({ credit_idr }) => credit_idr || null },
    { title: t.held, number: ({ held_idr }) => held_idr || null },
    {
      title: t.state,
      cell: ({ suspended_at }) => (suspended_at === null ? t.active : <Tag kind="bad">{t.suspended}</Tag>),
    },
  ];
  return (
    <DataTable
      caption={t.caption}
      id="accounts"
      columns={columns}
      rows={rows}
      {...(sorting && { sorting })}
      empty={<Empty title={t.none}>{t.none_text}</Empty>}
    />
  );
}

/** The used part of the quota: the numbers, and a bar. */
export function Used({ account: { used, units, used_percent } }: { account: AccountOverview }) {
  const { view, texts } = useOperator();
  const full = (value: number) => view.numbers.full(value);
  const isHigh = used_percent >= NEAR_QUOTA_PERCENT;
  return (
    <span class="used">
      <span class={isHigh ? 'down' : undefined}>{view.numbers.percent(used_percent / 100)}</span>{' '}
      <small>{texts.accounts.of_units(full(used), full(units))}</small>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="rest" width="100" height="4" />
        <rect class={isHigh ? 'high' : 'part'} width={Math.min(100, used_percent)} height="4" />
      </svg>
    </span>
  );
}

function sorted(accounts: readonly AccountOverview[], sorting: Sorting | undefined): AccountOverview[] {
  if (!sorting) return [...accounts];
  const sortedBy = SORTED[sorting.key as keyof typeof SORTED];
  const sign = sorting.isDescending ? -1 : 1;
  return accounts.toSorted((one, other) => {
    const [a, b] = [sortedBy(one), sortedBy(other)];
    return a === b ? 0 : a < b ? -sign : sign;
  });
}
