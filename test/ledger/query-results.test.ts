import { beforeAll, describe, expect, test } from 'vitest';
import { emptyLedger, typesOfQueries } from '../../scripts/query-types.ts';
import { ledgerSql } from '../../src/ledger/dialect.ts';
import { LEDGER_TABLE_NAMES } from '../../src/ledger/ledger-tables.ts';
import type { QueryName } from '../../src/ledger/queries.ts';

// What each query finds and changes in a small ledger. It has rows of several accounts, in another order than the promised one, and rows at
// the edges of times. Times are t0 to t9. `-` is NULL, `+` a space, and `;` the end of a line.

/** For each table its columns, and a line for each row. Other columns get any value. */
const ROWS = `
account account_id email created_at suspended_at deleted_at
a Ani@x t3 - -
b budi@x t2 - -
c cici@x t2 t5 -
d dodi@x t1 t9 t9

api_key key_id account_id name kind created_at expires_at revoked_at sha256 masked
k1 a one api t2 - - k1 m1
k2 a two api t1 t5 - k2 m2
k3 a mcp mcp t1 - - k3 m3
k4 a four api t0 - t3 k4 m4
k5 a console console t4 - - k5 m5
k6 b six api t0 - - k6 m6

account_usage account_id quota_window units
a w1 7
a w2 4
b w1 9

key_usage key_id quota_window units last_used_at
k1 w1 3 t3
k1 w2 4 t7
k2 w1 5 t2
k6 w1 9 t8

usage_series series key_id endpoint
1 k1 flow
2 k1 news
3 k2 flow
4 k6 flow
5 k2 free
6 k1 book
7 k2 apple

usage_count epoch_day series units requests
20457 1 100 1
20458 1 2 1
20458 2 3 1
20458 5 0 0
20459 1 4 2
20459 4 9 9
20459 6 5 1
20459 7 3 1
20460 3 1 1

idempotent_charge account_id idempotency_key request_sha256 charged_at
a q1 s1 t1
a q2 s2 t3
b q1 s3 t2

offer offer_id account_id series created_at taken_by withdrawn_at expires_at
f1 a - t2 - - -
f2 a - t1 - - t5
f3 a - t0 - t1 -
f4 a s t0 o7 - -
f5 a s t3 - - -
f6 b s2 t0 - - -

billing_order order_id account_id kind plan state created_at expires_at paid_at paid_idr attention idempotency_key provider settled_at cancelled_at reason payment_url payment_reference
o1 a purchase starter pending t3 t5 - - - k midtrans - - - - -
o2 a purchase starter pending t2 t9 - - - - midtrans - - - url token
o3 a purchase starter paid t1 t9 t4 7 - - midtrans - - - - -
o4 a purchase starter paid_not_applied t1 t9 t4 7 - - midtrans t5 - late - -
o5 a renewal starter applied t2 t9 t2 7 look - midtrans t2 - - - r
o6 b purchase advanced paid t0 t9 t3 7 - - manual - - - - -
o7 a upgrade advanced applied t0 t9 t1 7 - - manual t2 - - - -
o8 a purchase starter applied t0 t9 t1 7 - - midtrans t2 - - - -
o9 a purchase starter cancelled t0 t9 - - - - midtrans t2 t1 - - -

payment order_id provider payment_reference paid_idr paid_at
o3 midtrans r2 100 t4
o3 midtrans r1 50 t4
o3 midtrans r3 - t2
o6 manual r1 9 t1

subscription_change change_id account_id kind order_id
1 a created -
2 a purchase o8
3 a refund o8
4 b created -
5 a renewal o5
6 a upgrade o7

operator_key operator_key_id name sha256 masked created_at revoked_at
g1 ani g1 m t2 -
g2 budi g2 m t1 t3

person person_id email is_operator created_at
p1 ani@x 0 t2
p2 budi@x 1 t1
p3 cici@x 1 t1
p4 dodi@x 0 t1

membership account_id person_id role created_at
a p1 owner t2
a p2 member t1
b p1 member t1
c p1 owner t0

invitation invitation_id email account_id role created_at expires_at accepted_at
i1 ani@x a member t2 t5 -
i2 ani@X a member t1 t9 t3
i3 budi@x a member t1 t9 -
i4 Ani@x b member t1 t9 -

sign_in_code code_id email requested_from recipient created_at expires_at used_at sha256
c0 ani@x 10.0.1 person t0 t9 - s
c1 ani@x 10.0.1 person t1 t9 - s
c2 ani@x 10.0.2 nobody t2 t9 - s
c3 budi@x 10.0.1 new t3 t9 - s
c4 ani@x known+browser person t4 t9 - s
c5 ani@x operator person t5 t6 - s
c6 ani@x 20.0.0 person t5 t9 - s
c7 cici@x 20.0.0 person t5 t9 t6 s
c8 zed@x 30.0.0 nobody t2 t9 - s
c9 ani@x operator person t4 t9 t5 s
c10 budi@x 10.0.1 new t5 t9 - s
c11 ani@x 10.0.9 person t1 t9 - s
c12 ani@x known+browser person t2 t9 - s

session sha256 person_id key_id account_id created_at last_seen_at
s1 p1 - a t5 t8
s2 - k1 a t1 t5
s3 p1 - b t5 t8
s4 - k6 b t5 t8

incident incident_id title started_at resolved_at
x1 one t1 t2
x2 two t3 -
x3 three t4 t5
x4 four t2 -

audit_log audit_id recorded_at action account_id reason details actor
1 t1 person.link_created a Ani {} -
2 t2 account.suspended a - {"to":"ANI"} -
3 t3 person.link_created b - {} -
4 t4 account.resumed - - {} -
5 t3 person.link_created a - {} -

money_move move_id audit_id account_id order_id payment_reference source target amount_idr moved_at
1 1 a o7 p customer held 1 t1
2 1 a o8 p customer held 3 t2
3 1 a o8 p held applied 3 t3
4 2 a - - customer applied 10 t4
5 2 a o8 p applied credit 2 t5
6 2 a o8 - credit applied 1 t6
7 3 b o6 p customer held 9 t1
8 3 b o6 p held credit 4 t7

billing_details account_id name address tax_id
a Ani street tax

invoice invoice_id number kind year sequence account_id order_id invoice_number issued_at total_idr
1 INV-1 invoice 2026 1 a o7 - t1 100
2 CN-1 credit_note 2026 1 a o7 INV-1 t2 30
3 CN-2 credit_note 2026 2 a o7 INV-1 t3 20
4 INV-2 invoice 2026 2 b o6 - t3 50
5 INV-3 invoice 2027 1 b o5 - t4 50

event event_id event_key kind account_id occurred_at distributed_at
e1 key1 key.created a t1 t2
e2 key2 day.published - t2 -
e3 key3 key.created a t1 -
e4 key4 key.created b t2 t1
e5 key5 key.created b t1 t3
e6 key6 key.created b t1 t2

notice_settings account_id language email_events
a id key.created,quota.80
b - quota.80
c - key.created

webhook webhook_id account_id url events secret created_at failing_since disabled_at
w1 a url1 key.created,quota.80 secret1 t1 t1 -
w2 a url2 key.created secret2 t3 t1 t5
w3 b url3 key.created secret3 t3 - -
w4 c url4 key.created secret4 t1 - -
w5 a url5 xkey.created secret5 t2 - -

notice notice_id event_id account_id webhook_id state created_at attempts next_attempt_at settled_at
n1 e1 a w1 pending t1 2 t3 -
n2 e3 a w1 pending t2 1 t2 -
n3 e1 a - pending t2 0 t2 -
n4 e1 a w1 delivered t3 0 - t4
n5 e1 - - pending t1 0 t5 -
n6 e6 b w3 pending t1 0 t1 -
n7 e1 a - not_sent t3 0 - t2

publication trade_date revision state published_at trades_rows source_sha256 trades_digest
2024-01-01 1 published t1 1 s d
2024-01-02 1 published t1 2 s d
2024-01-03 1 published t1 3 s d
2024-01-04 1 published t1 4 s d
2024-01-05 1 published t1 5 s d
2024-01-06 1 published t1 6 s d
2024-01-31 1 published t1 31 s d
2024-12-31 1 published t1 6 s d
2025-12-30 1 published t1 10 s d
2026-01-02 1 replaced t1 20 old dold
2026-01-02 2 published t3 21 new dnew
2026-01-05 1 abandoned - 30 s d
2026-01-05 2 intended - 31 s d
2026-01-06 1 published t3 40 s d
2026-01-08 1 replaced t1 41 s d

source_file source trade_date stamp outcome reason content_sha256 seen_at
h1 2026-01-05 1 held why sum1 t4
h2 2026-01-02 1 held why sum2 t2
h3 2026-01-06 1 held why sum3 t3
h4 2026-01-07 1 held why sum4 t4
h5 2026-01-07 1 held why - t4
h6 2026-01-07 2 held why - t4
h7 2026-01-09 1 held why sum7 t0
r1 2026-01-07 1 rejected why - t4
r2 2026-01-02 1 rejected why - t2
r3 2026-01-06 1 rejected why - t3
r4 2026-01-07 1 rejected why - t4
r5 2026-01-07 2 rejected - - t5
r6 2026-01-09 1 rejected why - t0
u1 2026-01-02 1 published - - t5

dismissed_file source stamp reason content_sha256
h4 9 other sum4
h5 1 why -
h6 1 why -
r4 1 why -
r5 1 why -

serving_damage damage_id file_name found_at rebuilt_at
1 month1 t1 t2
2 month2 t2 -
3 lake/trades/2026-01-05/a t3 -
4 lake/trades/2026-01-06/a t3 -
5 files1.rows t3 -
6 gone t3 -
7 month1 t4 -

serving_file month file_name built_at build publications
2024-01 month0 t1 1 9
2025-12 month1 t2 3 5
2026-01 month3 t2 1 9

market_files month name built_at build publications
2024-01 files0 t1 1 9
2026-01 files1 t2 3 5

official_check check_id trade_date revision official_sha256 source differences compared
1 2026-01-02 2 x f1 1 c1
2 2026-01-02 1 y f2 0 c2
3 2026-01-02 2 z f3 0 c3
4 2025-12-30 1 x f4 0 c4
5 2025-12-30 1 w f5 2 c5
6 2026-01-06 1 x f6 0 c6

official_file source stamp trade_date revision official_sha256
f3 1 2026-01-02 2 z

broker_check trade_date ticker market investor table_sha256 revision checked_at
2026-01-02 BBCA RG all x 2 t3
2026-01-02 BBCA RG all y 1 t2
2025-12-30 BBRI RG all x 1 t3

day_facts trade_date trades_sha256 version facts
2025-12-30 x 1 {}
2026-01-06 x 1 {}

health_check health_check_id checked_at
1 t6
`;

