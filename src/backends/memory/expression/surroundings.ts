import { CharacterSet, WORD_MEMBERS } from "./character-set.js";
import type { Assertion } from "./expression-syntax.js";

/**
 * Class of the character on one side of a position, as assertions distinguish it; `edge` is the end of the
 * text.
 */
export type Side = "edge" | "line-feed" | "carriage-return" | "word" | "other";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

const wordCharacters = new CharacterSet(WORD_MEMBERS, "exact");

/** Returns the class of a character for adjacent assertions. */
export function sideOf(code: number): Side {
  if (code === LINE_FEED) return "line-feed";
  if (code === CARRIAGE_RETURN) return "carriage-return";
  return wordCharacters.has(code) ? "word" : "other";
}

/**
 * Returns whether an assertion is true between two characters. A line ends with a line feed, alone or after a
 * carriage return.
 */
export function holds(assertion: Assertion, before: Side, after: Side): boolean {
  switch (assertion) {
    case "text-start":
      return before === "edge";
    case "text-end":
      return after === "edge";
    case "line-start":
      return (
        before === "edge" || before === "line-feed" || (before === "carriage-return" && after !== "line-feed")
      );
    case "line-end":
      return (
        after === "edge" ||
        after === "carriage-return" ||
        (after === "line-feed" && before !== "carriage-return")
      );
    case "word-boundary":
      return (before === "word") !== (after === "word");
    case "no-word-boundary":
      return (before === "word") === (after === "word");
    case "word-start":
      return before !== "word" && after === "word";
    case "word-end":
      return before === "word" && after !== "word";
    case "no-word-before":
      return before !== "word";
    case "no-word-after":
      return after !== "word";
  }
}
