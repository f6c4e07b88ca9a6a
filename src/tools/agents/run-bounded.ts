/**
 * Runs some work for each item of a list, at most `max` at a time, started in order. Starts nothing after a failure,
 * and rejects with the first failure once all started work has ended.
 */
export async function runBounded<Item>(
  items: readonly Item[],
  max: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { readonly reason: unknown } | undefined;
  const worker = async () => {
    while (next < items.length && failure === undefined) {
      const item = items[next] as Item;
      next += 1;
      try {
        await work(item);
      } catch (reason) {
        failure ??= { reason };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, worker));
  if (failure !== undefined) throw failure.reason;
}
