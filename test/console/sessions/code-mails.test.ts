import { expect, test } from 'vitest';
import { CodeMails } from '../../../src/console/sessions/code-mails.ts';

test('e-mails to people who are known are sent before those that wait to new addresses', async () => {
  const sent: string[] = [];
  const release: (() => void)[] = [];
  const mails = new CodeMails(
    {
      send: ({ to }) => {
        sent.push(to);
        return new Promise((resolve) => release.push(resolve));
      },
    },
    () => {},
  );
  const add = (to: string, recipient: 'person' | 'new') =>
    mails.add({ to, subject: '', text: '' }, recipient, Promise.resolve());
  for (let place = 0; place < 500; place++) add(`new${place}@example.com`, 'new');
  add('person@example.com', 'person');
  await Promise.resolve();
  expect(sent).toHaveLength(4);
  release[0]?.();
  await expect.poll(() => sent).toHaveLength(5);
  expect(sent[4]).toBe('person@example.com');
});
