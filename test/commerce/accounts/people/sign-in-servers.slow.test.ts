import { expect, inject, test } from 'vitest';
import { openStores } from '../../../../src/server/stores.ts';
import { afterThisTest, configOf, SetClock, temporaryFolder } from '../../../support/alir.ts';
import { createDatabase } from '../../../support/postgres.ts';
import { untilLedgerAnswers } from '../../../support/test-ledger.ts';

const AT_ONCE = 6;

const server_url = inject('postgres_url');

test.skipIf(server_url === null)(
  'two servers of one PostgreSQL ledger share the limits of sign-in codes, and accept the codes of each other',
  async () => {
    const environment = { ALIR_LEDGER_URL: await createDatabase(server_url ?? '') };
    const folder = await temporaryFolder();
    const open = async () => {
      const stores = await openStores(configOf(folder, environment), new SetClock());
      afterThisTest(() => stores.ledger.close());
      return stores;
    };
    const [one, two] = [await open(), await open()];
    const email = 'ani@example.com';
    await one.people.addOperator(email, { actor: 'operator', reason: 'a test' });
    const { code_id, sent } = await one.sign_in.requestCode(email, '203.0.113.9');
    const attack = (n: number) => {
      const { sign_in } = n % 2 === 0 ? one : two;
      return [
        untilLedgerAnswers(() => sign_in.requestCode(`x${n}@example.com`, '198.51.100.7')),
        untilLedgerAnswers(() => sign_in.signIn(email, `wrong${n + 100}`, `10.${n}.0.1`)),
      ];
    };
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let first = 0; first < 60; first += AT_ONCE) {
      const group = Array.from({ length: AT_ONCE }, (_, n) => attack(first + n)).flat();
      const enter = () => two.sign_in.signIn(email, sent?.code ?? '', '192.0.2.1', code_id);
      const entered = first === 0 && untilLedgerAnswers(enter);
      outcomes.push(...(await Promise.allSettled(group)));
      if (entered) expect((await entered).email).toBe(email);
    }
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const { link } = await two.invitations.operatorLink(email, { actor: 'operator', reason: null });
    const code = new URL(link).searchParams.get('code') ?? '';
    expect((await one.sign_in.signIn(email, code)).is_operator).toBe(1);
  },
);
