import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { COSTS } from '../../../core/costs.ts';
import { type IsoDate, isIsoDate } from '../../../core/dates.ts';
import type { Texts } from '../../texts/texts.ts';
import { CodeBox } from './code-box.tsx';
import { type CodedRequest, clientCode, codeOf } from './request-code.ts';

/** A parameter, as the OpenAPI document has it. */
interface PlayField {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly kind: 'date' | 'number' | 'text';
  readonly isRequired: boolean;
  /** The only possible values; empty if there are others. */
  readonly values: readonly string[];
  /** Empty without a default. */
  readonly fallback: string;
}

export interface PlayRequest {
  /** Operation id. */
  readonly name: string;
  readonly title: string;
  /** With `{name}` for a parameter. */
  readonly path: string;
  readonly fields: readonly PlayField[];
}

type PlayTexts = Texts['playground']['form'];

export interface PlaygroundProps {
  readonly requests: readonly PlayRequest[];
  readonly chosen: string;
  readonly values: Readonly<Record<string, string>>;
  /** The address of the server. */
  readonly origin: string;
  /** Requests go to the sample, without a key; else they are charged to the visitor. */
  readonly isSample: boolean;
  readonly days: { readonly from: IsoDate; readonly to: IsoDate } | null;
  readonly texts: PlayTexts;
}

export interface PlayAnswer {
  readonly status: string;
  readonly bytes: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** What the page needs from a browser. */
export interface PlayBrowser {
  readonly send: (path: string) => Promise<PlayAnswer>;
  readonly copy: (text: string) => Promise<void>;
}

const MAX_CHARACTERS = 20_000;

/** One request: its parameters, its code, and its answer. Without JavaScript, the form leads to the page with the code of its fields. */
export function Playground(props: PlaygroundProps & { readonly browser?: PlayBrowser }): VNode {
  const { requests, origin, isSample, days, texts, browser } = props;
  const [chosen, setChosen] = useState(props.chosen);
  const [values, setValues] = useState(props.values);
  const [answer, setAnswer] = useState<PlayAnswer | 'sending' | 'failed' | null>(null);
  const request = requests.find(({ name }) => name === chosen) as PlayRequest;
  const base = `${origin}${isSample ? '/sample' : ''}`;
  const sent = sentFields(request, values);
  const coded = codedRequest(request, sent, { base, hasKey: !isSample });
  const send = async () => {
    if (!browser) return;
    setAnswer('sending');
    setAnswer(await browser.send(pathOf(coded, origin)).catch(() => 'failed' as const));
  };
  useEffect(() => {
    // Nothing is charged before the visitor asks for it.
    if (isSample) void send();
  }, []);
  const parameters = sent.map(({ name, value }) => [name, value] as const);
  const code = codeOf(coded).map((each) =>
    each.lang === 'ts'
      ? { ...each, text: clientCode({ name: chosen, parameters, base, hasKey: !isSample }) }
      : each,
  );
  return (
    <div class="playground">
      <form
        class="card"
        method="get"
        action="/playground"
        onSubmit={(event) => {
          if (!browser) return;
          event.preventDefault();
          void send();
        }}
      >
        <div class="field">
          <label for="play-request">{texts.request}</label>
          <select
            id="play-request"
            name="request"
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
              setAnswer(null);
            }}
          >
            {requests.map(({ name, path }) => (
              <option key={name} value={name} selected={name === chosen}>
                GET {path}
              </option>
            ))}
          </select>
        </div>
        <p>
          <span lang="en">{request.title}</span> <a href={`/docs/reference/${chosen}`}>{texts.about}</a>
        </p>
        {request.fields.map((field) => (
          <div class="field" key={field.name}>
            <label for={`play-${field.name}`}>{field.name}</label>
            <Input
              field={field}
              value={values[field.name] ?? ''}
              days={days}
              onValue={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            />
          </div>
        ))}
        {!isSample && (
          <p class="note">
            {texts.cost}: {unitsOf(chosen, values) ?? '–'}
          </p>
        )}
        <button type="submit" class="btn primary" disabled={answer === 'sending'}>
          {browser ? texts.send : texts.choose}
        </button>
      </form>
      <section class="card" aria-label={texts.answer}>
        <h2>{texts.answer}</h2>
        <Answer answer={answer} texts={texts} />
      </section>
      <section class="card" aria-label={texts.code}>
        {code.map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <CodeBox text={text} texts={texts} browser={browser} />
          </div>
        ))}
      </section>
    </div>
  );
}

