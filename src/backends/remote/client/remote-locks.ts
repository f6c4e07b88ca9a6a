import { type FileLocks, type IntentLog, type IntentLogEntry, ToolError } from "../../../contract/index.js";
import { isRecord, isTextList } from "../../../values/index.js";
import type { Connection } from "./connection.js";
import type { RemoteLink } from "./link.js";
import { readHandle, unreadable } from "./read-answers.js";

/** The file locks of a worker's machine. A worker releases its locks when it ends, so a lost connection loses them. */
export function remoteLocks(link: RemoteLink): FileLocks {
  return {
    acquire: (path, { signal }) =>
      link.retried(async (connection) => {
        // The worker could grant the lock before it learns of the cancellation.
        if (signal.aborted)
          throw new ToolError(`The call was cancelled before it waited for the lock on '${path}'.`, {
            code: "cancelled",
          });
        const handle = readHandle((await connection.call("locks.acquire", { path }, { signal })).value);
        return {
          get compromised() {
            return connection.isCompromised(handle);
          },
          release: async () => {
            await connection.call("lock.release", { handle }).catch(() => {});
          },
        };
      }),
  };
}

/** The intent log of a worker's machine, which the next host finds after a lost connection. */
export function remoteIntentLog(link: RemoteLink): IntentLog {
  const find = async (method: string, paths: readonly string[]) =>
    link.retried(async (connection) => {
      const { value } = await connection.call(`intentLog.${method}`, { paths });
      if (!Array.isArray(value)) throw unreadable("intents");
      return value.map((entry) => readEntry(link, connection, entry));
    });
  return {
    write: async (paths, text, options) => {
      const connection = await link.connection();
      const { value } = await connection.call("intentLog.write", { paths, text, options });
      return readEntry(link, connection, value);
    },
    find: (paths) => find("find", paths),
    findForRead: (paths) => find("findForRead", paths),
  };
}

function readEntry(link: RemoteLink, connection: Connection, value: unknown): IntentLogEntry {
  if (!isRecord(value) || typeof value.id !== "string" || typeof value.text !== "string")
    throw unreadable("an intent");
  const { id, text, paths } = value;
  if (!isTextList(paths)) throw unreadable("an intent");
  const handle = readHandle(value.handle);
  /** Uses the entry on its connection, or finds it again on the next one. */
  const use = async (method: string, args: object): Promise<void> => {
    if (!connection.isLost) {
      await connection.call(`intent.${method}`, { handle, ...args });
      return;
    }
    const next = await link.connection();
    const { value: found } = await next.call("intentLog.find", { paths });
    const same = Array.isArray(found) ? found.find((one) => isRecord(one) && one.id === id) : undefined;
    if (isRecord(same)) await next.call(`intent.${method}`, { handle: readHandle(same.handle), ...args });
  };
  return {
    id,
    paths,
    text,
    update: (next) => use("update", { text: next }),
    // Twice: the first attempt may only show that the connection is lost.
    remove: () => use("remove", {}).catch(() => use("remove", {}).catch(() => {})),
  };
}
