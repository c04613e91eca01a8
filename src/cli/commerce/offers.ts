import type { Command } from 'commander';
import { createOffer, listOffers, withdrawOffer } from '../../api/endpoints/admin/admin-offers.ts';
import type { Offer } from '../../commerce/billing/prices/offers.ts';
import type { Invocation } from '../invocation.ts';
import { operationCommand } from '../operation-command.ts';
import { idrText, list } from '../output.ts';

export function commands(cli: Invocation, offer: Command): void {
  operationCommand(cli, offer, createOffer, (made, out) =>
    out.record(made, `Offer ${made.offer_id} to account ${made.account_id}: ${described(made)}.`),
  );
  operationCommand(cli, offer, listOffers, (offers, out, options) =>
    list(out, options, ['OFFER', 'ACCOUNT', 'WHAT', 'UNTIL', 'ORDER'], offers, (each) => [
      each.offer_id,
      each.account_id,
      described(each),
      each.withdrawn_at === null ? (each.expires_at ?? '-') : 'withdrawn',
      each.taken_by ?? '-',
    ]),
  );
  operationCommand(cli, offer, withdrawOffer, (withdrawn, out) =>
    out.record(withdrawn, `Offer ${withdrawn.offer_id} was withdrawn at ${withdrawn.withdrawn_at}.`),
  );
}

function described({ units, requests_per_minute, keys, price_idr, days, series }: Offer): string {
  const often = series === null ? 'once' : 'recurring';
  return `${units.toLocaleString('en')} units per cycle, ${requests_per_minute} requests per minute, ${keys} keys, ${days} days for ${idrText(price_idr)}, ${often}`;
}
