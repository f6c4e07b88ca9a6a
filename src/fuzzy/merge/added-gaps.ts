import { similarityOf } from "../compare/index.js";
import { haveSameWords, squeezedKey } from "../text/index.js";
import { mergeTokens } from "./token-merge.js";

/** Minimum likeness of an added line and a line of the old text for the same blanks inside. */
const COPIED_LINE_SIMILARITY = 0.35;

/** Maximum lines with other blanks in the file that an added line is compared with. */
const MAX_COMPARED_LINES = 40;

/** Maximum comparisons of two lines for one merge: about 10 ms. */
const MAX_COMPARISONS = 1_000;

/** Two or more blanks, or a tab: an alignment inside a line. */
const WIDE_GAP = /\S(?: {2}| ?\t)/;

/** The blanks inside lines that an edit adds, as similar lines of the file have them. */
export class AddedGaps {
  /** The old lines with other blanks inside than their partners in the file. */
  readonly #differing: readonly (readonly [old: string, file: string])[];
  #comparisons = 0;

  /** @param fileTexts - the file's text for each text of an old line; `undefined` if there are several */
  constructor(fileTexts: ReadonlyMap<string, string | undefined>) {
    const differing: (readonly [string, string])[] = [];
    for (const [old, file] of fileTexts) {
      if (file === undefined || old === file || !WIDE_GAP.test(file)) continue;
      if (squeezedKey(old) === squeezedKey(file) && haveSameWords(old, file)) differing.push([old, file]);
      if (differing.length === MAX_COMPARED_LINES) break;
    }
    this.#differing = differing;
  }

  /**
   * Returns an added line with the blanks of the file if it is a line of the old text with other words: the model saw tabs inside
   * lines as blanks.
   */
  inFileStyle(text: string): string {
    if (this.#differing.length === 0 || this.#comparisons > MAX_COMPARISONS || !WIDE_GAP.test(text))
      return text;
    this.#comparisons += this.#differing.length;
    let best: readonly [old: string, file: string] | undefined;
    let most = COPIED_LINE_SIMILARITY;
    for (const pair of this.#differing) {
      const likeness = similarityOf(pair[0], text);
      if (likeness < most) continue;
      most = likeness;
      best = pair;
    }
    const merged = best === undefined ? undefined : mergeTokens(best[0], best[1], text);
    return merged !== undefined && squeezedKey(merged) === squeezedKey(text) ? merged : text;
  }
}
