import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/alir.ts';
import { runCli, startServing } from '../support/cli.ts';

const MINUTE_MS = 60_000;

/** What an operator does in one day, by command or over HTTP. */
interface Tools {
  create(email: string): Promise<{ account_id: string; api_key: string }>;
  /** Invites a person to an account, without a mail server. */
  invite(email: string, account: string): Promise<{ sent: boolean; link: string }>;
  confirm(order_id: string, paid: { amount: number; at: string }): Promise<any>;
  refund(order_id: string, amount: number): Promise<any>;
  suspend(email: string): Promise<any>;
}

test('a day of an operator is the same by command and over HTTP, and the sums agree', async () => {
  const data_dir = await temporaryFolder();
  const cli = async (...args: string[]) => {
    const { code, stderr, json } = await runCli([...args, '--json'], { data_dir });
    expect([args, code, stderr]).toEqual([args, 0, expect.any(String)]);
    return json();
  };
  const [{ operator_key }] = await cli('operator', 'create', 'ani');
  const { printed } = await startServing(['serve'], { data_dir });
  const { url } = printed as { url: string };
  const request = async (key: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...((await response.json()) as any) };
  };
  const admin = async (path: string, body?: object) => {
    const { status, data, error } = await request(operator_key, `/admin${path}`, body);
    expect([path, status, error]).toEqual([path, 200, null]);
    return data;
  };
  const byCommand: Tools = {
    create: async (email) => (await cli('account', 'create', '--email', email, '--plan', 'free'))[0],
    invite: async (email, account) =>
      (await cli('account', 'invite', email, '--account', account, '--role', 'owner'))[0],
    confirm: async (order_id, { amount, at }) =>
      (await cli('order', 'confirm', order_id, '--amount', String(amount), '--paid-at', at))[0],
    refund: async (order_id, amount) =>
      (
        await cli(
          'order',
          'refund',
          order_id,
          '--plan',
          'keep',
          '--amount',
          String(amount),
          '--reason',
          'slow',
        )
      )[0],
    suspend: async (email) => (await cli('account', 'suspend', email, '--reason', 'a chargeback'))[0],
  };
  const overHttp: Tools = {
    create: (email) => admin('/accounts', { email, plan: 'free' }),
    invite: (email, account) => admin('/invitations', { email, account, role: 'owner' }),
    confirm: (order_id, { amount, at }) =>
      admin(`/orders/${order_id}/confirm`, { amount_idr: amount, paid_at: at }),
    refund: (order_id, amount) =>
      admin(`/orders/${order_id}/refund`, { plan: 'keep', amount_idr: amount, reason: 'slow' }),
    suspend: (email) => admin(`/accounts/${email}/suspend`, { reason: 'a chargeback' }),
  };
  /** Whether the link opens a page, whether its button signs in, and whether it does so a second time. */
  const signedIn = async (link: string): Promise<boolean[]> => {
    const { searchParams } = new URL(link);
    const press = async () => {
      const response = await fetch(`${url}/sign-in`, {
        method: 'POST',
        headers: { origin: url },
        body: searchParams,
        redirect: 'manual',
      });
      return response.headers.getSetCookie().find((line) => line.startsWith('alir_session='));
    };
    const page = await fetch(`${url}/sign-in/link?${searchParams}`);
    return [page.status === 200, (await press()) !== undefined, (await press()) !== undefined];
  };
  const day = async (tools: Tools, email: string) => {
    const { api_key } = await tools.create(email);
    const invited = await tools.invite(`owner-of-${email}`, email);
    expect(invited).toMatchObject({ sent: false });
    expect(await signedIn(invited.link)).toEqual([true, true, false]);
    expect(await cli('account', 'people', 'list', email)).toMatchObject([
      { email: `owner-of-${email}`, role: 'owner' },
    ]);
    const order = async (plan: string) => {
      const more = { 'idempotency-key': `${email} ${plan}` };
      return (await request(api_key, '/billing/orders', { plan, months: 1 }, more)).data;
    };
    const starter = await order('starter');
    const at = new Date(Date.parse(starter.created_at) + 1).toISOString();
    const paid = await tools.confirm(starter.order_id, { amount: 200_000, at });
    expect(paid).toMatchObject({ state: 'applied', paid_at: at });
    const upgrade = await order('professional');
    // The whole price of the first day is credited: 350,000 - 200,000.
    expect(upgrade).toMatchObject({ kind: 'upgrade', due_idr: 150_000 });
    await tools.confirm(upgrade.order_id, { amount: 150_000, at: upgrade.created_at });
    const refunded = await tools.refund(upgrade.order_id, 50_000);
    expect(refunded).toMatchObject({
      state: 'applied',
      money: { held: 0, applied: 100_000, returned: 50_000 },
    });
    expect((await request(api_key, '/usage')).data.account.plan).toBe('professional');
    expect(await tools.suspend(email)).toMatchObject({ email, applied_idr: 300_000 });
    const deadline = Date.now() + MINUTE_MS;
    let answer = await request(api_key, '/usage');
    while (answer.status === 200 && Date.now() < deadline) answer = await request(api_key, '/usage');
    expect([answer.status, answer.code]).toEqual([403, 'account_suspended']);
  };
  await day(byCommand, 'command@example.com');
  await day(overHttp, 'http@example.com');

  const { rows, total } = await admin('/revenue');
  expect(await cli('revenue')).toEqual([...rows, { month: 'total', plan: '', method: '', ...total }]);
  expect(total).toEqual({
    payments_idr: 700_000,
    voided_idr: 0,
    returned_idr: 100_000,
    applied_idr: 600_000,
    credit_idr: 0,
    held_idr: 0,
  });
  expect(await cli('revenue', '--entries')).toEqual(await admin('/revenue/entries'));
  const accounts = await admin('/accounts');
  expect(accounts.map((account: any) => account.applied_idr)).toEqual([300_000, 300_000]);
  // The time of the last request is written a moment later.
  const without = (listed: any[]) => listed.map(({ last_request_at: _, ...account }) => account);
  expect(without(await cli('account', 'list'))).toEqual(without(accounts));
  const audit = (await admin('/audit')) as { actor: string; action: string }[];
  const actions = (actor: RegExp) =>
    audit.filter((entry) => actor.test(entry.actor)).map(({ action }) => action);
  expect(actions(/^operator ani$/)).toEqual(actions(/^operator (?!ani$)/));
}, 200_000);
