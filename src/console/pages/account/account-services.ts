import type { NoticeChoices } from '../../../api/endpoints/account/notices.ts';
import type { LinkRequests } from '../../../api/http/link-route.ts';
import type { Accounts } from '../../../commerce/accounts/accounts.ts';
import type { Administration } from '../../../commerce/accounts/administration.ts';
import type { Alerts } from '../../../commerce/accounts/alerts/alerts.ts';
import type { Unsubscription } from '../../../commerce/accounts/notices/unsubscription.ts';
import type { Webhooks } from '../../../commerce/accounts/notices/webhooks.ts';
import type { Invitations } from '../../../commerce/accounts/people/invitation-links.ts';
import type { People } from '../../../commerce/accounts/people/people.ts';
import type { Meter } from '../../../commerce/accounts/quota/meter.ts';
import type { UsageHistory } from '../../../commerce/accounts/quota/usage-history.ts';
import type { SavedItems } from '../../../commerce/accounts/saved-items.ts';
import type { Snapshots } from '../../../commerce/accounts/snapshots.ts';
import type { Billing } from '../../../commerce/billing/orders.ts';
import type { Clock } from '../../../core/clock.ts';
import type { SessionServices } from '../../sessions/sessions.ts';
import type { SignInServices } from '../sign-in/sign-in-forms.ts';
import type { BriefMailServices } from './webhooks/brief-card.tsx';

export interface AccountPageServices extends BriefMailServices, Pick<SignInServices, 'sign_in'> {
  readonly accounts: Accounts;
  readonly administration: Pick<Administration, 'export'>;
  readonly alerts: Alerts;
  readonly billing: Billing;
  readonly clock: Clock;
  readonly invitations: Pick<Invitations, 'inviteForOwner' | 'sendAddressLink' | 'sendsLinks'>;
  readonly ledger: SessionServices['ledger'];
  readonly links: LinkRequests;
  readonly meter: Pick<Meter, 'usedByKey'>;
  readonly notices: NoticeChoices;
  /** How to pay by bank transfer; empty if the operator set none. */
  readonly payment_instructions: string;
  readonly people: People;
  readonly public_url: string;
  readonly saved: SavedItems;
  readonly snapshots: Snapshots;
  readonly unsubscription: Unsubscription;
  readonly usage_history: UsageHistory;
  readonly webhooks: Webhooks;
}
