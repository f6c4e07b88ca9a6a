import { type ProgressUpdate, quietSignal, type ToolContext, ToolError } from "../../contract/index.js";

/** Milliseconds between two progress events of a search. */
const PROGRESS_INTERVAL_MS = 1_000;

/** Reasons for the early end of a search. */
export type SearchStop = "limit" | "timeout" | "cancelled";

/** A running search: its signal, its progress, and why it was stopped. */
export interface SearchWatch {
  /** Ends the search: aborted with the call, or when its time limit is reached. */
  readonly signal: AbortSignal;
  /**
   * Runs the search. A stopped search keeps the results so far, and the reason is returned; a failure is thrown. A
   * cancelled search without results fails like any other call.
   */
  run(
    search: () => Promise<SearchStop | undefined>,
    hasResults: () => boolean,
  ): Promise<SearchStop | undefined>;
}

/** Watches a search: reports progress each second, and ends it after some milliseconds. */
export function watchSearch(
  context: ToolContext,
  options: { readonly maxDurationMs: number; readonly progress: () => ProgressUpdate },
): SearchWatch {
  const deadline = new AbortController();
  const signal = quietSignal(AbortSignal.any([context.signal, deadline.signal]));
  return {
    signal,
    async run(search, hasResults) {
      const reporting = setInterval(() => context.progress(options.progress()), PROGRESS_INTERVAL_MS);
      const timer = setTimeout(() => deadline.abort(), options.maxDurationMs);
      try {
        return await search();
      } catch (error) {
        if (!ToolError.isInstance(error) || error.code !== "cancelled") throw error;
        if (!context.signal.aborted) return "timeout";
        if (hasResults()) return "cancelled";
        throw error;
      } finally {
        clearInterval(reporting);
        clearTimeout(timer);
      }
    },
  };
}
