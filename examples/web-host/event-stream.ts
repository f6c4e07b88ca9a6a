import type { ServerResponse } from "node:http";
import type { ToolEvent } from "collet";

/** Something to tell the pages; sent as JSON, under its type. */
export type StreamedEvent =
  | ToolEvent
  | { readonly type: "says"; readonly text: string }
  | { readonly type: "finished" };

/** Events kept for pages that are opened, or come back, later. */
const MAX_KEPT_EVENTS = 1_000;

/** A page that is this far behind is cut off; it comes back by itself and goes on where it was. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** Tells any number of pages what happens, as server-sent events. */
export class EventStream {
  readonly #kept: { readonly id: number; readonly text: string }[] = [];
  readonly #pages = new Set<ServerResponse>();
  #lastId = 0;

  /** Tells every page. */
  publish(event: StreamedEvent): void {
    this.#lastId += 1;
    const text = `id: ${this.#lastId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    this.#kept.push({ id: this.#lastId, text });
    if (this.#kept.length > MAX_KEPT_EVENTS) this.#kept.shift();
    for (const page of this.#pages) {
      page.write(text);
      if (page.writableLength > MAX_WAITING_BYTES) page.destroy();
    }
  }

  /** Tells one more page: first what it has missed since an event, then what comes. */
  add(page: ServerResponse, lastSeenId: number): void {
    page.writeHead(200, { "content-type": "text/event-stream" });
    page.write(": what happens\n\n");
    for (const { id, text } of this.#kept) if (id > lastSeenId) page.write(text);
    this.#pages.add(page);
    page.once("close", () => this.#pages.delete(page));
  }
}