/** A query, its parameters, and the values of some columns of the rows that it finds. */
const FOUND = `
account account_id=b -> email: budi@x
account_by_email email=aNI@X -> account_id: a
accounts -> account_id: d b c a
accounts_after account_id=a limit=9 -> account_id: b c
accounts_after account_id=- limit=2 -> account_id:
accounts_with_email_event kind=key.created -> account_id: a
accounts_with_email_event kind=quota.80 -> account_id: a b
account_facts account_id=- -> account_id,live_keys,last_request_at,applied_idr,credit_idr,held_idr: a,4,t7,12,1,1 b,1,t8,0,4,5 c,0,-,0,0,0 d,0,-,0,0,0
account_facts account_id=b -> account_id: b
account_units account_id=a window=w1 -> units: 7
units_of_windows windows=a|w2;b|w1 -> account_id,units: a,4 b,9
windows_of_account account_id=a -> quota_window,units: w1,7 w2,4
windows_of_keys account_id=a -> key_id,quota_window,units,last_used_at: k1,w1,3,t3 k1,w2,4,t7 k2,w1,5,t2
key_units key_id=k1 window=w2 -> units: 4
usage_by_day account_id=a since=2026-01-05 until=2026-01-06 -> usage_date,units,requests: 2026-01-05,5,2 2026-01-06,12,4
usage_by_day account_id=a since=2026-01-06 until=2026-01-07 -> usage_date,units,requests: 2026-01-06,12,4 2026-01-07,1,1
usage_by_endpoint account_id=a since=2026-01-05 until=2026-01-07 -> endpoint,units,requests: flow,7,4 book,5,1 apple,3,1 news,3,1
usage_by_endpoint account_id=a since=2026-01-06 until=2026-01-06 -> endpoint,units,requests: book,5,1 flow,4,2 apple,3,1
usage_by_key account_id=a since=2026-01-05 until=2026-01-07 -> key_id,units,requests: k1,14,5 k2,4,2
usage_by_key account_id=a since=2026-01-05 until=2026-01-05 -> key_id,units,requests: k1,5,2
usage_of_account account_id=a -> usage_date,key_id,endpoint,units: 2026-01-04,k1,flow,100 2026-01-05,k1,flow,2 2026-01-05,k1,news,3 2026-01-05,k2,free,0 2026-01-06,k1,book,5 2026-01-06,k1,flow,4 2026-01-06,k2,apple,3 2026-01-07,k2,flow,1
idempotent_charge account_id=a idempotency_key=q1 after=t0 -> request_sha256: s1
idempotent_charge account_id=a idempotency_key=q1 after=t1 -> request_sha256:
idempotent_charges_of_account account_id=a -> idempotency_key: q1 q2

keys -> key_id,last_used_at: k4,- k2,t2 k3,- k1,t7 k5,- k6,t8
keys_of_account account_id=a -> key_id,last_used_at: k4,- k2,t2 k3,- k1,t7 k5,-
count_live_api_keys account_id=a now=t4 -> keys: 2
count_live_api_keys account_id=a now=t5 -> keys: 1
live_console_key account_id=a -> key_id: k5
live_console_key account_id=b -> key_id:
live_key key_id=k2 -> account_id,name: a,two
live_key key_id=k4 -> key_id:
live_key_by_sha256 sha256=k6 -> key_id,account_id: k6,b
live_key_by_sha256 sha256=k4 -> key_id:
operator_by_sha256 sha256=g1 -> name: ani
operator_by_sha256 sha256=g2 -> name:
operator_keys -> operator_key_id: g2 g1

offer offer_id=f5 -> offer_id: f5
offers -> offer_id: f3 f4 f6 f2 f1 f5
offers_of_account account_id=a -> offer_id: f3 f4 f2 f1 f5
open_offers account_id=a now=t4 -> offer_id: f2 f1 f5
open_offers account_id=a now=t5 -> offer_id: f1 f5
order order_id=o3 -> order_id: o3
order_with_idempotency_key account_id=a idempotency_key=k -> order_id: o1
order_with_idempotency_key account_id=b idempotency_key=k -> order_id:
orders -> order_id: o1 o2 o5 o3 o4 o6 o7 o8 o9
orders_of_account account_id=a -> order_id: o1 o2 o5 o3 o4 o7 o8 o9
all_orders_of_account account_id=a -> order_id: o7 o8 o9 o3 o4 o2 o5 o1
orders_to_apply -> order_id: o6 o3
orders_to_decide -> order_id: o4 o5
open_orders account_id=a now=t4 -> orders: 2
open_orders account_id=a now=t5 -> orders: 1
waiting_orders now=t4 -> order_id: o6 o7 o3 o4 o2 o5 o1
waiting_orders now=t5 -> order_id: o6 o7 o3 o4 o2 o5
payments_of_order order_id=o3 -> payment_reference: r3 r1 r2
payments_of_account account_id=a -> payment_reference: r3 r1 r2
subscription_changes account_id=a -> change_id: 1 2 3 5 6
change_of_order order_id=o8 -> change_id: 2
change_of_order order_id=o5 -> change_id: 5
change_of_order order_id=o7 -> change_id: 6
moves_of_order order_id=o8 -> source,target,amount_idr: customer,held,3 held,applied,3 applied,credit,2 credit,applied,1
money_moves since=t2 until=t5 -> move_id,plan,provider,email,action: 2,starter,midtrans,Ani@x,person.link_created 3,starter,midtrans,Ani@x,person.link_created 4,,,Ani@x,account.suspended
money_moves_of_account account_id=a -> move_id: 1 2 3 4 5 6
credit_of_account account_id=a -> credit_idr: 1
credit_of_account account_id=c -> credit_idr: 0
billing_details account_id=a -> name,address,tax_id: Ani,street,tax
invoice number=CN-1 -> invoice_id: 2
invoice_of_order order_id=o7 -> number: INV-1
invoices from=t2 to=t3 -> number: CN-1
invoices from=t2 to=t4 -> number: CN-1 CN-2 INV-2
invoices_of_account account_id=a -> number: CN-2 CN-1 INV-1
all_invoices_of_account account_id=a -> number: INV-1 CN-1 CN-2
invoices_of_order order_id=o7 -> number: INV-1 CN-1 CN-2
credited_of_invoice number=INV-1 -> total_idr: 50
credited_of_invoice number=INV-2 -> total_idr: 0
next_invoice kind=invoice year=2026 -> sequence: 3
next_invoice kind=credit_note year=2027 -> sequence: 1
audit_entries since=t2 until=t4 account_id=- -> audit_id: 2 3 5
audit_entries since=t2 until=t4 account_id=a -> audit_id: 2 5
audit_entries_with_text text=aNi -> audit_id: 1 2
count_links_of_account account_id=a since=t1 -> links: 2
count_links_of_account account_id=a since=t2 -> links: 1

people_of_account account_id=a -> person_id,role: p2,member p1,owner
memberships_of_person person_id=p1 -> account_id: c b a
session_accounts person_id=p1 -> account_id,email,role: b,budi@x,member a,Ani@x,owner
operators -> person_id: p2 p3
person person_id=p2 -> email,is_operator: budi@x,1
person_by_email email=ANI@x -> person_id: p1
open_invitations email=ani@x now=t4 -> invitation_id: i4 i1
open_invitations email=ani@x now=t5 -> invitation_id: i4
open_invitations_of_account account_id=a now=t4 -> invitation_id: i3 i1
open_invitations_of_account account_id=a now=t5 -> invitation_id: i3
invitations_of_account account_id=a -> invitation_id: i2 i3 i1
sent_sign_in_codes email=ANI@x since=t0 -> code_id: c6 c4 c12 c11 c1
sent_sign_in_codes email=cici@x since=t0 -> code_id:
sign_in_links email=ani@x now=t5 -> code_id: c9 c5
sign_in_links email=ani@x now=t6 -> code_id: c9
count_sign_in_codes email=ani@x address=10.0.1 network=10.0 newest=7 since=t0 -> of_address,of_network,of_new,of_email,of_email_from_network,of_known_browsers: 2,3,2,3,2,2
count_sign_in_codes email=ani@x address=10.0.1 network=10.0 newest=7 since=t9 -> of_address,of_network,of_new,of_email,of_email_from_network,of_known_browsers: 0,0,0,0,0,0
session sha256=s2 created_after=t0 seen_after=t4 -> key_id: k1
session sha256=s2 created_after=t1 seen_after=t4 -> key_id:
session sha256=s2 created_after=t0 seen_after=t5 -> key_id:
sessions_of_account account_id=a -> key_id,created_at: k1,t1 -,t5
incidents since=t4 -> incident_id: x2 x4 x3
incidents since=t5 -> incident_id: x2 x4

events_to_distribute limit=9 -> event_id: e3 e2
events_to_distribute limit=1 -> event_id: e3
events_of_account account_id=a -> event_id: e1 e3
events_of_account account_id=b -> event_id: e5 e6 e4
event_with_key event_key=key3 -> event_id: e3
webhooks_for_event kind=key.created account_id=a occurred_at=t3 -> webhook_id: w1
webhooks_for_event kind=key.created account_id=- occurred_at=t2 -> webhook_id: w1
webhooks_for_event kind=key.created account_id=- occurred_at=t3 -> webhook_id,account_id: w1,a w3,b
webhooks_of_account account_id=a -> webhook_id: w1 w5 w2
notice_settings account_id=a -> language,email_events: id,key.created,quota.80
notices_due now=t5 limit=9 -> notice_id,url,secret,failing_since,email,language: n6,url3,secret3,-,budi@x,- n2,url1,secret1,t1,Ani@x,id n3,-,-,-,Ani@x,id n5,-,-,-,-,-
notices_due now=t4 limit=9 -> notice_id: n6 n2 n3
notices_due now=t4 limit=2 -> notice_id: n6 n2
notices account_id=a limit=9 -> notice_id,email,url,language: n4,Ani@x,url1,id n7,Ani@x,-,id n2,Ani@x,url1,id n3,Ani@x,-,id n1,Ani@x,url1,id
notices account_id=- limit=6 -> notice_id: n4 n7 n2 n3 n1 n5
notices_of_account account_id=a -> notice_id: n1 n2 n3 n4 n7
deliveries_of_webhook webhook_id=w1 limit=9 -> notice_id,kind: n4,key.created n2,key.created n1,key.created
deliveries_of_webhook webhook_id=w1 limit=2 -> notice_id: n4 n2
count_pending_notices account_id=a webhook_id=w1 -> notices: 2
count_pending_notices account_id=a webhook_id=- -> notices: 1

published_days -> trade_date: 2024-01-01 2024-01-02 2024-01-03 2024-01-04 2024-01-05 2024-01-06 2024-01-31 2024-12-31 2025-12-30 2026-01-02 2026-01-06
published_day trade_date=2026-01-02 -> revision: 2
published_days_of_year year=2024 -> trade_date: 2024-01-01 2024-01-02 2024-01-03 2024-01-04 2024-01-05 2024-01-06 2024-01-31 2024-12-31
published_days_of_year year=2026 -> trade_date,revision: 2026-01-02,2 2026-01-06,1
published_years -> year: 2024 2025 2026
newest_day -> trade_date: 2026-01-06
last_publication -> trade_date: 2026-01-06
next_revision trade_date=2026-01-05 -> revision: 3
next_revision trade_date=2026-01-07 -> revision: 1
intended_publications -> trade_date,revision: 2026-01-05,2
count_publications -> publications: 13
corrected_days -> trade_date,revision: 2026-01-02,1 2026-01-02,2 2026-01-05,1 2026-01-05,2
replaced_revision_with_trades trade_date=2026-01-02 source_sha256=old trades_digest=other -> revision: 1
replaced_revision_with_trades trade_date=2026-01-02 source_sha256=other trades_digest=dold -> revision: 1
replaced_revision_with_trades trade_date=2026-01-02 source_sha256=old trades_digest=dnew -> revision: -
days_around trade_date=2026-01-06 -> trade_date: 2026-01-02 2025-12-30
days_around trade_date=2025-12-30 -> trade_date: 2026-01-02 2026-01-06
days_around trade_date=2026-02-01 -> trade_date: 2026-01-06 2026-01-02
days_around trade_date=2025-12-03 -> trade_date: 2025-12-30 2026-01-02
days_around trade_date=2024-01-07 -> trade_date: 2024-01-06 2024-01-05 2024-01-04 2024-01-03 2024-01-02
days_around trade_date=2023-12-02 -> trade_date: 2024-01-01
days_around trade_date=2023-12-31 -> trade_date: 2024-01-01 2024-01-02 2024-01-03 2024-01-04 2024-01-05
days_around trade_date=2023-12-01 -> trade_date:
days_around trade_date=2024-03-01 -> trade_date: 2024-01-31
days_around trade_date=2024-03-02 -> trade_date:
neighbouring_days trade_date=2024-01-07 -> trades_rows: 6 5 4 3 2 31 6 10 21 40
neighbouring_days trade_date=2024-01-06 -> trades_rows: 5 4 3 2 1 31 6 10 21 40
neighbouring_days trade_date=2023-12-31 -> trades_rows: 1 2 3 4 5
months_without_serving_file -> month: 2024-12
months_without_market_files -> month: 2024-12 2025-12
serving_files -> month,publications,days: 2024-01,9,2024-01-01,2024-01-02,2024-01-03,2024-01-04,2024-01-05,2024-01-06,2024-01-31 2025-12,5,2025-12-30 2026-01,9,2026-01-02
market_files -> month,publications: 2024-01,9 2026-01,5
newest_time -> newest_at: t6
held_files -> source: h1 h6 h3 h7
rejected_files -> source: r5 r1 r3 r6
source_file source=h3 -> outcome: held
serving_damages -> file_name: month1 gone files1.rows lake/trades/2026-01-06/a lake/trades/2026-01-05/a month2 month1
official_checks -> check_id: 5 3 6
official_checks_of_revision trade_date=2026-01-02 revision=2 -> source: f3 f1
official_file source=f3 -> check_id: 3
newest_official_check -> check_id: 6
broker_checks -> trade_date,table_sha256: 2025-12-30,x 2026-01-02,x
day_facts trade_date=2025-12-30 trades_sha256=x version=1 -> facts: {}
day_facts trade_date=2025-12-30 trades_sha256=x version=2 -> facts:
day_facts trade_date=2025-12-30 trades_sha256=y version=1 -> facts:
served_days -> trade_date,revision,verified,compared: 2024-01-01,1,-,- 2024-01-02,1,-,- 2024-01-03,1,-,- 2024-01-04,1,-,- 2024-01-05,1,-,- 2024-01-06,1,-,- 2024-01-31,1,-,- 2025-12-30,1,0,c5 2026-01-02,1,1,c2
`;

