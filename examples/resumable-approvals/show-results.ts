import type { ToolResult } from "collet";
import { showHiddenCharacters } from "collet/permissions";

/** Returns one line per result, with the approval request below a blocked one. */
export function showResults(results: readonly ToolResult[]): string {
  return results.map((result) => showHiddenCharacters(lines(result).join("\n"))).join("\n");
}

function lines(result: ToolResult): readonly string[] {
  const title = `${result.callId}: ${result.toolName} ${result.status}`;
  if (result.status === "done") return [title];
  if (result.status !== "blocked-on-user") return [title, `  ${result.error.message}`];
  const { facts, preview = [], warnings = [] } = result.approval;
  return [
    title,
    ...warnings.map((warning) => `  warning: ${warning}`),
    ...(facts.command === undefined ? [] : [`  ${facts.command}`]),
    ...preview.flatMap((part) => (part.type === "text" ? part.text.trimEnd().split("\n") : [])).map(indented),
  ];
}

function indented(line: string): string {
  return `  ${line}`;
}
