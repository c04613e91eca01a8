import * as z from 'zod';
import { MEMBER_ROLES } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { account, reason } from './admin-fields.ts';
import { type AdminServices, operation, option } from './admin-operation.ts';

const person = option(z.string(), '<person>', 'e-mail address of the person');

/** Changes a person of an account. @returns the people after the change @throws AlirError `unknown_account`, `unknown_person` */
async function changed(
  { accounts, people }: AdminServices,
  sent: { readonly account: string; readonly person: string },
  change: (account_id: string, person_id: string) => Promise<void>,
) {
  const { account_id } = await accounts.find(sent.account);
  const members = await people.of(account_id);
  const member = members.find(({ email }) => email.toLowerCase() === sent.person.toLowerCase());
  if (!member) {
    throw new AlirError(
      'unknown_person',
      `${sent.person} does not belong to the account ${account_id}. To see its people, run: alir account people list ${account_id}`,
    );
  }
  await change(account_id, member.person_id);
  return people.of(account_id);
}

export const listPeople = operation({
  route: 'GET /admin/accounts/:account/people',
  command: 'account people list',
  about: 'list the people of an account',
  input: requestOf({ account }),
  run: async ({ accounts, people }, { account }) => people.of((await accounts.find(account)).account_id),
});

export const changeRole = operation({
  route: 'POST /admin/accounts/:account/people/:person/role',
  command: 'account people role',
  about: 'change the role of a person in an account',
  input: requestOf({ account, person, role: option(z.enum(MEMBER_ROLES), '--role <role>', 'role'), reason }),
  run: (services, { role, ...sent }, change) =>
    changed(services, sent, (...ids) => services.people.setRole(...ids, role, change)),
});

export const removePerson = operation({
  route: 'POST /admin/accounts/:account/people/:person/remove',
  command: 'account people remove',
  about: 'remove a person from an account',
  input: requestOf({ account, person, reason }),
  run: (services, sent, change) =>
    changed(services, sent, (...ids) => services.people.remove(...ids, change)),
});
