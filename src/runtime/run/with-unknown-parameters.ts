import type { ToolResult } from "../../contract/index.js";
import { unknownParametersNote } from "../../schema/index.js";
import type { PreparedCall } from "../prepare/index.js";

/** Adds a note to a result, and `unknownParameters` to its metadata: the call was given parameters that its tool lacks. */
export function withUnknownParameters(
  result: ToolResult,
  { tool, unknown, passesUnknown }: Pick<PreparedCall, "tool" | "unknown" | "passesUnknown">,
): ToolResult {
  const text = unknownParametersNote(tool, unknown, { passedOn: passesUnknown });
  return {
    ...result,
    content: [...result.content, { type: "text", text }],
    metadata: { ...result.metadata, unknownParameters: unknown.map(({ path }) => path) },
  };
}
