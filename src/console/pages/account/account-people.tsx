import type { FastifyInstance } from 'fastify';
import type { AccountPerson, People } from '../../../commerce/accounts/people/people.ts';
import { MEMBER_ROLES, type MemberRole } from '../../../core/commerce-terms.ts';
import { jakartaDate } from '../../../core/dates.ts';
import { isEmailAddress, MAX_EMAIL_CHARACTERS } from '../../../core/email.ts';
import { AlirError } from '../../../core/errors.ts';
import { requireAccount } from '../../sessions/visitor.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable, OfRow } from '../components/data-table.tsx';
import { Field, Form, Select, Submit } from '../components/forms.tsx';
import { Empty, Tag } from '../components/notice.tsx';
import type { View } from '../components/view.ts';
import { originOf } from '../framework/origin.ts';
import { accountForm, Confirmation, changeBy, fieldProblem, OwnersOnly } from './account-form.tsx';
import { type AccountContext, AccountPage, accountPage, useAccount } from './account-page.tsx';
import type { AccountPageServices } from './account-services.ts';
import { AccountsCard, SessionCard } from './account-session.tsx';

const PATH = '/account/people';

/** The people of an account, its invitations, the other accounts of the visitor, and the session. */
export function peoplePages(scope: FastifyInstance, services: AccountPageServices): void {
  const { people, invitations } = services;
  const list = accountPage(scope, PATH, 'people', (context) => peoplePage(services, context));
  accountPage(scope, `${PATH}/:person_id/remove`, 'people', async (context) =>
    removalPage(context, await memberOf(context, people)),
  );

  accountForm(scope, `${PATH}/invite`, list, async ({ email = '', role }, context) => {
    const { account_id, request } = context;
    const { problems } = context.view.texts.account;
    if (!isEmailAddress(email)) throw fieldProblem('email', problems.email);
    if ((await people.of(account_id)).some((each) => each.email.toLowerCase() === email.toLowerCase())) {
      throw fieldProblem('email_known', problems.email_known);
    }
    const invited = await invitations.inviteForOwner(email, account_id, roleOf(role), changeBy(context));
    if (invited.failure !== undefined) {
      request.log.error({ err: invited.failure }, 'an invitation could not be sent by e-mail');
    }
    return invited.sent ? 'person_invited_by_mail' : 'person_invited';
  });

  accountForm(scope, `${PATH}/invitations/:invitation_id/withdraw`, list, async (_, context) => {
    await people.uninvite(context.account_id, context.params.invitation_id ?? '', changeBy(context));
    return 'person_uninvited';
  });

  accountForm(scope, `${PATH}/:person_id/role`, list, async ({ role }, context) => {
    const { person_id } = await memberOf(context, people);
    await people.setRole(context.account_id, person_id, roleOf(role), changeBy(context));
    return 'role_changed';
  });

  // Any person may leave.
  accountForm(scope, `${PATH}/:person_id/remove`, { ...list, guard: requireAccount }, async (_, context) => {
    const person = await memberOf(context, people);
    if (!mayRemove(context, person)) {
      throw new AlirError('owner_required', 'Only an owner of the account may do this.');
    }
    await people.remove(context.account_id, person.person_id, changeBy(context));
    return isVisitor(context, person) ? { to: '/' } : 'person_removed';
  });
}

function isVisitor({ visitor }: AccountContext, { person_id }: AccountPerson): boolean {
  return person_id === visitor.person?.person_id;
}

function mayRemove(context: AccountContext, person: AccountPerson): boolean {
  return context.isOwner || isVisitor(context, person);
}

function roleOf(text = ''): MemberRole {
  const role = MEMBER_ROLES.find((each) => each === text);
  if (role) return role;
  throw fieldProblem('role', `must be ${MEMBER_ROLES.join(' or ')}`);
}

/** The person of the path. @throws AlirError `unknown_person` for one who does not belong to the account */
async function memberOf({ params, account_id }: AccountContext, people: People): Promise<AccountPerson> {
  const member = (await people.of(account_id)).find(({ person_id }) => person_id === params.person_id);
  if (member) return member;
  throw new AlirError('unknown_person', 'This person does not belong to the account.');
}