function Input({
  field: { name, kind, isRequired, values, fallback },
  value,
  days,
  onValue,
}: {
  field: PlayField;
  value: string;
  days: PlaygroundProps['days'];
  onValue: (value: string) => void;
}): VNode {
  const id = `play-${name}`;
  if (values.length > 0) {
    return (
      <select id={id} name={name} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {!isRequired && fallback === '' && <option value="" />}
        {values.map((each) => (
          <option key={each} selected={each === (value || fallback)}>
            {each}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      id={id}
      name={name}
      // The types of the elements depend on a single type.
      type={kind as 'text'}
      value={value}
      required={isRequired}
      max={kind === 'date' ? days?.to : undefined}
      placeholder={fallback}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}

function Answer({
  answer,
  texts,
}: {
  answer: PlayAnswer | 'sending' | 'failed' | null;
  texts: PlayTexts;
}): VNode {
  if (answer === null || answer === 'sending' || answer === 'failed') {
    const text = answer === null ? texts.waiting : answer === 'sending' ? texts.sending : texts.failed;
    return <p role="status">{text}</p>;
  }
  const { status, bytes, headers, body } = answer;
  const shown = written(body);
  const rows = rowsIn(body);
  return (
    <>
      <p role="status">
        <b>{status}</b> · {bytes} B{rows !== null && ` · ${rows} ${texts.rows}`}
      </p>
      <details>
        <summary>{texts.headers}</summary>
        <pre tabIndex={0}>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      <pre tabIndex={0}>{shown.slice(0, MAX_CHARACTERS)}</pre>
      {shown.length > MAX_CHARACTERS && <p class="note">{texts.cut}</p>}
    </>
  );
}

/** Pretty JSON; another text as it is. */
function written(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 1);
  } catch {
    return body;
  }
}

function rowsIn(body: string): number | null {
  try {
    const { data } = JSON.parse(body);
    return Array.isArray(data) ? data.length : null;
  } catch {
    return null;
  }
}

/** What a request costs; null for a range that is not valid. */
function unitsOf(name: string, { from = '', to = '' }: Readonly<Record<string, string>>): number | null {
  const costs: Readonly<Record<string, { units(input: never): number }>> = COSTS;
  if (!Object.hasOwn(costs, name)) return 0;
  const units = isIsoDate(from) && isIsoDate(to) ? costs[name]?.units({ from, to } as never) : undefined;
  return units !== undefined && units > 0 ? units : null;
}

interface SentField {
  readonly name: string;
  readonly place: PlayField['place'];
  readonly value: string | number;
}

/** The fields of a request that are not empty, and not the default. */
function sentFields({ fields }: PlayRequest, values: Readonly<Record<string, string>>): SentField[] {
  return fields.flatMap(({ name, place, kind, fallback }) => {
    const value = values[name]?.trim() ?? '';
    const isSent = value !== '' && value !== fallback;
    const isNumber = kind === 'number' && Number.isFinite(Number(value));
    return isSent || place === 'path' ? [{ name, place, value: isNumber ? Number(value) : value }] : [];
  });
}

function codedRequest(
  { path }: PlayRequest,
  sent: readonly SentField[],
  { base, hasKey }: { readonly base: string; readonly hasKey: boolean },
): CodedRequest {
  return {
    method: 'GET',
    url: sent
      .filter(({ place }) => place === 'path')
      .reduce(
        (url, { name, value }) => url.replace(`{${name}}`, encodeURIComponent(String(value) || '-')),
        base + path,
      ),
    query: sent.filter(({ place }) => place === 'query').map(({ name, value }) => [name, value] as const),
    headers: {},
    body: undefined,
    hasKey,
    hasEnvelope: true,
  };
}

/** The path of the request on this server, with the query string. */
function pathOf({ url, query }: CodedRequest, origin: string): string {
  const text = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return url.slice(origin.length) + (text === '' ? '' : `?${text}`);
}
