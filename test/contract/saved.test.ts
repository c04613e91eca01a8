import { expect } from 'vitest';
import { customer } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';

const SCREEN = { where: { measure: 'change_1d', lt: -5 } };

test('screens, watchlists and alerts of another account do not exist', async ({ alir }) => {
  const [owner, other] = [await customer(alir), await customer(alir)];
  const saved = async (content: object) =>
    (await owner.post('/account/saved', { name: 'Mine', ...content })).body.data.saved_id as string;
  const screen = await saved({ screen: SCREEN });
  const watchlist = await saved({ watchlist: { tickers: ['BBCA'], brokers: [] } });
  const alert = (await owner.post('/account/alerts', { saved_id: screen })).body.data.alert_id;
  const before = [(await owner.get('/account/saved')).body, (await owner.get('/account/alerts')).body];
  const answers = [
    await other.post('/market/screen', { screen }),
    await other.get(`/market/brief?watchlist=${watchlist}`),
    await other.post(`/account/saved/${screen}`, { name: 'Yours' }),
    await other.delete(`/account/saved/${watchlist}`),
    await other.post('/account/alerts', { saved_id: screen }),
    await other.post(`/account/alerts/${alert}`, { paused: true }),
    await other.post(`/account/alerts/${alert}/test`, {}),
    await other.delete(`/account/alerts/${alert}`),
  ];
  expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
    ...Array(5).fill('404 unknown_saved_item'),
    ...Array(3).fill('404 unknown_alert'),
  ]);
  expect(answers[0]?.headers.get('x-request-cost')).toBe('0');
  const after = [(await owner.get('/account/saved')).body, (await owner.get('/account/alerts')).body];
  expect(after).toEqual(before);
  expect((await other.get('/account/saved')).body.data).toEqual([]);
});

test('a watchlist names each ticker and each broker once, in the order of the request', async ({ alir }) => {
  const owner = await customer(alir);
  const watchlist = { tickers: ['TLKM', 'BBCA', 'TLKM'], brokers: ['YP', 'AK', 'YP'] };
  await owner.post('/account/saved', { name: 'Twice', watchlist });
  const [item] = (await owner.get('/account/saved')).body.data;
  expect(item.watchlist).toEqual({ tickers: ['TLKM', 'BBCA'], brokers: ['YP', 'AK'] });
});
