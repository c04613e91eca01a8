import type { FastifyInstance, FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { newItem, newSavedInput } from '../../../api/endpoints/account/saved.ts';
import { ownOrigin } from '../../../api/http/host.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import { COSTS } from '../../../core/costs.ts';
import { csvTable } from '../../../core/csv-cell.ts';
import { statusOf } from '../../../core/error-codes.ts';
import { AlirError } from '../../../core/errors.ts';
import { MEASURE_NAMES } from '../../../core/market/measure-list.ts';
import { MAX_COMPARED } from '../../../core/market/page-paths.ts';
import type { WatchedStock } from '../../../market/serving/queries/watched-stocks.ts';
import { NAMED_SCREENS } from '../../../market/serving/screens/named-screens.ts';
import { measuresOf, type Screen } from '../../../market/serving/screens/screen.ts';
import type { ScreenChange } from '../../../market/serving/screens/screen-changes.ts';
import { pageCaller } from '../../sessions/explorer-caller.ts';
import { accountForm } from '../account/account-form.tsx';
import { ACCOUNT_PAGES, type AccountContext, useAccount } from '../account/account-page.tsx';
import { Card } from '../components/card.tsx';
import { CopyButton } from '../components/figure.tsx';
import { Field, Form, Submit } from '../components/forms.tsx';
import { ButtonLink } from '../components/links.tsx';
import { Notice } from '../components/notice.tsx';
import { problemText } from '../components/problem.ts';
import { urlWith, type View } from '../components/view.ts';
import { pageRoute, sendFile } from '../framework/page-routes.tsx';
import { TabbedPage } from '../framework/tabbed-page.tsx';
import type { StockNames } from '../watchlist/watched-table.tsx';
import type { WatchlistServices } from '../watchlist/watchlist-page.tsx';
import { ScreenBuilder } from './screen-builder.tsx';
import { formIn, formOf, type ScreenForm, screenOf, urlOf, wrongIn } from './screen-query.ts';
import { type Found, ScreenResult } from './screen-result.tsx';

const PATH = '/screens';
const EMPTY: ScreenForm = { rows: [], json: '', sort: '', direction: '', limit: '', adjust: '' };

export interface ScreensServices extends WatchlistServices {
  /** The last days of stocks, for small pictures. */
  stocksOf(tickers: readonly string[]): Promise<readonly WatchedStock[]>;
}

/** The screen of a request; with its id and name if the account has saved it. */
interface Asked {
  readonly form: ScreenForm;
  readonly screen: Screen;
  /** Of a saved screen. */
  readonly saved_id?: string;
  readonly name?: string;
}

/** `GET /screens`: conditions over the measures of all stocks, and the stocks that meet them. The address has the conditions. */
export function screensPages(scope: FastifyInstance, services: ScreensServices, names: StockNames): void {
  const show = (context: AccountContext) => screensPage(services, names, context);
  pageRoute(scope, PATH, ACCOUNT_PAGES, show);
  pageRoute(scope, `${PATH}.csv`, ACCOUNT_PAGES, async (context): Promise<FastifyReply> => {
    const asked = await askedIn(services, context);
    const { data } = await answerOf(services, context, asked?.screen ?? screenOf(EMPTY));
    const columns = Object.keys(data.rows[0] ?? { ticker: '' });
    return sendFile(context, 'csv', {
      name: `screen-${data.date}`,
      content: `${csvTable(columns, data.rows)}\r\n`,
    });
  });
  accountForm(
    scope,
    `${PATH}/save`,
    { back: PATH, show },
    async ({ name = '', url = '' }, { account_id }) => {
      const form = formIn(url) ?? EMPTY;
      const item = newItem(validated(newSavedInput, { name, screen: screenOf(form) }));
      const { saved_id } = await services.saved.create(account_id, item);
      return { to: urlWith(PATH, { screen: saved_id }), done: 'saved' };
    },
  );
}

/** @returns null for an address without conditions. @throws AlirError `invalid_request`, `unknown_saved_item` */
async function askedIn(services: ScreensServices, { account_id, query, request }: AccountContext) {
  const { screen: saved_id, named } = query;
  if (saved_id !== undefined) {
    const { name, content } = await services.saved.find(account_id, saved_id, 'screen');
    const screen = content as Screen;
    return { form: formOf(screen), screen, saved_id, name } satisfies Asked;
  }
  if (named !== undefined && Object.hasOwn(NAMED_SCREENS, named)) {
    const form = formOf(NAMED_SCREENS[named as keyof typeof NAMED_SCREENS]);
    return { form, screen: screenOf(form) } satisfies Asked;
  }
  const form = formIn(request.url);
  return form && ({ form, screen: screenOf(form) } satisfies Asked);
}

/** The measures of a table: those of the conditions, with what every trader wants to see. */
function shownIn(screen: Screen): string[] {
  const asked = measuresOf({ ...screen, measures: undefined });
  const ranked = asked
    .flatMap((name) => [`${name}_p60`, `${name}_p250`])
    .filter((name) => MEASURE_NAMES.includes(name));
  return [...new Set(['close', 'change_1d', ...asked, ...ranked.slice(0, 2)])];
}

async function answerOf(services: ScreensServices, { request, reply }: AccountContext, screen: Screen) {
  const caller = await pageCaller(services, request);
  const sent = { ...screen, measures: shownIn(screen), sql: true };
  const { data, units } = await services.askForPage('screen', caller, sent, reply.raw);
  return { data: data as Found, units };
}

async function screensPage(
  services: ScreensServices,
  names: StockNames,
  context: AccountContext,
): Promise<VNode> {
  const { view, request, reply } = context;
  const texts = view.texts.screens;
  let asked: Asked | null = null;
  let found: Awaited<ReturnType<typeof answerOf>> | null = null;
  let problem: AlirError | null = null;
  let change: ScreenChange | null = null;
  let stocks: readonly WatchedStock[] = [];
  // A link of another site must not spend units: the visitor runs the screen.
  const runs = request.headers['sec-fetch-site'] !== 'cross-site' && request.method === 'GET';
  try {
    asked = await askedIn(services, context);
    if (asked && runs) {
      found = await answerOf(services, context, asked.screen);
      stocks = await services.stocksOf(found.data.rows.map(({ ticker }) => ticker));
      change = await services.screen_changes.read(asked.screen);
    }
  } catch (error) {
    if (!(error instanceof AlirError) || statusOf(error.code) === 404 || (statusOf(error.code) ?? 500) >= 500)
      throw error;
    problem = error;
    reply.code(statusOf(error.code) ?? 400);
  }
  const form = asked?.form ?? formIn(request.url) ?? EMPTY;
  const url = asked?.saved_id ? urlWith(PATH, { screen: asked.saved_id }) : urlOf(form);
  const { get_screen } = COSTS;
  return (
    <TabbedPage active="screens" title={asked?.name ?? texts.title} remark={texts.about}>
      {problem && (
        <Notice kind="bad" title={problem.code.startsWith('quota_') ? texts.no_units : texts.invalid}>
          {problemOf(problem, form, view)}{' '}
          <a href={problem.code.startsWith('quota_') ? '/pricing' : PATH}>
            {problem.code.startsWith('quota_') ? view.texts.layout.nav.pricing : texts.start_again}
          </a>
        </Notice>
      )}
      <div class="grid">
        <Card title={texts.conditions} about={texts.conditions_about} span={asked ? 7 : 8}>
          <ScreenBuilder form={form} cost={view.texts.figure.cost(String(get_screen.units({})), false)} />
        </Card>
        {found ? (
          <Card title={texts.sql} about={texts.sql_about} span={5}>
            <div class="code">
              <pre tabIndex={0}>{found.data.sql}</pre>
              <CopyButton />
            </div>
            <SaveForm asked={asked} url={url} />
          </Card>
        ) : (
          <Card title={texts.named_title} span={asked ? 5 : 4}>
            <ul class="plain">
              {Object.keys(NAMED_SCREENS).map((named) => (
                <li key={named}>
                  <a href={urlWith(PATH, { named })}>{texts.named[named as keyof typeof texts.named]}</a>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {found && (
          <Card
            title={texts.result}
            about={resultText(found.data, change, context)}
            footer={
              <>
                <a href={url.replace(PATH, `${PATH}.csv`)}>CSV</a>
                {found.data.rows.length > 1 && (
                  <a
                    href={`/compare?tickers=${found.data.rows.slice(0, MAX_COMPARED).map(({ ticker }) => ticker)}`}
                  >
                    {texts.compare}
                  </a>
                )}
                <CopyButton text={`${ownOrigin(request) ?? ''}${url}`} label={texts.link} />
                <span class="cost">
                  {found.units === 0 ? texts.not_again : view.texts.figure.cost(String(found.units), false)}
                </span>
              </>
            }
          >
            <ScreenResult found={found.data} stocks={stocks} entered={change?.entered ?? []} names={names} />
          </Card>
        )}
      </div>
    </TabbedPage>
  );
}

/** What is wrong, and what to do. */
function problemOf(problem: AlirError, form: ScreenForm, view: View): string {
  const wrong = problem.code === 'invalid_request' ? wrongIn(form) : null;
  const { condition, wrong: texts } = view.texts.screens;
  if (wrong === null) return problemText(problem, view);
  return `${condition(wrong.number)}: ${texts[wrong.field](wrong.value)}`;
}

function resultText({ date, rows }: Found, change: ScreenChange | null, { view }: AccountContext): string {
  const { watch, screens } = view.texts;
  const named = (title: string, tickers: readonly string[] = []) =>
    tickers.length === 0 ? [] : [`${title}: ${tickers.join(', ')}`];
  return [
    watch.count(rows.length),
    date === null ? watch.no_day : view.dates.long(date),
    screens.market,
    ...named(watch.entered, change?.entered),
    ...named(watch.left, change?.left),
  ].join(' · ');
}

interface SaveFormProps {
  readonly asked: Asked | null;
  readonly url: string;
}

/** Saves the screen under a name; a saved one can have alerts. */
function SaveForm({ asked, url }: SaveFormProps): VNode | null {
  const { view, isOwner } = useAccount();
  const texts = view.texts.screens;
  if (asked?.saved_id) {
    return (
      <p class="buttons">
        <ButtonLink to={`/account/saved/${asked.saved_id}#alerts`}>{texts.alert}</ButtonLink>
      </p>
    );
  }
  if (!isOwner) return null;
  return (
    <Form action={`${PATH}/save`} class="inline-form">
      <input type="hidden" name="url" value={url} />
      <Field name="name" label={texts.name} maxLength={64} autocomplete="off" required />
      <Submit>{texts.save}</Submit>
    </Form>
  );
}
