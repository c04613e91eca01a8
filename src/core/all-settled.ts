/** Like Promise.all, but rejects only after all promises have settled: no work still uses resources that the caller then releases. */
export async function whenAllSettled<Work extends readonly Promise<unknown>[]>(
  work: readonly [...Work],
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
