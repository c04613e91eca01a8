import { expect } from 'vitest';
import { runProcess } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

test('a new ledger can be opened by many processes at once', async ({ folder: data_dir }) => {
  for (let round = 0; round < 3; round++) {
    const where = { data_dir: `${data_dir}/${round}` };
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((process) =>
        runProcess(['account', 'create', '--email', `${process}@b.c`, '--plan', 'free', '--json'], where),
      ),
    );
    expect(all.map(({ code }) => code)).toEqual(Array(6).fill(0));
    expect((await runProcess(['account', 'list', '--json'], where)).json()).toHaveLength(6);
  }
});
