import { ToolError } from "../../../contract/index.js";

const SHOWN_CHARACTERS = 200;

/** Returns the `invalid-pattern` error for an invalid expression. */
export function invalidExpression(pattern: string, reason: string): ToolError {
  const shown = pattern.length > SHOWN_CHARACTERS ? `${pattern.slice(0, SHOWN_CHARACTERS)}...` : pattern;
  return new ToolError(
    `The pattern ${JSON.stringify(shown)} is not a valid regular expression here: ${reason}.`,
    { code: "invalid-pattern" },
  );
}
