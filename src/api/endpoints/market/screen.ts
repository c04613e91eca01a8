import * as z from 'zod';
import type { SavedItems } from '../../../commerce/accounts/saved-items.ts';
import { COSTS } from '../../../core/costs.ts';
import { tableIn } from '../../../formats/table.ts';
import type { AdjustedMeasures } from '../../../market/serving/queries/adjusted-measures.ts';
import { measureRows } from '../../../market/serving/queries/measures.ts';
import { DEFAULT_ADJUST } from '../../../market/serving/screens/screen.ts';
import { screenAnswer } from '../../../market/serving/screens/screen-answer.ts';
import { READ_ERRORS } from '../../../market/serving/serving.ts';
import { endpoint } from '../../http/endpoint.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { columnRows, isoDate, record, SOME_ID, text } from '../../http/responses/response-fields.ts';
import { ADJUSTED_TABLE, MEASURE_TABLE, measureDate, measureRow } from './measures.ts';
import { screenFields } from './screen-fields.ts';

export function screenEndpoint(measures: AdjustedMeasures, saved: Pick<SavedItems, 'find'>) {
  return endpoint({
    route: 'POST /market/screen',
    name: 'get_screen',
    title: 'Stocks that meet conditions',
    group: 'Measures',
    description: `Returns the stocks of one day whose measures meet conditions, such as \`{"measure":"change_1d","gt":5}\`. Conditions are combined with \`and\`, \`or\` and \`not\`. A limit is a number or another measure; with \`days_before\`, it is the value of an earlier trading day. A comparison with a missing value is neither true nor false, as in SQL: it selects no stock, also under \`not\`. With \`screen\`, a saved screen of the account is used, and the other fields of the request replace those of the saved screen. Costs ${COSTS.get_screen.text}.`,
    errors: [...READ_ERRORS, 'unknown_saved_item'],
    example: {
      date: '2026-01-05',
      where: { and: [{ measure: 'net_foreign_1d', gt: 0 }, { not: { measure: 'value', top: 1 } }] },
      sort: { measure: 'net_foreign_1d' },
      limit: 3,
    },
    scope: 'data',
    input: requestOf({
      date: measureDate,
      screen: text('Identifier of a saved screen of the account, from GET /account/saved')
        .meta({ examples: [SOME_ID] })
        .optional(),
      ...screenFields,
      sql: z
        .boolean({ error: 'must be true or false' })
        .default(false)
        .meta({ description: 'Whether the response has the SQL that ran' }),
    }).refine(({ screen, where }) => screen === undefined || where === undefined, {
      path: ['where'],
      error: 'cannot be sent with screen: the saved screen has the conditions',
    }),
    output: record('Screened', 'The stocks that meet the conditions', {
      date: isoDate('Day; null if no day has measures').nullable(),
      rows: columnRows(measureRow).meta({ description: 'A row for each stock, in the requested order' }),
      sql: text('SQL that ran: `alir sql` returns the same rows').optional(),
    }),
    table: tableIn('rows', MEASURE_TABLE),
    adjusted_table: tableIn('rows', ADJUSTED_TABLE),
    default_adjust: DEFAULT_ADJUST,
    dry_data: { date: null, rows: measureRows([], []) },
    units: COSTS.get_screen.units,
    depends_on: 'measures',
    figures: ['prices', 'foreign'],
    isEmpty: ({ rows }) => rows.length === 0,
    async resolve({ screen, ...sent }, { account_id }) {
      if (screen === undefined) return sent;
      const { content } = await saved.find(account_id, screen, 'screen');
      return { ...(content as typeof sent), ...sent };
    },
    async answer({ sql: isAsked, screen: _, ...question }, _caller, signal) {
      const { sql, day_before: _before, ...answer } = await screenAnswer(measures, question, signal);
      return isAsked ? { ...answer, sql } : answer;
    },
  });
}
