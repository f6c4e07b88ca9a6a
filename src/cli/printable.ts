import type { ContentPart } from "../contract/index.js";
import { visibleText } from "../tools/index.js";

/**
 * Returns content as text for a person; images and files by their type and size.
 *
 * On a terminal control characters are shown, not sent: the text of a file must not move the cursor or press keys.
 */
export function printable(content: readonly ContentPart[], { isTTY }: { readonly isTTY?: boolean }): string {
  const text = content
    .map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "json") return JSON.stringify(part.value, undefined, 2);
      return `[${part.mediaType}, ${part.data.length} characters of base64; --json prints them]`;
    })
    .join("\n");
  return isTTY === true ? text.split("\n").map(visibleText).join("\n") : text;
}

/** Returns a text on one line, with every misleading character escaped. */
export function onOneLine(text: string): string {
  return visibleText(text).replace(
    /\p{Cf}/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
