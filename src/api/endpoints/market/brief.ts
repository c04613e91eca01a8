import * as z from 'zod';
import type { SavedItems } from '../../../commerce/accounts/saved-items.ts';
import {
  BRIEF_KINDS,
  BRIEF_LINES,
  BRIEF_NOTE,
  type Brief,
  briefOf,
  pageOf,
} from '../../../core/market/brief.ts';
import { tableIn } from '../../../formats/table.ts';
import type { Briefs } from '../../../market/serving/queries/brief.ts';
import { READ_ERRORS } from '../../../market/serving/serving.ts';
import { endpoint } from '../../http/endpoint.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import {
  isoDate,
  percent,
  record,
  SOME_ID,
  signedIdr,
  signedPercent,
  tableOfRecords,
  text,
} from '../../http/responses/response-fields.ts';
import { measureDate } from './measures.ts';

const line = record('BriefLine', 'Something unusual about a stock, or about a broker', {
  kind: z.enum(BRIEF_KINDS).meta({
    description:
      'What is unusual. accumulated, distributed: the 5 days of a stock; volume: the day of a stock; streak_began, streak_ended: net foreign buying or selling on consecutive days; negotiated: trades in NG; broker_turned: a net seller became a net buyer, or the reverse',
  }),
  ticker: text('Stock; null for a broker in the whole regular market').nullable(),
  broker: text('Broker code; null for a stock').nullable(),
  figure: z.number().meta({
    description:
      'By kind. accumulated, distributed: accumulation_5d, in percent; volume: volume_ratio_20d; streak_began: net_foreign_5d, streak_ended: net_foreign_1d, in IDR; negotiated: negotiated_value_1d, in IDR; broker_turned: net value of the last 5 days, in IDR',
  }),
  percentile: percent(
    'Percent of earlier figures of the stock (broker_turned: of the broker) that are lower, equal ones counting half; null if there are too few',
  ).nullable(),
  percentile_rows: z
    .literal([250, 60])
    .nullable()
    .meta({ description: 'Number of earlier figures that the percentile compares with' }),
  streak: z.int().nullable().meta({
    description: 'Days of the streak: positive for buying, negative for selling. Null for other kinds',
  }),
  premium: signedPercent('Average price in NG / close - 1, in percent; null for other kinds').nullable(),
  figure_before: signedIdr(
    'Net value of the broker over the 20 days before the last 5',
    'Null for other kinds',
  ).nullable(),
  page: text('Path of the page with the figures, on this server'),
});

const brief = record('Brief', 'What is unusual on a day', {
  date: isoDate('Day; null if it has no measures').nullable(),
  note: text('Limits of the figures'),
  lines: z
    .array(line)
    .meta({ description: `By kind, at most ${BRIEF_LINES} of each, the most unusual first` }),
});

export const briefFields = {
  date: measureDate,
  watchlist: text('Identifier of a watchlist of the account, from GET /account/saved')
    .meta({ examples: [SOME_ID] })
    .optional(),
};

export type BriefInput = z.output<z.ZodObject<typeof briefFields>>;

export function briefEndpoint(briefs: Briefs, saved: Pick<SavedItems, 'watchlist'>) {
  return endpoint({
    route: 'GET /market/brief',
    name: 'get_market_brief',
    title: 'Morning brief',
    group: 'Measures',
    description: `Returns what is unusual on one day: accumulation and distribution, volumes, streaks of foreign investors that began or ended, the largest negotiated trades, and brokers that turned, at most ${BRIEF_LINES} lines of each. The rules: docs/numbers.md. With \`watchlist\`, only lines about its stocks and brokers. The figures do not predict prices. The brief of a new day or a correction follows its publication by seconds or minutes. Free.`,
    errors: [...READ_ERRORS, 'unknown_saved_item'],
    scope: 'data',
    input: requestOf(briefFields),
    output: brief,
    table: tableIn('lines', tableOfRecords(line)),
    units: 0,
    default_adjust: 'splits',
    depends_on: 'measures',
    figures: ['prices', 'foreign'],
    isOwn: ({ watchlist }) => watchlist !== undefined,
    isEmpty: ({ date }) => date === null,
    answer: async ({ date, watchlist }, { account_id }) => {
      const watched = watchlist === undefined ? null : (await saved.watchlist(account_id, watchlist)).content;
      return presentBrief(await briefs.read(date), watched);
    },
  });
}

function presentBrief(all: Brief | null, watched: Parameters<typeof briefOf>[1]) {
  const shown = all && briefOf(all, watched);
  return {
    date: shown?.date ?? null,
    note: BRIEF_NOTE,
    lines: shown?.lines.map((each) => ({ ...each, page: pageOf(each, shown) })) ?? [],
  };
}
