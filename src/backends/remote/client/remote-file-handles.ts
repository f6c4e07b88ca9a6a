import type { ReadHandle, WriteHandle } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { fileFailure } from "../../failure/index.js";
import { MAX_BODY_BYTES } from "../wire/index.js";
import type { Answer, Connection } from "./connection.js";
import { readHandle, readStat, unreadable } from "./read-answers.js";

/** A file that a worker has opened for reading. */
export function remoteReadHandle(connection: Connection, { value }: Answer, path: string): ReadHandle {
  if (!isRecord(value)) throw unreadable("a file");
  const handle = readHandle(value.handle);
  let isClosed = false;
  return {
    stat: readStat(value.stat),
    read: async (buffer, position) => {
      if (isClosed) throw fileFailure("closed", path);
      let filled = 0;
      while (filled < buffer.length) {
        const length = Math.min(buffer.length - filled, MAX_BODY_BYTES);
        const { body } = await connection.call("file.read", { handle, position: position + filled, length });
        if (body.length > length) throw unreadable("more bytes than were requested");
        buffer.set(body, filled);
        filled += body.length;
        if (body.length < length) break;
      }
      return filled;
    },
    close: async () => {
      isClosed = true;
      connection.send("close", { handle });
    },
  };
}

/** A file that a worker has opened for writing. */
export function remoteWriteHandle(connection: Connection, handle: number, path: string): WriteHandle {
  let isClosed = false;
  const call = async (method: string, args: object = {}, body?: Uint8Array) => {
    if (isClosed) throw fileFailure("closed", path);
    return connection.call(`file.${method}`, { handle, ...args }, { body });
  };
  return {
    write: async (bytes, position) => {
      for (let at = 0; at === 0 || at < bytes.length; at += MAX_BODY_BYTES)
        await call("write", { position: position + at }, bytes.subarray(at, at + MAX_BODY_BYTES));
    },
    truncate: async (size) => void (await call("truncate", { size })),
    setMode: async (mode) => void (await call("setMode", { mode })),
    setOwner: async (owner) => void (await call("setOwner", { owner })),
    sync: async () => void (await call("sync")),
    stat: async () => readStat((await call("stat")).value),
    close: async () => {
      if (isClosed) return;
      const closing = call("close");
      isClosed = true;
      await closing;
    },
  };
}
