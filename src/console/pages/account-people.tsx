import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Invitations } from '../../commerce/people/invitations.ts';
import type { AccountPerson, People } from '../../commerce/people/people.ts';
import { MEMBER_ROLES, type MemberRole } from '../../core/commerce-terms.ts';
import { jakartaDate } from '../../core/dates.ts';
import { isEmailAddress, MAX_EMAIL_CHARACTERS } from '../../core/email.ts';
import { AlirError } from '../../core/errors.ts';
import { requireAccount } from '../sessions/visitor.ts';
import {
  type AccountRequest,
  accountForm,
  accountPage,
  Card,
  Confirmation,
  fieldProblem,
  NO_PROBLEMS,
  OwnersOnly,
  orCorrected,
  type Problems,
  redirected,
  sendAccountPage,
} from './account-page.tsx';
import { Field, Form, Select, Submit } from './forms.tsx';
import { Empty, Tag } from './notice.tsx';
import { originOf } from './origin.ts';
import { type Column, DataTable } from './table.tsx';
import type { View } from './view.ts';

const PATH = '/account/people';

export interface PeoplePageServices {
  readonly people: People;
  readonly invitations: Pick<Invitations, 'inviteForOwner'>;
  readonly public_url: string;
}

/** The people of an account, its invitations, the other accounts of the visitor, and the session. */
export function peoplePages(scope: FastifyInstance, services: PeoplePageServices): void {
  const { people, invitations } = services;

  accountPage(scope, PATH, 'people', (context) => sendPeople(context, services));

  accountForm(scope, `${PATH}/invite`, async (context, form) => {
    const { account_id, view, visitor } = context;
    const { problems } = view.texts.account;
    const fields = { email: form.text('email'), role: roleOf(form.text('role')) };
    return await orCorrected(
      context,
      async () => {
        const { email, role } = fields;
        if (!isEmailAddress(email)) throw fieldProblem('email', problems.email);
        if ((await people.of(account_id)).some((each) => each.email.toLowerCase() === email.toLowerCase())) {
          throw fieldProblem('email_known', problems.email_known);
        }
        const by = { actor: visitor.actor, reason: null };
        const { sent, failure } = await invitations.inviteForOwner(email, account_id, role, by);
        if (failure !== undefined) {
          context.request.log.error({ err: failure }, 'an invitation could not be sent by e-mail');
        }
        return redirected(context, PATH, sent ? 'person_invited_by_mail' : 'person_invited');
      },
      (found, status) => sendPeople(context, services, { sent: fields, problems: found, status }),
    );
  });

  accountForm(scope, `${PATH}/invitations/:invitation_id/withdraw`, async (context) => {
    const { account_id, visitor, request } = context;
    const { invitation_id } = request.params as { readonly invitation_id: string };
    await people.uninvite(account_id, invitation_id, { actor: visitor.actor, reason: null });
    return redirected(context, PATH, 'person_uninvited');
  });

  accountForm(scope, `${PATH}/:person_id/role`, async (context, form) => {
    const { account_id, visitor } = context;
    const { person_id } = await memberOf(context, people);
    const role = roleOf(form.text('role'));
    return await orCorrected(
      context,
      async () => {
        await people.setRole(account_id, person_id, role, { actor: visitor.actor, reason: null });
        return redirected(context, PATH, 'role_changed');
      },
      (problems, status) => sendPeople(context, services, { sent: NEW, problems, status }),
    );
  });

  accountPage(scope, `${PATH}/:person_id/remove`, 'people', async (context) =>
    sendRemoval(context, await memberOf(context, people)),
  );

  accountForm(
    scope,
    `${PATH}/:person_id/remove`,
    async (context) => {
      const { account_id, visitor, isOwner } = context;
      const { person_id } = await memberOf(context, people);
      const leaves = person_id === visitor.person?.person_id;
      if (!isOwner && !leaves)
        throw new AlirError('owner_required', 'Only an owner of the account may do this.');
      return await orCorrected(
        context,
        async () => {
          await people.remove(account_id, person_id, { actor: visitor.actor, reason: null });
          return leaves ? context.reply.redirect('/', 303) : redirected(context, PATH, 'person_removed');
        },
        (problems, status) => sendPeople(context, services, { sent: NEW, problems, status }),
      );
    },
    requireAccount,
  );
}

function roleOf(text: string): MemberRole {
  return text === 'owner' ? 'owner' : 'member';
}

