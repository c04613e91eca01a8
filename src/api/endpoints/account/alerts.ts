import * as z from 'zod';
import { ALERT_UNITS, type Alert, type Alerts } from '../../../commerce/accounts/alerts/alerts.ts';
import { PLANS } from '../../../commerce/accounts/plans.ts';
import type { Plan } from '../../../core/commerce-terms.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { brokerCode, requestOf, wholeNumber } from '../../http/requests/request-fields.ts';
import {
  count,
  fieldsOf,
  isoDate,
  record,
  SOME_ID,
  text,
  timestamp,
} from '../../http/responses/response-fields.ts';

const FREE = { group: 'Alerts', units: 0, depends_on: 'caller', scope: 'account' } as const;
const MAX_VALUE_IDR = 1_000_000_000_000_000;

const rule = requestOf({
  broker: brokerCode,
  side: z
    .enum(['buy', 'sell'], { error: 'must be buy or sell' })
    .meta({ description: 'buy: the broker bought more than it sold; sell: it sold more than it bought' }),
  value_idr: wholeNumber(
    MAX_VALUE_IDR,
    'A stock is a member if the net value of the day is larger than this value, in IDR, on the regular market',
  ),
}).meta({ description: 'For a watchlist: what a broker did in its stocks on the newest day' });

export const newAlertInput = requestOf({
  saved_id: text('Identifier of a screen or a watchlist, from GET /account/saved'),
  rule: rule.optional(),
});

const alert_id = text('Identifier of the alert, from GET /account/alerts');

const alertSchema = record('Alert', 'A rule that notifies the account of the stocks that enter and leave', {
  alert_id: text('Identifier'),
  saved_id: text('Identifier of its screen or watchlist'),
  name: text('Name of its screen or watchlist'),
  rule: rule.nullable().meta({
    description: 'What a broker did in the stocks of the watchlist on the newest day; null for a screen',
  }),
  units: count('Units that each evaluation costs: alerts are free. The plan limits their number'),
  created_at: timestamp('Time of creation'),
  paused_at: timestamp('Time of the pause', 'Null while it is not paused').nullable(),
  trade_date: isoDate('Newest day at the last evaluation; null before the first one').nullable(),
  members: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Tickers that fulfil the rule on that day; null before the first evaluation' }),
  last_change: record('LastChange', 'The newest change of the members', {
    publication: count('Number of its publication'),
    trade_date: isoDate('Newest day of that publication'),
    since: isoDate('Day of the members before').nullable(),
    is_correction: z
      .boolean()
      .meta({ description: 'Whether a publication corrected the members of the day' }),
    entered: z.array(z.string()).meta({ description: 'Tickers that entered' }),
    left: z.array(z.string()).meta({ description: 'Tickers that left' }),
  })
    .nullable()
    .meta({ description: 'The newest change of the members; null without one' }),
});

const LIMITS = Object.entries(PLANS as Readonly<Record<Plan, { readonly alerts: number }>>)
  .map(([plan, { alerts }]) => `${plan} ${alerts}`)
  .join(', ');

export function alertEndpoints(alerts: Alerts): Endpoint[] {
  return [
    endpoint({
      ...FREE,
      route: 'GET /account/alerts',
      name: 'list_alerts',
      title: 'Alerts of the account',
      description: 'Lists the alerts of the account with their present members, oldest first. Free.',
      output: z.array(alertSchema),
      answer: async (_input, { account_id }) => (await alerts.all(account_id)).map(presentAlert),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/alerts',
      name: 'create_alert',
      title: 'Create an alert',
      description: `Creates a rule that is evaluated at each publication. The event alert.changed has the stocks that entered and left since the evaluation before. It is sent by e-mail, webhooks and Telegram; the first evaluation sends nothing. Evaluations cost no units. A screen has one alert, without a rule. A watchlist has one alert for each rule. A request for another one returns the existing alert. The plan limits the number of alerts: ${LIMITS}. Free.`,
      errors: ['unknown_saved_item', 'alert_limit_reached'],
      example: { saved_id: SOME_ID, rule: { broker: 'YP', side: 'buy', value_idr: 10_000_000_000 } },
      input: newAlertInput,
      output: alertSchema,
      answer: async (sent, { account_id }) =>
        presentAlert(await alerts.create(account_id, sent.saved_id, sent.rule ?? null)),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/alerts/:alert_id/test',
      name: 'test_alert',
      title: 'Test an alert',
      description:
        'Has the present members of an alert sent as a test, in the way of its messages, at most once a minute. The request has no body. Free.',
      errors: ['unknown_alert'],
      example: { alert_id: SOME_ID },
      input: requestOf({ alert_id }),
      output: alertSchema,
      answer: async (input, { account_id }) => presentAlert(await alerts.test(account_id, input.alert_id)),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/alerts/:alert_id',
      name: 'change_alert',
      title: 'Pause or resume an alert',
      description:
        'Pauses an alert, or resumes it. A resumed alert sends nothing about changes during the pause. Free.',
      errors: ['unknown_alert'],
      example: { alert_id: SOME_ID, paused: true },
      input: requestOf({
        alert_id,
        paused: z.boolean({ error: 'must be true or false' }).meta({ description: 'true pauses the alert' }),
      }),
      output: alertSchema,
      answer: async ({ alert_id: id, paused }, { account_id }) =>
        presentAlert(await alerts.pause(account_id, id, paused)),
    }),
    endpoint({
      ...FREE,
      route: 'DELETE /account/alerts/:alert_id',
      name: 'delete_alert',
      title: 'Delete an alert',
      description: 'Deletes an alert of the account. Pending messages are not sent. Free.',
      errors: ['unknown_alert'],
      example: { alert_id: SOME_ID },
      input: requestOf({ alert_id }),
      output: alertSchema,
      answer: async (input, { account_id }) => presentAlert(await alerts.delete(account_id, input.alert_id)),
    }),
  ];
}

function presentAlert(alert: Alert) {
  return fieldsOf(alertSchema, { ...alert, units: ALERT_UNITS });
}
