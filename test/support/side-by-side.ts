const WORKERS = 2;

/** Does the work of each item, two at a time: for what waits for other processes. The first failure ends it. */
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
