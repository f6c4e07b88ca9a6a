import {
  type Thread,
  type ThreadEntry,
  type ThreadMatch,
  type ThreadStore,
  ToolError,
} from "../../contract/index.js";
import { createYield, type KeysOf, requireOptions } from "../../values/index.js";
import {
  checkThreadEntries,
  checkThreadId,
  excerptsOf,
  MAX_PIECE_CHARACTERS,
  ThreadIndex,
  titleOf,
} from "../threads/index.js";

/** Largest size of all threads of a store, in UTF-16 code units. */
const MAX_CHARACTERS = 67_108_864;

/** Options of a thread store in memory. */
export interface MemoryThreadStoreOptions {
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

const OPTION_NAMES = { now: true } as const satisfies KeysOf<MemoryThreadStoreOptions>;

interface KeptThread extends Omit<Thread, "tornEntries" | "entryCount"> {
  readonly key: string;
  updatedAt: number;
  /** Sequence number of the last change, which orders changes within one millisecond. */
  change: number;
  readonly entries: ThreadEntry[];
  /** Number of indexed entries, and whether the title is indexed. */
  indexed: number;
  isNamed: boolean;
}

/** An index of pieces of entries; a title has no position. */
type PieceIndex = ThreadIndex<{ readonly entry: ThreadEntry; readonly start: number } | undefined>;

/** A search for words in the threads of a project. */
interface ThreadSearch {
  readonly query: string;
  readonly project: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * Creates a store that keeps threads in memory, as long as the store exists: for tests, browsers and dry
 * runs. The limit is 64 Mi UTF-16 code units in total (`no-space`). Projects are distinguished by their
 * literal paths.
 *
 * @example
 * const runtime = createToolRuntime({ threads: memoryThreadStore() });
 */
export function memoryThreadStore(options: MemoryThreadStoreOptions = {}): ThreadStore {
  requireOptions("memoryThreadStore", options, OPTION_NAMES);
  const { now = Date.now } = options;
  const threads = new Map<string, KeptThread>();
  let index: Promise<PieceIndex> | undefined;
  let characters = 0;
  let changes = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const keyOf = (project: string, id: string) => JSON.stringify([project, checkThreadId(id)]);

  return {
    async append(id, entries, { project, title }) {
      const key = keyOf(project, id);
      const kept = checkThreadEntries(entries);
      const added = kept.reduce((sum, { text }) => sum + text.length, 0);
      if (characters + added > MAX_CHARACTERS) {
        throw new ToolError(
          `There is not enough memory for ${added} more characters of threads; ${characters} of ${MAX_CHARACTERS} are in use. Nothing was added.`,
          { code: "no-space" },
        );
      }
      characters += added;
      changes += 1;
      const at = now();
      const thread = threads.get(key) ?? {
        key,
        id,
        project,
        title: titleOf(title, kept),
        createdAt: at,
        updatedAt: at,
        change: changes,
        entries: [],
        indexed: 0,
        isNamed: false,
      };
      thread.updatedAt = at;
      thread.change = changes;
      thread.entries.push(...kept);
      threads.set(key, thread);
    },
    async read(id, { project }) {
      const thread = threads.get(keyOf(project, id));
      return thread && { ...summaryOf(thread), entries: [...thread.entries], tornEntries: 0 };
    },
    find(query, { project, limit, signal }) {
      if (query.trim() === "") {
        return Promise.resolve(
          [...threads.values()]
            .filter((thread) => thread.project === project)
            .sort((left, right) => right.change - left.change)
            .slice(0, Math.max(0, limit))
            .map((thread) => ({ ...summaryOf(thread), excerpts: [] })),
        );
      }
      // One search at a time: each adds new entries to the index.
      const run = turn.then(async () => {
        index ??= ThreadIndex.create();
        return search(threads, await index, { query, project, limit, signal });
      });
      turn = run.catch(() => {});
      return run;
    },
  };
}

/** Adds the entries that are new to the index, and searches a project in it. */
async function search(
  threads: ReadonlyMap<string, KeptThread>,
  engine: PieceIndex,
  { query, project, limit, signal }: ThreadSearch,
): Promise<ThreadMatch[]> {
  const pause = createYield(signal);
  for (const thread of threads.values()) {
    if (!thread.isNamed) engine.add(thread.key, thread.title, undefined);
    thread.isNamed = true;
    for (
      let entry = thread.entries[thread.indexed];
      entry !== undefined;
      entry = thread.entries[thread.indexed]
    ) {
      thread.indexed += 1;
      for (let start = 0; start === 0 || start < entry.text.length; start += MAX_PIECE_CHARACTERS) {
        engine.add(thread.key, entry.text.slice(start, start + MAX_PIECE_CHARACTERS), { entry, start });
      }
      await pause();
    }
  }
  return (await engine.search(query, pause))
    .flatMap(({ thread: key, pieces }): ThreadMatch[] => {
      const thread = threads.get(key);
      if (thread?.project !== project) return [];
      const found = pieces.flatMap(({ position, words }) => {
        if (position === undefined) return [];
        const { entry, start } = position;
        return [{ role: entry.role, text: entry.text.slice(start, start + MAX_PIECE_CHARACTERS), words }];
      });
      return [{ ...summaryOf(thread), excerpts: excerptsOf(found) }];
    })
    .slice(0, limit);
}

function summaryOf({ id, project, title, createdAt, updatedAt, entries }: KeptThread) {
  return { id, project, title, createdAt, updatedAt, entryCount: entries.length };
}
