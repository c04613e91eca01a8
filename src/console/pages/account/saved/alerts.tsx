import type { FastifyInstance } from 'fastify';
import { newAlertInput } from '../../../../api/endpoints/account/alerts.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import type { Alert, Alerts } from '../../../../commerce/accounts/alerts/alerts.ts';
import type { SavedItem } from '../../../../commerce/accounts/saved-items.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Field, Form, Select, Submit } from '../../components/forms.tsx';
import { Tag } from '../../components/notice.tsx';
import { useView, type View } from '../../components/view.ts';
import type { Fields } from '../../framework/page-routes.tsx';
import { type AccountFormPage, accountForm, checkedInput } from '../account-form.tsx';
import type { AccountContext } from '../account-page.tsx';

/** The forms of the alerts of a saved item, on its page. */
export function alertForms(scope: FastifyInstance, alerts: Alerts, item: AccountFormPage): void {
  accountForm(scope, `${item.back}/alerts/create`, item, async (fields, { account_id, params }) => {
    const { saved_id, rule } = sentAlert(params.saved_id ?? '', fields);
    await alerts.create(account_id, saved_id, rule ?? null);
    return 'alert_created';
  });

  accountForm(
    scope,
    `${item.back}/alerts/:alert_id`,
    item,
    async ({ action }, { account_id, params: { alert_id = '' } }) => {
      if (action === 'test') await alerts.test(account_id, alert_id);
      else if (action === 'delete') await alerts.delete(account_id, alert_id);
      else await alerts.pause(account_id, alert_id, action === 'pause');
      return action === 'test' ? 'alert_tested' : action === 'delete' ? 'alert_deleted' : 'saved';
    },
  );
}

/** Digits, or groups of three of them with one separator. */
const AMOUNT = /^\d+$|^\d{1,3}([.,\s])\d{3}(\1\d{3})*$/;

/** What a form asks for, as the operation of the API takes it. */
function sentAlert(saved_id: string, { broker, side, value_idr }: Fields) {
  // The form of a screen has no fields.
  if (value_idr === undefined) return { saved_id };
  const value = AMOUNT.test(value_idr) ? Number(value_idr.replaceAll(/[.,\s]/g, '')) : value_idr;
  return checkedInput(
    () => validated(newAlertInput, { saved_id, rule: { broker, side, value_idr: value } }),
    (problem) => ({ ...problem, field: problem.field.replace(/^rule\./, '') }),
  );
}

/** The alerts of a saved item, with a form for a new one. */
export async function AlertsCard({
  alerts,
  item: { saved_id, kind },
  path,
  context,
}: {
  readonly alerts: Alerts;
  readonly item: SavedItem;
  /** Of the page of the item. */
  readonly path: string;
  readonly context: AccountContext;
}) {
  const { view, account_id, isOwner } = context;
  const { alerts: texts } = view.texts.account.saved;
  const { numbers } = view;
  const [all, limit] = [await alerts.all(account_id), await alerts.limit(account_id)];
  const own = all.filter((alert) => alert.saved_id === saved_id);
  const isNew = kind === 'watchlist' || own.length === 0;
  return (
    <Card title={texts.title} about={texts.about(numbers.full(all.length), numbers.full(limit))} id="alerts">
      <DataTable
        id="alerts-table"
        caption={texts.caption}
        rows={own}
        columns={alertColumns(context, path)}
        empty={<p class="note">{texts.none}</p>}
      />
      {isOwner && isNew && all.length < limit && (
        <Form action={`${path}/alerts/create`} class="inline-form">
          {kind === 'watchlist' && <RuleFields />}
          <Submit>{texts.create}</Submit>
        </Form>
      )}
    </Card>
  );
}

function RuleFields() {
  const { alerts: texts } = useView().texts.account.saved;
  return (
    <>
      <Field name="broker" label={texts.broker} maxLength={2} autocomplete="off" required />
      <Select
        name="side"
        label={texts.side}
        options={[
          { value: 'buy', title: texts.buy },
          { value: 'sell', title: texts.sell },
        ]}
      />
      <Field
        name="value_idr"
        label={texts.value}
        value="10000000000"
        inputMode="numeric"
        autocomplete="off"
        required
      />
    </>
  );
}

function alertColumns({ view, isOwner }: AccountContext, path: string): Column<Alert>[] {
  const { alerts } = view.texts.account.saved;
  return [
    { title: alerts.rule, cell: (alert) => ruleText(view, alert) },
    {
      title: alerts.members,
      cell: ({ members, trade_date }) =>
        members === null || trade_date === null ? (
          alerts.not_evaluated
        ) : (
          <>
            <span class="long">{members.join(', ') || '–'}</span>
            <small class="under">{view.dates.short(trade_date)}</small>
          </>
        ),
    },
    {
      title: alerts.last_change,
      cell: ({ last_change }) =>
        last_change && (
          <>
            {(['entered', 'left'] as const).map(
              (kind) =>
                last_change[kind].length > 0 && (
                  <span class="long" key={kind}>
                    {`${alerts[kind]}: ${last_change[kind].join(', ')} `}
                  </span>
                ),
            )}
            <small class="under">{view.dates.short(last_change.trade_date)}</small>
          </>
        ),
    },
    ...stateColumns<Alert>(view, ({ alert_id }) => (isOwner ? `${path}/alerts/${alert_id}` : null)),
  ];
}

/** Whether an alert or a brief is paused, and the form that changes it. @param form its path; null for no form */
export function stateColumns<Row extends { readonly paused_at: string | null }>(
  { texts }: View,
  form: (row: Row) => string | null,
): Column<Row>[] {
  const { alerts, delete: remove } = texts.account.saved;
  return [
    {
      title: alerts.state,
      cell: ({ paused_at }) =>
        paused_at === null ? <Tag kind="ok">{alerts.active}</Tag> : <Tag kind="info">{alerts.paused}</Tag>,
    },
    {
      title: texts.account.actions,
      actions: (row) => {
        const action = form(row);
        const isPaused = row.paused_at !== null;
        return action === null ? null : (
          <Form action={action}>
            <p class="buttons">
              <Submit name="action" value={isPaused ? 'resume' : 'pause'}>
                {isPaused ? alerts.resume : alerts.pause}
              </Submit>
              <Submit name="action" value="test">
                {alerts.test}
              </Submit>
              <Submit name="action" value="delete" kind="danger">
                {remove}
              </Submit>
            </p>
          </Form>
        );
      },
    },
  ];
}

function ruleText({ texts, numbers }: View, { rule }: Alert): string {
  const { alerts } = texts.account.saved;
  if (rule === null) return alerts.of_screen;
  return (rule.side === 'buy' ? alerts.bought : alerts.sold)(rule.broker, numbers.full(rule.value_idr));
}
