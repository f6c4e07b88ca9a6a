/** One turn of a thread, as text. */
export interface ThreadEntry {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The metadata of a thread, available without reading it. */
export interface ThreadSummary {
  /** The host's id of the thread: 1 to 200 characters, no control characters. */
  readonly id: string;
  /** The folder the thread worked in, absolute: threads are found only from the same project. */
  readonly project: string;
  /** Its first words, or the title from the host. */
  readonly title: string;
  /** When the store received the first entry, in milliseconds since 1970. */
  readonly createdAt: number;
  /** When the store received the last entry. */
  readonly updatedAt: number;
  readonly entryCount: number;
}

/** A thread with its entries, oldest first. */
export interface Thread extends ThreadSummary {
  readonly entries: readonly ThreadEntry[];
  /**
   * Entries that were omitted because an interrupted write damaged them; the store still holds their bytes.
   */
  readonly tornEntries: number;
}

/** A thread that a search found, with excerpts. */
export interface ThreadMatch extends ThreadSummary {
  /** Text around the matches, best first. */
  readonly excerpts: readonly string[];
}

/**
 * Storage of the messages of agents and people, so that a later thread can search them.
 *
 * Threads are append-only, so a store that was interrupted holds everything except its last entry.
 */
export interface ThreadStore {
  /**
   * Adds entries; creates the thread if it is new. `title` has an effect only on creation. A text that is too
   * long for one entry is stored as several entries of the same role and time. Rejects with a `ToolError`:
   * `invalid-input` for an invalid id or invalid entries, `no-space`, `file-too-large` for a thread that is
   * full, `access-denied` if nothing can be stored.
   */
  append(
    id: string,
    entries: readonly ThreadEntry[],
    options: { readonly project: string; readonly title?: string },
  ): Promise<void>;
  /** Returns `undefined` if the project has no such thread. */
  read(id: string, options: { readonly project: string }): Promise<Thread | undefined>;
  /**
   * Returns the threads of a project that contain the words, best first: threads with more of the words
   * before threads with fewer. Without words, returns the threads that changed last first, without excerpts.
   */
  find(
    query: string,
    options: { readonly project: string; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<readonly ThreadMatch[]>;
}

/**
 * A {@link ThreadStore} as a runtime offers it to its host: the project is the runtime's cwd unless another
 * is named.
 */
export interface ProjectThreads extends ThreadStore {
  append(
    id: string,
    entries: readonly ThreadEntry[],
    options?: { readonly project?: string; readonly title?: string },
  ): Promise<void>;
  read(id: string, options?: { readonly project?: string }): Promise<Thread | undefined>;
  /** Returns at most 20 threads without a `limit`. */
  find(
    query: string,
    options?: { readonly project?: string; readonly limit?: number; readonly signal?: AbortSignal },
  ): Promise<readonly ThreadMatch[]>;
}
