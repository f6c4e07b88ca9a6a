import type { TextLimits } from "../contract/index.js";
import { counted } from "../text/index.js";
import type { ContentTruncation } from "./truncate-content.js";
import { truncateText } from "./truncate-text.js";

/** Information for the notice to the model besides the truncation itself. */
export interface NoticeFacts extends ContentTruncation {
  /** Whether the call succeeded; default true. */
  readonly succeeded?: boolean;
  /** Whether the model has a subagent that can read the omitted text; default false. */
  readonly canDelegate?: boolean;
  /** Returns whether the model may call a tool of this name, or of this alias; default: every tool. */
  readonly offers?: (toolName: string) => boolean;
  /**
   * The reason why the full output is not in the store, without a full stop; absent if there was no attempt
   * to store it.
   */
  readonly notKept?: string;
  /** Bytes that the stored output does not contain either. */
  readonly notStoredBytes?: number;
}

/** An agent's limit on results and its notice about truncation. */
export interface TruncationPreset {
  readonly limits: TextLimits;
  /**
   * Returns the notice for the model, without surrounding blank lines; {@link addNotice} determines its
   * position.
   */
  readonly notice: (facts: NoticeFacts) => string;
}

/** Maximum bytes of any tool's result (the Amp specification, General). */
export const AMP_MAX_RESULT_BYTES = 102_400;
/** Maximum lines of any tool's output (the OpenCode specification, MAX_LINES). */
export const OPENCODE_MAX_LINES = 2000;
/** Maximum bytes of any tool's output (the OpenCode specification, MAX_BYTES). */
export const OPENCODE_MAX_BYTES = 50 * 1024;

/**
 * General limit and message of the Amp specification, word for word; if the full output was stored, a line
 * about that follows.
 *
 * The specification states bytes in its table and counts UTF-16 units in its code: Collet counts bytes, which
 * is the same for ASCII.
 */
export const AMP_TRUNCATION: TruncationPreset = {
  limits: { maxBytes: AMP_MAX_RESULT_BYTES, keep: "head", truncateAt: "character" },
  notice: (facts) => {
    const message = `[Tool result truncated: ${Math.round(facts.totalBytes / 1024)}KB exceeds limit. Please refine the query.]`;
    const rest = whereTheRestIs(facts, plainAdvice);
    return rest === undefined ? message : `${message}\n${rest}`;
  },
};

/**
 * Limits and message of the OpenCode specification: the amount of omitted text, its location, and how to read
 * it.
 */
export const OPENCODE_TRUNCATION: TruncationPreset = {
  limits: { maxLines: OPENCODE_MAX_LINES, maxBytes: OPENCODE_MAX_BYTES, keep: "head" },
  notice: (facts) => {
    const { hit, omittedLines, omittedBytes, succeeded = true } = facts;
    const amount =
      hit === "lines" && omittedLines > 0 ? counted(omittedLines, "line") : counted(omittedBytes, "byte");
    const outcome = succeeded
      ? "The tool call succeeded but the output was truncated."
      : "The output was truncated.";
    const rest = whereTheRestIs(facts, openCodeAdvice) ?? "Narrow the call to see the rest.";
    return `...${amount} truncated...\n\n${outcome} ${rest}`;
  },
};

/**
 * Implements `truncateResult` of the Amp specification: returns a result of at most 102,400 bytes unchanged,
 * and truncates a longer one with the message below.
 */
export function truncateResult(content: string): string {
  const truncated = truncateText(content, AMP_TRUNCATION.limits);
  if (truncated.hit === undefined) return content;
  const { hit, omittedBytes, omittedLines, totalBytes = 0, totalLines = 0 } = truncated;
  const notice = AMP_TRUNCATION.notice({ hit, omittedBytes, omittedLines, totalBytes, totalLines });
  return `${truncated.text}\n\n${notice}`;
}

/** Names no tool and no parameter: this notice appears in every toolset without its own notice. */
function plainAdvice({ canDelegate = false }: NoticeFacts): string {
  return canDelegate
    ? "Let a subagent search that file, or read it in parts, and report back what matters."
    : "Search that file, or read the part of it that you need.";
}

/** The words of the OpenCode specification, with the tools that the model may call. */
function openCodeAdvice({ canDelegate = false, offers = () => true }: NoticeFacts): string {
  if (canDelegate) {
    return "Let a Task subagent search it with Grep, or Read it with offset/limit, and report back what matters.";
  }
  const ways = [
    ...(offers("Grep") ? ["Grep to search the full content"] : []),
    ...(offers("Read") ? ["Read with offset/limit to view specific sections"] : []),
  ];
  return ways.length === 0 ? "" : `Use ${ways.join(" or ")}.`;
}

function whereTheRestIs(facts: NoticeFacts, adviceFor: (facts: NoticeFacts) => string): string | undefined {
  const { savedTo, notKept, notStoredBytes = 0 } = facts;
  if (savedTo === undefined)
    return notKept === undefined ? undefined : `The full output was not kept: ${notKept}.`;
  const gap = notStoredBytes > 0 ? ` (without ${counted(notStoredBytes, "byte")} from its middle)` : "";
  const advice = adviceFor(facts);
  return `Full output saved to: ${savedTo}${gap}${advice === "" ? "" : `\n${advice}`}`;
}
