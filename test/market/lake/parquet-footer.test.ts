import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { footerOf, movedFooter } from '../../../src/market/lake/parquet-footer.ts';
import { test } from '../../support/fixtures.ts';

test('a file with another end, or without room for its footer, is not a Parquet file', async ({ folder }) => {
  const path = join(folder, 'a.parquet');
  const write = (footer_bytes: number, magic: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer_bytes);
    writeFileSync(
      path,
      Buffer.concat([Buffer.from('PAR1data'), Buffer.from('footer'), length, Buffer.from(magic)]),
    );
    return footerOf(path);
  };
  expect(await write(6, 'PAR1')).toEqual({ footer: Buffer.from('footer'), start: 8 });
  await expect(write(6, 'PARE')).rejects.toThrow('is not a Parquet file');
  expect((await write(10, 'PAR1')).start).toBe(4);
  await expect(write(11, 'PAR1')).rejects.toThrow('is not a Parquet file');
});

test('a footer that ends within a field cannot be moved', () => {
  // A struct whose first field is a 64-bit integer of several bytes.
  for (const footer of [[], [0x16], [0x16, 0x80], [0x16, 0x02]])
    expect(() => movedFooter(Uint8Array.from(footer), 1), String(footer)).toThrow('is incomplete');
  expect(movedFooter(Uint8Array.from([0x16, 0x02, 0]), 1)).toEqual(Buffer.from([0x16, 0x02, 0]));
});
