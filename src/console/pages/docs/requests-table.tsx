import type { ComponentChildren } from 'preact';
import type { ReferencedRequest } from '../../../api/openapi/reference.ts';
import { COSTS } from '../../../core/costs.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { useView, type View } from '../components/view.ts';

/** Requests of the API, each with a link to its page. */
export function RequestsTable({
  id,
  caption,
  requests,
}: {
  id: string;
  caption: ComponentChildren;
  requests: readonly ReferencedRequest[];
}) {
  const view = useView();
  const { docs, reference } = view.texts;
  const columns: readonly Column<ReferencedRequest>[] = [
    {
      title: docs.request,
      cell: ({ method, path }) => (
        <code>
          {method} {path}
        </code>
      ),
    },
    {
      title: docs.answer,
      cell: ({ name, title }) => (
        <a lang="en" href={`/docs/reference/${name}`}>
          {title}
        </a>
      ),
    },
    { title: docs.cost, cell: (request) => costOf(view, request) },
    { title: reference.key, cell: (request) => keyOf(view, request) },
  ];
  return (
    <div class="requests">
      <DataTable id={id} caption={caption} columns={columns} rows={requests} />
    </div>
  );
}

/** Without a cost of its own, a request is free. */
export function costOf({ texts: { docs, reference } }: View, { name }: ReferencedRequest): string {
  if (name === 'mcp') return reference.cost_of_tool;
  const costs: Readonly<Record<string, (typeof COSTS)[keyof typeof COSTS]>> = COSTS;
  const rate = costs[name]?.rate;
  return rate === undefined ? docs.free : docs.costs[rate.units > 1 ? 'market' : rate.per];
}

/** The scope that the key of a request needs. */
export function keyOf({ texts: { reference } }: View, { key, scopes }: ReferencedRequest) {
  if (key === 'none') return reference.no_key;
  if (key === 'optional') return reference.optional;
  return scopes.length > 1 ? reference.any_key : <code>{scopes[0]}</code>;
}
