import type { ToolResult } from "../../contract/index.js";
import type { PreparedCall } from "../prepare/index.js";
import { canonicalJson } from "../values/index.js";

/** Maximum length of an edited input that the model reads, in UTF-16 code units. */
const MAX_SHOWN_INPUT = 2_000;

/**
 * Adds the changed input to the result of a call whose input the approver or a hook changed: the model must know
 * which input ran.
 */
export function inputTold(result: ToolResult, { input, edited, hooked }: PreparedCall): ToolResult {
  if (edited !== true && hooked?.rewritten === undefined) return result;
  const text = canonicalJson(input);
  const shown = text.length > MAX_SHOWN_INPUT ? `${text.slice(0, MAX_SHOWN_INPUT)}...` : text;
  const by = edited === true ? "The user" : "A hook";
  const notice = `${by} changed the input before this call ran. It ran with: ${shown}`;
  return {
    ...result,
    content: [{ type: "text", text: notice }, ...result.content],
    metadata: { ...result.metadata, editedInput: input },
  };
}
