import type { CharacterSet } from "./character-set.js";
import { parseExpression } from "./expression-parser.js";
import type { ExpressionNode, ExpressionOptions } from "./expression-syntax.js";

/** A text that each match of an expression contains, as the possible characters of each position. */
export type RequiredText = readonly (readonly string[])[];

const ASCII_CHARACTERS = 128;
const LINE_END = /^[\n\r\0]$/;

/** Characters beyond ASCII that equal an ASCII letter where case is ignored: the Kelvin sign and the long s. */
const OTHER_FORMS: Readonly<Record<string, string>> = { k: "\u212a", s: "\u017f" };

/**
 * Returns the longest text that each match of an expression contains; empty if none is known. Throws `invalid-pattern`.
 *
 * Texts without it can be passed over by a simpler program than the matcher, such as `grep`.
 */
export function requiredText(pattern: string, options: ExpressionOptions): RequiredText {
  let longest: RequiredText = [];
  let run: (readonly string[])[] = [];
  const end = () => {
    if (run.length > longest.length) longest = run;
    run = [];
  };
  const visit = (node: ExpressionNode): void => {
    switch (node.type) {
      case "character": {
        const forms = formsOf(node.set);
        if (forms === undefined) end();
        else run.push(forms);
        return;
      }
      case "assertion":
        return;
      case "sequence":
        for (const part of node.parts) visit(part);
        return;
      case "choice":
      case "repeat":
        end();
        return;
    }
  };
  visit(parseExpression(pattern, options));
  end();
  return longest;
}

/** Returns the characters of a set; `undefined` if it is not a single character in its forms. */
function formsOf({ only }: CharacterSet): readonly string[] | undefined {
  if (only === undefined) return undefined;
  const character = String.fromCodePoint(only.code);
  if (LINE_END.test(character)) return undefined;
  if (!only.ignoresCase) return [character];
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  if (only.code >= ASCII_CHARACTERS) return undefined;
  const other = OTHER_FORMS[lower];
  return [...new Set([lower, upper, ...(other === undefined ? [] : [other])])];
}
