import type { EditThresholds } from "../request/index.js";
import { applyPatchHunks, type PatchResult } from "./apply-patch-hunks.js";
import { withoutReturns } from "./diff-hunks.js";
import { readSections } from "./diff-sections.js";

/**
 * Applies a unified diff of one file.
 *
 * Hunks are found by their text with the matchers of {@link applyEdit}; the line numbers of `@@ -12,5 +12,6
 * @@` only choose between equal places, because models miscount. All hunks are applied or none. The names of the file
 * have no effect and may be absent. Pure; never throws.
 *
 * @example
 * const result = applyUnifiedDiff({ content, diff });
 */
export function applyUnifiedDiff(request: {
  readonly content: string;
  readonly diff: string;
  readonly thresholds?: Partial<EditThresholds>;
}): PatchResult {
  const { content, diff, thresholds } = request ?? {};
  if (typeof content !== "string" || typeof diff !== "string") {
    return refusal("content and diff must be strings.");
  }
  const read = readSections(diff, { namesAreOptional: true });
  if (!read.ok) return refusal(read.message);
  const [section, second] = read.sections.filter(({ hunks }) => hunks.length > 0);
  if (section === undefined) return refusal('The diff changes nothing: no line starts with "+" or "-".');
  if (second !== undefined) {
    return refusal(
      `Line ${second.line} of the patch: the diff changes more than one file; send one diff a file.`,
    );
  }
  const hunks = section.hunks.map(withoutReturns);
  return applyPatchHunks({ content, hunks, ...(thresholds ? { thresholds } : {}) });
}

function refusal(message: string): PatchResult {
  return { ok: false, reason: "empty", message, hunk: 0, hints: [] };
}
