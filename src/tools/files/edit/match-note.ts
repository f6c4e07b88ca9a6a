import type { MatcherName } from "../../../fuzzy/index.js";
import type { EditWording } from "./edit-wording.js";

/**
 * Returns a warning for the model that its text was not found exactly, and how it was found; `undefined` for an exact
 * match.
 */
export function matchNote(
  { matcher, similarity }: { readonly matcher: MatcherName; readonly similarity: number },
  wording: Pick<EditWording, "oldText">,
): string | undefined {
  if (matcher === "exact" || matcher === "simple" || matcher === "multi-occurrence") return undefined;
  const share = similarity < 1 ? `, similarity ${similarity.toFixed(2)}` : "";
  return `${wording.oldText} is not in the file word for word; the place was found by the matcher ${matcher}${share}. Check the diff.`;
}
