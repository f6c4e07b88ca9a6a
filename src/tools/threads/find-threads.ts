import type { ThreadMatch, ToolContext } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { projectFolders } from "./project-folders.js";

/** Threads that a search returns without a requested number. */
export const DEFAULT_THREAD_LIMIT = 10;

/** Most threads that a search returns. */
export const MAX_THREAD_LIMIT = 50;

/** Input of a search for threads. */
export interface FindThreadsInput {
  /** Words to search for; if empty, the most recently changed threads are returned. */
  readonly query: string;
  /** Default {@link DEFAULT_THREAD_LIMIT}, at most {@link MAX_THREAD_LIMIT}. */
  readonly limit?: number | undefined;
}

/** Result of a search for threads. */
export interface FindThreadsOutput {
  readonly threads: readonly ThreadMatch[];
}

/**
 * Finds earlier threads of the session's project: those of its cwd, then those of the parent folders up to the root.
 */
export const findThreadsOperation: Operation<FindThreadsInput, FindThreadsOutput> = {
  kind: "search",
  annotations: { readOnlyHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [{ key: "threads", mode: "read" }] },
  facts: () => ({}),
  requires: ["threads"],
  async run({ query, limit = DEFAULT_THREAD_LIMIT }, context: ToolContext) {
    const wanted = Math.min(MAX_THREAD_LIMIT, Math.max(1, Math.trunc(limit) || DEFAULT_THREAD_LIMIT));
    const threads: ThreadMatch[] = [];
    for (const project of await projectFolders(context)) {
      threads.push(
        ...(await context.threads.find(query, { project, limit: wanted, signal: context.signal })),
      );
    }
    // Each project has its own order; without words, all threads are sorted by time.
    if (query.trim() === "") threads.sort((left, right) => right.updatedAt - left.updatedAt);
    return { threads: threads.slice(0, wanted) };
  },
};
