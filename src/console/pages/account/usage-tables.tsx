import type { History, HistoryRow } from '../../../commerce/accounts/quota/usage-history.ts';
import type { UsageGrouping } from '../../../core/commerce-terms.ts';
import { csvTable } from '../../../core/csv-cell.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Empty, Tag } from '../components/notice.tsx';
import { useView } from '../components/view.ts';

export function KeysCard({ keys, isOwner }: { keys: History; isOwner: boolean }) {
  const { usage, keys: keyTexts } = useView().texts.account;
  return (
    <Card
      title={usage.keys_title}
      about={usage.keys_about}
      span={3}
      footer={
        <>
          <a href="/account/keys">{usage.all_keys}</a>
          {isOwner && <a href="/account/keys#new">{keyTexts.new_title}</a>}
          {isOwner && <a href="/account/webhooks#notices">{usage.alert}</a>}
        </>
      }
    >
      <DataTable
        narrow="scroll"
        id="keys"
        caption={<span class="visually-hidden">{usage.keys_about}</span>}
        rows={keys.rows}
        columns={[
          {
            title: keyTexts.key,
            cell: ({ key_name = '', key_kind = 'api', key_revoked_at }) => (
              <>
                {key_name} {key_kind !== 'api' && <Tag>{keyTexts.kinds[key_kind]}</Tag>}{' '}
                {key_revoked_at && <Tag kind="bad">{keyTexts.revoked}</Tag>}
              </>
            ),
          },
          { title: usage.units, number: ({ units }) => units },
        ]}
        empty={
          <Empty title={usage.empty}>
            <a href="/docs/caller#curl">{keyTexts.made_call}</a>
          </Empty>
        }
      />
    </Card>
  );
}

export function RowsTable({ history }: { history: History }) {
  const { texts, numbers, dates } = useView();
  const { usage, keys } = texts.account;
  const { by, rows, units, from, to } = history;
  if (units === 0 && rows.every(({ requests }) => requests === 0)) {
    return <Empty title={usage.empty}>{usage.empty_advice}</Empty>;
  }
  const named: Readonly<Record<UsageGrouping, Column<HistoryRow>>> = {
    day: { title: usage.day, cell: ({ date = '' }) => dates.day(date) },
    key: {
      title: keys.key,
      cell: ({ key_name = '', key_kind = 'api', key_revoked_at }) => (
        <>
          {key_name} <Tag>{keys.kinds[key_kind]}</Tag>{' '}
          {key_revoked_at && <Tag kind="bad">{keys.revoked}</Tag>}
        </>
      ),
    },
    endpoint: { title: usage.endpoint, cell: ({ endpoint = '' }) => <code>{endpoint}</code> },
  };
  return (
    <DataTable
      narrow="scroll"
      id="rows"
      caption={usage.table[by](dates.short(from), dates.short(to))}
      rows={by === 'day' ? rows.toReversed() : rows}
      columns={[
        named[by],
        { title: usage.units, number: (row) => row.units },
        { title: usage.requests, number: ({ requests }) => requests },
        {
          title: usage.share,
          isNumber: true,
          cell: (row) => (units === 0 ? '–' : numbers.percent(row.units / units)),
        },
      ]}
    />
  );
}

/** The rows with the columns of `GET /usage/history`. */
export function csvOf({ by, rows }: History): string {
  const names = {
    day: ['date'],
    key: ['key_id', 'key_name', 'key_kind', 'key_revoked_at'],
    endpoint: ['endpoint'],
  };
  const columns = [...names[by], 'units', 'requests'] as (keyof HistoryRow)[];
  return csvTable(columns, rows);
}
