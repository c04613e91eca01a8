import type { Failure } from '../../../../api/http/monitoring/recent-failures.ts';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { AccountLink } from '../operator-links.tsx';
import { useOperator } from '../operator-page.tsx';

/** The recent responses with a status of 500 or above. The log of the server has their causes, under the ids of the requests. */
export function Failures({
  failures,
  emails,
}: {
  failures: readonly Failure[];
  /** Addresses by account. */
  emails: ReadonlyMap<string, string>;
}) {
  const { texts } = useOperator();
  const t = texts.failures;
  return (
    <Card title={t.title} id="failures">
      <DataTable
        caption={t.caption}
        columns={[
          { title: t.time, time: ({ at }) => at },
          { title: t.route, cell: ({ method, route }) => <code>{`${method} ${route ?? '?'}`}</code> },
          {
            title: texts.audit.account,
            cell: ({ account_id: id }) => <AccountLink id={id} email={emails.get(id ?? '')} />,
          },
          { title: t.code, cell: ({ status, code }) => `${status} ${code}` },
          { title: t.request, cell: ({ request_id }) => <code>{request_id}</code> },
          { title: t.count, number: ({ count }) => count },
        ]}
        rows={failures}
        empty={<p class="note">{t.none}</p>}
      />
    </Card>
  );
}
