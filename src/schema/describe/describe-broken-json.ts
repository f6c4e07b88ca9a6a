import { counted } from "../../text/index.js";
/**
 * Returns the defect of a text that should have been a JSON object, with the remedy; an empty string for text
 * that does not resemble one, and for JSON of another type.
 *
 * Reads the text once: the defect is determined from brackets and quotes, never guessed from the content.
 */
export function describeBrokenJson(text: string): string {
  const start = text.search(/\S/);
  if (start === -1 || (JSON_START.test(text.slice(start, start + 1)) && isJson(text))) return "";
  if (text[start] !== "{") {
    return text.includes("{")
      ? "There is other text before the JSON. Send one JSON object and nothing else."
      : "";
  }
  const end = endOfObject(text, start);
  if (end === undefined) {
    return (
      `The JSON ends unexpectedly after ${counted(text.length, "character")}, so the call was truncated. Send the whole call again; if a ` +
      "value is long, send it in several smaller calls."
    );
  }
  return text.slice(end).trim() === ""
    ? "The JSON is malformed: check its quotes, commas, brackets and escapes, and send it again."
    : `There is more text after the JSON object, which ends after ${counted(end, "character")}. Send one JSON object and nothing else.`;
}

/** Returns the position after the bracket that closes the object; `undefined` if it is not closed. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let position = start; position < text.length; position++) {
    const character = text[position];
    if (isInString) {
      if (character === "\\") position += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  return undefined;
}

/** The first characters of JSON. The parser counts the lines of any other text for its error, which takes 50 ms for 8,000,000 of them. */
const JSON_START = /^[{["\-\dtfn]/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
