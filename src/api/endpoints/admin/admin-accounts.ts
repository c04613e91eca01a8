import * as z from 'zod';
import { MEMBER_ROLES, PLAN_MONTHS, PLAN_NAMES } from '../../../core/commerce-terms.ts';
import { MAX_EMAIL_CHARACTERS } from '../../../core/email.ts';
import { requestOf, wholeNumber } from '../../http/requests/request-fields.ts';
import {
  account,
  amount_idr,
  days,
  email,
  idr,
  instant,
  keys,
  preview,
  reason,
  reference,
  requests_per_minute,
  units,
} from './admin-fields.ts';
import { type AdminServices, operation, option } from './admin-operation.ts';

const ONLY_OWN = 'only for enterprise and custom';

/** A plan that the operator gives. Its own limits are for plans without standard ones. */
const plan_fields = {
  plan: option(z.enum(PLAN_NAMES), '--plan <plan>', 'plan'),
  months: option(
    z.literal(PLAN_MONTHS, { error: `must be one of ${PLAN_MONTHS.join(', ')}` }).default(1),
    '--months <months>',
    'length of the period',
  ),
  units: option(units.optional(), '--units <number>', `units per cycle; ${ONLY_OWN}`),
  requests_per_minute: option(
    requests_per_minute.optional(),
    '--requests-per-minute <number>',
    `requests per minute; ${ONLY_OWN}`,
  ),
  keys: option(keys.optional(), '--keys <number>', `maximum number of keys; ${ONLY_OWN}`),
};

interface OwnTerms {
  readonly units?: number | undefined;
  readonly requests_per_minute?: number | undefined;
  readonly keys?: number | undefined;
}

/** All three limits; null if one is missing, which is an error for a plan that needs them. */
function termsOf({ units, requests_per_minute, keys }: OwnTerms) {
  if (units === undefined || requests_per_minute === undefined || keys === undefined) return null;
  return { units, requests_per_minute, keys };
}

/** Changes an account. @returns the account after the change */
async function changed(
  { accounts, administration, billing }: AdminServices,
  wanted: string,
  change: (account_id: string) => Promise<unknown>,
) {
  const { account_id } = await accounts.find(wanted);
  await billing.invoices.covering(() => change(account_id));
  return administration.overview(account_id);
}

export const listAccounts = operation({
  route: 'GET /admin/accounts',
  command: 'account list',
  about: 'list accounts with their use, plan and money',
  input: requestOf({
    search: option(
      z.string().max(MAX_EMAIL_CHARACTERS).optional(),
      '--search <text>',
      'only those whose e-mail address or id contains this text',
    ),
    near_quota: option(
      wholeNumber(100, 'Used percent of the quota', { minimum: 0 }).optional(),
      '--near-quota <percent>',
      'only those that used at least this percent of their quota',
    ),
    ending_days: option(
      days.optional(),
      '--ending <days>',
      'only those whose paid period ends within this number of days',
    ),
  }),
  run: ({ administration }, filter) => administration.overviews(filter),
});

export const createAccount = operation({
  route: 'POST /admin/accounts',
  command: 'account create',
  about: 'create an account with its first API key and its MCP key',
  input: requestOf({
    email: option(email, '--email <address>', 'e-mail address'),
    ...plan_fields,
    paid_idr: option(idr.optional(), '--paid <idr>', 'amount paid in IDR; default: the list price'),
  }),
  run: async ({ accounts, administration, billing }, input, { actor }) => {
    const { email, plan, months, paid_idr = 0, ...terms } = input;
    const create = () => accounts.create(email, plan, months, termsOf(terms), paid_idr, actor);
    const { account, api_key, mcp_key } = await billing.invoices.covering(create);
    return { ...(await administration.overview(account.account_id)), api_key, mcp_key };
  },
});

export const suspendAccount = operation({
  route: 'POST /admin/accounts/:account/suspend',
  command: 'account suspend',
  about: 'refuse the requests of all keys of an account',
  input: requestOf({ account, reason }),
  run: (services, { account }, change) =>
    changed(services, account, (id) => services.administration.suspend(id, change)),
});

export const resumeAccount = operation({
  route: 'POST /admin/accounts/:account/resume',
  command: 'account resume',
  about: 'accept the requests of a suspended account again',
  input: requestOf({ account, reason }),
  run: (services, { account }, change) =>
    changed(services, account, (id) => services.administration.resume(id, change)),
});

export const changeEmail = operation({
  route: 'POST /admin/accounts/:account/email',
  command: 'account email',
  about: 'change the e-mail address of an account',
  input: requestOf({ account, reason, email: option(email, '--email <address>', 'new e-mail address') }),
  run: (services, { account, email }, change) =>
    changed(services, account, (id) => services.administration.changeEmail(id, email, change)),
});

