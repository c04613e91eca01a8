/** Like Promise.all, but a failure is reported only when all have ended: nobody still reads what the caller then lets go of. */
export async function whenAllSettled<Work extends readonly Promise<unknown>[]>(
  work: readonly [...Work],
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
