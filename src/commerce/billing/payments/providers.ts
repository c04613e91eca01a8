import type { PaymentProviderName } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { midtrans } from './midtrans.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { Fetch } from './provider-api.ts';
import { xendit } from './xendit.ts';

/** Payment outside Alir, such as by bank transfer: the operator confirms it with `alir order confirm`. */
export const manual: PaymentProvider = {
  name: 'manual',
  request: async () => null,
  ask: async () => [],
  reportsOf: async () => {
    throw new AlirError(
      'payment_refused',
      'This server does not accept payment notifications: its operator confirms payments.',
    );
  },
};

export interface PaymentSettings {
  readonly payment_provider: PaymentProviderName;
  readonly payment_key: string;
  readonly payment_callback_token: string;
  readonly payment_sandbox: boolean;
}

/** The configured provider. @throws AlirError `bad_configuration` if one of its secrets is not set: anyone could then forge its notifications */
export function paymentProvider(settings: PaymentSettings, send: Fetch): PaymentProvider {
  const { payment_provider, payment_key, payment_callback_token, payment_sandbox } = settings;
  if (payment_provider === 'manual') return manual;
  needed(payment_provider, 'ALIR_PAYMENT_KEY', payment_key);
  if (payment_provider === 'midtrans') {
    return midtrans({ server_key: payment_key, sandbox: payment_sandbox, send });
  }
  needed(payment_provider, 'ALIR_PAYMENT_CALLBACK_TOKEN', payment_callback_token);
  return xendit({ secret_key: payment_key, callback_token: payment_callback_token, send });
}

function needed(provider: string, variable: string, value: string): void {
  if (value !== '') return;
  throw new AlirError(
    'bad_configuration',
    `${variable} is not set, but ALIR_PAYMENT_PROVIDER=${provider} requires it.`,
  );
}
