import type { ThreadMatch, ToolContext } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { projectFolders } from "./project-folders.js";

/** Threads that a search gives where no number is asked for. */
export const DEFAULT_THREAD_LIMIT = 10;

/** Threads that a search gives at the most. */
export const MAX_THREAD_LIMIT = 50;

/** What to look for. */
export interface FindThreadsInput {
  /** Words; without any the threads that were changed last. */
  readonly query: string;
  /** Default {@link DEFAULT_THREAD_LIMIT}, at most {@link MAX_THREAD_LIMIT}. */
  readonly limit?: number;
}

/** What was found. */
export interface FindThreadsOutput {
  readonly threads: readonly ThreadMatch[];
}

/**
 * Finds earlier threads of the project that the session works in: those of its cwd, then those of the folders above it, as
 * far as the roots go.
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
    // Each project has its own order: without words the time is one for all.
    if (query.trim() === "") threads.sort((left, right) => right.updatedAt - left.updatedAt);
    return { threads: threads.slice(0, wanted) };
  },
};
