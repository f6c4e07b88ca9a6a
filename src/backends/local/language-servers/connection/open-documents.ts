import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/** Documents that one server has open at once; the one that was used longest ago is closed for the next. */
export const MAX_OPEN_DOCUMENTS = 64;

/** Bytes of a file that a server is shown. */
const MAX_DOCUMENT_BYTES = 1024 ** 2;

/** What became of a file. */
export type DocumentState = "open" | "gone" | "unreadable";

interface OpenDocument {
  readonly uri: string;
  version: number;
  digest: string;
  /** Size and time of change as they were when it was last read. */
  stamp: string;
}

/** How documents are spoken of. */
export interface DocumentChannel {
  notify(method: string, parameters: unknown): void;
  languageOf(file: string): string;
}

/** The documents that a server has open, kept as they are on disk. */
export class OpenDocuments {
  readonly #channel: DocumentChannel;
  /** The one used longest ago first. */
  readonly #documents = new Map<string, OpenDocument>();

  /** How often a document was sent again, or closed because it was gone. */
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

  /** Opens a file or sends its text again where it changed; tells of its end where it is gone. */
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

  /** Sends what changed of the open documents in other ways than by an edit: a command may have written them. */
  async refresh(): Promise<void> {
    for (const [file, document] of [...this.#documents]) {
      if ((await stampOf(file)) !== document.stamp) await this.show(file);
    }
  }

  /** Tells of a change of a file on disk, open or not: servers that leave watching to their client live on it. */
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

/** The protocol's numbers. */
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
