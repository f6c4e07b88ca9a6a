import type { ToolContext } from "../../contract/index.js";
import { counted } from "../../text/index.js";
import { truncateText } from "../../truncation/index.js";

/**
 * Most UTF-16 code units of the first prompt of a subagent. Chosen by Collet: a quarter of a small model's context window.
 */
export const MAX_PROMPT_CHARACTERS = 200_000;

/**
 * Most bytes of a subagent's last text that are passed on. Chosen by Collet: two thirds of the size of any result in the Amp
 * specification.
 */
export const MAX_ANSWER_BYTES = 65_536;

/** UTF-16 code units of a subagent's text that an error message repeats. */
export const MAX_SAID_CHARACTERS = 2_000;

/**
 * Limits an answer to `MAX_ANSWER_BYTES`: a longer one keeps its beginning and its end with a notice between them, and
 * the whole answer is kept in the output store.
 */
export async function boundedAnswer(
  text: string,
  context: Pick<ToolContext, "outputs" | "noteTruncation">,
): Promise<string> {
  const whole = text.trim();
  const truncated = truncateText(whole, { maxBytes: MAX_ANSWER_BYTES, keep: "middle" });
  if (!truncated.truncated) return whole;
  const writer = context.outputs.open();
  writer.append(new TextEncoder().encode(whole));
  const stored = await writer.finish();
  const { omittedBytes, omittedLines } = truncated;
  context.noteTruncation({ omittedBytes, omittedLines, ...(stored.kept && { savedTo: stored.path }) });
  const where = stored.kept
    ? `The whole answer is in ${stored.path}.`
    : `It was not stored: ${stored.reason}.`;
  return `${truncated.text}\n\n[${counted(omittedBytes, "byte")} in the middle of this answer ${omittedBytes === 1 ? "is" : "are"} omitted. ${where}]`;
}

/** Returns the beginning of the text of one of many subagents. */
export function boundedSaying(text: string): string {
  return truncateText(
    text.trim(),
    { maxCharacters: MAX_SAID_CHARACTERS, truncateAt: "character" },
    { totals: "skip" },
  ).text;
}
