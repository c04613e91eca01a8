const WORKERS = 2;

/** Runs the work for each item, two at a time. Use it for work that waits for other processes. Rejects on the first failure. */
export async function sideBySide<Item>(
  items: readonly Item[],
  work: (item: Item, place: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  const worker = async () => {
    for (const [place, item] of left) await work(item, place);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}
