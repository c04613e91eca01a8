import { type Command, Option } from 'commander';
import type { EventData } from '../../commerce/accounts/notices/notice-catalogue.ts';
import { changeNoticeSettings, noticeSettings } from '../../commerce/accounts/notices/notice-settings.ts';
import { noticeText } from '../../commerce/accounts/notices/notice-texts.ts';
import { LANGUAGES, type Language } from '../../core/commerce-terms.ts';
import type { Stores } from '../../server/stores.ts';
import { type Common, command } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { list, type Output } from '../output.ts';

const MAX_LISTED = 200;
const HEADINGS = ['WHEN', 'EVENT', 'RECEIVER', 'STATE', 'ATTEMPTS', 'NEXT', 'SUBJECT', 'ERROR'];

export function commands(cli: Invocation, notice: Command): void {
  command(notice, 'list', `list the newest ${MAX_LISTED} notices, also unsent ones`)
    .option('--account <account>', 'id or e-mail address of the account')
    .action((options: Common & { account?: string }) =>
      cli.onData(options, (stores, out) => listNotices(stores, out, options)),
    );
  command(notice, 'test', 'send a test e-mail, or print it without a mail server')
    .requiredOption('--email <account>', 'id or e-mail address of the account')
    .action((options: Common & { email: string }) =>
      cli.onData(options, (stores, out) => testNotice(stores, out, options.email)),
    );
}

/** The command for the language of e-mails. @param account the group `alir account` */
export function languageCommand(cli: Invocation, account: Command): void {
  command(account, 'language', 'set the language of e-mails to an account')
    .argument('<account>', 'id or e-mail address of the account')
    .addOption(new Option('--language <language>', 'language').choices(LANGUAGES).makeOptionMandatory())
    .action((wanted: string, options: Common & { language: Language }) =>
      cli.onData(options, async (stores, out) => {
        const { accounts, ledger, config } = stores;
        const { account_id } = await accounts.find(wanted);
        const { language } = options;
        await changeNoticeSettings(stores, account_id, { language });
        const settings = await noticeSettings(ledger, account_id, config.language);
        out.record({ account_id, ...settings }, `E-mails to the account ${account_id} are in: ${language}`);
      }),
    );
}

async function listNotices(
  { ledger, accounts, config }: Stores,
  out: Output,
  options: Common & { account?: string },
): Promise<void> {
  const { account } = options;
  const account_id = await accounts.idOf(account);
  const rows = await ledger.all('notices', { account_id, limit: MAX_LISTED });
  const notices = rows.map(({ url, email, data, language, ...row }) => {
    const isForOperator = row.account_id === null;
    const receiver =
      url ?? row.telegram_chat ?? (isForOperator ? config.operator_email || 'the operator' : email);
    const parsed = JSON.parse(data) as EventData;
    const mail =
      row.webhook_id === null
        ? noticeText(language ?? config.language, row.kind, parsed, { hasFooter: !isForOperator })
        : null;
    return { ...row, receiver, data: parsed, mail };
  });
  list(out, options, HEADINGS, notices, (row) => [
    row.occurred_at,
    row.kind,
    row.receiver ?? '-',
    row.state,
    String(row.attempts),
    row.next_attempt_at ?? '-',
    row.mail?.subject ?? '-',
    row.last_error ?? '-',
  ]);
}

export async function testNotice(
  { accounts, ledger, mailer, config }: Stores,
  out: Output,
  wanted: string,
): Promise<void> {
  const { account_id, email } = await accounts.find(wanted);
  const { language } = await noticeSettings(ledger, account_id, config.language);
  const mail = { to: email, ...noticeText(language, 'webhook.test', {}) };
  await mailer?.send(mail);
  const isSent = mailer !== null;
  const shown = `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text.trimEnd()}`;
  out.record({ ...mail, sent: isSent }, shown);
  out.notice(
    isSent
      ? 'The mail server accepted the e-mail.'
      : 'It was not sent: there is no mail server. Set ALIR_SMTP_URL and ALIR_MAIL_FROM.',
  );
}