/** A query, its parameters, and the values that it changes: `+` and `-` before the key of a row that is added or deleted. */
const CHANGED = `
change_email account_id=b email=new -> account b email=new
set_suspension account_id=b suspended_at=t9 -> account b suspended_at=t9
set_deleted account_id=b email=gone deleted_at=t8 -> account b email=gone suspended_at=t8 deleted_at=t8
set_deleted account_id=c email=gone deleted_at=t8 -> account c email=gone deleted_at=t8
grant_units account_id=a window=w units=5 -> account a granted_window=w granted_units=5
start_account_window account_id=a window=w1 -> none
start_account_window account_id=b window=w2 -> + account_usage b w2 units=0
charge_account account_id=a window=w1 units=3 limit=10 -> account_usage a w1 units=10
charge_account account_id=a window=w1 units=3 limit=9 -> none
charge_key key_id=k1 window=w1 units=2 charged_at=t8 -> key_usage k1 w1 units=5 last_used_at=t8
note_key_use key_id=k1 window=w2 used_at=t6 -> none
note_key_use key_id=k1 window=w2 used_at=t8 -> key_usage k1 w2 last_used_at=t8
note_key_use key_id=k3 window=w1 used_at=t8 -> + key_usage k3 w1 units=0 last_used_at=t8
note_idempotent_charge account_id=a idempotency_key=q1 request_sha256=new charged_at=t9 -> idempotent_charge a q1 request_sha256=new charged_at=t9
forget_idempotent_charges until=t2 -> - idempotent_charge a q1 | - idempotent_charge b q1
delete_idempotent_charges account_id=a -> - idempotent_charge a q1 | - idempotent_charge a q2
forget_usage until=2026-01-06 limit=9 -> - usage_history k1 2026-01-04 flow | - usage_history k1 2026-01-05 flow | - usage_history k1 2026-01-05 news | - usage_history k2 2026-01-05 free

rename_key key_id=k1 name=new -> api_key k1 name=new
rename_key key_id=k3 name=new -> none
rename_key key_id=k4 name=new -> none
revoke_key key_id=k1 revoked_at=t9 -> api_key k1 revoked_at=t9
revoke_key key_id=k4 revoked_at=t9 -> none
revoke_live_key key_id=k2 now=t4 -> api_key k2 revoked_at=t4
revoke_live_key key_id=k2 now=t5 -> none
revoke_live_key key_id=k4 now=t4 -> none
revoke_live_key key_id=k5 now=t4 -> none
revoke_keys_of_account account_id=b revoked_at=t9 name=gone -> api_key k6 name=gone revoked_at=t9
revoke_operator_key operator_key_id=g1 revoked_at=t9 -> operator_key g1 revoked_at=t9
revoke_operator_key operator_key_id=g2 revoked_at=t9 -> none

cancel_order order_id=o2 settled_at=t8 -> billing_order o2 state=cancelled cancelled_at=t8 settled_at=t8
cancel_order order_id=o3 settled_at=t8 -> none
end_order order_id=o4 state=cancelled plan_effect=- settled_at=t8 -> billing_order o4 state=cancelled reason=- cancelled_at=t8 settled_at=t8
end_order order_id=o5 state=refunded plan_effect=kept settled_at=t8 -> billing_order o5 state=refunded settled_at=t8 attention=- plan_effect=kept
correct_payment_time order_id=o4 paid_at=t3 -> billing_order o4 paid_at=t3
correct_payment_time order_id=o5 paid_at=t3 -> none
note_attention order_id=o7 attention=look -> billing_order o7 attention=look
note_checkout order_id=o1 payment_url=u payment_reference=r -> billing_order o1 payment_url=u payment_reference=r
note_checkout order_id=o2 payment_url=u payment_reference=r -> none
note_checkout order_id=o3 payment_url=u payment_reference=r -> none
record_payment order_id=o4 payment_reference=- paid_idr=9 paid_at=t8 -> billing_order o4 state=paid reason=- paid_at=t8 paid_idr=9 settled_at=-
record_payment order_id=o9 payment_reference=r paid_idr=9 paid_at=t8 -> billing_order o9 state=paid payment_reference=r paid_at=t8 paid_idr=9 settled_at=-
record_payment order_id=o1 payment_reference=r paid_idr=9 paid_at=t8 -> billing_order o1 state=paid payment_reference=r paid_at=t8 paid_idr=9
record_payment order_id=o3 payment_reference=r paid_idr=9 paid_at=t8 -> billing_order o3 payment_reference=r paid_at=t8 paid_idr=9
record_payment order_id=o5 payment_reference=r paid_idr=9 paid_at=t8 -> none
retry_order order_id=o4 -> billing_order o4 state=paid reason=- settled_at=-
retry_order order_id=o5 -> none
settle_order order_id=o3 state=paid_not_applied reason=late settled_at=t8 -> billing_order o3 state=paid_not_applied reason=late settled_at=t8
settle_order order_id=o5 state=paid_not_applied reason=late settled_at=t8 -> none
redact_orders account_id=a -> billing_order o1 idempotency_key=- | billing_order o2 payment_url=-
note_payment order_id=o3 provider=midtrans payment_reference=r1 paid_idr=1 paid_at=t1 recorded_at=t1 -> none
state_payment_value order_id=o3 payment_reference=r3 paid_idr=5 -> payment o3 midtrans r3 paid_idr=5
state_payment_value order_id=o3 payment_reference=r1 paid_idr=5 -> none
take_offer offer_id=f1 order_id=o2 -> offer f1 taken_by=o2
take_offer offer_id=f4 order_id=o2 -> none
reopen_offer order_id=o7 -> offer f4 taken_by=-
withdraw_offer offer_id=f1 withdrawn_at=t9 -> offer f1 withdrawn_at=t9
withdraw_offer offer_id=f3 withdrawn_at=t9 -> none
withdraw_offer offer_id=f4 withdrawn_at=t9 -> none
withdraw_offers_of_series series=s withdrawn_at=t9 -> offer f5 withdrawn_at=t9
note_billing_details account_id=a name=N address=A tax_id=T changed_at=t9 -> billing_details a name=N address=A tax_id=T changed_at=t9
delete_billing_details account_id=b -> none
delete_billing_details account_id=a -> - billing_details a
redact_audit_entry audit_id=2 reason=r details={} redacted_at=t9 -> audit_log 2 reason=r details={} redacted_at=t9

set_membership account_id=a person_id=p2 role=owner created_at=t9 -> membership a p2 role=owner
remove_membership account_id=a person_id=p1 -> - membership a p1
delete_memberships account_id=a -> - membership a p1 | - membership a p2
set_operator person_id=p1 is_operator=1 -> person p1 is_operator=1
delete_person person_id=p4 -> - person p4
delete_person person_id=p1 -> none
delete_person person_id=p3 -> none
accept_invitation invitation_id=i1 accepted_at=t9 -> invitation i1 accepted_at=t9
accept_invitation invitation_id=i2 accepted_at=t9 -> none
withdraw_invitation invitation_id=i1 account_id=a -> - invitation i1
withdraw_invitation invitation_id=i1 account_id=b -> none
withdraw_invitation invitation_id=i2 account_id=a -> none
delete_invitations account_id=b email=BUDI@x -> - invitation i3 | - invitation i4
forget_invitations until=t9 limit=9 -> - invitation i1
count_sign_in_attempt code_id=c1 email=ani@x entered_from=20.0.0 since=t0 -> sign_in_code c1 browser_attempts=1 | sign_in_code c11 attempts=1 | sign_in_code c12 attempts=1 | sign_in_code c2 attempts=1 | sign_in_code c4 attempts=1 | sign_in_code c6 network_attempts=1
use_sign_in_code code_id=c1 used_at=t9 -> sign_in_code c1 used_at=t9
use_sign_in_code code_id=c7 used_at=t9 -> none
delete_sign_in_codes email=BUDI@x -> - sign_in_code c10 | - sign_in_code c3
forget_sign_in_codes until=t1 -> - sign_in_code c0
trim_sign_in_codes kept=1 -> - sign_in_code c2
touch_session sha256=s2 last_seen_at=t9 -> session s2 last_seen_at=t9
end_session sha256=s1 -> - session s1
end_sessions person_id=p1 key_id=- -> - session s1 | - session s3
end_sessions person_id=- key_id=k1 -> - session s2
delete_sessions_of_account account_id=b -> - session s3 | - session s4
forget_sessions created_before=t1 seen_before=t4 -> - session s2
forget_sessions created_before=t0 seen_before=t5 -> - session s2
update_incident incident_id=x1 title=T details=D -> incident x1 title=T details=D
resolve_incident incident_id=x2 resolved_at=t9 -> incident x2 resolved_at=t9
resolve_incident incident_id=x1 resolved_at=t9 -> none

create_event event_id=e9 event_key=key1 kind=k account_id=a occurred_at=t9 data={} distributed_at=- -> none
note_distributed event_id=e3 distributed_at=t9 -> event e3 distributed_at=t9
note_distributed event_id=e1 distributed_at=t9 -> none
forget_events until=t3 limit=9 -> - event e4
delete_events_of_account account_id=b -> - event e4 | - event e5 | - event e6
create_notice notice_id=n1 event_id=e1 account_id=a webhook_id=- state=pending created_at=t9 next_attempt_at=t9 settled_at=- last_error=- -> none
create_notice notice_id=n9 event_id=e1 account_id=a webhook_id=- state=pending created_at=t9 next_attempt_at=t9 settled_at=- last_error=- -> + notice n9 event_id=e1 account_id=a state=pending created_at=t9 attempts=0 next_attempt_at=t9
note_attempt notice_id=n1 state=failed attempted_at=t8 next_attempt_at=- settled_at=t8 last_status=500 last_error=e -> notice n1 state=failed attempts=3 next_attempt_at=- last_attempt_at=t8 settled_at=t8 last_status=500 last_error=e
note_attempt notice_id=n4 state=failed attempted_at=t8 next_attempt_at=- settled_at=t8 last_status=500 last_error=e -> none
fail_notices_of_webhook webhook_id=w1 settled_at=t9 last_error=e -> notice n1 state=failed next_attempt_at=- settled_at=t9 last_error=e | notice n2 state=failed next_attempt_at=- settled_at=t9 last_error=e
forget_notices until=t4 limit=9 -> - notice n7
delete_notices_of_webhook webhook_id=w1 -> - notice n1 | - notice n2 | - notice n4
delete_notices_of_account account_id=b -> - notice n6
delete_notices_of_account account_id=a -> - notice n1 | - notice n2 | - notice n3 | - notice n4 | - notice n5 | - notice n7
note_webhook_state webhook_id=w3 failing_since=t8 disabled_at=t9 -> webhook w3 failing_since=t8 disabled_at=t9
set_webhook_secret webhook_id=w3 secret=new -> webhook w3 secret=new
delete_webhook webhook_id=w3 -> - webhook w3
delete_webhooks_of_account account_id=b -> - webhook w3
set_notice_settings account_id=a language=en email_events=k -> notice_settings a language=en email_events=k
delete_notice_settings account_id=b -> - notice_settings b

change_subscription account_id=a plan=starter months=1 series=s period_start=t1 period_end=t2 period_price_idr=3 requests_per_minute=4 units=5 keys=6 term_days=7 -> account a plan=starter months=1 series=s period_start=t1 period_end=t2 period_price_idr=3 requests_per_minute=4 units=5 keys=6 term_days=7
note_source_file source=h1 trade_date=D stamp=S outcome=O reason=R causes=C kept_at=K content_sha256=H totals=T seen_at=t9 -> source_file h1 trade_date=D stamp=S outcome=O reason=R kept_at=K seen_at=t9 content_sha256=H totals=T causes=C
note_official_file source=f3 stamp=S trade_date=D revision=9 official_sha256=H -> official_file f3 stamp=S trade_date=D revision=9 official_sha256=H
note_day_facts trade_date=2026-01-06 trades_sha256=T version=2 facts=F -> day_facts 2026-01-06 trades_sha256=T version=2 facts=F
note_broker_check trade_date=2026-01-02 ticker=BBCA market=RG investor=all table_sha256=y revision=9 source=S checked_at=t9 brokers=8 differences=7 sides=equal -> broker_check 2026-01-02 BBCA RG all y revision=9 source=S checked_at=t9 brokers=8 differences=7 sides=equal
replace_published_day trade_date=2026-01-02 replaced_at=t9 -> publication 2026-01-02 2 state=replaced replaced_at=t9
settle_intended_day trade_date=2026-01-05 revision=2 state=published published_at=t9 -> publication 2026-01-05 2 state=published published_at=t9
settle_intended_day trade_date=2026-01-05 revision=1 state=published published_at=t9 -> none
forget_day_facts trade_date=2026-01-29 -> none
forget_day_facts trade_date=2026-01-30 -> - day_facts 2025-12-30
forget_day_facts trade_date=2025-12-06 -> - day_facts 2026-01-06
dismiss_file source=h1 dismissed_at=t9 -> + dismissed_file h1 stamp=1 reason=why dismissed_at=t9 content_sha256=sum1
dismiss_file source=h4 dismissed_at=t9 -> dismissed_file h4 stamp=1 reason=why dismissed_at=t9
dismiss_file source=r3 dismissed_at=t9 -> + dismissed_file r3 stamp=1 reason=why dismissed_at=t9
dismiss_file source=u1 dismissed_at=t9 -> none
note_serving_damage file_name=month2 problem=p found_at=t9 -> none
note_failed_rebuild file_name=month2 failure=f -> serving_damage 2 failure=f
note_failed_rebuild file_name=month1 failure=f -> serving_damage 7 failure=f
resolve_lake_damages trade_date=2026-01-05 repaired_at=t9 -> serving_damage 3 rebuilt_at=t9
resolve_serving_damage file_name=none rebuilt_at=t9 -> serving_damage 2 rebuilt_at=t9 | serving_damage 6 rebuilt_at=t9
resolve_serving_damage file_name=files1.rows rebuilt_at=t9 -> serving_damage 2 rebuilt_at=t9 | serving_damage 5 rebuilt_at=t9 | serving_damage 6 rebuilt_at=t9
switch_serving_file month=2025-12 file_name=new sha256=s built_at=t9 -> serving_file 2025-12 file_name=new sha256=s build=4 built_at=t9 publications=1
switch_serving_file month=2024-01 file_name=month0 sha256=any built_at=t1 -> serving_file 2024-01 build=2 publications=7
switch_market_files month=2026-01 name=new days=d broker_rows_sha256=1 broker_sums_sha256=2 ticker_rows_sha256=3 built_at=t9 -> market_files 2026-01 name=new days=d broker_rows_sha256=1 broker_sums_sha256=2 ticker_rows_sha256=3 build=4 built_at=t9 publications=4
switch_market_files month=2024-01 name=files0 days=any broker_rows_sha256=any broker_sums_sha256=any ticker_rows_sha256=any built_at=t1 -> market_files 2024-01 build=2 publications=7
note_official_check trade_date=2025-12-30 revision=1 official_sha256=x source=S checked_at=t9 tickers=1 differing_tickers=2 differences=3 patterns=p compared=c -> - official_check 4 | + official_check 7 trade_date=2025-12-30 revision=1 official_sha256=x source=S checked_at=t9 tickers=1 differing_tickers=2 differences=3 patterns=p compared=c
`;