export const grant = operation({
  route: 'POST /admin/accounts/:account/grants',
  command: 'account grant',
  about: 'add units to the current quota of an account, or days to its period',
  input: requestOf({
    account,
    reason,
    preview,
    units: option(
      wholeNumber(1e9, 'Units').optional(),
      '--units <number>',
      'units; they end with the quota window',
    ),
    days: option(days.optional(), '--days <number>', 'days'),
  }).refine(({ units, days }) => (units === undefined) !== (days === undefined), {
    path: ['units'],
    error: 'is required without --days: give either --units or --days',
  }),
  run: (services, { account, units, days }, change) =>
    changed(services, account, async (id) => {
      const { administration } = services;
      if (units !== undefined) await administration.grantUnits(id, units, change);
      if (days !== undefined) await administration.grantDays(id, days, change);
    }),
});

export const assignPlan = operation({
  route: 'POST /admin/accounts/:account/plan',
  command: 'account plan',
  about: 'give an account a plan from now on, without an order',
  input: requestOf({
    account,
    reason,
    preview,
    ...plan_fields,
    paid_idr: option(idr.default(0), '--paid <idr>', 'amount paid in IDR'),
  }),
  run: (services, { account, plan, months, paid_idr, ...terms }, change) =>
    changed(services, account, (id) => {
      const assigned = { plan, months, paid_idr, own_terms: termsOf(terms) };
      return services.administration.assignPlan(id, assigned, change);
    }),
});

export const recordTransfer = operation({
  route: 'POST /admin/accounts/:account/transfers',
  command: 'account transfer',
  about: 'record a bank transfer that belongs to no order; it is held',
  input: requestOf({
    account,
    reason,
    preview,
    amount_idr: option(amount_idr, '--amount <idr>', 'what was paid'),
    payment_reference: option(reference, '--reference <text>', 'number of the transfer'),
    paid_at: option(instant.optional(), '--paid-at <time>', 'when it was received; default: now'),
  }),
  run: (services, { account, ...transfer }, change) =>
    changed(services, account, (id) => services.administration.recordTransfer(id, transfer, change)),
});

export const payOut = operation({
  route: 'POST /admin/accounts/:account/payouts',
  command: 'account payout',
  about: 'record that credit of an account, or a transfer that is held, was paid out',
  input: requestOf({
    account,
    reason,
    preview,
    payment_reference: option(reference.optional(), '--transfer <text>', 'reference of a held transfer'),
    amount_idr: option(amount_idr.optional(), '--amount <idr>', 'default: all'),
    as_credit: option(z.boolean().default(false), '--as-credit', 'the transfer becomes credit instead'),
  }),
  run: (services, { account, as_credit: asCredit, ...payout }, change) =>
    changed(services, account, (id) => services.administration.payOut(id, { ...payout, asCredit }, change)),
});

export const correctPayment = operation({
  route: 'POST /admin/accounts/:account/corrections',
  command: 'account correct',
  about: 'correct the amount of --paid, or of a transfer',
  input: requestOf({
    account,
    reason,
    preview,
    amount_idr: option(idr, '--amount <idr>', 'what was really paid'),
    payment_reference: option(
      reference.optional(),
      '--transfer <text>',
      'reference of the transfer; default: the last amount recorded with --paid',
    ),
  }),
  run: (services, { account, amount_idr, payment_reference = null }, change) =>
    changed(services, account, (id) =>
      services.administration.correctPayment(id, payment_reference, amount_idr, change),
    ),
});

export const invitePerson = operation({
  route: 'POST /admin/invitations',
  command: 'account invite',
  about: 'invite a person by e-mail, or print a link without a mail server',
  input: requestOf({
    email: option(email, '<email>', 'e-mail address of the person'),
    account: option(z.string().optional(), '--account <account>', 'account to join; default: a new account'),
    role: option(
      z.enum(MEMBER_ROLES).optional(),
      '--role <role>',
      'role in the account; default: member, in a new account owner',
    ),
  }),
  isLong: true,
  run: ({ invitations }, { email, account = null, role = null }, change) =>
    invitations.invite({ email, account, role }, change),
});

export const exportAccount = operation({
  route: 'GET /admin/accounts/:account/export',
  command: 'account export',
  about: 'write everything stored about an account as JSON',
  input: requestOf({ account }),
  run: async ({ accounts, administration }, { account }, change) => {
    const { account_id } = await accounts.find(account);
    return administration.export(account_id, change);
  },
});

export const deleteAccount = operation({
  route: 'POST /admin/accounts/:account/delete',
  command: 'account delete',
  about: 'remove the personal data of an account; money and invoices stay',
  input: requestOf({
    account,
    reason,
    forfeit: option(
      z.boolean().default(false),
      '--forfeit',
      'delete it although it has open orders, held money or credit',
    ),
  }),
  run: async ({ accounts, billing }, { account, forfeit }, change) => {
    const { account_id } = await accounts.find(account);
    return billing.deletion.delete(account_id, change, forfeit);
  },
});
