import type { Connection } from "../../../backends/remote/index.js";
import type { ToolSession } from "../../../contract/index.js";
import { type FileRead, readFileReads, readMessages } from "../wire/file-read.js";

/** Files that are remembered per session; those read longest ago are forgotten first. */
const MAX_FILES = 10_000;

interface KnownReads {
  readonly files: Map<string, FileRead>;
  /** The connection whose worker knows them. */
  on: Connection | undefined;
  brought: Promise<unknown> | undefined;
}

/** The files that the sessions of a host have read on its workers: a new worker must refuse to overwrite what changed since. */
export class SessionReads {
  readonly #sessions = new WeakMap<ToolSession, KnownReads>();

  /** Adds what a worker reported. */
  add(session: ToolSession, reported: unknown): void {
    const { files } = this.#of(session);
    for (const read of readFileReads(reported)) {
      files.delete(read.path);
      files.set(read.path, read);
    }
    for (const oldest of files.keys()) {
      if (files.size <= MAX_FILES) break;
      files.delete(oldest);
    }
  }

  /** Adds what an earlier worker recorded; the present one does not know it. */
  addEarlier(session: ToolSession, reported: unknown): void {
    this.add(session, reported);
    this.#of(session).on = undefined;
  }

  /** Sends the files to a worker that does not know them; returns `undefined` if it does. */
  bring(
    session: ToolSession,
    connection: Connection,
    send: (reads: readonly FileRead[]) => Promise<unknown>,
  ): Promise<unknown> | undefined {
    const known = this.#of(session);
    if (known.on === connection) return known.brought;
    known.on = connection;
    known.brought = undefined;
    if (known.files.size === 0) return undefined;
    const brought = Promise.all(readMessages(known.files.values()).map(send));
    known.brought = brought;
    brought.then(
      () => {
        if (known.brought === brought) known.brought = undefined;
      },
      () => {
        if (known.brought === brought) known.on = undefined;
      },
    );
    return brought;
  }

  #of(session: ToolSession): KnownReads {
    const known = this.#sessions.get(session) ?? { files: new Map(), on: undefined, brought: undefined };
    this.#sessions.set(session, known);
    return known;
  }
}
