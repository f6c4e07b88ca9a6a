import type { ToolSession } from "../../contract/index.js";
import type { JournalEntry, JournalStep, MovedMark } from "./journal-entry.js";

/** Changes that a session can undo; the oldest are forgotten first. */
const MAX_ENTRIES = 256;

/** Bytes of file content that a session keeps for undo. */
export const MAX_JOURNAL_BYTES = 67_108_864;

const JOURNAL = Symbol("collet.change-journal");

interface JournalState {
  readonly entries: JournalEntry[];
  bytes: number;
  dropped: boolean;
}

/** The changes of one session that can be undone, the latest last, kept in the session's memory. */
export class ChangeJournal {
  readonly #state: JournalState;

  constructor(session: Pick<ToolSession, "memory">) {
    let state = session.memory.get(JOURNAL) as JournalState | undefined;
    if (state === undefined) {
      state = { entries: [], bytes: 0, dropped: false };
      session.memory.set(JOURNAL, state);
    }
    this.#state = state;
  }

  /** Whether changes were forgotten because the limits were reached. */
  get hasDropped(): boolean {
    return this.#state.dropped;
  }

  /** All remembered changes, the latest last. */
  entries(): readonly JournalEntry[] {
    return this.#state.entries;
  }

  /** Restores changes that another session remembered; `dropped`: earlier changes were forgotten there. */
  restore(entries: readonly JournalEntry[], { dropped }: { readonly dropped: boolean }): void {
    for (const entry of entries) this.add(entry);
    this.#state.dropped ||= dropped;
  }

  /**
   * Adds a change. A change that is too large to keep is recorded without its steps, so that an earlier one is not
   * undone in its place.
   */
  add(entry: JournalEntry): void {
    const state = this.#state;
    const kept = sizeOf(entry) <= MAX_JOURNAL_BYTES ? entry : withoutContent(entry);
    state.entries.push(kept);
    state.bytes += sizeOf(kept);
    while (state.entries.length > MAX_ENTRIES || state.bytes > MAX_JOURNAL_BYTES) {
      const oldest = state.entries.shift();
      if (oldest === undefined) break;
      state.bytes -= sizeOf(oldest);
      state.dropped = true;
    }
  }

  /** Returns the latest change, or the latest that meets a condition. */
  last(holds: (entry: JournalEntry) => boolean = () => true): JournalEntry | undefined {
    return this.#state.entries.findLast(holds);
  }

  has(entry: JournalEntry): boolean {
    return this.#state.entries.includes(entry);
  }

  /**
   * Replaces the identities of folders in the changes, by their old identities: an undo creates a folder again, with a
   * new identity.
   */
  renameFolders(identities: ReadonlyMap<string, string>): void {
    if (identities.size === 0) return;
    const { entries } = this.#state;
    for (const [index, entry] of entries.entries()) entries[index] = withFolders(entry, identities);
  }

  remove(entry: JournalEntry): void {
    const index = this.#state.entries.indexOf(entry);
    if (index < 0) return;
    this.#state.entries.splice(index, 1);
    this.#state.bytes -= sizeOf(entry);
  }
}

function sizeOf({ steps }: JournalEntry): number {
  return steps?.reduce((total, { bytes }) => total + bytes, 0) ?? 0;
}

function withoutContent({ changes }: JournalEntry): JournalEntry {
  return { changes };
}

function withFolders(entry: JournalEntry, identities: ReadonlyMap<string, string>): JournalEntry {
  const { changes, steps } = entry;
  if (steps?.some((step) => newMark(step, identities) !== undefined) !== true) return entry;
  return {
    changes,
    steps: steps.map((step) => {
      const after = newMark(step, identities);
      return step.type === "moved" && after !== undefined ? { ...step, after } : step;
    }),
  };
}

function newMark(step: JournalStep, identities: ReadonlyMap<string, string>): MovedMark | undefined {
  if (step.type !== "moved" || step.after.type !== "folder") return undefined;
  const identity = identities.get(step.after.identity);
  return identity === undefined ? undefined : { type: "folder", identity };
}
