import * as z from 'zod';
import { isIsoDate } from '../../../core/dates.ts';
import { requestOf, wholeNumber } from '../../http/requests/request-fields.ts';
import { reason } from './admin-fields.ts';
import { operation } from './admin-operation.ts';

export const revertDay = operation({
  route: 'POST /admin/days/:trade_date/revert',
  command: 'revert',
  texts: {
    en: {
      title: 'Publish an earlier revision again',
      effect:
        'The day gets a new revision with the trades of the earlier one, which all answers use at once. This takes up to a minute.',
      done: 'The earlier revision is published again.',
    },
    id: {
      title: 'Publikasikan lagi revisi sebelumnya',
      effect:
        'Hari itu mendapat revisi baru dengan transaksi revisi sebelumnya, yang langsung dipakai semua jawaban. Ini memakan waktu paling lama satu menit.',
      done: 'Revisi sebelumnya dipublikasikan lagi.',
    },
  },
  input: requestOf({
    trade_date: z.string().refine(isIsoDate, { error: 'must be a date as YYYY-MM-DD' }),
    revision: wholeNumber(1e6, 'Replaced revision that is published again'),
    reason,
  }),
  isLong: true,
  run: ({ day_revisions }, { trade_date, revision }, change) =>
    day_revisions.revert(trade_date, revision, change),
});
