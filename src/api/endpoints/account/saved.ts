import * as z from 'zod';
import type { SavedItem, SavedItems } from '../../../commerce/accounts/saved-items.ts';
import { MAX_BROKERS } from '../../../core/contract.ts';
import { invalidField } from '../../../core/errors.ts';
import { typedText } from '../../../core/words.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { brokerCode, requestOf, required, ticker } from '../../http/requests/request-fields.ts';
import { fieldsOf, record, SOME_ID, text, timestamp } from '../../http/responses/response-fields.ts';
import { screenFields } from '../market/screen-fields.ts';

const FREE = { group: 'Saved', units: 0, depends_on: 'caller', scope: 'account' } as const;
const MAX_WATCHED_TICKERS = 200;
const NAME = typedText(64);

const name = z
  .string({ error: 'is required: a name' })
  .trim()
  .refine((sent) => NAME.test(sent), {
    error: 'must have 1 to 64 characters, without line breaks or other control characters',
  })
  .meta({ description: 'Name: 1 to 64 characters, without control characters' });

const listOf = <Item extends z.ZodType>(item: Item, what: string, maximum: number) =>
  z
    .array(item, { error: required(`an array of ${what}, empty for none`) })
    .max(maximum, { error: `must have at most ${maximum} ${what}` })
    .transform((list) => [...new Set(list)])
    .meta({ description: `At most ${maximum} ${what}` });

const screen = requestOf(screenFields).meta({ description: 'Fields of a screen, as in POST /market/screen' });

const watchlist = requestOf({
  tickers: listOf(ticker, 'tickers', MAX_WATCHED_TICKERS),
  brokers: listOf(brokerCode, 'broker codes', MAX_BROKERS),
})
  .refine(({ tickers, brokers }) => tickers.length + brokers.length > 0, {
    error: 'must have a ticker or a broker',
  })
  .meta({ description: 'Tickers and brokers to watch' });

export const newSavedInput = requestOf({
  name,
  screen: screen.optional(),
  watchlist: watchlist.optional(),
}).refine((sent) => (sent.screen === undefined) !== (sent.watchlist === undefined), {
  error: 'must have either screen or watchlist',
});

const saved_id = text('Identifier, from GET /account/saved');

const savedSchema = record('SavedItem', 'A screen or a watchlist of the account', {
  saved_id: text('Identifier'),
  name: text('Name'),
  // Its conditions are recursive, which the type of an answer cannot follow.
  screen: screen.nullable().meta({
    description: 'Fields of the screen, as they were saved; null for a watchlist',
  }) as unknown as z.ZodType<object | null>,
  watchlist: watchlist
    .nullable()
    .meta({ description: 'Tickers and brokers of the watchlist; null for a screen' }),
  created_at: timestamp('Time of creation'),
  changed_at: timestamp('Time of the last change'),
});

/** The screens and watchlists of an account. */
export function savedEndpoints(saved: SavedItems): Endpoint[] {
  return [
    endpoint({
      ...FREE,
      route: 'GET /account/saved',
      name: 'list_saved',
      title: 'Screens and watchlists of the account',
      description: 'Lists the saved screens and watchlists of the account, oldest first. Free.',
      output: z.array(savedSchema),
      answer: async (_input, { account_id }) => (await saved.all(account_id)).map(presentSaved),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/saved',
      name: 'create_saved',
      title: 'Save a screen or a watchlist',
      description:
        'Saves a screen or a watchlist under a name. All people of the account can open it. POST /market/screen accepts the identifier of a screen. The plan limits the number of screens and watchlists. Free.',
      errors: ['saved_limit_reached'],
      example: { name: 'My banks', watchlist: { tickers: ['BBCA', 'BBRI'], brokers: ['YP'] } },
      input: newSavedInput,
      output: savedSchema,
      answer: async (sent, { account_id }) => presentSaved(await saved.create(account_id, newItem(sent))),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/saved/:saved_id',
      name: 'change_saved',
      title: 'Change a screen or a watchlist',
      description:
        'Changes the name of a screen or a watchlist, what it contains, or both. A new `screen` replaces all fields of the screen. Free.',
      errors: ['unknown_saved_item'],
      example: { saved_id: SOME_ID, name: 'Large banks' },
      input: requestOf({
        saved_id,
        name: name.optional(),
        screen: screen.optional(),
        watchlist: watchlist.optional(),
      }).refine((sent) => Object.keys(sent).length > 1, {
        error: 'must have name, screen or watchlist',
      }),
      output: savedSchema,
      answer: async ({ saved_id: id, ...sent }, { account_id }) => {
        const { kind } = await saved.find(account_id, id);
        const other = kind === 'screen' ? 'watchlist' : 'screen';
        if (sent[other]) throw invalidField(other, `cannot be sent: the saved item is a ${kind}`);
        const content = sent[kind];
        const changes = { ...(sent.name !== undefined && { name: sent.name }), ...(content && { content }) };
        return presentSaved(await saved.change(account_id, id, changes));
      },
    }),
    endpoint({
      ...FREE,
      route: 'DELETE /account/saved/:saved_id',
      name: 'delete_saved',
      title: 'Delete a screen or a watchlist',
      description: 'Deletes a screen or a watchlist of the account, with its alerts. Free.',
      errors: ['unknown_saved_item'],
      example: { saved_id: SOME_ID },
      input: requestOf({ saved_id }),
      output: savedSchema,
      answer: async (input, { account_id }) => presentSaved(await saved.delete(account_id, input.saved_id)),
    }),
  ];
}

/** A request to save a screen or a watchlist, as it is stored. */
export function newItem({ name, screen, watchlist }: z.output<typeof newSavedInput>) {
  return { kind: screen ? ('screen' as const) : ('watchlist' as const), name, content: screen ?? watchlist };
}

function presentSaved(item: SavedItem) {
  const { kind, content } = item;
  return fieldsOf(savedSchema, {
    ...item,
    screen: kind === 'screen' ? (content as object) : null,
    watchlist: kind === 'watchlist' ? (content as z.output<typeof watchlist>) : null,
  });
}
