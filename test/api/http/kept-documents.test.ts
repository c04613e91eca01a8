import { expect, test, vi } from 'vitest';
import { ServedDocument } from '../../../src/api/http/responses/document.ts';
import { KeptDocuments } from '../../../src/api/http/responses/kept-documents.ts';

const document = (size: number) => new ServedDocument('text/plain', 'x'.repeat(size));

test('keeps the newest version of a document', async () => {
  const kept = new KeptDocuments();
  const make = vi.fn(async () => document(10));
  const [one, same] = await Promise.all([kept.get('a', '1', make), kept.get('a', '1', make)]);
  expect(await kept.get('a', '1', make)).toBe(one);
  expect(same).toBe(one);
  expect(make).toHaveBeenCalledTimes(1);
  const bytes = kept.bytes;
  expect(await kept.get('a', '2', make)).not.toBe(one);
  expect(kept.bytes).toBe(bytes);
});

test('keeps no failure', async () => {
  const kept = new KeptDocuments();
  await expect(kept.get('a', '1', () => Promise.reject(new Error('now')))).rejects.toThrow('now');
  expect((await kept.get('a', '1', async () => document(1))).size).toBe(1);
});

test('is bounded in bytes, whatever is requested', async () => {
  const kept = new KeptDocuments();
  for (let name = 0; name < 300; name++) {
    await kept.get(`${name}`, '1', async () => document(500_000));
    expect(kept.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  }
  expect(kept.bytes).toBeGreaterThan(60 * 1024 * 1024);
});
