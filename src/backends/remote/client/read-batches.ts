import { isRecord } from "../../../values/index.js";
import type { Answer, Connection } from "./connection.js";
import { readHandle, unreadable } from "./read-answers.js";

/**
 * Yields the items of an answer and of the answers after it, one batch at a time. Leaving the loop ends the work of the
 * worker.
 */
export async function* batches<Item>(
  connection: Connection,
  first: Answer,
  read: (items: unknown) => readonly Item[],
  signal?: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  let next = parts(first.value);
  try {
    for (;;) {
      const items = read(next.items);
      if (items.length > 0) yield items;
      if (next.more === undefined) return;
      // Only a hostile worker continues without a result: its host would ask for the next part forever.
      if (items.length === 0) throw unreadable("an empty part of its results");
      next = parts((await connection.call("batch.next", { handle: next.more }, { signal })).value);
    }
  } finally {
    if (next.more !== undefined) connection.send("close", { handle: next.more });
  }
}

function parts(value: unknown): { readonly items: unknown; readonly more: number | undefined } {
  if (!isRecord(value)) throw unreadable("an answer");
  return {
    items: value.items,
    more: value.more === undefined || value.more === null ? undefined : readHandle(value.more),
  };
}
