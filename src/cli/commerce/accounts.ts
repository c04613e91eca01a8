import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  assignPlan,
  changeEmail,
  correctPayment,
  createAccount,
  deleteAccount,
  exportAccount,
  grant,
  invitePerson,
  listAccounts,
  payOut,
  recordTransfer,
  resumeAccount,
  suspendAccount,
} from '../../api/endpoints/admin/admin-accounts.ts';
import type { DeletionEffects } from '../../commerce/accounts/account-deletion.ts';
import type { Account } from '../../commerce/accounts/accounts.ts';
import { entitlementAt } from '../../commerce/accounts/entitlement.ts';
import type { AccountOverview } from '../../commerce/accounts/overview.ts';
import { INVITATION_DAYS } from '../../commerce/accounts/people/people.ts';
import { LINK_HOURS } from '../../commerce/accounts/people/sign-in.ts';
import { listPrice } from '../../commerce/billing/prices/prices.ts';
import type { Plan, PlanMonths } from '../../core/commerce-terms.ts';
import { naiveUtc } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { counted } from '../../core/words.ts';
import type { Stores } from '../../server/stores.ts';
import { type Common, command, type Formatted, formatOption } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { writeNew } from '../new-file.ts';
import { operationCommand, type Sent } from '../operation-command.ts';
import { type Columns, idrText, listAs, type Output, table } from '../output.ts';
import { billingDetailsCommand } from './invoices.ts';
import { languageCommand } from './notices.ts';
import { accountPeopleCommands } from './people.ts';

export function commands(cli: Invocation, account: Command): void {
  operationCommand(cli, account, createAccount, printNewAccount, {
    isForNewFolder: true,
    prepare: (sent, { billing }) => {
      const { plan, months } = sent as { plan: Plan; months: PlanMonths };
      return { paid_idr: listPrice(billing.prices, plan, months), ...withOwnTerms(sent) };
    },
  });
  command(account, 'show', 'show an account: plan, limits and history')
    .argument('<account>', 'id or e-mail address of the account')
    .action((wanted: string, options: Common) =>
      cli.onData(options, (stores, out) => showAccount(stores, out, wanted)),
    );
  operationCommand(cli, account, listAccounts, (accounts, out, options: Formatted) =>
    listAs(out, options, COLUMNS, accounts),
  ).addOption(formatOption());
  for (const operation of [suspendAccount, resumeAccount]) {
    operationCommand(cli, account, operation, printAccount);
  }
  operationCommand(cli, account, changeEmail, printAccount);
  const granting = operationCommand(cli, account, grant, printAccount, {
    prepare: (sent) => {
      if (sent.units !== undefined || sent.days !== undefined) return sent;
      throw new AlirError('bad_configuration', 'Pass --units or --days.');
    },
  });
  granting.options.find(({ long }) => long === '--days')?.conflicts('units');
  operationCommand(cli, account, assignPlan, printAccount, { prepare: withOwnTerms });
  for (const operation of [recordTransfer, payOut]) operationCommand(cli, account, operation, printAccount);
  operationCommand(cli, account, correctPayment, printAccount);
  operationCommand(cli, account, invitePerson, printInvitation);
  accountPeopleCommands(cli, account);
  billingDetailsCommand(cli, account);
  operationCommand(cli, account, exportAccount, printExport).option(
    '--out <file>',
    'new file; default: standard output',
  );
  operationCommand(cli, account, deleteAccount, (effects, out) => printDeletion(out, effects, true), {
    prepare: async (sent, { accounts, billing }, out, { yes }) => {
      if (yes) return sent;
      const { account_id } = await accounts.find(String(sent.account));
      printDeletion(out, await billing.deletion.effects(account_id), false);
      out.notice('Nothing was deleted. A deletion cannot be undone; to delete the account, add --yes.');
      return null;
    },
  }).option('--yes', 'delete it; otherwise show what would be deleted, and exit with 1', false);
  languageCommand(cli, account);
}

/** @throws AlirError `bad_configuration` if only some of the limits are passed */
function withOwnTerms(sent: Sent): Sent {
  const missing = [sent.units, sent.requests_per_minute, sent.keys].filter((limit) => limit === undefined);
  if (missing.length === 0 || missing.length === 3) return sent;
  throw new AlirError(
    'bad_configuration',
    'Pass all of --units, --requests-per-minute and --keys, or none of them.',
  );
}

const COLUMNS: Columns<AccountOverview> = {
  account_id: 'ACCOUNT',
  email: 'E-MAIL',
  plan: 'PLAN',
  period_end: 'UNTIL',
  used: 'USED',
  units: 'UNITS',
  used_percent: 'USED %',
  live_keys: 'KEYS',
  last_request_at: 'LAST REQUEST',
  applied_idr: 'PAID IDR',
  credit_idr: 'CREDIT IDR',
  owed_idr: 'OWED IDR',
  held_idr: 'HELD IDR',
  suspended_at: 'SUSPENDED',
};

function printAccount(overview: AccountOverview, out: Output, options: Common): void {
  listAs(out, options, COLUMNS, [overview]);
}

