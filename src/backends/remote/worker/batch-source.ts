import { MAX_BATCH_CHARACTERS, MAX_BATCH_ITEMS } from "../wire/index.js";
import type { Served, ServedCall } from "./served-call.js";

/** Results of a search or listing that a host fetches in batches. */
export class BatchSource {
  readonly #items: AsyncIterator<unknown> | Iterator<unknown>;
  readonly #wrap: (items: readonly unknown[]) => unknown;
  readonly #controller: AbortController;

  constructor(
    items: AsyncIterator<unknown> | Iterator<unknown>,
    wrap: (items: readonly unknown[]) => unknown,
    controller = new AbortController(),
  ) {
    this.#items = items;
    this.#wrap = wrap;
    this.#controller = controller;
  }

  /** Returns the next items, and keeps the source for the host while there are more. */
  async first(call: ServedCall): Promise<Served> {
    const { items, isDone } = await this.#collect(call.signal);
    if (isDone) return { value: { items } };
    const more: number = call.handles.add("batch", { source: this }, () => this.end());
    return { value: { items, more } };
  }

  async next(call: ServedCall, handle: number): Promise<Served> {
    const { items, isDone } = await this.#collect(call.signal);
    if (!isDone) return { value: { items, more: handle } };
    call.handles.forget(handle);
    return { value: { items } };
  }

  async end(): Promise<void> {
    this.#controller.abort();
    await this.#items.return?.();
  }

  async #collect(signal: AbortSignal): Promise<{ readonly items: unknown; readonly isDone: boolean }> {
    const cancel = () => this.#controller.abort(signal.reason);
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const items: unknown[] = [];
      let characters = 0;
      while (items.length < MAX_BATCH_ITEMS && characters < MAX_BATCH_CHARACTERS) {
        const next = await this.#items.next();
        if (next.done) return { items: this.#wrap(items), isDone: true };
        items.push(next.value);
        characters += sizeOf(next.value);
      }
      return { items: this.#wrap(items), isDone: false };
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }
}

/** Returns the approximate characters of an item. */
function sizeOf(item: unknown): number {
  if (typeof item === "string") return item.length;
  let characters = 0;
  for (const value of Object.values(item as object)) characters += String(value).length;
  return characters;
}

/** Continues a search or listing. */
export function nextBatch(call: ServedCall): Promise<Served> {
  const handle = call.args.handle as number;
  return call.handles.get<{ readonly source: BatchSource }>(handle, "batch").source.next(call, handle);
}