/** The person of the path. @throws AlirError `unknown_person` for one who does not belong to the account */
async function memberOf({ request, account_id }: AccountRequest, people: People): Promise<AccountPerson> {
  const { person_id } = request.params as { readonly person_id: string };
  const member = (await people.of(account_id)).find((each) => each.person_id === person_id);
  if (member) return member;
  throw new AlirError('unknown_person', 'This person does not belong to the account.');
}

interface Invited {
  readonly email: string;
  readonly role: MemberRole;
}

type Invitation = Awaited<ReturnType<People['invitations']>>[number];

const NEW: Invited = { email: '', role: 'member' };

async function sendPeople(
  context: AccountRequest,
  { people, public_url }: PeoplePageServices,
  {
    sent,
    problems,
    status,
  }: { readonly sent: Invited; readonly problems: Problems; readonly status: number } = {
    sent: NEW,
    problems: NO_PROBLEMS,
    status: 200,
  },
): Promise<FastifyReply> {
  const { view, account_id, visitor, isOwner, request } = context;
  const { texts, dates } = view;
  const { people: peopleTexts, actions } = texts.account;
  const members = await people.of(account_id);
  const invitations = await people.invitations(account_id);
  const own_id = visitor.person?.person_id;
  const columns: Column<AccountPerson>[] = [
    {
      key: 'email',
      title: peopleTexts.email,
      cell: ({ email, person_id }) => (
        <>
          <span class="long">{email}</span> {person_id === own_id && <Tag kind="ok">{peopleTexts.you}</Tag>}
        </>
      ),
    },
    {
      key: 'role',
      title: peopleTexts.role,
      cell: ({ role }) => (
        <>
          {peopleTexts.roles[role]}
          <small class="under">{peopleTexts.role_hints[role]}</small>
        </>
      ),
    },
    {
      key: 'since',
      title: peopleTexts.since,
      cell: ({ created_at }) => dates.short(jakartaDate(new Date(created_at))),
    },
    {
      key: 'actions',
      title: <span class="visually-hidden">{actions}</span>,
      cell: (person) => <PersonActions view={view} person={person} isOwner={isOwner} own_id={own_id} />,
    },
  ];
  return sendAccountPage(
    context,
    {
      tab: 'people',
      title: peopleTexts.title,
      problems,
      url: PATH,
    },
    <div class="grid">
      <section class="card c8">
        <DataTable
          view={view}
          id="people"
          caption={peopleTexts.caption}
          rows={members}
          keyOf={({ person_id }) => person_id}
          columns={columns}
          empty={<Empty title={peopleTexts.nobody}>{peopleTexts.nobody_advice}</Empty>}
        />
        {invitations.length > 0 && (
          <DataTable
            view={view}
            id="invitations"
            caption={peopleTexts.invited_caption}
            rows={invitations}
            keyOf={({ invitation_id }) => invitation_id}
            columns={[
              {
                key: 'email',
                title: peopleTexts.email,
                cell: ({ email }) => <span class="long">{email}</span>,
              },
              { key: 'role', title: peopleTexts.role, cell: ({ role }) => peopleTexts.roles[role] },
              {
                key: 'until',
                title: peopleTexts.open_until,
                cell: ({ expires_at }) => dates.short(jakartaDate(new Date(expires_at))),
              },
              ...(isOwner ? [withdrawColumn(view)] : []),
            ]}
          />
        )}
        <OwnersOnly view={view} isOwner={isOwner} />
      </section>
      {isOwner && (
        <Card title={peopleTexts.invite_title} about={peopleTexts.invite_about} span={4} id="invite">
          <Form view={view} action={`${PATH}/invite`}>
            <Field
              name="email"
              type="email"
              label={peopleTexts.email}
              value={sent.email}
              problem={problems.fields.email ?? problems.fields.email_known}
              hint={peopleTexts.invited_link(`${originOf(request, public_url)}/sign-in`)}
              maxLength={MAX_EMAIL_CHARACTERS}
              autocomplete="off"
              required
            />
            <Select
              name="role"
              label={peopleTexts.role}
              value={sent.role}
              options={MEMBER_ROLES.toReversed().map((role) => ({
                value: role,
                title: peopleTexts.roles[role],
              }))}
              hint={MEMBER_ROLES.map(
                (role) => `${peopleTexts.roles[role]}: ${peopleTexts.role_hints[role]}`,
              ).join('; ')}
            />
            <Submit kind="primary">{peopleTexts.invite}</Submit>
          </Form>
        </Card>
      )}
      {visitor.accounts.length > 1 && <AccountsCard context={context} />}
      <SessionCard context={context} />
    </div>,
    status,
  );
}

