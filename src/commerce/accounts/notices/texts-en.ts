import { type EventData, inJakarta, type NoticeTexts } from './notice-catalogue.ts';

const number = (value: EventData[string] | undefined) => Number(value ?? 0).toLocaleString('en');

export const english: NoticeTexts = {
  'day.published': ({ trade_date }) => [
    `the trading day ${trade_date} is published`,
    `The data of the trading day ${trade_date} can be requested now.`,
  ],
  'day.corrected': ({ trade_date, revision }) => [
    `the trading day ${trade_date} was corrected`,
    `The data of the trading day ${trade_date} was replaced by revision ${revision}. If you store this day, request it again.`,
  ],
  'quota.80': ({ units_used, units, plan, resets_at }) => [
    '80% of your units are used',
    `Your account has used ${number(units_used)} of the ${number(units)} units of its ${plan} plan.`,
    `The units reset at ${inJakarta(resets_at)}. When all units are used, requests are refused until then.`,
  ],
  'quota.100': ({ units, plan, resets_at }) => [
    'all your units are used',
    `Your account has used all ${number(units)} units of its ${plan} plan. Requests that cost units are refused.`,
    `The units reset at ${inJakarta(resets_at)}. An upgrade takes effect at once.`,
  ],
  'plan.ending': ({ plan, period_end, days }) => [
    `your ${plan} plan ends within ${days === 1 ? '1 day' : `${days} days`}`,
    `Your ${plan} plan ends at ${inJakarta(period_end)}. After that, your account has the limits of the Free plan.`,
    'To keep the plan, order a renewal before it ends: POST /billing/orders.',
  ],
  'plan.ended': ({ plan, period_end }) => [
    `your ${plan} plan has ended`,
    `Your ${plan} plan ended at ${inJakarta(period_end)}. Your account now has the limits of the Free plan.`,
    'To get a plan again, make an order: POST /billing/orders.',
  ],
  'payment.applied': ({ order_id, plan, paid_idr, period_end }) => [
    'your payment was received',
    `We received IDR ${number(paid_idr)} for the order ${order_id}. Thank you.`,
    `Your plan: ${plan}${period_end === null ? '' : `, until ${inJakarta(period_end)}`}.`,
  ],
  'payment.needs_attention': ({ order_id, account_id, reason }) => [
    `the payment of the order ${order_id} needs a decision`,
    `Order ${order_id} of the account ${account_id}: ${reason}`,
    `To see it, run: alir order show ${order_id}`,
  ],
  'key.created': ({ name, masked, scopes }) => [
    'a key was created',
    `The key "${name}" (${masked}, scopes: ${scopes}) was created for your account.`,
    'If you do not know who created it, revoke the key: DELETE /account/keys/{key_id}.',
  ],
  'webhook.disabled': ({ url, error }) => [
    'a webhook was disabled',
    `All deliveries to ${url} have failed for 3 days, so the webhook was disabled. The last error: ${error}.`,
    'When the receiver works again, delete the webhook and create it again: POST /account/webhooks.',
  ],
  'webhook.test': () => ['test of your notices', 'This is a test. Notices by e-mail reach this address.'],
  'telegram.code': ({ code }) => [
    `${code} is your code for Telegram`,
    'To get messages about your alerts in this chat, send its id and this code: POST /account/notices. If you did not ask for it, do nothing.',
  ],
  alert: {
    changed: (day) => `your alerts of ${day}`,
    corrected: (day) => `your alerts of ${day} were corrected`,
    test: 'test of an alert',
    bought: (broker, value_idr) => `${broker} bought more than IDR ${number(value_idr)} net`,
    sold: (broker, value_idr) => `${broker} sold more than IDR ${number(value_idr)} net`,
    since: (day) => `Since ${day}:`,
    correction: (day) => `Correction of ${day}:`,
    entered: 'Entered',
    left: 'Left',
    present: 'Present members',
  },
  'brief.published': ({ date, is_correction, is_test, watchlist }) => {
    const kind = is_test ? 'test of the ' : is_correction ? 'corrected ' : '';
    return [`${kind}morning brief of ${date}${watchlist ? `, ${watchlist.name}` : ''}`];
  },
  unsubscribe: 'To stop these e-mails:',
  footer:
    'To choose which e-mails are sent, and in which language, open the page "Webhooks and e-mail" of your account, or: POST /account/notices.',
};
