import { expect, test } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { commandReference } from '../support/command-reference.ts';

// vitest -u writes it again.
test('docs/commands.md lists every command and setting of the program', async () => {
  await expect(commandReference(program)).toMatchFileSnapshot('../../docs/commands.md');
});
