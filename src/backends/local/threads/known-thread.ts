import type { ThreadSummary } from "../../../contract/index.js";
import { titleOf } from "../../threads/index.js";
import type { ReadFileState, ThreadLine } from "./thread-lines.js";
import type { ThreadHeader } from "./thread-record.js";

/** What is known of a thread's file from reading its lines one after the other. */
export class KnownThread {
  #header: ThreadHeader | undefined;
  #title = "";
  #entryCount = 0;
  #tornLines = 0;
  #state: ReadFileState = { inode: 0, modifiedAtMs: 0, offset: 0, unfinishedBytes: 0 };

  /** Takes a line that comes behind all before it. */
  take({ record }: ThreadLine): void {
    if (record === undefined) {
      this.#tornLines += 1;
    } else if (record.type === "thread") {
      // Two processes may have begun it at once: the first one counts.
      this.#header ??= record.header;
    } else {
      this.#entryCount += 1;
      if (this.#title === "") this.#title = titleOf(undefined, [record.entry]);
    }
  }

  reached(state: ReadFileState): void {
    this.#state = state;
  }

  get state(): ReadFileState {
    return this.#state;
  }

  /** A torn line in the middle, and one at the end. */
  get tornEntries(): number {
    return this.#tornLines + (this.#state.unfinishedBytes > 0 ? 1 : 0);
  }

  /** Nothing for a file that holds nothing whole. */
  summary(project: string): ThreadSummary | undefined {
    if (this.#header === undefined) return undefined;
    const { id, title, createdAt } = this.#header;
    return {
      id,
      project,
      title: title === "" ? this.#title : title,
      createdAt,
      updatedAt: Math.round(this.#state.modifiedAtMs),
      entryCount: this.#entryCount,
    };
  }
}
