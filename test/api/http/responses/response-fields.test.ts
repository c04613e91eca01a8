import { expect, test } from 'vitest';
import { fieldsOf, record, text } from '../../../../src/api/http/responses/response-fields.ts';

test('an answer has the fields of its record, in their order, and no other field of the row', () => {
  const note = record('Note', 'A note of an account', { note_id: text('Identifier'), body: text('Text') });
  const shown = fieldsOf(note, { account_id: 'a', body: 'b', note_id: 'n' });
  expect(JSON.stringify(shown)).toBe('{"note_id":"n","body":"b"}');
});
