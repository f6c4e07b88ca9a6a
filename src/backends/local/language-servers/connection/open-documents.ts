import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/**
 * Largest number of documents that one server has open; the least recently used one is closed for the next.
 */
export const MAX_OPEN_DOCUMENTS = 64;

/** Largest file that is sent to a server, in bytes. */
const MAX_DOCUMENT_BYTES = 1024 ** 2;

/** State of a file after an attempt to show it. */
export type DocumentState = "open" | "gone" | "unreadable";

interface OpenDocument {
  readonly uri: string;
  version: number;
  digest: string;
  /** Size and modification time at the last read. */
  stamp: string;
}

/** The connection through which documents are sent. */
export interface DocumentChannel {
  notify(method: string, parameters: unknown): void;
  languageOf(file: string): string;
}

/** The documents that a server has open, kept in sync with the disk. */
export class OpenDocuments {
  readonly #channel: DocumentChannel;
  /** In order of use, the least recently used first. */
  readonly #documents = new Map<string, OpenDocument>();

  /** How often a document was sent again, or closed because its file was gone. */
  changeCount = 0;

  constructor(channel: DocumentChannel) {
    this.#channel = channel;
  }

  get paths(): readonly string[] {
    return [...this.#documents.keys()];
  }

  has(file: string): boolean {
    return this.#documents.has(file);
  }

  /** Opens a file, or sends its text again if it changed; reports the deletion of a missing file. */
  async show(file: string): Promise<DocumentState> {
    const state = await readDocument(file);
    const open = this.#documents.get(file);
    if (typeof state === "string") {
      if (open !== undefined) {
        this.changeCount += 1;
        this.#close(file, open);
      }
      if (state === "gone") this.#tellChanged(file, "deleted");
      return state;
    }
    const { text, stamp } = state;
    const digest = createHash("sha1").update(text).digest("base64");
    this.#documents.delete(file);
    if (open === undefined) {
      const uri = pathToFileURL(file).href;
      this.#documents.set(file, { uri, version: 1, digest, stamp });
      const languageId = this.#channel.languageOf(file);
      this.#channel.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
      this.#makeRoom();
      return "open";
    }
    this.#documents.set(file, open);
    open.stamp = stamp;
    if (open.digest === digest) return "open";
    open.digest = digest;
    open.version += 1;
    this.changeCount += 1;
    const { uri, version } = open;
    this.#channel.notify("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
    this.#channel.notify("textDocument/didSave", { textDocument: { uri }, text });
    return "open";
  }

  /** Sends the changes of open documents that were not made by an edit: a command may have written them. */
  async refresh(): Promise<void> {
    for (const [file, document] of [...this.#documents]) {
      if ((await stampOf(file)) !== document.stamp) await this.show(file);
    }
  }

  /**
   * Reports a change of a file on disk, open or not: servers that leave file watching to their client depend
   * on it.
   */
  tellChanged(file: string): void {
    this.#tellChanged(file, "changed");
  }

  #tellChanged(file: string, change: keyof typeof CHANGES): void {
    const uri = pathToFileURL(file).href;
    this.#channel.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: CHANGES[change] }] });
  }

  #makeRoom(): void {
    const oldest = this.#documents.entries().next();
    if (this.#documents.size > MAX_OPEN_DOCUMENTS && !oldest.done) this.#close(...oldest.value);
  }

  #close(file: string, { uri }: OpenDocument): void {
    this.#documents.delete(file);
    this.#channel.notify("textDocument/didClose", { textDocument: { uri } });
  }
}

/** Change types of the protocol. */
const CHANGES = { created: 1, changed: 2, deleted: 3 } as const;

async function readDocument(
  file: string,
): Promise<{ readonly text: string; readonly stamp: string } | "gone" | "unreadable"> {
  try {
    const stamp = await stampOf(file);
    if (stamp === "gone" || stamp === "unreadable") return stamp;
    const text = (await readFile(file)).toString("utf8");
    return { text, stamp };
  } catch {
    return "unreadable";
  }
}

async function stampOf(file: string): Promise<string> {
  try {
    const entry = await stat(file);
    const { size, mtimeMs, ino } = entry;
    return entry.isFile() && size <= MAX_DOCUMENT_BYTES ? `${size} ${mtimeMs} ${ino}` : "unreadable";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "gone" : "unreadable";
  }
}
