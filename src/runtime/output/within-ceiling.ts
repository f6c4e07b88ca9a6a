import type { ToolResult } from "../../contract/index.js";
import { addNotice, limitMedia, mergeLimits, truncateContent, truncateText } from "../../truncation/index.js";
import { DEFAULT_TRUNCATION } from "../values/index.js";

const CEILING = mergeLimits(false, {});

/** The reason in the notice: a result that exceeds the ceiling after its run is not stored. */
const NOT_KEPT = "the result did not come from a tool of this process";

/**
 * Applies the ceiling of a result (`MAX_RESULT_BYTES`) to a result that an executor, a middleware or an error message
 * may have made larger; returns the same result if it fits.
 */
export function withinCeiling(result: ToolResult): ToolResult {
  const content = limitMedia(result.content);
  const { parts, truncation } = truncateContent(content, CEILING);
  if (truncation === undefined) return content === result.content ? result : { ...result, content };
  const succeeded = result.status === "done";
  const notice = DEFAULT_TRUNCATION.notice({ ...truncation, succeeded, notKept: NOT_KEPT });
  const { omittedBytes, omittedLines } = truncation;
  const { error, result: value } = result;
  const bounded = {
    ...result,
    content: addNotice(parts, notice),
    truncation: { omittedBytes, omittedLines },
    ...(typeof value === "string" && { result: shortened(value) }),
    ...(error !== undefined && { error: { ...error, message: shortened(error.message) } }),
  };
  return bounded as ToolResult;
}

function shortened(text: string): string {
  return truncateText(text, CEILING, { totals: "skip" }).text;
}
