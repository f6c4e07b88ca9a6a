import type { ServerResponse } from "node:http";
import { requestLines, type ToolEvent } from "collet";

/** An event for the pages, sent as JSON under its type. */
export type StreamedEvent =
  | ToolEvent
  | { readonly type: "says"; readonly text: string }
  | { readonly type: "finished" };

/** Number of events kept for pages that connect later. */
const MAX_KEPT_EVENTS = 1_000;

/** Bytes that may wait for one page. A slower page is disconnected; it reconnects and continues after its last event. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** A stream of server-sent events to any number of pages. */
export class EventStream {
  readonly #kept: { readonly id: number; readonly text: string }[] = [];
  readonly #pages = new Set<ServerResponse>();
  #lastId = 0;

  /** Sends an event to every page. */
  publish(event: StreamedEvent): void {
    this.#lastId += 1;
    // The page shows the lines as text; hostile text cannot imitate another line.
    const shown =
      event.type === "tool-approval-request" ? { ...event, lines: requestLines(event.request) } : event;
    const text = `id: ${this.#lastId}\nevent: ${event.type}\ndata: ${JSON.stringify(shown)}\n\n`;
    this.#kept.push({ id: this.#lastId, text });
    if (this.#kept.length > MAX_KEPT_EVENTS) this.#kept.shift();
    for (const page of this.#pages) {
      page.write(text);
      if (page.writableLength > MAX_WAITING_BYTES) page.destroy();
    }
  }

  /** Adds a page: sends the events after `lastSeenId`, then every new one. */
  add(page: ServerResponse, lastSeenId: number): void {
    page.writeHead(200, { "content-type": "text/event-stream" });
    page.write(": connected\n\n");
    for (const { id, text } of this.#kept) if (id > lastSeenId) page.write(text);
    this.#pages.add(page);
    page.once("close", () => this.#pages.delete(page));
  }
}
