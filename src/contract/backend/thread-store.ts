/** One turn of a thread, as text. */
export interface ThreadEntry {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What is known of a thread without reading it. */
export interface ThreadSummary {
  /** What the host calls it: 1 to 200 characters, no control characters. */
  readonly id: string;
  /** The folder the thread worked in, absolute: threads are found from the same project only. */
  readonly project: string;
  /** Its first words, or what the host called it. */
  readonly title: string;
  /** When the store first heard of it, in milliseconds since 1970. */
  readonly createdAt: number;
  /** When the store last took something for it. */
  readonly updatedAt: number;
  readonly entryCount: number;
}

/** A thread with its entries, oldest first. */
export interface Thread extends ThreadSummary {
  readonly entries: readonly ThreadEntry[];
  /** Pieces that were left out because an interruption tore them; they are still where the store keeps them. */
  readonly tornEntries: number;
}

/** A thread that a search found, and where. */
export interface ThreadMatch extends ThreadSummary {
  /** Pieces of text around what was found, best first. */
  readonly excerpts: readonly string[];
}

/**
 * Keeps what agents and people said, so that a later thread can look it up.
 *
 * Appending is all that ever happens to a thread, so a store that was interrupted holds everything but its last entry.
 */
export interface ThreadStore {
  /**
   * Adds entries; makes the thread when it is new. `title` counts when it is made. A text that is too long for one entry is
   * kept as several of the same role and time. Rejects with a `ToolError`: `invalid-input` for an id or entries that make no
   * sense, `no-space`, `file-too-large` for a thread that is full, `access-denied` where there is no place to keep it.
   */
  append(
    id: string,
    entries: readonly ThreadEntry[],
    options: { readonly project: string; readonly title?: string },
  ): Promise<void>;
  /** Nothing where there is no such thread in the project. */
  read(id: string, options: { readonly project: string }): Promise<Thread | undefined>;
  /**
   * Threads of a project that hold the words, best first: those that hold more of them before those that hold fewer. Without
   * words those changed last first, and without excerpts.
   */
  find(
    query: string,
    options: { readonly project: string; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<readonly ThreadMatch[]>;
}

/** A {@link ThreadStore} as a runtime hands it to its host: the project is the runtime's cwd unless another is named. */
export interface ProjectThreads extends ThreadStore {
  append(
    id: string,
    entries: readonly ThreadEntry[],
    options?: { readonly project?: string; readonly title?: string },
  ): Promise<void>;
  read(id: string, options?: { readonly project?: string }): Promise<Thread | undefined>;
  /** At most 20 without a `limit`. */
  find(
    query: string,
    options?: { readonly project?: string; readonly limit?: number; readonly signal?: AbortSignal },
  ): Promise<readonly ThreadMatch[]>;
}
