/**
 * Splits a text into the JSON objects and lists that follow each other in it, as two programs that write to one file at
 * once leave them. The texts are not checked; the last may be incomplete. Linear in the text.
 */
export function* joinedValues(text: string): Generator<string, void, undefined> {
  let [from, depth, isString] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString) {
      if (character === "\\") at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth > 0) continue;
      yield text.slice(from, at + 1);
      [from, depth] = [at + 1, 0];
    }
  }
  const rest = text.slice(from);
  if (rest.trim() !== "") yield rest;
}
