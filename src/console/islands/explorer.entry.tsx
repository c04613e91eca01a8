import { type Answer, type Browser, coverageOf, type DownloadFormat } from '../charts/requests/answer.ts';
import type { ApiRequest } from '../charts/requests/requests.ts';
import { ExplorerApp } from '../charts/views/explorer-app.tsx';
import type { ExplorerProps } from '../charts/views/view-props.ts';
import { chargeOf, keepAnswer, keptAnswer, newCharge } from './kept-answers.ts';
import { mount } from './mount.ts';

const MEDIA_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};

/** The longest time to wait for the rate limit before the request is sent again. */
const MAX_WAIT_S = 5;

interface Envelope {
  readonly data: unknown;
  readonly error: string | null;
  readonly code?: string;
}

/** @param data the path below which the visitor reads the API */
const browserOf = (data: '/explorer/data' | '/sample'): Browser => ({
  origin: location.origin,
  isSample: data === '/sample',
  page: location.pathname + location.search,
  load: ({ path }) => load(data + path),
  download: ({ path, file }, format, charge) => download({ path: data + path, file }, format, charge),
  onWidth(element, changed) {
    const observer = new ResizeObserver(([entry]) => changed(entry?.contentRect.width ?? 0));
    observer.observe(element as Element);
    return () => observer.disconnect();
  },
  keepInUrl(name, value) {
    const url = new URL(location.href);
    url.searchParams.set(name, value);
    history.replaceState(null, '', url);
  },
  copy: async (text) => navigator.clipboard.writeText(text),
  go: (url) => location.assign(url),
});

const OWN = browserOf('/explorer/data');
const SAMPLE = browserOf('/sample');

/** Sends a request. A refusal by the rate limit is free: the request is sent once more when the limit allows it. */
async function send(path: string, accept: string, charge = newCharge()): Promise<Response> {
  const headers = { accept, 'x-alir-console': '1', 'idempotency-key': charge };
  const ask = () => fetch(path, { headers, credentials: 'same-origin' });
  const response = await ask();
  const wait_s = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (response.status !== 429 || !(wait_s <= MAX_WAIT_S)) return response;
  await new Promise((resolve) => setTimeout(resolve, wait_s * 1000));
  return ask();
}

async function load(path: string): Promise<Answer> {
  const kept = keptAnswer(path);
  if (kept) return kept;
  try {
    const charge = chargeOf(path);
    const response = await send(path, 'application/json', charge);
    const { data, error, code = '' } = (await response.json()) as Envelope;
    if (!response.ok || error !== null) {
      return { state: 'failed', code: response.status === 401 ? 'signed_out' : code, message: error ?? '' };
    }
    const header = (name: string) => response.headers.get(name);
    const answer = {
      state: 'ready',
      data,
      units: Number(header('x-request-cost') ?? 0),
      coverage: coverageOf(header),
      empty_reason: header('x-empty-reason'),
      charge,
    } as const;
    keepAnswer(path, answer);
    return answer;
  } catch {
    return { state: 'failed', code: 'offline', message: '' };
  }
}

async function download(
  { path, file }: Pick<ApiRequest, 'path' | 'file'>,
  format: DownloadFormat,
  charge?: string,
) {
  try {
    const names = format !== 'parquet' ? `${path.includes('?') ? '&' : '?'}names=1` : '';
    const response = await send(path + names, MEDIA_TYPES[format], charge);
    if (!response.ok) return undefined;
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = `${file}.${format}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return Number(response.headers.get('x-request-cost') ?? 0);
  } catch {
    return undefined;
  }
}

function BrowserExplorer(props: ExplorerProps) {
  return <ExplorerApp {...props} browser={props.isSample ? SAMPLE : OWN} />;
}

mount('explorer', BrowserExplorer);

/** The large figure of the page joins the row that stays in view while it is scrolled away. */
function keepFigureInView(): void {
  const figure = document.querySelector('.headline .large');
  const place = document.querySelector('.kept-figure');
  if (!figure || !place) return;
  let isAway = false;
  const show = () => {
    const parts = isAway ? figure.querySelectorAll('b, .change') : [];
    place.replaceChildren(...[...parts].map((part) => part.cloneNode(true)));
  };
  new MutationObserver(show).observe(figure, { subtree: true, childList: true, characterData: true });
  new IntersectionObserver(([entry]) => {
    isAway = entry?.isIntersecting === false;
    show();
  }).observe(figure);
}

keepFigureInView();