type NewAccount = AccountOverview & { readonly api_key: string; readonly mcp_key: string };

function printNewAccount({ account_id, plan, api_key, mcp_key, ...overview }: NewAccount, out: Output): void {
  const period_end = overview.period_end === null ? null : naiveUtc(new Date(overview.period_end));
  out.record(
    { account_id, plan, period_end, api_key, mcp_key },
    [
      `account  ${account_id}`,
      `plan     ${plan}${period_end ? `, until ${period_end} UTC` : ''}`,
      `API key  ${api_key}`,
      `MCP key  ${mcp_key}`,
    ].join('\n'),
  );
  out.notice('Store the keys now: Alir stores only their hashes and cannot show them again.');
}

/** Prints an account: its plan, its current limits and its history. */
async function showAccount(
  { accounts, administration, clock }: Stores,
  output: Output,
  wanted: string,
): Promise<void> {
  const account = await accounts.find(wanted);
  const { account_id } = account;
  const overview = await administration.overview(account_id);
  const { plan, units, requests_per_minute, keys, window_end } = entitlementAt(account, clock.now());
  const in_force = { plan, units, requests_per_minute, keys, resets_at: window_end.toISOString() };
  const changes = await accounts.changes(account_id);
  const held_transfers = await administration.heldTransfers(account_id);
  const headings = ['WHEN', 'WHAT', 'PLAN', 'PERIOD', 'PRICE', 'CREDIT', 'PAID'];
  const rows = changes.map((change) => [
    change.changed_at,
    change.kind,
    change.plan,
    `${change.period_start} to ${change.period_end ?? 'no end'}`,
    ...[change.price_idr, change.credit_idr, change.charge_idr].map((idr) => idr.toLocaleString('en')),
  ]);
  output.record(
    { ...account, in_force, overview, held_transfers, changes },
    [
      `account    ${account_id}`,
      `e-mail     ${account.email}`,
      `bought     ${bought(account)}`,
      `state      ${account.suspended_at === null ? 'active' : `suspended since ${account.suspended_at}`}`,
      `current    ${plan}: ${units.toLocaleString('en')} units until ${in_force.resets_at}, ${requests_per_minute} requests per minute, ${counted(keys, 'key')}`,
      `used       ${overview.used.toLocaleString('en')} units, ${overview.used_percent}%; last request: ${overview.last_request_at ?? 'never'}`,
      `money      ${idrText(overview.applied_idr)} applied, ${overview.credit_idr.toLocaleString('en')} credit, ${overview.held_idr.toLocaleString('en')} held, ${overview.owed_idr.toLocaleString('en')} owed`,
      ...held_transfers.map(
        ({ payment_reference, held_idr, paid_at }) =>
          `transfer   ${idrText(held_idr)} held, of ${paid_at}: ${payment_reference}`,
      ),
      '',
      table(headings, rows),
    ].join('\n'),
  );
}

function bought({ plan, period_start, period_end }: Account): string {
  return period_end === null ? plan : `${plan}, ${period_start} to ${period_end}`;
}

export function printInvitation(
  {
    link,
    failure,
    ...made
  }: { readonly email: string; readonly link: string | null; readonly failure?: unknown },
  out: Output,
): void {
  const { email } = made;
  if (link === null) {
    out.record(made, `The mail server accepted the invitation to ${email}.`);
    return;
  }
  if (failure !== undefined) {
    out.notice(`The mail server did not accept the e-mail: ${(failure as Error).message}`);
  }
  out.record({ ...made, link }, link);
  out.notice(
    `Send this link to ${email} in a way that nobody else can read. It works once, within ${LINK_HOURS} hours; the invitation ends after ${INVITATION_DAYS} days. Alir sends it by e-mail if ALIR_SMTP_URL and ALIR_PUBLIC_URL are set.`,
  );
}

async function printExport(
  exported: { readonly account: { readonly account_id: string } },
  out: Output,
  options: Common & { readonly out?: string },
): Promise<void> {
  const text = JSON.stringify(exported, null, 2);
  if (options.out === undefined) {
    out.record(exported, text);
    return;
  }
  await writeNew(options.out, `${text}\n`);
  const path = resolve(options.out);
  const { account_id } = exported.account;
  out.record({ account_id, out: path }, `Wrote the account ${account_id} to ${path}.`);
}

function printDeletion(out: Output, effects: DeletionEffects, isDeleted: boolean): void {
  const lines = [
    `account           ${effects.account_id}`,
    `e-mail            ${effects.email}`,
    `revoked keys      ${effects.live_keys}`,
    `deleted webhooks  ${effects.webhooks}`,
    `removed people    ${effects.people}`,
    `cancelled orders  ${effects.open_orders}`,
    `orders to decide  ${effects.undecided_orders}`,
    `held              IDR ${effects.held_idr}`,
    `credit            IDR ${effects.credit_idr}`,
    `kept invoices     ${effects.invoices}`,
  ];
  out.record({ deleted: isDeleted, ...effects }, lines.join('\n'));
}
