/** Like Promise.all, but a failure is reported only when all have ended: nobody still reads what the caller then lets go of. */
export async function whenAllSettled<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
