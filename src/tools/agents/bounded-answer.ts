import type { ToolContext } from "../../contract/index.js";
import { truncateText } from "../../truncation/index.js";
import { MAX_ANSWER_BYTES, MAX_SAID_CHARACTERS } from "./agent-limits.js";

/**
 * An answer of at most `MAX_ANSWER_BYTES`: of a longer one its beginning and its end, where they were cut being said between
 * them, and the whole of it kept in the store of outputs.
 */
export async function boundedAnswer(
  text: string,
  context: Pick<ToolContext, "outputs" | "noteTruncation">,
): Promise<string> {
  const whole = text.trim();
  const cut = truncateText(whole, { maxBytes: MAX_ANSWER_BYTES, keep: "middle" });
  if (!cut.truncated) return whole;
  const writer = context.outputs.open();
  writer.append(new TextEncoder().encode(whole));
  const stored = await writer.finish();
  const { omittedBytes, omittedLines } = cut;
  context.noteTruncation({ omittedBytes, omittedLines, ...(stored.kept && { savedTo: stored.path }) });
  const where = stored.kept ? `The whole answer is in ${stored.path}.` : `It was not kept: ${stored.reason}.`;
  return `${cut.text}\n\n[${omittedBytes} bytes in the middle of this answer are left out. ${where}]`;
}

/** The beginning of what one of many subagents said. */
export function boundedSaying(text: string): string {
  return truncateText(
    text.trim(),
    { maxCharacters: MAX_SAID_CHARACTERS, cut: "character" },
    { totals: "skip" },
  ).text;
}
