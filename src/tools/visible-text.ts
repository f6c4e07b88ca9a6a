const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

/**
 * Characters that move a cursor, end a line or start an escape sequence: C0 without tab, DEL, C1, and the Unicode line
 * ends.
 */
const INVISIBLE = /[^\P{Cc}\t]|[\u2028\u2029]/gu;

/**
 * Escapes control characters (`\x1b`), so that a file name or a line of a file cannot forge another row of a listing or
 * control a terminal.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

/** Escapes a text as the value of an attribute in double quotes, so that it can neither end nor extend it. */
export function attributeText(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ESCAPES[character] ?? "");
}
