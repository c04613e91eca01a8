import { describe, expect } from 'vitest';
import { createServer } from '../../src/api/http/server.ts';
import { KEY_SCOPES, type KeyScope } from '../../src/core/commerce-terms.ts';
import { afterThisTest, type TestAlir } from '../support/alir.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { exampleOf, requestsIn } from '../support/openapi.ts';

/** The scope that each request with a key needs. A new route has no place here until its author decides. */
const SCOPES: Readonly<Record<string, KeyScope | 'any'>> = {
  'GET /stocks/broker-summary': 'data',
  'POST /stocks/broker-summary/batch': 'data',
  'GET /stocks/broker-summary/daily': 'data',
  'GET /stocks/broker-inventory': 'data',
  'GET /stocks/broker-position': 'data',
  'GET /stocks/accumulation': 'data',
  'GET /stocks/counterparties': 'data',
  'GET /stocks/ohlcv': 'data',
  'GET /brokers/{code}/summary': 'data',
  'GET /brokers/ranking': 'data',
  'GET /foreign-flow': 'data',
  'POST /foreign-flow/batch': 'data',
  'GET /foreign-flow/daily': 'data',
  'GET /foreign-flow/ranking': 'data',
  'GET /stocks/measures': 'data',
  'POST /stocks/measures/batch': 'data',
  'GET /market/daily': 'data',
  'GET /market/measures': 'data',
  'GET /market/brief': 'data',
  'POST /market/screen': 'data',
  'GET /market/calendar': 'data',
  'GET /market/tickers': 'data',
  'GET /market/brokers': 'data',
  'GET /news': 'data',
  'POST /mcp': 'data',
  'GET /usage': 'any',
  'GET /usage/history': 'any',
  'GET /billing/plans': 'any',
  'POST /billing/quotes': 'account',
  'POST /billing/orders': 'account',
  'GET /billing/orders': 'account',
  'GET /billing/orders/{order_id}': 'account',
  'GET /billing/invoices': 'account',
  'GET /billing/invoices/{number}': 'account',
  'GET /account/billing-details': 'account',
  'POST /account/billing-details': 'account',
  'GET /account/keys': 'account',
  'POST /account/keys': 'account',
  'POST /account/links': 'account',
  'POST /account/keys/{key_id}/rotate': 'account',
  'DELETE /account/keys/{key_id}': 'account',
  'GET /account/webhooks': 'account',
  'POST /account/webhooks': 'account',
  'POST /account/webhooks/{webhook_id}/rotate': 'account',
  'DELETE /account/webhooks/{webhook_id}': 'account',
  'POST /account/webhooks/{webhook_id}/test': 'account',
  'GET /account/webhooks/{webhook_id}/deliveries': 'account',
  'GET /account/notices': 'account',
  'POST /account/notices': 'account',
  'POST /account/notices/telegram': 'account',
  'GET /account/saved': 'account',
  'POST /account/saved': 'account',
  'POST /account/saved/{saved_id}': 'account',
  'DELETE /account/saved/{saved_id}': 'account',
  'GET /account/alerts': 'account',
  'POST /account/alerts': 'account',
  'POST /account/alerts/{alert_id}': 'account',
  'POST /account/alerts/{alert_id}/test': 'account',
  'DELETE /account/alerts/{alert_id}': 'account',
};

/** A key of the account without limits. */
async function keyWith(alir: TestAlir, scopes: KeyScope[]): Promise<string> {
  const account = await alir.stores.accounts.find('test@example.com');
  const terms = { scopes, expires_at: null, allowed_ips: null };
  return (await alir.stores.accounts.createKey(account.account_id, scopes.join(), terms)).api_key;
}

describe('a key with the scope', () => {
  test.for<[KeyScope[]]>([[['data']], [['account']], [['data', 'account']]])(
    '%s is refused by each route that needs another one, without a charge',
    async ([scopes], { alir }) => {
      const { body: document } = await alir.request('/openapi.json');
      const requests = requestsIn(document).filter(({ operation }) => operation.security.length > 0);
      expect(requests.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
        Object.keys(SCOPES).toSorted(),
      );
      alir.key = await keyWith(alir, scopes);
      for (const request of requests) {
        const route = `${request.method} ${request.path}`;
        const needed = SCOPES[route] ?? 'any';
        const documented = request.operation.security.flatMap(({ key = [] }) => key);
        expect([route, documented]).toEqual([route, needed === 'any' ? [...KEY_SCOPES] : [needed]]);

        const { url, init } = exampleOf(request);
        const response = await alir.raw(url, init, { accept: 'application/json, text/event-stream' });
        const body: any = await response.json();
        const isRefused = needed !== 'any' && !scopes.includes(needed);
        expect([route, body.code === 'scope_missing']).toEqual([route, isRefused]);
        if (!isRefused) {
          expect([route, response.status]).not.toEqual([route, 403]);
          continue;
        }
        expect(response.status).toBe(403);
        expect(response.headers.get('x-request-cost')).toBe('0');
        expect(body.error).toContain(
          `has only the scope ${scopes}, and the request needs the scope ${needed}.`,
        );
      }
    },
  );
});

test('a route that declares neither a scope nor anonymous requests prevents the start', async () => {
  const app = createServer({ log_level: 'silent', cors_origins: '*' });
  afterThisTest(() => app.close());
  expect(() => app.get('/gift', { config: { units: 0 } }, async () => 'free')).toThrow(
    'The route GET /gift does not declare the scope of its keys',
  );
});
