import * as z from "zod";
import { counted } from "../../../text/index.js";
import {
  DEFAULT_THREAD_LIMIT,
  findThreadsOperation,
  MAX_THREAD_LIMIT,
  readThreadOperation,
  type ShownEntry,
} from "../../../tools/index.js";
import { face } from "../../face.js";

/** Thread that find_thread found. */
export interface AmpThreadMatch {
  readonly threadID: string;
  readonly title: string;
  /** Last update, in ISO 8601. */
  readonly updated: string;
  readonly entries: number;
  /** Text around the matches. */
  readonly excerpts: readonly string[];
}

/** Amp's find_thread: searches earlier threads. */
export const findThread = () =>
  face(findThreadsOperation, {
    name: "find_thread",
    description: `Finds earlier threads (conversations) of this project by words, with the text around what was found. Best match first.

- Use it when the user speaks of earlier work, or when you want to know why something is as it is.
- An empty query returns the most recently changed threads.
- read_thread reads what you found.`,
    inputSchema: z.object({
      query: z.string().describe("Words to look for; empty for the latest threads"),
      limit: z
        .number()
        .describe(`Threads to return, at most ${MAX_THREAD_LIMIT}; default ${DEFAULT_THREAD_LIMIT}`)
        .optional(),
    }),
    aliases: ["find_threads", "search_threads"],
    parameterAliases: { query: ["search", "text"], limit: ["max_results"] },
    toInput: ({ query, limit }) => ({ query, limit }),
    toResult: ({ threads }): readonly AmpThreadMatch[] =>
      threads.map(({ id, title, updatedAt, entryCount, excerpts }) => ({
        threadID: id,
        title,
        updated: new Date(updatedAt).toISOString(),
        entries: entryCount,
        excerpts,
      })),
    render: (threads, { input }) =>
      threads.length === 0
        ? input.query.trim() === ""
          ? "No thread of this project was kept yet."
          : "No thread of this project holds these words. Try fewer or other words, or an empty query for the latest threads."
        : threads.map(matchText).join("\n\n"),
  });

function matchText({ threadID, title, updated, entries, excerpts }: AmpThreadMatch): string {
  const found = excerpts.map((excerpt) => `  ${excerpt}`);
  return [`${threadID}: ${title}`, `  ${updated}, ${counted(entries, "entry", "entries")}`, ...found].join(
    "\n",
  );
}

/** Result of read_thread. */
export interface AmpThreadResult {
  readonly threadID: string;
  readonly title: string;
  /** Number of entries in the whole thread. */
  readonly entryCount: number;
  readonly entries: readonly Pick<ShownEntry, "number" | "role" | "text">[];
  /** Entry at which to continue. */
  readonly nextEntry?: number;
}

/** Amp's read_thread: reads an earlier thread. */
export const readThread = () =>
  face(readThreadOperation, {
    name: "read_thread",
    description: `Reads an earlier thread (conversation) of this project, found with find_thread.

- State in goal what you want to know: of a long thread, you get the entries about it.
- first_entry continues at an entry; long entries are shortened in the middle unless you request one alone.`,
    inputSchema: z.object({
      threadID: z.string().describe("The threadID that find_thread returned"),
      goal: z.string().describe("What you want to know from the thread").optional(),
      first_entry: z.number().int().min(1).describe("Number of the first entry to read, from 1").optional(),
      entries: z.number().int().min(1).describe("Entries to read; default as many as fit").optional(),
    }),
    aliases: ["get_thread", "view_thread"],
    parameterAliases: {
      threadID: ["thread_id", "threadId", "thread", "id"],
      first_entry: ["offset"],
      entries: ["limit"],
    },
    toInput: ({ threadID, goal, first_entry, entries }) => ({
      id: threadID,
      goal,
      firstEntry: first_entry,
      maxEntries: entries,
    }),
    toResult: ({ thread, entries, nextEntry }): AmpThreadResult => ({
      threadID: thread.id,
      title: thread.title,
      entryCount: thread.entryCount,
      entries: entries.map(({ number, role, text }) => ({ number, role, text })),
      ...(nextEntry !== undefined && { nextEntry }),
    }),
    render: ({ threadID, title, entryCount, entries, nextEntry }, { output }) => {
      const shown = entries.map(({ number, role, text }) => `[${number}] ${role}:\n${text}`);
      const notes = [
        output?.chosenByGoal === true
          ? `${entries.length} of ${counted(entryCount, "entry", "entries")}, chosen for the goal; first_entry reads any other.`
          : nextEntry === undefined
            ? undefined
            : `The thread continues: read on with first_entry ${nextEntry}.`,
        output?.savedTo === undefined ? undefined : `The whole thread as text: ${output.savedTo}`,
        (output?.thread.tornEntries ?? 0) > 0
          ? `An interruption tore ${counted(output?.thread.tornEntries ?? 0, "entry", "entries")}, which this text omits.`
          : undefined,
      ].filter((note) => note !== undefined);
      return [
        `Thread ${threadID}: ${title} (${counted(entryCount, "entry", "entries")})`,
        ...shown,
        ...(notes.length > 0 ? [`[${notes.join(" ")}]`] : []),
      ].join("\n\n");
    },
  });