type Row = Record<string, unknown>;
const ledger = emptyLedger();
const { db } = ledger;
const types = typesOfQueries(ledger);
beforeAll(() => {
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
  for (const block of ROWS.trim().split('\n\n')) fill(...(block.split('\n') as [string]));
});

const columnsOf = (table: string) =>
  db.pragma(`table_info(${table})`) as {
    name: string;
    type: string;
    notnull: number;
    pk: number;
    dflt_value: unknown;
  }[];

function fill(heading: string, ...lines: string[]): void {
  const [table = '', ...named] = heading.split(' ');
  const columns = columnsOf(table).filter(
    ({ name, notnull, dflt_value }) => named.includes(name) || (notnull && dflt_value === null),
  );
  const names = columns.map(({ name }) => name);
  const insert = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`);
  for (const line of lines) {
    const given = line.split(' ');
    const any = (type: string) => (type === 'INTEGER' ? '0' : 'any');
    const value = (name: string, type: string) => given[named.indexOf(name)] ?? any(type);
    insert.run(columns.map(({ name, type, notnull }) => sqlValue(value(name, type), type, notnull === 0)));
  }
}

function sqlValue(text: string, type: string | undefined, nullable = true): unknown {
  if (text === '-') return nullable ? null : '';
  if (type === 'INTEGER') return Number(text);
  return type === 'BLOB' ? Buffer.from(text) : text.replaceAll('+', ' ').replaceAll(';', '\n');
}

/** @returns a query with the values of its parameters, and what is expected of it */
function parsed(line: string) {
  const [asked = '', expected = ''] = line.split(' -> ');
  const [name, ...given] = asked.split(' ') as [QueryName];
  const parameters = types.get(name)?.parameters ?? {};
  const values = given.map((each: string) => {
    const [parameter = '', text = ''] = each.split('=');
    return [parameter, sqlValue(text, parameters[parameter]?.type)];
  });
  return {
    statement: db.prepare(ledgerSql(name, 'sqlite')),
    values: Object.fromEntries(values),
    expected,
    row: types.get(name)?.row ?? {},
  };
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const shown = (value: unknown) => String(value ?? '-');

/** All rows by their table and key. */
function rowsByKey(): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const table of LEDGER_TABLE_NAMES) {
    const keys = columnsOf(table).filter(({ pk }) => pk > 0);
    const names =
      table === 'usage_history' ? ['key_id', 'usage_date', 'endpoint'] : keys.map(({ name }) => name);
    for (const row of db.prepare(`SELECT * FROM ${table}`).all() as Row[]) {
      const { ...rest } = row;
      for (const name of names) delete rest[name];
      rows.set(`${table} ${names.map((name) => shown(row[name])).join(' ')}`, rest);
    }
  }
  return rows;
}

function changesBetween(before: Map<string, Row>, after: Map<string, Row>): string {
  const listed = (key: string, values: [string, unknown][]) =>
    [key, ...values.map(([name, value]) => `${name}=${shown(value)}`)].join(' ');
  const changes = [...before].flatMap(([key, old]) => {
    const row = after.get(key);
    if (!row) return [`- ${key}`];
    const changed = Object.entries(row).filter(([name, value]) => shown(value) !== shown(old[name]));
    return changed.length === 0 ? [] : [listed(key, changed)];
  });
  for (const [key, row] of after) {
    if (!before.has(key))
      changes.push(
        listed(
          `+ ${key}`,
          Object.entries(row).filter(([, value]) => value !== null),
        ),
      );
  }
  return changes.join(' | ') || 'none';
}

/** Without the order of the columns. */
const inAnyOrder = (changes: string) =>
  changes
    .split(' | ')
    .map((change) => change.split(' ').toSorted().join(' '))
    .join(' | ');

const TYPES: Record<string, string> = { string: 'TEXT', number: 'INTEGER', object: 'BLOB' };

describe('a query finds', () => {
  test.each(linesOf(FOUND))('%s', (line) => {
    const { statement, values, expected, row } = parsed(line);
    const [names = '', rows] = expected.split(':') as [string, string];
    const found = statement.all(values) as Row[];
    const values_of = (row: Row) => names.split(',').map((name) => shown(row[name]));
    expect(found.map((row) => values_of(row).join()).join(' ')).toBe(rows.trim());
    for (const [column, value] of found.flatMap(Object.entries)) {
      expect(row[column]).toMatchObject(value === null ? { nullable: true } : { type: TYPES[typeof value] });
    }
  });
});

describe('a query changes', () => {
  test.each(linesOf(CHANGED))('%s', (line) => {
    const { statement, values, expected } = parsed(line);
    const before = rowsByKey();
    db.exec('SAVEPOINT before');
    try {
      if (statement.reader) statement.all(values);
      else statement.run(values);
      expect(inAnyOrder(changesBetween(before, rowsByKey()))).toBe(inAnyOrder(expected));
    } finally {
      db.exec('ROLLBACK TO before; RELEASE before');
    }
  });
});
