import { expect } from 'vitest';
import { Session } from '../support/cli-session.ts';
import { test } from '../support/fixtures.ts';

const NOW = new Date('2026-02-02T12:00:00Z');

test('an operator changes accounts, and sees the money and who changed what', async ({
  data_dir,
  folder: cwd,
}) => {
  const alir = new Session({ data_dir, cwd, now: NOW });
  const shown = `
$ account create --email a@example.com --plan starter --months 3
account  ID1
plan  starter, until 2026-05-03T12:00:00 UTC
API key  KEY2
MCP key  KEY3
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ account create --email b@example.com --plan custom --units 500 --requests-per-minute 50 --keys 3 --paid 1000 --json
{"account_id":"ID4","plan":"custom","period_end":"2026-03-04T12:01:00","api_key":"KEY5","mcp_key":"KEY6"}
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ account create --email c@example.com --plan custom --units 500 --keys 3
! alir: Pass all of --units, --requests-per-minute and --keys, or none of them.
exit 2
$ account show b@example.com
account  ID4
e-mail  b@example.com
bought  custom, 2026-02-02T12:01:00.000Z to 2026-03-04T12:01:00.000Z
state  active
current  custom: 500 units until 2026-03-04T12:01:00.000Z, 50 requests per minute, 3 keys
used  0 units, 0%; last request: never
money  IDR 1,000 applied, 0 credit, 0 held

WHEN  WHAT  PLAN  PERIOD  PRICE  CREDIT  PAID
2026-02-02T12:01:00.000Z  created  custom  2026-02-02T12:01:00.000Z to 2026-03-04T12:01:00.000Z  1,000  0  1,000
$ account show b@example.com --json
{"account_id":"ID4","email":"b@example.com","plan":"custom","months":1,"series":null,"period_start":"2026-02-02T12:01:00.000Z","period_end":"2026-03-04T12:01:00.000Z","period_price_idr":1000,"requests_per_minute":50,"units":500,"keys":3,"term_days":null,"created_at":"2026-02-02T12:01:00.000Z","suspended_at":null,"granted_window":null,"granted_units":0,"deleted_at":null,"in_force":{"plan":"custom","units":500,"requests_per_minute":50,"keys":3,"resets_at":"2026-03-04T12:01:00.000Z"},"overview":{"account_id":"ID4","email":"b@example.com","plan":"custom","period_end":"2026-03-04T12:01:00.000Z","units":500,"used":0,"used_percent":0,"resets_at":"2026-03-04T12:01:00.000Z","live_keys":2,"last_request_at":null,"applied_idr":1000,"credit_idr":0,"held_idr":0,"suspended_at":null,"created_at":"2026-02-02T12:01:00.000Z"},"changes":[{"change_id":2,"account_id":"ID4","kind":"created","order_id":null,"changed_at":"2026-02-02T12:01:00.000Z","old_plan":null,"old_period_start":null,"old_period_end":null,"plan":"custom","months":1,"series":null,"period_start":"2026-02-02T12:01:00.000Z","period_end":"2026-03-04T12:01:00.000Z","period_price_idr":1000,"requests_per_minute":50,"units":500,"keys":3,"term_days":null,"price_idr":1000,"credit_idr":0,"charge_idr":1000}]}
$ account suspend A@example.com --reason 'a chargeback'
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
ID1  a@example.com  starter  2026-05-03T12:00:00.000Z  0  25000  0  2  -  498000  0  0  2026-02-02T12:05:00.000Z
$ account show ID1
account  ID1
e-mail  a@example.com
bought  starter, 2026-02-02T12:00:00.000Z to 2026-05-03T12:00:00.000Z
state  suspended since 2026-02-02T12:05:00.000Z
current  starter: 25,000 units until 2026-03-04T12:00:00.000Z, 120 requests per minute, 3 keys
used  0 units, 0%; last request: never
money  IDR 498,000 applied, 0 credit, 0 held

WHEN  WHAT  PLAN  PERIOD  PRICE  CREDIT  PAID
2026-02-02T12:00:00.000Z  created  starter  2026-02-02T12:00:00.000Z to 2026-05-03T12:00:00.000Z  498,000  0  498,000
$ account resume a@example.com --reason paid --json
{"account_id":"ID1","email":"a@example.com","plan":"starter","period_end":"2026-05-03T12:00:00.000Z","units":25000,"used":0,"used_percent":0,"resets_at":"2026-03-04T12:00:00.000Z","live_keys":2,"last_request_at":null,"applied_idr":498000,"credit_idr":0,"held_idr":0,"suspended_at":null,"created_at":"2026-02-02T12:00:00.000Z"}
$ account email a@example.com --email c@example.com --reason asked
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
ID1  c@example.com  starter  2026-05-03T12:00:00.000Z  0  25000  0  2  -  498000  0  0  -
$ account grant c@example.com --units 7 --reason outage
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
ID1  c@example.com  starter  2026-05-03T12:00:00.000Z  0  25007  0  2  -  498000  0  0  -
$ account grant c@example.com --days 7 --reason outage
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
ID1  c@example.com  starter  2026-05-10T12:00:00.000Z  0  25007  0  2  -  498000  0  0  -
$ account grant c@example.com --reason outage
! alir: Pass --units or --days.
exit 2
$ account plan c@example.com --plan professional --months 3 --paid 5 --reason goodwill
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
ID1  c@example.com  professional  2026-05-03T12:12:00.000Z  0  100000  0  2  -  498005  0  0  -
$ account plan ID4 --plan custom --units 900 --requests-per-minute 60 --keys 4 --reason goodwill
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
ID4  b@example.com  custom  2026-03-04T12:13:00.000Z  0  900  0  2  -  1000  0  0  -
$ account list
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
ID1  c@example.com  professional  2026-05-03T12:12:00.000Z  0  100000  0  2  -  498005  0  0  -
ID4  b@example.com  custom  2026-03-04T12:13:00.000Z  0  900  0  2  -  1000  0  0  -
$ account list --search B@ex --format csv
account_id,email,plan,period_end,used,units,used_percent,live_keys,last_request_at,applied_idr,credit_idr,held_idr,suspended_at
ID4,b@example.com,custom,2026-03-04T12:13:00.000Z,0,900,0,2,,1000,0,0,
$ account list --ending 35
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
ID4  b@example.com  custom  2026-03-04T12:13:00.000Z  0  900  0  2  -  1000  0  0  -
$ account list --near-quota 1
ACCOUNT  E-MAIL  PLAN  UNTIL  USED  UNITS  USED %  KEYS  LAST REQUEST  PAID IDR  CREDIT IDR  HELD IDR  SUSPENDED
$ audit --account b@example.com
WHEN  WHO  ACTION  ACCOUNT  ORDER  REASON  DETAILS
2026-02-02T12:01:00.000Z  operator USER  account.created  ID4  -  -  {"plan":"custom","months":1,"paid_idr":1000,"email":"b@example.com","subscription":{"plan":"custom","months":1,"series":null,"period_start":"2026-02-02T12:01:00.000Z","period_end":"2026-03-04T12:01:00.000Z","period_price_idr":1000,"requests_per_minute":50,"units":500,"keys":3,"term_days":null},"key_ids":["ID7","ID8"]}
2026-02-02T12:13:00.000Z  operator USER  account.plan_assigned  ID4  -  goodwill  {"plan":"custom","months":1,"paid_idr":0,"subscription":{"plan":"custom","months":1,"series":null,"period_start":"2026-02-02T12:13:00.000Z","period_end":"2026-03-04T12:13:00.000Z","period_price_idr":0,"requests_per_minute":60,"units":900,"keys":4,"term_days":null}}
$ audit --format csv --account c@example.com --from 2026-02-03 --to 2026-02-04
recorded_at,actor,action,account_id,order_id,reason,details
$ revenue
MONTH  PLAN  METHOD  PAYMENTS IDR  VOIDED IDR  RETURNED IDR  APPLIED IDR  CREDIT IDR  HELD IDR
2026-02  custom  outside  1000  0  0  1000  0  0
2026-02  professional  outside  5  0  0  5  0  0
2026-02  starter  outside  498000  0  0  498000  0  0
total  499005  0  0  499005  0  0
$ revenue --from 2026-01 --to 2026-01 --json
{"month":"total","plan":"","method":"","payments_idr":0,"voided_idr":0,"returned_idr":0,"applied_idr":0,"credit_idr":0,"held_idr":0}
$ revenue --entries
WHEN  ACCOUNT  E-MAIL  ORDER  PLAN  METHOD  REFERENCE  FROM  TO  IDR  ACTION  WHO  REASON
2026-02-02T12:00:00.000Z  ID1  c@example.com  -  starter  outside  -  customer  applied  498000  account.created  operator USER  -
2026-02-02T12:01:00.000Z  ID4  b@example.com  -  custom  outside  -  customer  applied  1000  account.created  operator USER  -
2026-02-02T12:12:00.000Z  ID1  c@example.com  -  professional  outside  -  customer  applied  5  account.plan_assigned  operator USER  goodwill
$ operator create ani
key id  ID9
operator key  KEY10
! Store the key now: Alir stores only its hash and cannot show it again.
$ operator list
KEY ID  NAME  KEY  CREATED  REVOKED
ID9  ani  alir...  2026-02-02T12:23:00.000Z  -
$ operator revoke ID9
KEY ID  NAME  KEY  CREATED  REVOKED
ID9  ani  alir...  2026-02-02T12:23:00.000Z  2026-02-02T12:25:00.000Z
$ operator list --format csv
operator_key_id,name,masked,created_at,revoked_at
ID9,ani,alir...,2026-02-02T12:23:00.000Z,2026-02-02T12:25:00.000Z
$ operator revoke ID1
! alir: There is no operator key with the id ID1. To see the ids, run: alir operator list
exit 1
`;
  expect(await alir.replay(shown)).toBe(shown);
});