function withdrawColumn(view: View): Column<Invitation> {
  const { people, actions } = view.texts.account;
  return {
    key: 'actions',
    title: <span class="visually-hidden">{actions}</span>,
    cell: ({ invitation_id, email }) => (
      <span class="row-actions">
        <Form view={view} action={`${PATH}/invitations/${invitation_id}/withdraw`}>
          <button type="submit" class="link">
            {people.withdraw}
            <span class="visually-hidden"> {email}</span>
          </button>
        </Form>
      </span>
    ),
  };
}

function PersonActions({
  view,
  person,
  isOwner,
  own_id,
}: {
  readonly view: View;
  readonly person: AccountPerson;
  readonly isOwner: boolean;
  readonly own_id: string | undefined;
}) {
  const { people } = view.texts.account;
  const { person_id, email, role } = person;
  const other = role === 'owner' ? 'member' : 'owner';
  return (
    <span class="row-actions">
      {isOwner && (
        <Form view={view} action={`${PATH}/${person_id}/role`}>
          <button type="submit" class="link" name="role" value={other}>
            {other === 'owner' ? people.make_owner : people.make_member}
            <span class="visually-hidden"> {email}</span>
          </button>
        </Form>
      )}
      {(isOwner || person_id === own_id) && (
        <a href={`${PATH}/${person_id}/remove`}>
          {person_id === own_id ? people.leave : people.remove}
          {person_id !== own_id && <span class="visually-hidden"> {email}</span>}
        </a>
      )}
    </span>
  );
}

function AccountsCard({ context: { view, visitor, account_id } }: { readonly context: AccountRequest }) {
  const { people, actions } = view.texts.account;
  return (
    <Card title={people.accounts} span={8} id="accounts">
      <DataTable
        view={view}
        id="accounts-table"
        caption={people.accounts_caption}
        rows={visitor.accounts}
        keyOf={(account) => account.account_id}
        columns={[
          { key: 'email', title: people.account, cell: ({ email }) => <span class="long">{email}</span> },
          { key: 'role', title: people.role, cell: ({ role }) => people.roles[role] },
          {
            key: 'actions',
            title: <span class="visually-hidden">{actions}</span>,
            cell: (account) =>
              account.account_id === account_id ? (
                <Tag kind="ok">{people.current}</Tag>
              ) : (
                <Form view={view} action="/account/switch">
                  <input type="hidden" name="account_id" value={account.account_id} />
                  <input type="hidden" name="next" value={`${PATH}?done=account_switched`} />
                  <button type="submit" class="link">
                    {people.switch}
                    <span class="visually-hidden"> {account.email}</span>
                  </button>
                </Form>
              ),
          },
        ]}
      />
    </Card>
  );
}

function SessionCard({ context: { view, visitor } }: { readonly context: AccountRequest }) {
  const { people } = view.texts.account;
  return (
    <Card title={people.session} span={8} id="session">
      <p>
        {visitor.person === null ? people.session_key : people.session_person(visitor.person.email)}{' '}
        {people.everywhere_advice}
      </p>
      <Form view={view} action="/sign-out">
        <p class="buttons">
          <Submit name="everywhere" value="yes">
            {people.everywhere}
          </Submit>
        </p>
      </Form>
    </Card>
  );
}

/** The page that asks before a person leaves the account. */
function sendRemoval(context: AccountRequest, person: AccountPerson): Promise<FastifyReply> {
  const { view, visitor, isOwner } = context;
  const { people, cancel } = view.texts.account;
  const { person_id, email } = person;
  const leaves = person_id === visitor.person?.person_id;
  const title = leaves ? people.leave_title : people.remove_title(email);
  return sendAccountPage(
    context,
    { tab: 'people', title: <span class="long">{title}</span>, window: title },
    <Confirmation>
      <p>{leaves ? people.leave_effect : people.remove_effect}</p>
      {isOwner || leaves ? (
        <Form view={view} action={`${PATH}/${person_id}/remove`}>
          <p class="buttons">
            <Submit kind="danger">{leaves ? people.leave_submit : people.remove_submit}</Submit>
            <a class="btn" href={PATH}>
              {cancel}
            </a>
          </p>
        </Form>
      ) : (
        <OwnersOnly view={view} isOwner={isOwner} />
      )}
    </Confirmation>,
  );
}
