import type { TextLimits } from "./text-limits.js";
import type { ContentCut } from "./truncate-content.js";
import { truncateText } from "./truncate-text.js";

/** What a notice tells the model beside the cut itself. */
export interface NoticeFacts extends ContentCut {
  /** Whether the call ended well; default true. */
  readonly succeeded?: boolean;
  /** Whether the model has a subagent to read the rest with; default false. */
  readonly canDelegate?: boolean;
  /** Why the whole output is not in the store, without a full stop; absent where nobody tried to keep it. */
  readonly notKept?: string;
  /** Bytes that the stored output has not got either. */
  readonly notStoredBytes?: number;
}

/** An agent's limit on results and its way to say that one was cut. */
export interface TruncationPreset {
  readonly limits: TextLimits;
  /** The notice for the model, without blank lines around it; where it stands is up to {@link addNotice}. */
  readonly notice: (facts: NoticeFacts) => string;
}

/** Bytes of any tool's result (seed 001, General). */
export const AMP_MAX_RESULT_BYTES = 102_400;
/** Lines of any tool's output (seed 004, MAX_LINES). */
export const OPENCODE_MAX_LINES = 2000;
/** Bytes of any tool's output (seed 004, MAX_BYTES). */
export const OPENCODE_MAX_BYTES = 50 * 1024;

/**
 * Seed 001's general limit and its message, word for word; where the full output was kept, a line about that follows.
 *
 * The seed says bytes in its table and counts UTF-16 units in its code: bytes hold here, which for ASCII is the same.
 */
export const AMP_TRUNCATION: TruncationPreset = {
  limits: { maxBytes: AMP_MAX_RESULT_BYTES, keep: "head", cut: "character" },
  notice: (facts) => {
    const message = `[Tool result truncated: ${Math.round(facts.totalBytes / 1024)}KB exceeds limit. Please refine the query.]`;
    const rest = whereTheRestIs(facts);
    return rest === undefined ? message : `${message}\n${rest}`;
  },
};

/** Seed 004's limits and its message: how much is missing, where the rest is, how to read it. */
export const OPENCODE_TRUNCATION: TruncationPreset = {
  limits: { maxLines: OPENCODE_MAX_LINES, maxBytes: OPENCODE_MAX_BYTES, keep: "head" },
  notice: (facts) => {
    const { hit, omittedLines, omittedBytes, succeeded = true } = facts;
    const amount = hit === "lines" && omittedLines > 0 ? `${omittedLines} lines` : `${omittedBytes} bytes`;
    const outcome = succeeded
      ? "The tool call succeeded but the output was truncated."
      : "The output was truncated.";
    const rest = whereTheRestIs(facts) ?? "Narrow the call to see the rest.";
    return `...${amount} truncated...\n\n${outcome} ${rest}`;
  },
};

/**
 * Seed 001's `truncateResult`: a result of at most 102,400 bytes as it is, a longer one cut there with the message below.
 */
export function truncateResult(content: string): string {
  const cut = truncateText(content, AMP_TRUNCATION.limits);
  if (cut.hit === undefined) return content;
  const { hit, omittedBytes, omittedLines, totalBytes = 0, totalLines = 0 } = cut;
  const notice = AMP_TRUNCATION.notice({ hit, omittedBytes, omittedLines, totalBytes, totalLines });
  return `${cut.text}\n\n${notice}`;
}

function whereTheRestIs({
  savedTo,
  notKept,
  notStoredBytes = 0,
  canDelegate,
}: NoticeFacts): string | undefined {
  if (savedTo === undefined)
    return notKept === undefined ? undefined : `The full output was not kept: ${notKept}.`;
  const gap = notStoredBytes > 0 ? ` (without ${notStoredBytes} bytes from its middle)` : "";
  return `Full output saved to: ${savedTo}${gap}\n${readOn(canDelegate)}`;
}

function readOn(canDelegate = false): string {
  return canDelegate
    ? "Let a Task subagent search it with Grep, or Read it with offset/limit, and report back what matters."
    : "Use Grep to search the full content or Read with offset/limit to view specific sections.";
}
