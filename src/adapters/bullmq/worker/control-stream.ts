import { HostMessageFilter } from "../messages/index.js";
import { type HostMessage, readHostMessage } from "../wire/index.js";
import type { ServingContext } from "./serving-context.js";
import type { WorkerNews } from "./workspace-serving.js";

const NOT_SIGNED = "it is not a message, or is not signed with the workspace's secret (forged-message)";

/** Handlers for messages of hosts about calls. */
export interface ControlHandlers {
  cancel(jobId: string): void;
  answer(message: HostMessage & { readonly type: "answer" }): void;
  report(news: WorkerNews): void;
}

/** Receiver of the hosts' messages to the owner of a workspace; rejects replayed and forged messages. */
export class ControlStream {
  readonly #handlers: ControlHandlers;
  readonly #filter = new HostMessageFilter();

  constructor(handlers: ControlHandlers) {
    this.#handlers = handlers;
  }

  /** Receives messages until the signal aborts. */
  async follow(context: ServingContext, signal: AbortSignal): Promise<void> {
    const { link, names } = context;
    const start = await link.lastEntry(names.control).catch(() => "0");
    const onEntries = (entries: readonly { readonly text: string }[]) => {
      for (const { text } of entries) this.#take(text, context);
    };
    await link.follow(names.control, start, onEntries, signal);
  }

  #take(text: string, { key, link, sessions }: ServingContext): void {
    const message = readHostMessage(text, key);
    const refused = message === undefined ? NOT_SIGNED : this.#filter.refuse(message, link.roughNow);
    if (message === undefined || refused !== undefined) {
      this.#handlers.report({ type: "message-refused", reason: refused ?? NOT_SIGNED });
    } else if (message.type === "end-session") {
      void sessions.end(message.host, message.session);
    } else if (message.type === "answer") {
      this.#handlers.answer(message);
    } else {
      this.#handlers.cancel(message.job);
    }
  }
}
