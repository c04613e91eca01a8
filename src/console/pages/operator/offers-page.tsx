import type { FastifyInstance } from 'fastify';
import { createOffer, withdrawOffer } from '../../../api/endpoints/admin/admin-offers.ts';
import type { Offer } from '../../../commerce/billing/prices/offers.ts';
import { DataTable } from '../components/data-table.tsx';
import { CheckBox, Field, NumberField } from '../components/forms.tsx';
import { Empty, Tag } from '../components/notice.tsx';
import { Action, operationForm } from './operator-action.tsx';
import { AccountLink, emailsOf, OrderLink } from './operator-links.tsx';
import { type OperatorContext, OperatorPage, operatorPage, useOperator } from './operator-page.tsx';
import type { OperatorServices } from './operator-services.ts';
import { lengthText, termsText } from './operator-texts.ts';

const PAGE = '/operator/offers';

interface ListedOffer {
  readonly offer: Offer;
  readonly email: string | undefined;
  readonly state: 'open' | 'taken' | 'withdrawn' | 'expired';
}

export function offerPages(pages: FastifyInstance, services: OperatorServices): void {
  const page = operatorPage(pages, PAGE, (context) => offersPage(services, context));
  operationForm(pages, services, `${PAGE}/create`, createOffer, page);
  operationForm(pages, services, `${PAGE}/:offer_id/withdraw`, withdrawOffer, page);
}

/** The private offers, newest first. */
export async function offersPage({ accounts, billing, clock }: OperatorServices, context: OperatorContext) {
  const { texts } = context;
  const t = texts.offers;
  const now = clock.now().toISOString();
  const emails = emailsOf(await accounts.all());
  const rows = (await billing.offers.all()).toReversed().map((offer) => ({
    offer,
    email: emails.get(offer.account_id),
    state: stateOf(offer, now),
  }));
  return (
    <OperatorPage section="offers">
      <p class="note">{t.about}</p>
      <div class="grid">
        <section class="card c12">
          <OfferTable rows={rows} />
        </section>
        <section class="card c12 actions">
          <CreateOffer />
        </section>
      </div>
    </OperatorPage>
  );
}

function stateOf({ taken_by, withdrawn_at, expires_at }: Offer, now: string): ListedOffer['state'] {
  if (taken_by !== null) return 'taken';
  if (withdrawn_at !== null) return 'withdrawn';
  return expires_at !== null && expires_at <= now ? 'expired' : 'open';
}

function OfferTable({ rows }: { rows: readonly ListedOffer[] }) {
  const { view, texts, refused, params } = useOperator();
  const t = texts.offers;
  return (
    <DataTable
      caption={t.caption}
      id="offers"
      columns={[
        {
          title: t.account,
          cell: ({ offer, email }) => <AccountLink id={offer.account_id} email={email} />,
        },
        { title: t.terms, cell: ({ offer }) => termsText(view, offer) },
        { title: t.price, number: ({ offer }) => offer.price_idr },
        { title: t.length, isNumber: true, cell: ({ offer }) => lengthText(view, offer) },
        { title: t.repeats, cell: ({ offer }) => (offer.series === null ? t.once : t.recurring) },
        { title: t.until, time: ({ offer }) => offer.expires_at },
        {
          title: t.state,
          cell: ({ offer, state }) => (
            <>
              <Tag kind={state === 'open' ? 'ok' : 'info'}>{t.states[state]}</Tag>{' '}
              {offer.taken_by !== null && <OrderLink id={offer.taken_by} />}
              {state === 'open' && (
                <Action
                  name="withdraw"
                  id={`withdraw-${offer.offer_id.slice(0, 8)}`}
                  to={`${PAGE}/${offer.offer_id}`}
                  operation={withdrawOffer}
                  kind="danger"
                  isOpen={refused === 'withdraw' && params.offer_id === offer.offer_id}
                />
              )}
            </>
          ),
        },
      ]}
      rows={rows}
      empty={<Empty title={t.none}>{t.none_text}</Empty>}
    />
  );
}

function CreateOffer() {
  const { texts, query, refused } = useOperator();
  const t = texts.offers;
  const a = texts.accounts;
  return (
    <Action
      name="create"
      to={PAGE}
      operation={createOffer}
      kind="primary"
      isOpen={refused === 'create' || query.account !== undefined}
    >
      <Field name="account" label={t.account_field} required value={query.account} />
      <div class="triple">
        <NumberField name="units" label={a.units} required />
        <NumberField name="requests_per_minute" label={a.rpm} required />
        <NumberField name="keys" label={a.keys_allowed} required />
        <NumberField name="price_idr" label={t.price_field} min={0} required />
        <NumberField name="days" label={t.days_field} value="30" required />
        <Field type="datetime-local" name="expires_at" label={t.expires_field} hint={t.expires_hint} />
      </div>
      <CheckBox name="is_recurring" label={t.recurring_field} />
    </Action>
  );
}
