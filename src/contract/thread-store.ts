/** One turn of a thread, as text. */
export interface ThreadEntry {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What is known of a thread without reading it. */
export interface ThreadSummary {
  readonly id: string;
  /** The folder the thread worked in, absolute: threads are found from the same project only. */
  readonly project: string;
  /** Its first words, or what the host called it. */
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly entryCount: number;
}

/** A thread with its entries, oldest first. */
export interface Thread extends ThreadSummary {
  readonly entries: readonly ThreadEntry[];
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
  /** Adds entries; makes the thread when it is new. `title` and `project` count when it is made. */
  append(
    id: string,
    entries: readonly ThreadEntry[],
    options: { readonly project: string; readonly title?: string },
  ): Promise<void>;
  /** Nothing where there is no such thread in the project. */
  read(id: string, options: { readonly project: string }): Promise<Thread | undefined>;
  /** Threads of a project that hold the words, best first; without words those changed last first. */
  find(
    query: string,
    options: { readonly project: string; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<readonly ThreadMatch[]>;
}
