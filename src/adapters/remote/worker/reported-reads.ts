import { createHash } from "node:crypto";
import type { ToolSession } from "../../../contract/index.js";
import { KnownContent, type ReadRecord, ReadTracker } from "../../../workspace/index.js";
import { type FileRead, MAX_READ_CHARACTERS, MAX_READS } from "../wire/file-read.js";

/** A hash that no content has. */
const NO_CONTENT = "";

/** Largest content that is hashed on this thread, in 0.05 ms: for small files, most of the time of the other threads is the way there. */
const MAX_HASHED_HERE_BYTES = 65_536;

/** The read records of a worker's sessions that its host knows, so that it can pass them to the next worker. */
export class ReportedReads {
  readonly #restored = new WeakSet<ReadRecord>();

  /** Returns the records of a session that its host does not know yet, as many as fit into one message. */
  async news(session: Pick<ToolSession, "memory">): Promise<readonly FileRead[]> {
    const taken: { readonly path: string; readonly record: ReadRecord }[] = [];
    const { unseen } = new ReadTracker(session);
    let characters = 0;
    for (const [key, { path, record }] of unseen) {
      if (!this.#restored.has(record)) {
        characters += path.length;
        if (taken.length === MAX_READS || characters > MAX_READ_CHARACTERS) break;
        taken.push({ path, record });
      }
      // Before the hashes are awaited: calls that end meanwhile do not report it again.
      unseen.delete(key);
    }
    const found: FileRead[] = [];
    for (const { path, record } of taken) {
      found.push(record.type === "whole" ? { path, hash: await hashOf(record.content) } : { path });
    }
    return found;
  }

  /** Passes to a session the records of an earlier worker. A file without a hash counts as changed until it is read again. */
  restore(session: Pick<ToolSession, "memory">, reads: readonly FileRead[]): void {
    const tracker = new ReadTracker(session);
    for (const { path, hash = NO_CONTENT } of reads) {
      const record: ReadRecord = { type: "whole", content: KnownContent.ofHash(hash) };
      this.#restored.add(record);
      tracker.restore(path, record);
    }
  }
}

function hashOf(content: KnownContent): string | Promise<string> {
  const { bytes } = content;
  if (bytes === undefined || bytes.byteLength > MAX_HASHED_HERE_BYTES) return content.hash();
  return createHash("sha256").update(bytes).digest("hex");
}
