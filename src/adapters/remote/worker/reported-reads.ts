import type { ToolSession } from "../../../contract/index.js";
import { KnownContent, type ReadRecord, ReadTracker } from "../../../workspace/index.js";
import { type FileRead, MAX_READ_CHARACTERS, MAX_READS } from "../wire/file-read.js";

/** A hash that no content has. */
const NO_CONTENT = "";

/** The read records of a worker's sessions that its host knows, so that it can pass them to the next worker. */
export class ReportedReads {
  readonly #reported = new WeakSet<ReadRecord>();

  /** Returns the records of a session that its host does not know yet, as many as fit into one message. */
  async news(session: Pick<ToolSession, "memory">): Promise<readonly FileRead[]> {
    const found: FileRead[] = [];
    let characters = 0;
    for (const [path, record] of new ReadTracker(session).records()) {
      if (this.#reported.has(record)) continue;
      characters += path.length;
      if (found.length === MAX_READS || characters > MAX_READ_CHARACTERS) break;
      this.#reported.add(record);
      found.push(record.type === "whole" ? { path, hash: await record.content.hash() } : { path });
    }
    return found;
  }

  /** Passes to a session the records of an earlier worker. A file without a hash counts as changed until it is read again. */
  restore(session: Pick<ToolSession, "memory">, reads: readonly FileRead[]): void {
    const tracker = new ReadTracker(session);
    for (const { path, hash = NO_CONTENT } of reads) {
      const record: ReadRecord = { type: "whole", content: KnownContent.ofHash(hash) };
      this.#reported.add(record);
      tracker.restore(path, record);
    }
  }
}
