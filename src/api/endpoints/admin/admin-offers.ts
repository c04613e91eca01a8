import * as z from 'zod';
import { requestOf } from '../../http/requests/request-fields.ts';
import { account, days, idr, instant, keys, reason, requests_per_minute, units } from './admin-fields.ts';
import { operation, option } from './admin-operation.ts';

export const createOffer = operation({
  route: 'POST /admin/offers',
  command: 'offer create',
  about: 'create an offer',
  texts: {
    en: {
      title: 'Make an offer',
      effect:
        'The customer sees it on the page of prices and in GET /billing/plans at once, and can order it.',
      done: 'The offer was created. The customer sees it at once.',
    },
    id: {
      title: 'Buat penawaran',
      effect:
        'Pelanggan langsung melihatnya di halaman harga dan di GET /billing/plans, dan dapat memesannya.',
      done: 'Penawaran sudah dibuat. Pelanggan langsung melihatnya.',
    },
  },
  input: requestOf({
    account: option(account, '--account <account>', 'id or e-mail address of the account'),
    units: option(units, '--units <number>', 'units per cycle'),
    requests_per_minute: option(requests_per_minute, '--requests-per-minute <number>', 'requests per minute'),
    keys: option(keys, '--keys <number>', 'keys'),
    price_idr: option(idr, '--price <idr>', 'price of the period in IDR'),
    days: option(days, '--days <number>', 'days of the period, at most 3,660'),
    is_recurring: option(z.boolean().default(false), '--recurring', 'offer it again when it is paid'),
    expires_at: option(instant.optional(), '--until <time>', 'last time to order it; default: no limit'),
  }),
  run: async ({ accounts, billing }, { account, is_recurring, expires_at = null, ...terms }, change) => {
    const { account_id } = await accounts.find(account);
    return billing.offers.create(account_id, terms, is_recurring, expires_at, change);
  },
});

export const listOffers = operation({
  route: 'GET /admin/offers',
  command: 'offer list',
  about: 'list offers, including accepted ones',
  input: requestOf({}),
  run: ({ billing }) => billing.offers.all(),
});

export const withdrawOffer = operation({
  route: 'POST /admin/offers/:offer_id/withdraw',
  command: 'offer withdraw',
  about: 'withdraw an offer that was not accepted',
  texts: {
    en: {
      title: 'Withdraw',
      effect: 'It can no longer be ordered. An order that was already made can still be paid.',
      done: 'The offer was withdrawn.',
    },
    id: {
      title: 'Tarik',
      effect: 'Penawaran tidak dapat dipesan lagi. Pesanan yang sudah dibuat tetap dapat dibayar.',
      done: 'Penawaran ditarik.',
    },
  },
  input: requestOf({ offer_id: option(z.string().max(64), '<id>', 'id, from the list'), reason }),
  run: ({ billing }, { offer_id }, change) => billing.offers.withdraw(offer_id, change),
});
