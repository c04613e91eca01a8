import { Card } from '../components/card.tsx';
import { DataTable, OfRow } from '../components/data-table.tsx';
import { Form, Submit } from '../components/forms.tsx';
import { Tag } from '../components/notice.tsx';
import { useAccount } from './account-page.tsx';

export function AccountsCard() {
  const { view, visitor, account_id } = useAccount();
  const { people, actions } = view.texts.account;
  return (
    <Card title={people.accounts} span={8} id="accounts">
      <DataTable
        id="accounts-table"
        caption={people.accounts_caption}
        rows={visitor.accounts}
        columns={[
          { title: people.account, cell: ({ email }) => <span class="long">{email}</span> },
          { title: people.role, cell: ({ role }) => people.roles[role] },
          {
            title: actions,
            actions: (account) =>
              account.account_id === account_id ? (
                <Tag kind="ok">{people.current}</Tag>
              ) : (
                <Form action="/account/switch">
                  <input type="hidden" name="account_id" value={account.account_id} />
                  <input type="hidden" name="next" value="/account/people?done=account_switched" />
                  <button type="submit" class="link">
                    <OfRow text={people.switch} row={account.email} />
                  </button>
                </Form>
              ),
          },
        ]}
      />
    </Card>
  );
}

export function SessionCard() {
  const { view, visitor } = useAccount();
  const { people, data } = view.texts.account;
  return (
    <Card title={people.session} span={8} id="session">
      <p>
        {visitor.person === null ? people.session_key : people.session_person(visitor.person.email)}{' '}
        {people.everywhere_advice}
      </p>
      {visitor.person && (
        <p>
          <a href="/account/data">{data.title}</a>
        </p>
      )}
      <Form action="/sign-out">
        <p class="buttons">
          <Submit name="everywhere" value="yes">
            {people.everywhere}
          </Submit>
        </p>
      </Form>
    </Card>
  );
}
