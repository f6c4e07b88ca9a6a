import type { OutputStore, OutputWriter, StoredOutput } from "../../../contract/index.js";
import { isRecord, joinBytes } from "../../../values/index.js";
import type { Connection } from "./connection.js";
import type { RemoteLink } from "./link.js";
import { readHandle } from "./read-answers.js";

/** Bytes that are collected before they are sent. */
const SENT_BYTES = 262_144;

/** Most outputs whose owner is remembered; older ones can be read with permission. */
const MAX_OWNED = 10_000;

/** The store for whole outputs on a worker's machine. */
export function remoteOutputs(link: RemoteLink): OutputStore {
  const owners = new Map<string, string>();
  return {
    open: ({ sessionId }) => {
      const own = (path: string) => {
        owners.set(path, sessionId);
        const oldest = owners.keys().next().value;
        if (owners.size > MAX_OWNED && oldest !== undefined) owners.delete(oldest);
      };
      return new RemoteOutputWriter(link, sessionId, own);
    },
    owns: (path, sessionIds) => {
      const owner = owners.get(path);
      return owner !== undefined && sessionIds.includes(owner);
    },
    clean: async () => {
      await link.look("outputs.clean", {}).catch(() => {});
    },
  };
}

class RemoteOutputWriter implements OutputWriter {
  readonly #link: RemoteLink;
  readonly #sessionId: string;
  readonly #own: (path: string) => void;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #opening: Promise<{ readonly connection: Connection; readonly handle: number }> | undefined;
  #sent: Promise<unknown> = Promise.resolve();
  #ended: Promise<StoredOutput> | undefined;

  constructor(link: RemoteLink, sessionId: string, own: (path: string) => void) {
    this.#link = link;
    this.#sessionId = sessionId;
    this.#own = own;
  }

  append(bytes: Uint8Array): void {
    if (this.#ended !== undefined) return;
    this.#chunks.push(bytes.slice());
    this.#length += bytes.length;
    if (this.#length >= SENT_BYTES) this.#flush();
  }

  finish(): Promise<StoredOutput> {
    this.#ended ??= this.#finish();
    return this.#ended;
  }

  async discard(): Promise<void> {
    this.#ended ??= Promise.resolve({ kept: false, reason: "it was discarded" });
    this.#chunks = [];
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.connection.call("output.discard", { handle: opened.handle }).catch(() => {});
  }

  #flush(): void {
    const all = joinBytes(this.#chunks);
    this.#chunks = [];
    this.#length = 0;
    this.#opening ??= this.#open();
    const opening = this.#opening;
    this.#sent = this.#sent.then(async () => {
      const { connection, handle } = await opening;
      for (let at = 0; at < all.length; at += SENT_BYTES)
        await connection.call("output.append", { handle }, { body: all.subarray(at, at + SENT_BYTES) });
    });
    this.#sent.catch(() => {});
  }

  async #open() {
    const connection = await this.#link.connection();
    const { value } = await connection.call("outputs.open", { sessionId: this.#sessionId });
    return { connection, handle: readHandle(value) };
  }

  async #finish(): Promise<StoredOutput> {
    try {
      this.#flush();
      await this.#sent;
      const { connection, handle } = await (this.#opening as Promise<{
        connection: Connection;
        handle: number;
      }>);
      return this.#read((await connection.call("output.finish", { handle })).value);
    } catch (error) {
      return { kept: false, reason: error instanceof Error ? error.message.replace(/\.$/, "") : "it failed" };
    }
  }

  #read(value: unknown): StoredOutput {
    if (!isRecord(value) || value.kept !== true || typeof value.path !== "string") {
      const reason = isRecord(value) && typeof value.reason === "string" ? value.reason : "the worker failed";
      return { kept: false, reason };
    }
    this.#own(value.path);
    const { path, bytes, omittedBytes } = value;
    return { kept: true, path, bytes: Number(bytes) || 0, omittedBytes: Number(omittedBytes) || 0 };
  }
}
