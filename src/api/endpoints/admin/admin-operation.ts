import * as z from 'zod';
import type { Accounts } from '../../../commerce/accounts/accounts.ts';
import type { Administration } from '../../../commerce/accounts/administration.ts';
import type { Change } from '../../../commerce/accounts/audit-log.ts';
import type { People } from '../../../commerce/accounts/people/people.ts';
import { idempotencyOf } from '../../../commerce/accounts/quota/idempotency.ts';
import type { UsageHistory } from '../../../commerce/accounts/quota/usage-history.ts';
import type { Billing } from '../../../commerce/billing/orders.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Language, MemberRole } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { validated } from '../../http/requests/validation.ts';
import { type Preview, previewOf } from './preview.ts';

interface IncidentText {
  readonly title: string;
  readonly details: string;
}

/** An incident of the status page. */
interface Incident extends IncidentText {
  readonly incident_id: string;
  readonly started_at: string;
  /** Null while it is open. */
  readonly resolved_at: string | null;
}

interface Reverted {
  readonly trade_date: string;
  readonly revision: number;
  readonly reverted_to: number;
  readonly trades: number;
}

/** What the operator's operations read and change. */
export interface AdminServices {
  readonly accounts: Accounts;
  readonly administration: Administration;
  readonly invitations: {
    /** @param invitation.account null for a new account @param invitation.role null for the default role */
    invite(
      invitation: {
        readonly email: string;
        readonly account: string | null;
        readonly role: MemberRole | null;
      },
      change: Change,
    ): Promise<{ readonly email: string; readonly link: string | null; readonly failure?: unknown }>;
  };
  readonly people: People;
  readonly billing: Billing;
  readonly incidents: {
    /** @param started_at default: now */
    add(text: IncidentText, change: Change, started_at?: Date): Promise<Incident>;
    update(incident_id: string, text: IncidentText, change: Change): Promise<Incident>;
    resolve(incident_id: string, change: Change): Promise<Incident>;
    since(time: Date): Promise<Incident[]>;
  };
  readonly usage_history: UsageHistory;
  readonly day_revisions: {
    /** Publishes a replaced revision of a day again, as a new one. */
    revert(trade_date: string, to: number, change: Change): Promise<Reverted>;
  };
  readonly clock: Clock;
}

interface FormTexts {
  readonly title: string;
  /** What happens when the form is sent. */
  readonly effect: string;
  /** The notice after that. */
  readonly done: string;
}

/** Something that an operator reads or changes, declared once: /admin, the command line and the pages offer it from here. */
export interface AdminOperation<Shape extends z.ZodRawShape = z.ZodRawShape, Result = unknown> {
  /** Method and path, with `:name` for a field of the input. */
  readonly route: `${'GET' | 'POST'} /admin/${string}`;
  /** The command, such as `offer create`; without it, there is none. */
  readonly command?: string;
  /** What it does, for the help of the command. */
  readonly about?: string;
  /** The texts of its form, unless they depend on more; then src/console/texts/ has them. */
  readonly texts?: Readonly<Record<Language, FormTexts>>;
  readonly input: z.ZodObject<Shape, z.core.$strict>;
  /** Waits for the network or for files, so it cannot run in one transaction with the record of its Idempotency-Key. */
  readonly isLong?: true;
  /** @param change who runs it, and the `reason` of the input, for the audit log */
  run(
    services: AdminServices,
    input: Omit<z.output<z.ZodObject<Shape>>, 'reason' | 'preview'>,
    change: Change,
  ): Promise<Result>;
}

/** Lets TypeScript infer the input of an operation. */
export function operation<Shape extends z.ZodRawShape, Result>(
  declared: AdminOperation<Shape, Result>,
): AdminOperation<Shape, Result> {
  return declared;
}

/** Who runs an operation, and with which tool. */
interface Caller {
  readonly actor: string;
  /** Words an error as the tool does. */
  readonly wording: (error: AlirError, declared: AdminOperation) => AlirError;
  /** A POST that is not long is then done once. */
  readonly idempotency_key?: string | null;
}

/** Checks the input of an operation, and runs or previews it. @throws AlirError `invalid_request`, and the errors of the operation */
export async function perform<Shape extends z.ZodRawShape, Result>(
  declared: AdminOperation<Shape, Result>,
  services: AdminServices,
  sent: unknown,
  { actor, wording, idempotency_key = null }: Caller,
): Promise<Result | Preview> {
  try {
    const checked = validated(declared.input, sent) as z.output<z.ZodObject<Shape>> & {
      readonly reason?: string;
      readonly preview?: boolean;
    };
    const { reason = null, preview, ...input } = checked;
    const change = () => declared.run(services, input, { actor, reason });
    if (preview) return await previewOf(services, input, change);
    const isOnce = declared.route.startsWith('POST') && !declared.isLong;
    if (idempotency_key === null || !isOnce) return await change();
    // The fields of checked input are in the order of the schema, with their defaults.
    const request = idempotencyOf(idempotency_key, `${declared.route} ${JSON.stringify(checked)}`);
    return await services.administration.once(actor, request, change);
  } catch (error) {
    throw error instanceof AlirError ? wording(error, declared as unknown as AdminOperation) : error;
  }
}

/** An operation that accepts its input without some fields. */
export function withOptional<Declared extends AdminOperation>(
  declared: Declared,
  fields: readonly string[],
): Declared {
  // A schema with a check of several fields cannot be extended.
  if (fields.length === 0) return declared;
  const optional = fields.map((name) => {
    const schema = declared.input.shape[name] as z.ZodType;
    return [name, schema.optional().meta(schema.meta() ?? {})] as const;
  });
  return { ...declared, input: declared.input.extend(Object.fromEntries(optional)) };
}

/**
 * A field with its form on the command line.
 * @param flags `--days <number>` for an option, `<id>` for an argument; the word in the brackets also decides how the text is read
 */
export function option<Schema extends z.ZodType>(schema: Schema, flags: string, description: string): Schema {
  return schema.meta({ flags, description });
}

/** What a command or a form knows of a field. */
export interface Field {
  readonly name: string;
  /** Undefined for a field that the command line does not have. */
  readonly flags: string | undefined;
  readonly description: string;
  readonly isRequired: boolean;
  readonly type: 'string' | 'number' | 'boolean';
  /** A time in ISO 8601. */
  readonly isTime: boolean;
  readonly choices: readonly string[] | undefined;
  readonly preset: unknown;
}

export function fieldsOf({ input }: AdminOperation): Field[] {
  return Object.entries(input.shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => {
    const { flags, description = '' } = (schema.meta() ?? {}) as { flags?: string; description?: string };
    const { type, format, enum: choices, default: preset } = z.toJSONSchema(schema, { io: 'input' });
    return {
      name,
      flags,
      description,
      isRequired: !schema.isOptional(),
      type: type === 'integer' || type === 'number' ? 'number' : type === 'boolean' ? type : 'string',
      isTime: format === 'date-time',
      choices: choices?.map(String),
      preset,
    };
  });
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** The input of an operation from the texts of a form. A check box is sent if it is checked; a time is one in Jakarta. */
export function inputOfForm(
  declared: AdminOperation,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...texts };
  for (const { name, type, isTime } of fieldsOf(declared)) {
    const text = texts[name];
    if (text === undefined) continue;
    if (type === 'boolean') input[name] = true;
    if (type === 'number' && /^\d{1,15}$/.test(text)) input[name] = Number(text);
    if (isTime && LOCAL_TIME.test(text)) input[name] = `${text}:00+07:00`;
  }
  return input;
}