async function peoplePage({ people, public_url }: AccountPageServices, context: AccountContext) {
  const { view, account_id, visitor, isOwner, request } = context;
  const { people: peopleTexts, actions } = view.texts.account;
  const day = (time: string) => view.dates.short(jakartaDate(new Date(time)));
  const invitations = await people.invitations(account_id);
  return (
    <AccountPage tab="people">
      <div class="grid">
        <section class="card c8">
          <DataTable
            id="people"
            caption={peopleTexts.caption}
            rows={await people.of(account_id)}
            columns={[
              {
                title: peopleTexts.email,
                cell: (person) => (
                  <>
                    <span class="long">{person.email}</span>{' '}
                    {isVisitor(context, person) && <Tag kind="ok">{peopleTexts.you}</Tag>}
                  </>
                ),
              },
              {
                title: peopleTexts.role,
                cell: ({ role }) => (
                  <>
                    {peopleTexts.roles[role]}
                    <small class="under">{peopleTexts.role_hints[role]}</small>
                  </>
                ),
              },
              { title: peopleTexts.since, cell: ({ created_at }) => day(created_at) },
              { title: actions, actions: (person) => <PersonActions person={person} /> },
            ]}
            empty={<Empty title={peopleTexts.nobody}>{peopleTexts.nobody_advice}</Empty>}
          />
          {invitations.length > 0 && (
            <DataTable
              id="invitations"
              caption={peopleTexts.invited_caption}
              rows={invitations}
              columns={[
                { title: peopleTexts.email, cell: ({ email }) => <span class="long">{email}</span> },
                { title: peopleTexts.role, cell: ({ role }) => peopleTexts.roles[role] },
                { title: peopleTexts.open_until, cell: ({ expires_at }) => day(expires_at) },
                ...(isOwner ? [withdrawal(view)] : []),
              ]}
            />
          )}
          <OwnersOnly />
        </section>
        {isOwner && <InvitationCard sign_in_url={`${originOf(request, public_url)}/sign-in`} />}
        {visitor.accounts.length > 1 && <AccountsCard />}
        <SessionCard />
      </div>
    </AccountPage>
  );
}

type Invitation = Awaited<ReturnType<People['invitations']>>[number];

function InvitationCard({ sign_in_url }: { sign_in_url: string }) {
  const context = useAccount();
  const { view, problems } = context;
  const { people } = view.texts.account;
  return (
    <Card title={people.invite_title} about={people.invite_about} span={4} id="invite">
      <Form action={`${PATH}/invite`}>
        <Field
          name="email"
          type="email"
          label={people.email}
          problem={problems.email ?? problems.email_known}
          hint={people.invited_link(sign_in_url)}
          maxLength={MAX_EMAIL_CHARACTERS}
          autocomplete="off"
          required
        />
        <Select
          name="role"
          label={people.role}
          value="member"
          options={MEMBER_ROLES.toReversed().map((role) => ({ value: role, title: people.roles[role] }))}
          hint={MEMBER_ROLES.map((role) => `${people.roles[role]}: ${people.role_hints[role]}`).join('; ')}
        />
        <Submit kind="primary">{people.invite}</Submit>
      </Form>
    </Card>
  );
}

function withdrawal(view: View): Column<Invitation> {
  const { people, actions } = view.texts.account;
  return {
    title: actions,
    actions: ({ invitation_id, email }) => (
      <Form action={`${PATH}/invitations/${invitation_id}/withdraw`}>
        <button type="submit" class="link">
          <OfRow text={people.withdraw} row={email} />
        </button>
      </Form>
    ),
  };
}

function PersonActions({ person }: { person: AccountPerson }) {
  const context = useAccount();
  const { view, isOwner } = context;
  const { people } = view.texts.account;
  const { person_id, email, role } = person;
  const other = role === 'owner' ? 'member' : 'owner';
  return (
    <>
      {isOwner && (
        <Form action={`${PATH}/${person_id}/role`}>
          <button type="submit" class="link" name="role" value={other}>
            <OfRow text={other === 'owner' ? people.make_owner : people.make_member} row={email} />
          </button>
        </Form>
      )}
      {mayRemove(context, person) && (
        <a href={`${PATH}/${person_id}/remove`}>
          {isVisitor(context, person) ? people.leave : <OfRow text={people.remove} row={email} />}
        </a>
      )}
    </>
  );
}

/** The page that asks before a person leaves the account. */
function removalPage(context: AccountContext, person: AccountPerson) {
  const { people } = context.view.texts.account;
  const { person_id, email } = person;
  const leaves = isVisitor(context, person);
  const title = leaves ? people.leave_title : people.remove_title(email);
  return (
    <AccountPage tab="people" title={title} heading={<span class="long">{title}</span>}>
      <Confirmation
        action={`${PATH}/${person_id}/remove`}
        submit={leaves ? people.leave_submit : people.remove_submit}
        back={PATH}
        isAllowed={mayRemove(context, person)}
      >
        <p>{leaves ? people.leave_effect : people.remove_effect}</p>
      </Confirmation>
    </AccountPage>
  );
}
