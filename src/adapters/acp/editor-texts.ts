import { type DirectoryHandle, ignoreRejection, type ReadHandle } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { answerOf } from "./answer-of.js";
import type { AcpClient, AcpClientCapabilities } from "./wire-types.js";

/** Maximum size of a file that is exchanged with the editor, in bytes; a larger one is read from the disk. */
const MAX_EDITOR_BYTES = 4_194_304;

/** Maximum number of changed files whose texts are kept until they are shown. */
const MAX_DIFFS = 64;

/** The texts of a file before and after a change; `null` for a file that did not exist. */
export interface TextDiff {
  readonly oldText: string | null;
  readonly newText: string;
}

/** Options of the exchange with the editor. */
export interface EditorTextsOptions {
  readonly client: AcpClient;
  readonly sessionId: string;
  readonly capabilities: AcpClientCapabilities;
}

/** The texts of files as the editor shows them, and the changes to show there. */
export class EditorTexts {
  readonly #options: EditorTextsOptions;
  /** The contents of unsaved buffers, as they were last read. */
  readonly #unsaved = new Map<string, Uint8Array>();
  readonly #diffs = new Map<string, TextDiff>();

  constructor(options: EditorTextsOptions) {
    this.#options = options;
  }

  /** Returns the size of an unsaved buffer. */
  sizeOf(path: string): number | undefined {
    return this.#unsaved.get(path)?.byteLength;
  }

  /** Returns the content of a buffer that differs from the file; `undefined` if the file itself must be read. */
  async unsaved(path: string, handle: ReadHandle): Promise<Uint8Array | undefined> {
    const { client, sessionId, capabilities } = this.#options;
    this.#unsaved.delete(path);
    if (capabilities.fs?.readTextFile !== true || handle.stat.size > MAX_EDITOR_BYTES) return undefined;
    const stored = await textOf(handle);
    if (stored === undefined) return undefined;
    try {
      const answer: unknown = await client.readTextFile({ sessionId, path });
      const content = isRecord(answer) ? answer.content : undefined;
      ignoreRejection(content);
      // A client that answers with something else does not know the file either.
      if (typeof content !== "string" || content === stored || content.length > MAX_EDITOR_BYTES)
        return undefined;
      const bytes = new TextEncoder().encode(content);
      this.#unsaved.set(path, bytes);
      return bytes;
    } catch (thrown) {
      // The client does not know the file, which is then as it is on the disk.
      ignoreRejection(thrown);
      return undefined;
    }
  }

  /** Returns the text of a file before a change, as the editor shows it. */
  async before(path: string, directory: DirectoryHandle, name: string): Promise<string | null> {
    const bytes = this.#unsaved.get(path);
    return bytes === undefined
      ? ((await storedText(directory, name)) ?? null)
      : new TextDecoder().decode(bytes);
  }

  /** Passes a changed file on to the editor, and keeps its texts. */
  async changed(
    path: string,
    oldText: string | null,
    place: readonly [DirectoryHandle, string],
  ): Promise<void> {
    const { client, sessionId, capabilities } = this.#options;
    const newText = await storedText(...place);
    this.#unsaved.delete(path);
    if (newText === undefined) return;
    this.#diffs.delete(path);
    this.#diffs.set(path, { oldText, newText });
    const [oldest] = this.#diffs.keys();
    if (this.#diffs.size > MAX_DIFFS && oldest !== undefined) this.#diffs.delete(oldest);
    if (capabilities.fs?.writeTextFile !== true) return;
    try {
      await answerOf(client.writeTextFile({ sessionId, path, content: newText }), {});
    } catch (thrown) {
      // The file is written; an editor that refuses the text, or never answers, reads it from the disk.
      ignoreRejection(thrown);
    }
  }

  /** Returns the texts of the last change of a file, once. */
  takeDiff(path: string): TextDiff | undefined {
    const diff = this.#diffs.get(path);
    this.#diffs.delete(path);
    return diff;
  }
}

async function storedText(directory: DirectoryHandle, name: string): Promise<string | undefined> {
  let handle: ReadHandle;
  try {
    handle = await directory.openFile(name);
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
  try {
    return handle.stat.size > MAX_EDITOR_BYTES ? undefined : await textOf(handle);
  } finally {
    await handle.close();
  }
}

/** Returns the text of a file; `undefined` if it is not UTF-8. */
async function textOf(handle: ReadHandle): Promise<string | undefined> {
  const bytes = new Uint8Array(handle.stat.size);
  let length = 0;
  while (length < bytes.byteLength) {
    const read = await handle.read(bytes.subarray(length), length);
    if (read === 0) break;
    length += read;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length));
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}
