import { mkdirSync } from 'node:fs';
import { expect } from 'vitest';
import { Session } from '../support/cli-session.ts';
import { csv, line, wholeDay, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

test('an operator ingests files, decides on held and rejected ones, and makes a backup', async ({
  data_dir,
  folder: cwd,
}) => {
  const alir = new Session({ data_dir, cwd, now: new Date('2026-01-22T12:00:00Z') });
  mkdirSync(`${data_dir}/inbox`, { recursive: true });
  await writeTo(cwd, 'DT260119.csv', wholeDay('2026-01-19'));
  await writeTo(cwd, 'DT260121.csv', csv([line({ TRX_DATE: '2026-01-21', STK_VOLM: 'x' })]));
  for (const day of ['2026-01-20', '2026-01-22']) {
    const name = `DT${day.slice(2).replaceAll('-', '')}.csv`;
    await writeTo(`${data_dir}/inbox`, name, csv([line({ TRX_DATE: day })]));
    await writeTo(`${data_dir}/inbox`, `${name}.ok`, '');
  }
  mkdirSync(`${cwd}/empty`);
  const first = `
$ status
days  0
last update  none
missing  none
unfinished  none
size  lake N MB, serving N MB, ledger N MB
rejected  none
damaged  none
held  none
verified  0 of 0 days
different  none
brokers  not compared with a table by broker
corrected  none
$ update
DT260120.csv: held, nothing was published
DT260122.csv: held, nothing was published
!  the end is missing: its last regular trade is at 08:58:00, before the close of session 1
!  If the file is correct, publish it with: alir ingest --confirm DATA/inbox/DT260120.csv
!  the end is missing: its last regular trade is at 08:58:00, before the close of session 1
!  If the file is correct, publish it with: alir ingest --confirm DATA/inbox/DT260122.csv
exit 1
$ update
exit 1
$ ingest DATA/inbox/DT260120.csv --json
{"file":"DT260120.csv","trade_date":"2026-01-20","status":"held","revision":null,"trades":0,"duplicates":0,"rejected_rows":0,"seconds":N,"warnings":[],"rejection":null,"held":{"reasons":["the end is missing: its last regular trade is at 08:58:00, before the close of session 1"],"causes":[{"code":"early_end","values":[32280,1]}],"command":"alir ingest --confirm DATA/inbox/DT260120.csv"}}
!  the end is missing: its last regular trade is at 08:58:00, before the close of session 1
!  If the file is correct, publish it with: alir ingest --confirm DATA/inbox/DT260120.csv
exit 1
$ held list
DAY  HELD  SOURCE  REASON  PUBLISH WITH
2026-01-20  2026-01-22T12:01:00.000Z  DATA/inbox/DT260120.csv  the end is missing: its last regular trade is at 08:58:00, before the close of session 1  alir ingest --confirm DATA/inbox/DT260120.csv
2026-01-22  2026-01-22T12:01:00.000Z  DATA/inbox/DT260122.csv  the end is missing: its last regular trade is at 08:58:00, before the close of session 1  alir ingest --confirm DATA/inbox/DT260122.csv
$ held list --json
{"source":"DATA/inbox/DT260120.csv","trade_date":"2026-01-20","reason":"the end is missing: its last regular trade is at 08:58:00, before the close of session 1","causes":[{"code":"early_end","values":[32280,1]}],"kept_at":"DATA/inbox/DT260120.csv","seen_at":"2026-01-22T12:01:00.000Z","command":"alir ingest --confirm DATA/inbox/DT260120.csv"}
{"source":"DATA/inbox/DT260122.csv","trade_date":"2026-01-22","reason":"the end is missing: its last regular trade is at 08:58:00, before the close of session 1","causes":[{"code":"early_end","values":[32280,1]}],"kept_at":"DATA/inbox/DT260122.csv","seen_at":"2026-01-22T12:01:00.000Z","command":"alir ingest --confirm DATA/inbox/DT260122.csv"}
$ ingest --timings HERE/DT260119.csv
DT260119.csv: published 2026-01-19, revision 1, 2 trades (N s)
!  unpack N s, read N s, write_trades N s, write_broker_day N s, write_ticker_day N s, read_back N s, gate N s, publish N s
! warning: DT260119.csv: it was not compared with another day, because no day within 30 days of it is published: check that the file is complete
$ ingest --json HERE/DT260121.csv
{"file":"DT260121.csv","trade_date":"2026-01-21","status":"rejected","revision":null,"trades":0,"duplicates":0,"rejected_rows":1,"seconds":N,"warnings":[],"rejection":{"reasons":["line 2: STK_VOLM \\"x\\" must be a whole number of shares above 0, at most 15 digits"],"causes":[{"code":"cell_volume","values":[],"place":{"line":2,"lines":1,"column":"STK_VOLM","cell":"\\"x\\""}}],"report":"DATA/inbox/rejected/DT260121.csv.report.txt"},"held":null}
!  line 2: STK_VOLM "x" must be a whole number of shares above 0, at most 15 digits
!  Full report: DATA/inbox/rejected/DT260121.csv.report.txt
exit 1
$ ingest HERE/DT260119.* --json --date 2026-01-19
{"file":"DT260119.csv","trade_date":"2026-01-19","status":"unchanged","revision":1,"trades":2,"duplicates":0,"rejected_rows":0,"seconds":N,"warnings":[],"rejection":null,"held":null}
$ ingest HERE/DT260121.csv HERE/none.csv
! alir: No such file: HERE/none.csv. Nothing was ingested.
exit 2
$ ingest HERE/empty
! alir: No daily trade file (DTyymmdd.csv, .csv.gz, .csv.zip or .zip) found in HERE/empty. Rename the files to such a name, or pass one file and its date with --date.
exit 2
$ ingest HERE/DT260119.csv HERE/DT260121.csv --date 2026-01-19
! alir: --date is allowed with one file only. Run the command once per file.
exit 2
$ rejected list
DAY  REJECTED  SOURCE  FILE NOW  REASON
2026-01-21  2026-01-22T12:07:00.000Z  HERE/DT260121.csv  HERE/DT260121.csv  line 2: STK_VOLM "x" must be a whole number of shares above 0, at most 15 digits
$ rejected list --json
{"source":"HERE/DT260121.csv","trade_date":"2026-01-21","reason":"line 2: STK_VOLM \\"x\\" must be a whole number of shares above 0, at most 15 digits","causes":[{"code":"cell_volume","values":[],"place":{"line":2,"lines":1,"column":"STK_VOLM","cell":"\\"x\\""}}],"seen_at":"2026-01-22T12:07:00.000Z","file":"HERE/DT260121.csv","report":"DATA/inbox/rejected/DT260121.csv.report.txt"}
$ status
days  1, 2026-01-19 to 2026-01-19
last update  2026-01-19, revision 1, at 2026-01-22T12:06:00.000Z
missing  2026-01-20 to 2026-01-21 (2 trading days)
unfinished  none
size  lake N MB, serving N MB, ledger N MB
rejected  1 (see "alir rejected list")
  2026-01-22T12:07:00.000Z  HERE/DT260121.csv: line 2: STK_VOLM "x" must be a whole number of shares above 0, at most 15 digits
damaged  none
held  2
  2026-01-22T12:01:00.000Z  DATA/inbox/DT260120.csv: the end is missing: its last regular trade is at 08:58:00, before the close of session 1
    alir ingest --confirm DATA/inbox/DT260120.csv
  2026-01-22T12:01:00.000Z  DATA/inbox/DT260122.csv: the end is missing: its last regular trade is at 08:58:00, before the close of session 1
    alir ingest --confirm DATA/inbox/DT260122.csv
verified  0 of 1 day
different  none
brokers  not compared with a table by broker
corrected  none
exit 1
$ ingest DATA/inbox/DT260120.csv --confirm
DT260120.csv: published 2026-01-20, revision 1, 1 trade (N s)
$ held dismiss DT260122.csv --reason 'half a day'
Dismissed DATA/inbox/DT260122.csv
$ held dismiss DT260122.csv --reason 'half a day'
! alir: Nothing was dismissed: there is no held file with the name DT260122.csv. To see the names, run: alir held list
exit 1
$ held list
No held files.
$ held list --json
$ rejected dismiss DT260121.csv
Dismissed HERE/DT260121.csv; the file is still at HERE/DT260121.csv
$ rejected dismiss 2026-01-21
! alir: Nothing was dismissed: there is no rejected file with the name 2026-01-21. To see the names, run: alir rejected list
exit 1
$ rejected list
No rejected files.
$ audit --from 2026-01-22 --to 2026-01-22 --format csv
recorded_at,actor,action,account_id,order_id,reason,details
2026-01-22T12:16:00.000Z,operator USER,file.dismissed,,,half a day,"{""file"":""DATA/inbox/DT260122.csv"",""trade_date"":""2026-01-22""}"
2026-01-22T12:20:00.000Z,operator USER,file.dismissed,,,,"{""file"":""HERE/DT260121.csv"",""trade_date"":""2026-01-21""}"
$ verify
Verified 2 days: 6 lake files and 4 serving files. All files match the published data.
$ backup HERE/backup
Backed up 2 days and the ledger as of 2026-01-22T12:25:00.000Z, N MB, to HERE/backup (N s).
$ backup HERE/backup --json
! alir: HERE/backup is not empty. Use a new folder. A folder without backup.json is an interrupted backup and can be deleted.
exit 1
$ restore HERE/backup
! alir: DATA/ledger.sqlite already exists, and a restore never replaces files. Move it away, or set ALIR_DATA_DIR to another folder.
exit 1
$ restore HERE/none
! alir: HERE/none/backup.json cannot be read (ENOENT). A backup writes this file last, so a folder without it is not a complete backup. Use another backup.
exit 1
$ lake build
Every published day has the table ticker_day.
$ export --from 2026-01-19 --to 2026-01-22 --output a.csv
a.csv: 4 rows, 276 bytes
$ sql --format csv 'SELECT trade_date, count(*) AS n FROM trades GROUP BY ALL ORDER BY ALL'
trade_date,n
2026-01-19,2
2026-01-20,1
$ sql 'SELECT 1 AS one'
    one
INTEGER
-------
      1
! 1 row (N s)
`;
  expect(await alir.replay(first)).toBe(first);
  await writeTo(cwd, 'DT260119.csv', csv([line({ TRX_DATE: '2026-01-19' })]));
  const corrected = `
$ ingest --confirm HERE/DT260119.csv
DT260119.csv: published 2026-01-19, revision 2, 1 trade (N s)
$ status
days  2, 2026-01-19 to 2026-01-20
last update  2026-01-19, revision 2, at 2026-01-22T12:33:00.000Z
missing  2026-01-21 (1 trading day)
unfinished  none
size  lake N MB, serving N MB, ledger N MB
rejected  none
damaged  none
held  none
verified  0 of 2 days
different  none
brokers  not compared with a table by broker
corrected
  DAY  REVISION  STATE  TRADES  FILE  INGESTED BY  PUBLISHED  REPLACED
  2026-01-19  1  replaced  2  DT260119.csv  alir ingest by USER  2026-01-22T12:06:00.000Z  2026-01-22T12:33:00.000Z
  2026-01-19  2  published  1  DT260119.csv  alir ingest by USER  2026-01-22T12:33:00.000Z  -
exit 1
`;
  expect(await alir.replay(corrected)).toBe(corrected);
  const restored = `
$ restore HERE/backup
Restored 2 days and the ledger as of 2026-01-22T12:25:00.000Z, N MB, to HERE/restored (N s).
$ status
days  2, 2026-01-19 to 2026-01-20
last update  2026-01-20, revision 1, at 2026-01-22T12:15:00.000Z
missing  2026-01-21 (1 trading day)
unfinished  none
size  lake N MB, serving N MB, ledger N MB
rejected  none
damaged  none
held  none
verified  0 of 2 days
different  none
brokers  not compared with a table by broker
corrected  none
exit 1
`;
  expect(await alir.replay(restored, { ALIR_DATA_DIR: `${cwd}/restored` })).toBe(restored);
});
