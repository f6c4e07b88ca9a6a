import { ellipsized, HIDDEN_CHARACTERS } from "../../text/index.js";

/** Returns a text on one line: line ends and hidden characters are escaped as `\u{...}`, and the length is limited. */
export function visibleLine(text: string, maxLength: number): string {
  // Truncated before as well: escaping a long text takes time.
  return ellipsized(
    ellipsized(text, maxLength).replace(
      HIDDEN_CHARACTERS,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    ),
    maxLength,
  );
}
