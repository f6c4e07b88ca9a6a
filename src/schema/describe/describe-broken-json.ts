/**
 * Says what is wrong with text that should have been a JSON object, and what to do about it; empty for text that does not
 * look like one at all, and for JSON of another type.
 *
 * One pass over the text: how it was broken is told from its brackets and quotes, never guessed from its content.
 */
export function describeBrokenJson(text: string): string {
  const start = text.search(/\S/);
  if (start === -1 || isJson(text)) return "";
  if (text[start] !== "{") {
    return text.includes("{")
      ? "Other text stands before the JSON. Send one JSON object and nothing else."
      : "";
  }
  const end = endOfObject(text, start);
  if (end === undefined) {
    return (
      `The JSON breaks off after ${text.length} characters, so the call was cut short. Send the whole call again; if a ` +
      "value is long, do it in several smaller calls."
    );
  }
  return text.slice(end).trim() === ""
    ? "The JSON is malformed: check its quotes, commas, brackets and escapes, and send it again."
    : `More text follows the JSON object, which ends after ${end} characters. Send one JSON object and nothing else.`;
}

/** The position behind the bracket that closes the object; `undefined` when nothing does. */
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
