import * as z from 'zod';
import { instantOf, isIsoDate } from '../../../core/dates.ts';
import { isEmailAddress } from '../../../core/email.ts';
import { queryWith, wholeNumber } from '../../http/requests/request-fields.ts';
import { option } from './admin-operation.ts';

const MAX_IDR = 10_000_000_000;

/** An account by its id or e-mail address. */
const account_name = z.string();
export const account = option(account_name, '<account>', 'id or e-mail address of the account');

export const reason = option(
  z
    .string({ error: 'is required: why, for the audit log' })
    .trim()
    .min(1, { error: 'must not be empty: why, for the audit log' })
    .max(500, { error: 'must have at most 500 characters' }),
  '--reason <text>',
  'why, for the audit log',
);

/** Of an operation that changes money, orders or plans. */
export const preview = option(
  z.boolean().default(false),
  '--preview',
  'show what would change, and change nothing',
);

const rupiah = (min: number) =>
  z
    .int({ error: 'must be a whole number of rupiah' })
    .min(min, { error: `must be ${min} or more` })
    .max(MAX_IDR, { error: `must be at most ${MAX_IDR}` });

/** A price, or what was paid. */
export const idr = rupiah(0);

/** Money that is recorded or returned. */
export const amount_idr = rupiah(1);

/** The reference of a payment. */
export const reference = z.string().trim().min(1).max(200);

export const email = z
  .string({ error: 'must be an e-mail address' })
  .refine(isEmailAddress, { error: 'must be an e-mail address' });

export const instant = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text, context) => {
    const time = instantOf(text);
    if (time) return time;
    context.addIssue({
      code: 'custom',
      message: 'must be a time in ISO 8601 with a time zone, such as 2026-12-31T23:59:59+07:00',
    });
    return z.NEVER;
  });

export const date = z.string().refine(isIsoDate, { error: 'must be a date as YYYY-MM-DD', abort: true });
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month as YYYY-MM, such as 2026-01', abort: true });

export const yearly = queryWith({
  year: z
    .string()
    .regex(/^\d{4}$/, { error: 'must be a year as YYYY' })
    .optional(),
});

/** The query of a page of a range of days or months. */
export const rangeIn = (one: typeof date) =>
  queryWith({ from: one.optional(), to: one.optional() }).refine(({ from = '', to = from }) => from <= to, {
    path: ['to'],
    error: 'must not be before from',
  });

export const units = wholeNumber(1e12, 'Units per cycle');
export const requests_per_minute = wholeNumber(1e12, 'Requests per minute');
export const keys = wholeNumber(1e12, 'Keys');
export const days = wholeNumber(3660, 'Days');
