import type { ThreadSummary } from "../../../contract/index.js";
import { titleOf } from "../../threads/index.js";
import type { ReadFileState, ThreadLine } from "./thread-lines.js";
import type { ThreadHeader } from "./thread-record.js";

/** The summary of a thread's file, built while its lines are read in order. */
export class KnownThread {
  #header: ThreadHeader | undefined;
  #title = "";
  #entryCount = 0;
  #tornLines = 0;
  #state: ReadFileState = { inode: 0, modifiedAtMs: 0, offset: 0, unfinishedBytes: 0 };

  /** Adds the next line. */
  take({ record }: ThreadLine): void {
    if (record === undefined) {
      this.#tornLines += 1;
    } else if (record.type === "thread") {
      // Two processes may have started it at the same time: the first header counts.
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

  /** Number of torn lines, in the middle and at the end. */
  get tornEntries(): number {
    return this.#tornLines + (this.#state.unfinishedBytes > 0 ? 1 : 0);
  }

  /** Returns the summary; `undefined` for a file without a complete header. */
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
