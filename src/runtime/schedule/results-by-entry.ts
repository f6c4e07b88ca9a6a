import type { ToolResult } from "../../contract/index.js";
import type { AdmittedEntry } from "../prepare/index.js";
import type { RunScope } from "../services/index.js";
import { reportWrapper } from "./report-result.js";
import { wrapperResult } from "./wrapper-result.js";

/** Returns one result for each entry of a run: that of its call, or the combined and reported result of the calls of a wrapper call. */
export function resultsByEntry(
  entries: readonly AdmittedEntry[],
  results: readonly Promise<ToolResult>[],
  run: RunScope,
): readonly Promise<ToolResult>[] {
  const wrapped = new Map<AdmittedEntry, Promise<ToolResult>>();
  return entries.map((entry) => {
    if (entry.wrapped === undefined) return results[entry.first] as Promise<ToolResult>;
    const combined = wrapped.get(entry) ?? combine(entry, results, run);
    wrapped.set(entry, combined);
    return combined;
  });
}

async function combine(
  { call, first, wrapped = 0 }: AdmittedEntry,
  results: readonly Promise<ToolResult>[],
  run: RunScope,
): Promise<ToolResult> {
  const combined = wrapperResult(call, await Promise.all(results.slice(first, first + wrapped)));
  reportWrapper(combined, run);
  return combined;
}
