import type { FastifyInstance } from 'fastify';
import { ownOrigin } from '../../../api/http/host.ts';
import { queryOf } from '../../../api/http/requests/validation.ts';
import type { CurrentSample, Sample } from '../../../api/http/sample-routes.ts';
import type { Reference, ReferencedRequest } from '../../../api/openapi/reference.ts';
import { dateOfEpochDay, epochDay, type IsoDate, isIsoDate } from '../../../core/dates.ts';
import { Playground, type PlaygroundProps, type PlayRequest } from '../../charts/requests/playground.tsx';
import { requireAccount } from '../../sessions/visitor.ts';
import { Island } from '../components/island.tsx';
import { Heading, Notice } from '../components/notice.tsx';
import type { View } from '../components/view.ts';
import { SampleNote } from '../explorer/explorer-answers.tsx';
import { Page } from '../framework/layout.tsx';
import { openRoute } from '../framework/page-routes.tsx';
import { EXAMPLE_ORIGIN } from './docs-page.tsx';

const FIRST_REQUEST = 'get_broker_summary';
/** Days of the range that the form has at first. */
const FIRST_DAYS = 5;
const MAX_SHOWN = 40;

interface PlaygroundServices {
  readonly reference: () => Reference;
  readonly explorer: { readonly sample: CurrentSample | null };
  newestDay(): Promise<IsoDate | null>;
}

/** `GET /playground`: sends requests for market data, to the sample or as the visitor who is signed in. */
export function playgroundPage(
  app: FastifyInstance,
  { reference, explorer, newestDay }: PlaygroundServices,
): void {
  openRoute(app, '/playground', async ({ request, reply, view }) => {
    const sample = view.visitor === null ? ((await explorer.sample?.()) ?? null) : null;
    if (sample === null && (await requireAccount(request, reply))) return reply;
    const requests = requestsOf(reference(), sample);
    const through = sample?.through ?? (await newestDay());
    const { props, problems } = formOf(requests, queryOf(request), { view, sample, through });
    const { texts } = view;
    if (problems.length > 0) reply.code(400);
    return (
      <Page title={texts.playground.title} active="docs" scripts={['playground']}>
        <Heading title={texts.playground.title} remark={texts.playground.remark} />
        {sample && <SampleNote sample={sample} />}
        {problems.length > 0 && <Notice kind="bad">{problems.join(' ')}</Notice>}
        <Island
          name="playground"
          component={Playground}
          props={{ ...props, origin: ownOrigin(request) ?? EXAMPLE_ORIGIN }}
        />
      </Page>
    );
  });
}

/** Those of the sample take one stock. */
function requestsOf({ groups }: Reference, sample: Sample | null): ReferencedRequest[] {
  return groups
    .flatMap(({ requests }) => requests)
    .filter((each) => isMarketData(each) && (sample === null || takesTicker(each)));
}

function takesTicker({ parameters }: ReferencedRequest): boolean {
  return parameters.some(({ name }) => name === 'ticker');
}

function isMarketData({ method, key, scopes, answer }: ReferencedRequest): boolean {
  return method === 'GET' && key === 'required' && scopes.join() === 'data' && answer.hasEnvelope;
}

/** The address of a request on the page; undefined for one that is not there for the visitor. */
export function playgroundPath(request: ReferencedRequest, { visitor }: View): string | undefined {
  if (!isMarketData(request) || visitor?.account_id === null) return undefined;
  if (visitor === null && !takesTicker(request)) return undefined;
  return `/playground?request=${request.name}`;
}

/** The form with the fields of the query, and what is wrong with them. */
function formOf(
  requests: readonly ReferencedRequest[],
  query: object,
  { view, sample, through }: { view: View; sample: Sample | null; through: IsoDate | null },
): { props: Omit<PlaygroundProps, 'origin'>; problems: string[] } {
  const { request: name = FIRST_REQUEST, ...sent } = query as Readonly<Record<string, unknown>>;
  const chosen = requests.find((each) => each.name === name);
  const { texts } = view;
  const problems = chosen ? [] : [texts.playground.unknown_request(shown(name))];
  const to = through ?? undefined;
  const from = to && dateOfEpochDay(epochDay(to) - FIRST_DAYS + 1);
  const first = {
    ...(to && from ? { from, to, date: to } : {}),
    ...(sample ? { ticker: sample.ticker } : {}),
  };
  const fields = requests.map(playRequest);
  const examples = Object.fromEntries(
    requests.flatMap(({ parameters }) =>
      parameters.flatMap(({ name, isRequired, example }) =>
        isRequired && example !== undefined ? [[name, String(example)]] : [],
      ),
    ),
  );
  const known = fields.find((each) => each.name === (chosen?.name ?? FIRST_REQUEST)) as PlayRequest;
  const given = Object.entries(sent).flatMap(([name, value]) => {
    const field = known.fields.find((each) => each.name === name);
    if (field === undefined || value === '') return [];
    const isValid =
      typeof value === 'string' &&
      (field.kind !== 'date' || isIsoDate(value)) &&
      (field.values.length === 0 || field.values.includes(value));
    if (isValid) return [[name, value]];
    problems.push(texts.playground.invalid_value(name, shown(value)));
    return [];
  });
  return {
    problems,
    props: {
      requests: fields,
      chosen: known.name,
      values: { ...examples, ...first, ...Object.fromEntries(given) },
      isSample: sample !== null,
      days: sample && { from: sample.from, to: sample.through },
      texts: texts.playground.form,
    },
  };
}

function playRequest({ name, title, path, parameters }: ReferencedRequest): PlayRequest {
  return {
    name,
    title,
    path,
    fields: parameters.flatMap(({ name, in: place, type, isRequired }) => {
      // Columns for people are only in formats of rows, and the page requests JSON.
      if (place === 'header' || name === 'names') return [];
      const [kind] = type.kinds;
      return {
        name,
        place,
        kind: kind === 'date' ? 'date' : kind === 'integer' ? 'number' : 'text',
        isRequired,
        values: type.values.map(String),
        fallback: type.fallback === undefined ? '' : String(type.fallback),
      };
    }),
  };
}

function shown(value: unknown): string {
  return String(value).slice(0, MAX_SHOWN);
}
