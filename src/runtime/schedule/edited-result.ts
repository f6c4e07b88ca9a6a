import type { ToolResult } from "../../contract/index.js";
import { canonicalJson } from "../values/index.js";

/** Maximum length of an edited input that the model reads, in UTF-16 code units. */
const MAX_SHOWN_INPUT = 2_000;

/**
 * Adds the changed input to the result of a call whose input the approver changed: the model must know which input
 * ran.
 */
export function editedResult(result: ToolResult, input: unknown): ToolResult {
  const text = canonicalJson(input);
  const shown = text.length > MAX_SHOWN_INPUT ? `${text.slice(0, MAX_SHOWN_INPUT)}...` : text;
  const notice = `The user changed the input before this call ran. It ran with: ${shown}`;
  return {
    ...result,
    content: [{ type: "text", text: notice }, ...result.content],
    metadata: { ...result.metadata, editedInput: input },
  };
}
