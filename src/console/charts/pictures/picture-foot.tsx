import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Locale, useLocale } from '../locale.ts';
import type { Answer, Browser, DownloadFormat } from '../requests/answer.ts';
import { CodeBox } from '../requests/code-box.tsx';
import type { Day } from '../requests/rows.ts';
import { RowsTable } from '../tables/rows-table.tsx';
import type { PictureProps } from './picture-props.ts';

/** What opens below a picture. */
type Part = 'table' | 'share' | 'call';

/** Where the numbers of a picture come from: its table, its files, its request, and its days. */
export function Foot(props: PictureProps): VNode {
  const { id, token, address, request, answer, days, browser, onCost, hasFiles = true, remark } = props;
  const locale = useLocale();
  const { texts } = locale;
  const [open, setOpen] = useState<readonly Part[]>([]);
  const charge = answer.state === 'ready' ? answer.charge : undefined;
  const data = answer.state === 'ready' && !isEmptyPicture(props, answer.data) ? answer.data : undefined;
  const toggle = (part: Part, title: string, isDisabled = false) => {
    const isOpen = open.includes(part);
    return (
      <button
        type="button"
        class="link"
        disabled={isDisabled}
        aria-expanded={isOpen}
        aria-controls={`${id}-${part}`}
        onClick={() => setOpen(isOpen ? open.filter((each) => each !== part) : [...open, part])}
      >
        {title}
      </button>
    );
  };
  return (
    <>
      {remark && <p class="note">{remark}</p>}
      <footer>
        {toggle('table', texts.picture.table, data === undefined)}
        {hasFiles && (
          <Downloads
            request={request}
            charge={charge}
            browser={data === undefined ? undefined : browser}
            onCost={onCost}
          />
        )}
        <PageLink href={`${address}#${id}`} browser={browser} />
        {hasFiles &&
          token !== undefined &&
          toggle('share', texts.picture.share, data === undefined || charge === undefined)}
        {toggle('call', texts.picture.api)}
        <span class="cost">{coverageText(answer, days, locale)}</span>
      </footer>
      {open.includes('share') && (
        <form
          class="share-form"
          id={`${id}-share`}
          method="post"
          action={address.replace(/(?=\?|$)/, '/share')}
        >
          {Object.entries({ _csrf: token, picture: id, charge }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p class="note">{texts.picture.share_about}</p>
          <label>
            <span>{texts.picture.share_note}</span>
            <input name="note" maxLength={280} autocomplete="off" />
          </label>
          <button type="submit" class="btn">
            {texts.picture.share_submit}
          </button>
        </form>
      )}
      {open.includes('call') && browser && <Call id={id} request={request} browser={browser} />}
      {open.includes('table') && data !== undefined && (
        <div class="table" id={`${id}-table`}>
          {tableOf(props, data)}
        </div>
      )}
    </>
  );
}

function rowsIn({ rowsOf }: PictureProps, data: unknown): readonly never[] {
  return (rowsOf ? rowsOf(data as never) : data) as readonly never[];
}

export function isEmptyPicture(picture: PictureProps, data: unknown): boolean {
  return picture.isEmpty ? picture.isEmpty(data as never) : rowsIn(picture, data).length === 0;
}

export function tableOf(picture: PictureProps, data: unknown): ComponentChildren {
  const { title, columns = [], order, table } = picture;
  if (table) return table(data as never);
  return <RowsTable caption={title} columns={columns} rows={rowsIn(picture, data)} order={order} />;
}

/** Copies the address; without a clipboard or JavaScript, it is a link. */
function PageLink({ href, browser }: Pick<PictureProps, 'browser'> & { readonly href: string }): VNode {
  const { texts } = useLocale();
  const [isCopied, setCopied] = useState(false);
  const copy = async (event: Event) => {
    if (!browser) return;
    event.preventDefault();
    try {
      await browser.copy(browser.origin + href);
      setCopied(true);
    } catch {
      browser.go(href);
    }
  };
  return (
    <a href={href} onClick={copy}>
      <span role="status">{isCopied ? texts.picture.copied : texts.picture.link}</span>
    </a>
  );
}

const FORMATS: readonly DownloadFormat[] = ['csv', 'xlsx', 'parquet'];

/** A download has the rows that the answer was charged for. */
function Downloads({
  request,
  charge,
  browser,
  onCost,
}: Pick<PictureProps, 'request' | 'onCost' | 'browser'> & {
  readonly charge: string | undefined;
}): VNode {
  const { texts } = useLocale();
  const [status, setStatus] = useState('');
  const download = async (format: DownloadFormat) => {
    if (!browser) return;
    setStatus(texts.picture.downloading);
    const units = await browser.download(request, format, charge);
    setStatus(units === undefined ? texts.picture.download_failed : '');
    if (units !== undefined) onCost(units);
  };
  return (
    <>
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          class="link"
          disabled={!browser}
          title={texts.picture.paid_for}
          onClick={() => download(format)}
        >
          {texts.picture[format]}
        </button>
      ))}
      <span role="status">{status}</span>
    </>
  );
}

/** The request as a command. */
function Call({
  id,
  request,
  browser,
}: Pick<PictureProps, 'id' | 'request'> & { readonly browser: Browser }): VNode {
  const { texts } = useLocale();
  const command = browser.isSample
    ? `curl '${browser.origin}/sample${request.path}'`
    : `curl -H "Authorization: Bearer $KEY" '${browser.origin}${request.path}'`;
  return (
    <CodeBox id={`${id}-call`} text={command} texts={texts.picture} browser={browser}>
      {!browser.isSample && (
        <a href={`/account/keys?request=${encodeURIComponent(request.path)}#link`}>{texts.picture.sheet}</a>
      )}
    </CodeBox>
  );
}

/** How many of the days a picture has: `39 of 40 trading days`; and, if the answer is of these days, how many match the exchange. */
export function coverageText(
  answer: Answer,
  days: readonly Day[],
  { texts, numbers, dates }: Locale,
): string {
  const count = (...conditions: Day['condition'][]) =>
    days.filter(({ condition }) => conditions.includes(condition)).length;
  const [published, expected] = [count('published'), count('published', 'missing', 'due')];
  const [only] = days;
  if (expected === 0 || only === undefined) return '';
  if (published === 1 && days.length === 1) return dates.short(only.date);
  const text = texts.picture.days(numbers.full(published), numbers.full(expected));
  const coverage = answer.state === 'ready' ? answer.coverage : undefined;
  const isSame = coverage?.days?.published === published;
  return isSame && coverage.verified > 0
    ? `${text} · ${texts.picture.verified(numbers.full(coverage.verified))}`
    : text;
}
