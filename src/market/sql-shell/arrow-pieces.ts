import type { arrowStream } from '../../formats/arrow-stream.ts';

export async function arrowPieces(
  ...rows: Parameters<typeof arrowStream>
): Promise<ReturnType<typeof arrowStream>> {
  // Imported here because apache-arrow is slow to load: all other commands start a third faster without it.
  const stream = await import('../../formats/arrow-stream.ts');
  return stream.arrowStream(...rows);
}