test('keys have scopes, an end and addresses, and are rotated and revoked', async ({
  data_dir,
  folder: cwd,
}) => {
  const alir = new Session({ data_dir, cwd, now: NOW });
  const shown = `
$ account create --email a@example.com --plan starter
account  ID1
plan  starter, until 2026-03-04T12:00:00 UTC
API key  KEY2
MCP key  KEY3
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ key create --account a@example.com --name office --scopes account,data --allowed-ips '203.0.113.7, 2001:DB8::1' --expires-at 2026-03-01T00:00+07:00
key id  ID4
key  KEY5
scopes  data,account
expires  2026-02-28T17:00:00.000Z
allowed IPs  203.0.113.7/32,2001:db8::1/128
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ key create --account a@example.com --name second --json
{"key_id":"ID6","api_key":"KEY7","scopes":["data"],"expires_at":null,"allowed_ips":null}
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ key create --account a@example.com --name third
! alir: The starter plan allows 3 keys, and the account already has 3. Revoke a key or upgrade the plan, then try again.
exit 1
$ key create --account a@example.com --name '' --expires-at 2026-02-01T00:00Z
! alir: The name of a key must have 1 to 64 characters, without line breaks or other control characters.
exit 2
$ key list --account a@example.com
KEY ID  ACCOUNT  NAME  KIND  KEY  CREATED  LAST USED  REVOKED  SCOPES  EXPIRES  ALLOWED IPS
ID8  ID1  default  api  alir...  2026-02-02T12:00:00.000Z  -  -  data,account  -  any
ID9  ID1  mcp  mcp  alir...  2026-02-02T12:00:00.000Z  -  -  data  -  any
ID4  ID1  office  api  alir...  2026-02-02T12:01:00.000Z  -  -  data,account  2026-02-28T17:00:00.000Z  203.0.113.7/32,2001:db8::1/128
ID6  ID1  second  api  alir...  2026-02-02T12:02:00.000Z  -  -  data  -  any
$ key rotate --key ID4
key id  ID10
key  KEY11
scopes  data,account
expires  2026-02-28T17:00:00.000Z
allowed IPs  203.0.113.7/32,2001:db8::1/128
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ key rotate --key ID4
! alir: The key ID4 cannot be rotated: it is unknown, revoked or expired. Create a new key.
exit 1
$ key rotate-mcp a@example.com
key id  ID12
key  KEY13
scopes  data
expires  never
allowed IPs  any
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ key revoke --key ID6
Key ID6 (second, alir...) was revoked at 2026-02-02T12:09:00.000Z.
$ key revoke --key none
! alir: There is no key with the id none. To see the ids, run: alir key list
exit 1
$ key list --json
{"key_id":"ID8","account_id":"ID1","name":"default","kind":"api","scopes":["data","account"],"expires_at":null,"allowed_ips":null,"masked":"alir...","created_at":"2026-02-02T12:00:00.000Z","last_used_at":null,"revoked_at":null}
{"key_id":"ID9","account_id":"ID1","name":"mcp","kind":"mcp","scopes":["data"],"expires_at":null,"allowed_ips":null,"masked":"alir...","created_at":"2026-02-02T12:00:00.000Z","last_used_at":null,"revoked_at":"2026-02-02T12:08:00.000Z"}
{"key_id":"ID4","account_id":"ID1","name":"office","kind":"api","scopes":["data","account"],"expires_at":"2026-02-28T17:00:00.000Z","allowed_ips":["203.0.113.7/32","2001:db8::1/128"],"masked":"alir...","created_at":"2026-02-02T12:01:00.000Z","last_used_at":null,"revoked_at":"2026-02-02T12:06:00.000Z"}
{"key_id":"ID6","account_id":"ID1","name":"second","kind":"api","scopes":["data"],"expires_at":null,"allowed_ips":null,"masked":"alir...","created_at":"2026-02-02T12:02:00.000Z","last_used_at":null,"revoked_at":"2026-02-02T12:09:00.000Z"}
{"key_id":"ID10","account_id":"ID1","name":"office","kind":"api","scopes":["data","account"],"expires_at":"2026-02-28T17:00:00.000Z","allowed_ips":["203.0.113.7/32","2001:db8::1/128"],"masked":"alir...","created_at":"2026-02-02T12:06:00.000Z","last_used_at":null,"revoked_at":null}
{"key_id":"ID12","account_id":"ID1","name":"mcp","kind":"mcp","scopes":["data"],"expires_at":null,"allowed_ips":null,"masked":"alir...","created_at":"2026-02-02T12:08:00.000Z","last_used_at":null,"revoked_at":null}
$ key list --account nobody
! alir: There is no account nobody. To see the ids and e-mail addresses, run: alir account list
exit 1
`;
  expect(await alir.replay(shown)).toBe(shown);
});
