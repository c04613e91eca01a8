/** Like Promise.all, but rejects only after all promises have settled: the caller can then release the resources that the work used. */
export async function whenAllSettled<Work extends readonly unknown[]>(
  work: readonly [...Work],
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
