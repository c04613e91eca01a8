import { expect } from 'vitest';
import { MAX_DETAILS_CHARACTERS, MAX_TITLE_CHARACTERS } from '../../src/operations/incidents.ts';
import { test } from '../support/fixtures.ts';

const CHANGE = { actor: 'alir', reason: null };

test('incidents are listed open ones first, then the newest; resolved ones since a time', async ({
  alir,
}) => {
  const { incidents } = alir.stores;
  const at = (day: number) => new Date(`2026-02-0${day}T00:00:00Z`);
  const add = (title: string, day: number) => incidents.add({ title, details: '' }, CHANGE, at(day));
  const [first, second] = [await add(' first ', 1), await add('second', 2)];
  await add('third', 3);
  const titles = async (day: number) => (await incidents.since(at(day))).map(({ title }) => title);
  await incidents.resolve(first.incident_id, CHANGE);
  expect(await titles(1)).toEqual(['third', 'second', 'first']);
  expect(await titles(2)).toEqual(['third', 'second']);
  await incidents.update(second.incident_id, { title: 'changed', details: 'more' }, CHANGE);
  await incidents.resolve(second.incident_id, CHANGE);
  expect(await incidents.since(at(2))).toMatchObject([
    { title: 'third', resolved_at: null },
    { title: 'changed', details: 'more', resolved_at: alir.clock.now().toISOString() },
  ]);
  expect((await incidents.add({ title: 'now', details: '' }, CHANGE)).started_at).toBe(
    alir.clock.now().toISOString(),
  );
  const audit = await alir.stores.ledger.all('audit_entries', { account_id: null, since: '', until: '~' });
  const { incident_id } = second;
  expect(audit.map(({ action, actor, details }) => [action, actor, JSON.parse(details)]).slice(-3)).toEqual([
    ['incident.updated', 'alir', { incident_id, title: 'changed', details: 'more' }],
    ['incident.resolved', 'alir', { incident_id, title: 'changed', details: 'more' }],
    ['incident.added', 'alir', { incident_id: expect.any(String), title: 'now', details: '' }],
  ]);
  await expect(incidents.resolve(second.incident_id, CHANGE)).rejects.toThrow('There is no open incident');
  await expect(incidents.update('none', { title: 'x', details: '' }, CHANGE)).rejects.toThrow(
    'There is no incident with the id none',
  );
});

test('a title and details have a largest length', async ({ alir }) => {
  const add = (title: string, details: string) =>
    alir.stores.incidents.add({ title, details }, CHANGE).then(
      () => 'added',
      (error) => error.message,
    );
  const [title, details] = ['x'.repeat(MAX_TITLE_CHARACTERS), 'x'.repeat(MAX_DETAILS_CHARACTERS)];
  expect(await add(title, ` ${details} `)).toBe('added');
  expect(await add(`${title}x`, `${details}x`)).toBe(
    'title must have 1 to 120 characters; details must have at most 2000 characters',
  );
  expect(await add(' ', '')).toBe('title must have 1 to 120 characters');
});
