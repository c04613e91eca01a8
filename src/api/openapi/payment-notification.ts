import type { ErrorCode } from '../../core/errors.ts';
import { NULL_SCHEMA, successBody } from '../http/responses/envelope.ts';
import type { Components } from './components.ts';
import { OPEN_ERRORS, type Route } from './documented-route.ts';
import { EVERY_HEADER, headersOf } from './headers.ts';
import { envelope } from './operation.ts';

/** The route for payment notifications of the configured provider. */
export function paymentNotification(components: Components, provider: string): Route {
  const errors: ErrorCode[] = [
    'invalid_json',
    'payment_refused',
    'unknown_order',
    'body_too_large',
    'unsupported_media_type',
    'not_ready',
    'payment_unavailable',
  ];
  const described = {
    operationId: 'notify_payment',
    summary: 'Payment notification',
    description: `For notifications from ${provider} only; the server verifies their signature. A repeated notification is applied once.`,
    tags: ['Plans and orders'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: {
        description: 'The notification was accepted',
        headers: headersOf(EVERY_HEADER),
        content: {
          'application/json': {
            schema: envelope(NULL_SCHEMA),
            example: JSON.parse(String(successBody(null))),
          },
        },
      },
      ...components.errors({
        name: 'Notification',
        codes: [...OPEN_ERRORS, ...errors],
        has_limit_headers: false,
      }),
    },
  };
  return { path: `/billing/notifications/${provider}`, method: 'post', described };
}
