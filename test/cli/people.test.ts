import { expect } from 'vitest';
import { Session } from '../support/cli-session.ts';
import { test } from '../support/fixtures.ts';

test('an operator invites people, informs customers, and reads the notices', async ({
  data_dir,
  folder: cwd,
}) => {
  const alir = new Session({
    data_dir,
    cwd,
    env: { ALIR_PORT: '9000', ALIR_SIGNUP: 'invite', ALIR_OPERATOR_EMAIL: 'op@example.com' },
    now: new Date('2026-02-02T12:00:00Z'),
  });
  const shown = `
$ account create --email b@example.com --plan starter
account  ID1
plan  starter, until 2026-03-04T12:00:00 UTC
API key  KEY2
MCP key  KEY3
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ account invite o@example.com --account b@example.com --role owner
http://127.0.0.1:9000/sign-in/link?email=o%40example.com&code=ID4
! Send this link to o@example.com in a way that nobody else can read. It works once, within 24 hours; the invitation ends after 14 days. Alir sends it by e-mail if ALIR_SMTP_URL and ALIR_PUBLIC_URL are set.
$ account invite p@example.com --json
{"email":"p@example.com","account_id":null,"sent":false,"link":"http://127.0.0.1:9000/sign-in/link?email=p%40example.com&code=ID5"}
! Send this link to p@example.com in a way that nobody else can read. It works once, within 24 hours; the invitation ends after 14 days. Alir sends it by e-mail if ALIR_SMTP_URL and ALIR_PUBLIC_URL are set.
$ account invite m@example.com --account b@example.com
http://127.0.0.1:9000/sign-in/link?email=m%40example.com&code=ID6
! Send this link to m@example.com in a way that nobody else can read. It works once, within 24 hours; the invitation ends after 14 days. Alir sends it by e-mail if ALIR_SMTP_URL and ALIR_PUBLIC_URL are set.
$ account people list b@example.com
PERSON  E-MAIL  ROLE  SINCE
$ account people role b@example.com q@example.com --role member --reason asked
! alir: q@example.com does not belong to the account ID1. To see its people, run: alir account people list ID1
exit 1
$ operator people add o@example.com --reason hired
PERSON  E-MAIL  SINCE
ID7  o@example.com  2026-02-02T12:06:00.000Z
$ operator people add p@example.com --reason hired --json
{"person_id":"ID7","email":"o@example.com","is_operator":1,"created_at":"2026-02-02T12:06:00.000Z"}
{"person_id":"ID8","email":"p@example.com","is_operator":1,"created_at":"2026-02-02T12:07:00.000Z"}
$ operator people link O@example.com
http://127.0.0.1:9000/sign-in/link?email=O%40example.com&code=ID9
! Whoever opens this link signs in as O@example.com. It works once, within 24 hours.
$ operator people link none@example.com
! alir: none@example.com is not an operator. To see the operators, run: alir operator people list
exit 1
$ operator people remove o@example.com --reason left
PERSON  E-MAIL  SINCE
ID8  p@example.com  2026-02-02T12:07:00.000Z
$ operator people list
PERSON  E-MAIL  SINCE
ID8  p@example.com  2026-02-02T12:07:00.000Z
$ incident add 'The day is late' --details 'No file.' --started 2026-02-02T18:00:00+07:00
Added incident ID10: The day is late
$ incident add 'Errors' --json
{"incident_id":"ID11","title":"Errors","details":"","started_at":"2026-02-02T12:13:00.000Z","resolved_at":null}
$ incident update ID10 'The day is later' --details 'Still no file.'
Updated incident ID10: The day is later
$ incident resolve ID11
Resolved incident ID11: Errors
$ incident list
ID  STARTED  RESOLVED  TITLE
ID10  2026-02-02T11:00:00.000Z  -  The day is later
ID11  2026-02-02T12:13:00.000Z  2026-02-02T12:15:00.000Z  Errors
$ incident list --json
{"incident_id":"ID10","title":"The day is later","details":"Still no file.","started_at":"2026-02-02T11:00:00.000Z","resolved_at":null}
{"incident_id":"ID11","title":"Errors","details":"","started_at":"2026-02-02T12:13:00.000Z","resolved_at":"2026-02-02T12:15:00.000Z"}
$ incident resolve none
! alir: There is no open incident with the id none. To see the ids, run: alir incident list
exit 1
$ account language b@example.com --language id
E-mails to the account ID1 are in: id
$ notice test --email b@example.com
To: b@example.com
Subject: Alir: uji pemberitahuan Anda

Ini adalah uji coba. Pemberitahuan lewat e-mail sampai ke alamat ini.

Untuk memilih peristiwa yang dikirim lewat e-mail, dan bahasanya: POST /account/notices.
! It was not sent: there is no mail server. Set ALIR_SMTP_URL and ALIR_MAIL_FROM.
$ key create --account b@example.com --name second
key id  ID12
key  KEY13
scopes  data
expires  never
allowed IPs  any
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ operator people link p@example.com --json
{"email":"p@example.com","link":"http://127.0.0.1:9000/sign-in/link?email=p%40example.com&code=ID14"}
! Whoever opens this link signs in as p@example.com. It works once, within 24 hours.
$ notice list
WHEN  EVENT  RECEIVER  STATE  ATTEMPTS  NEXT  SUBJECT  ERROR
$ notice list --account b@example.com --json
$ notice list --account none
! alir: There is no account none. To see the ids and e-mail addresses, run: alir account list
exit 1
`;
  expect(await alir.replay(shown)).toBe(shown);
});
