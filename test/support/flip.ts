import { open, stat } from 'node:fs/promises';

/** Inverts one byte of a file in place; from its end for a negative offset. */
export async function flip(path: string, offset: number): Promise<void> {
  const { size } = await stat(path);
  const place = offset < 0 ? size + offset : offset;
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, place);
  await file.write(Buffer.from([~(byte[0] ?? 0)]), 0, 1, place);
  await file.close();
}
