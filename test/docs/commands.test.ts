import { expect, test } from 'vitest';
import { Invocation } from '../../src/cli/invocation.ts';
import { programOf } from '../../src/cli/program.ts';
import { testIo } from '../support/cli.ts';
import { commandReference } from '../support/command-reference.ts';

// vitest -u writes it again.
test('docs/commands.md lists every command and setting of the program', async () => {
  await expect(commandReference(await programOf(new Invocation(testIo({}).io)))).toMatchFileSnapshot(
    '../../docs/commands.md',
  );
});
