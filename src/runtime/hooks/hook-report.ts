import type { ToolResult } from "../../contract/index.js";
import type { HookReport } from "../prepare/index.js";
import type { HookAnswer } from "./run-hook.js";

/** Adds the texts of hooks to the end of a result, and their problems to its metadata. */
export function withHookReport(result: ToolResult, report: HookReport | undefined): ToolResult {
  if (report === undefined || (report.texts.length === 0 && report.problems.length === 0)) return result;
  const { texts, problems } = report;
  return {
    ...result,
    content: [...result.content, ...texts.map((text) => ({ type: "text" as const, text }))],
    ...(problems.length > 0 && { metadata: { ...result.metadata, hooks: problems } }),
  };
}

/** Returns a text of a hook with its name. */
export function namedText({ hook }: HookAnswer<unknown>, text: string): string {
  return `Hook '${hook.name}': ${text}`;
}
